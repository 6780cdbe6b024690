// What the key of a frontier state holds, and where.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

#include "lists.hpp"
#include "reach.hpp"
#include "scan.hpp"
#include "tilemodel/frontier.hpp"
#include "tilemodel/problem.hpp"

namespace tilemodel {

// The key, bit by bit: the anchor itself, always set, so that no key is zero; the cells after it, covered or not, as far
// as an option filed before it can reach; then flags and sums. A flag is an item covered at most once. A sum is what
// the options taken add up to in a linear row, or how often they cover an item that is neither a cell nor a flag.
//
// Flags and sums have a place only from the first position where an option changes them to the last one; others may have
// the same place at other times.
struct FrontierLayout {
  explicit FrontierLayout(const Problem& problem);

  struct Flag {
    int first, last, bit;
    bool required;
  };
  struct Sum {
    std::int64_t lo, hi;
    int first, last;
    std::vector<Reach> ahead;  // by position
    std::int64_t base;         // the key has 0 where whatever the rest adds will do, else 1 + the sum - base
    int bit, width;
  };
  struct Change {
    std::int32_t sum;
    std::int64_t coefficient;
  };

  Scan scan;
  int window = 1;  // the anchor and the cells after it that the key holds
  int bits;        // of the key in all
  std::vector<Flag> flags;
  std::vector<std::int32_t> flag_of;  // by item: its index among the flags, -1 where it is none
  std::vector<Sum> sums;
  Lists<Change> changes;  // by option
  bool hopeless;          // there is no selection at all

 private:
  void add_flags(const Problem& problem);
  void add_sum(const Problem& problem, const Row& row, std::vector<std::vector<Change>>& changes);
  void place_all();
};

// What make() gives for a layout and the words that its keys take, as a constant: a few widths stand for all.
template <typename Make>
auto with_key_words(FrontierLayout layout, Make make) {
  if (layout.bits <= 64) return make(std::integral_constant<int, 1>{}, std::move(layout));
  if (layout.bits <= 128) return make(std::integral_constant<int, 2>{}, std::move(layout));
  if (layout.bits <= kFrontierMaxBits) return make(std::integral_constant<int, 8>{}, std::move(layout));
  throw std::invalid_argument("the key of a state has more bits than the engine has room for");
}

}  // namespace tilemodel
