// Linear rows with different coefficients, during a search by items.
#pragma once

#include <cstdint>
#include <vector>

#include "demands.hpp"

namespace tilemodel {

// Keeps the sum of each row, and bounds what the options that are left can still add to it. Two bounds hold: a
// coefficient can be shared out among the cells of its option, each of which gets at most the largest share of any
// option left; and of each piece no more copies are added than are left. The better one counts.
class Sums {
 public:
  // The demands must outlive this.
  explicit Sums(const Demands& demands);

  bool empty() const { return rows_.empty(); }
  void take(std::int32_t option) { change(option, +1); }
  void give_back(std::int32_t option) { change(option, -1); }

  // Whether every row can still be kept, as far as the bounds tell.
  // require: alive has a bit for each option left, used a number of options taken for each item
  bool promising(const std::uint64_t* alive, const std::int32_t* used) const;
  // Whether every row is kept as it is.
  bool kept() const;

 private:
  struct State {
    std::int64_t lo, hi, sum = 0;
  };
  struct Entry {
    std::int32_t option;
    std::int32_t piece;  // an item, not a cell, with an upper end that the option belongs to; -1 where there is none
    std::int64_t coefficient;
    double share;  // of each of its cells
  };
  struct Change {
    std::int32_t row;
    std::int64_t coefficient;
  };
  // The largest share of each item seen so far in one direction, and their sum.
  struct Reach {
    double by_cells = 0, by_pieces = 0;
    std::vector<double> share_of, piece_of;
  };

  void change(std::int32_t option, int sign);
  void extend(Reach& reach, const Entry& entry, double sign, const std::int32_t* used) const;
  static double settle(Reach& reach);

  const Demands& demands_;
  std::vector<State> rows_;
  Lists<Entry> entries_;   // by row
  Lists<Change> changes_;  // by option
  mutable Reach above_, below_;
};

}  // namespace tilemodel
