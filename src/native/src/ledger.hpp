// What the words of the board do not hold: items counted, areas, and linear rows.
#pragma once

#include <cstdint>
#include <vector>

#include "lists.hpp"
#include "reach.hpp"
#include "scan.hpp"
#include "tilemodel/problem.hpp"

namespace tilemodel {

// Options are taken and given back in the order of a stack; promising() says whether what is taken can still become a
// selection. It is exact once the scan has passed the last position: then the counters and rows themselves are tested.
class Ledger {
 public:
  Ledger(const Problem& problem, const Scan& scan);

  // Whether there is nothing to keep: taking any option that fits changes nothing here.
  bool trivial() const { return trivial_; }
  // Whether promising() looks at numbers of cells.
  bool reckons_areas() const { return needs_area_ || caps_area_; }
  // Whether the empty selection is promising.
  bool hopeful() const { return hopeful_; }

  // Whether the counters have room for one more of this option.
  bool has_room(std::int32_t option) const {
    for (auto c = counters_.begin(option); c != counters_.end(option); ++c)
      if (count_[*c] >= most_[*c]) return false;
    return true;
  }
  // Whether a word tells all that is counted and added up, and that word: with the flags and cells it tells the state.
  bool has_digest() const { return has_digest_; }
  std::uint64_t digest() const { return digest_; }
  void take(std::int32_t option) { change(option, +1); }
  void give_back(std::int32_t option) { change(option, -1); }

  // Whether the rest of the board can still satisfy everything, after one step of the scan from one position to
  // another with this option (-1: none) taken.
  // require: the state before was promising; undecided and mandatory are the numbers of undecided cells, and of those
  // that must be covered, where reckons_areas()
  bool promising(std::int32_t option, int from, int to, int undecided, int mandatory) const;

 private:
  struct Piece {  // an item that stands for a piece: its bounds, its smallest and largest option, how often it is used
    std::int32_t lo, hi, smallest, largest, used = 0;
  };
  struct RowState {
    std::int64_t lo, hi;
    std::int64_t sum = 0;
    std::int64_t copies_above = kMaxReach, copies_below = -kMaxReach;  // the most and least that copies left can add
  };
  struct RowChange {  // what taking an option changes in a row
    std::int32_t row;
    std::int64_t coefficient;  // added to the sum
    std::int64_t most, least;  // taken from what the copies left can add
  };
  void change(std::int32_t option, int sign);
  bool holds(std::int32_t row, int position) const;
  void prepare_counters(const Problem& problem, const Scan& scan);
  void prepare_areas(const Problem& problem, const Scan& scan);
  void prepare_rows(const Problem& problem, const Scan& scan);
  void prepare_changes(const Problem& problem, const Scan& scan, std::int32_t row,
                       std::vector<std::vector<RowChange>>& changes);
  void prepare_digest(const Problem& problem);
  bool hopeful_at_first(const Problem& problem) const;

  bool trivial_ = true, hopeful_ = true, has_digest_ = false;
  int positions_;

  Lists<std::int32_t> counters_;                // by option
  std::vector<std::int64_t> count_, least_, most_;  // by counter
  std::vector<std::int32_t> left_;              // [position][counter]: positions from here on with an option of it

  // Each counter and the sum of each row has some bits of the digest.
  std::uint64_t digest_ = 0;
  std::vector<std::uint64_t> digest_step_;  // by option: what taking it adds

  // Areas: only where no option belongs to two pieces, so that no cell is reckoned twice.
  bool needs_area_ = false, caps_area_ = false;
  std::int64_t needed_ = 0;          // the least area of the copies still required
  std::int64_t capacity_ = 0;        // the largest area of the copies still allowed
  std::vector<std::int32_t> owner_;  // by option: its piece, -1 where it has none
  std::vector<Piece> pieces_;

  std::vector<RowState> rows_;
  std::vector<Reach> reach_;          // [position][row]
  Lists<RowChange> row_changes_;      // by option
  Lists<std::int32_t> rows_to_check_;  // by position: rows that may fail by coming here, though nothing is added to them
};

}  // namespace tilemodel
