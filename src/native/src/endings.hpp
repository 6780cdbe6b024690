// How the rest of a board can be filled: reckoned once for each region, not once for each way to come there.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "ending_table.hpp"
#include "jigsaw_board.hpp"

namespace tilemodel {

// As many as are kept unless another number is asked for: 32 MB.
inline constexpr std::size_t kMaxEndings = std::size_t{1} << 22;

// With how many pieces left to ask for endings: at most half of them, so that there is something to come back to, and
// so few that a region has at most some 2,000 endings. (For 12 pentominoes on 6x10, 5 to 7 do equally well.)
int ending_horizon(int pieces);

// Adds up endings that come from several branches.
class EndingSum {
 public:
  // Make room for so many endings, and forget those before.
  void start(std::size_t most);
  void add(std::uint32_t pieces, std::uint32_t ways) {
    std::size_t place = pieces * kScatter >> shift_;
    while (slots_[place].pieces && slots_[place].pieces != pieces) place = (place + 1) & mask_;
    size_ += !slots_[place].pieces;
    slots_[place].pieces = pieces;
    if (__builtin_add_overflow(slots_[place].ways, ways, &slots_[place].ways)) slots_[place].ways = kManyWays;
  }
  // How many there are.
  std::size_t size() const { return size_; }
  void put_into(EndingTable& table, std::uint32_t begin) const {
    for (std::size_t place = 0; place <= mask_; ++place)
      if (slots_[place].pieces) table.put(begin++, slots_[place]);
  }

 private:
  static constexpr std::uint64_t kScatter = 0x9E3779B97F4A7C15;
  std::vector<Ending> slots_;
  std::size_t mask_ = 0, size_ = 0;
  int shift_ = 0;
};

// The endings of a jigsaw: what is left of the board late in the search, of the pieces that are not placed beforehand.
// Different ways to come to a region leave different pieces, but the region's endings are the same for all: on 6x10, 5
// pentominoes are left in 83,541 ways, but only 8,997 regions. With them the search meets no dead end any more, and a
// count needs no search where all the ways are known.
//
// This is what one search does with them; several may share the tables.
template <int B>
class Endings {
  using Board = JigsawBoard<B>;
  using Words = typename Board::Words;

 public:
  // `shapes` are those of the pieces that may be left.
  Endings(const Board& board, const Words& shapes, std::shared_ptr<EndingTables> tables)
      : board_(board), shapes_(shapes), tables_(std::move(tables)), table_(tables_->present()) {}

  // With so many pieces left, or fewer, ask for the ways.
  int horizon() const { return table_->horizon(); }
  // In how many ways exactly these pieces fill the rest; nothing known (and a nearer horizon) where there is no room.
  // require: the board is not full, its anchor is this one
  // ensure: the result is exact below kManyWays
  std::uint32_t ways(int anchor, std::uint64_t occupied, std::uint32_t pieces) {
    if (const EndingTable::Entry* entry = table_->find(anchor, ~occupied)) return table_->ways(*entry, pieces);
    const EndingTable::Range range = reckon(anchor, occupied, board_.fitting(anchor, occupied, shapes_));
    if (!full_) return table_->ways(range, pieces);
    branches_.clear();
    full_ = false;
    look_less_far();
    return kManyWays;
  }
  void look_less_far() { table_ = tables_->after(*table_); }
  // The placements tried so far: the work that went into it.
  std::uint64_t tried() const { return tried_; }

 private:
  // A region that has no endings is remembered only where it took more placements than this to find that out.
  static constexpr std::uint64_t kSoonSeen = 8;

  struct Branch {
    EndingTable::Range rest;  // empty: the piece fills the region
    std::uint32_t piece;
  };

  // Find the endings of a region that is not known, and whose anchor these shapes fit.
  EndingTable::Range reckon(int anchor, std::uint64_t occupied, const Words& fits) {
    const std::uint64_t tried_before = tried_;
    const std::size_t first = branches_.size();
    std::size_t most = 0;
    for (int b = 0; b < B; ++b)
      for (std::uint64_t untried = fits[b]; untried; untried &= untried - 1) {
        ++tried_;
        const int shape = 64 * b + std::countr_zero(untried);
        const std::uint64_t after = occupied | board_.cells(shape, anchor);
        EndingTable::Range rest;
        if (const int next = std::countr_one(after); next != Board::kEnd) {
          const Words next_fits = board_.fitting(next, after, shapes_);
          if (!Board::any(next_fits)) continue;
          const EndingTable::Entry* known = table_->find(next, ~after);
          rest = known ? known->range : reckon(next, after, next_fits);
          if (full_) return {};
          if (rest.empty()) continue;
        }
        branches_.push_back({rest, std::uint32_t{1} << board_.piece(shape)});
        most += std::max<std::size_t>(rest.end - rest.begin, 1);
      }
    EndingTable::Range range;
    if (most > 0) {
      add_up(first, most);
      branches_.resize(first);
      if (!table_->take(sum_.size(), range)) {
        full_ = true;
        return {};
      }
      sum_.put_into(*table_, range.begin);
    }
    if (!range.empty() || tried_ - tried_before > kSoonSeen) table_->enter(anchor, ~occupied, range);
    return range;
  }

  // The sum of the endings of the branches from `first` on, at most so many.
  void add_up(std::size_t first, std::size_t most) {
    sum_.start(most);
    for (std::size_t i = first; i < branches_.size(); ++i) {
      const Branch& branch = branches_[i];
      if (branch.rest.empty()) sum_.add(branch.piece, 1);
      for (std::uint32_t e = branch.rest.begin; e != branch.rest.end; ++e)
        if (const Ending& ending = (*table_)[e]; !(ending.pieces & branch.piece))
          sum_.add(ending.pieces | branch.piece, ending.ways);
    }
  }

  const Board& board_;
  Words shapes_;
  std::shared_ptr<EndingTables> tables_;
  std::shared_ptr<EndingTable> table_;
  EndingSum sum_;
  std::vector<Branch> branches_;  // of the regions being reckoned
  bool full_ = false;
  std::uint64_t tried_ = 0;
};

}  // namespace tilemodel
