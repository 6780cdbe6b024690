// The problem as a search by items sees it: bounds on items that matter, and rows that are not such bounds.
#pragma once

#include <cstdint>
#include <vector>

#include "lists.hpp"
#include "tilemodel/problem.hpp"

namespace tilemodel {

// A row whose coefficients are all equal bounds how often its options are taken: it becomes an item, so that it takes
// part in the choice of the next branch. Options that no selection can contain are gone, and bounds that always hold.
// Options and items have numbers of their own here: options by their lowest cell, items with demands first.
struct Demands {
  explicit Demands(const Problem& problem);

  std::int32_t item_count() const { return static_cast<std::int32_t>(lo.size()); }
  std::int32_t option_count() const { return static_cast<std::int32_t>(original.size()); }

  bool hopeless = false;                // some bound cannot be kept, whatever is chosen
  std::vector<std::int32_t> original;   // by option: its number in the problem
  std::int32_t primaries = 0;           // items [0, primaries) have lo >= 1, the others lo = 0
  std::vector<std::int32_t> lo, hi;     // by item; hi is kOpen where it cannot be exceeded
  std::vector<char> is_cell, is_piece;  // by item
  Lists<std::int32_t> items;            // by option, ascending
  Lists<std::int32_t> options;          // by item, ascending
  std::vector<Row> rows;                // in the numbers from here

 private:
  struct Item {
    std::int64_t lo, hi;  // hi is kNoUpper where it is open
    bool is_cell, is_piece;
    std::vector<std::int32_t> options;  // in the numbers of the problem
  };
  static std::vector<Item> bounded(const Problem& problem, std::vector<Row>& others);
  void number_options(const Problem& problem, const std::vector<Item>& items);
};

}  // namespace tilemodel
