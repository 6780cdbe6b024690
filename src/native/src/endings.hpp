// How the rest of a board can be filled: reckoned once for each region, not once for each way to come there.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "jigsaw_board.hpp"

namespace tilemodel {

// Some pieces that fill a region together, and in how many ways they do; kManyWays stands for that many or more.
struct Ending {
  std::uint32_t pieces = 0;
  std::uint32_t ways = 0;
};
inline constexpr std::uint32_t kManyWays = ~std::uint32_t{0};
// As many as are kept unless another number is asked for: 32 MB.
inline constexpr std::size_t kMaxEndings = std::size_t{1} << 22;

// With how many pieces left to ask for endings: at most half of them, so that there is something to come back to, and
// so few that a region has at most some 2,000 endings. (For 12 pentominoes on 6x10, 5 to 7 do equally well.)
int ending_horizon(int pieces);

// The endings of regions. A region is the set of its cells, one or more, and is known by its board and its anchor; each
// anchor has a shelf of its own.
class EndingTable {
 public:
  // Room for so many endings.
  explicit EndingTable(std::size_t room) { endings_.reserve(room); }

  struct Range {  // of the endings
    std::uint32_t begin = 0, end = 0;
    bool empty() const { return begin == end; }
  };
  struct Entry {
    std::uint64_t region = 0;     // 0: a free place
    std::uint64_t signature = 0;  // a bit for each of its endings: where the bit of a set is missing, so is the set
    Range range;
  };

  const Entry* find(int anchor, std::uint64_t region) const {
    const Shelf& shelf = shelves_[anchor];
    for (std::size_t place = home(region, shelf.bits);; place = (place + 1) & (shelf.entries.size() - 1)) {
      const Entry& entry = shelf.entries[place];
      if (entry.region == region) return &entry;
      if (!entry.region) return nullptr;
    }
  }
  // In how many ways exactly these pieces fill a region.
  std::uint32_t ways(const Entry& entry, std::uint32_t pieces) const {
    return entry.signature >> mark(pieces) & 1 ? ways(entry.range, pieces) : 0;
  }
  std::uint32_t ways(const Range& range, std::uint32_t pieces) const {
    for (std::uint32_t e = range.begin; e != range.end; ++e)
      if (endings_[e].pieces == pieces) return endings_[e].ways;
    return 0;
  }
  const Ending& operator[](std::uint32_t e) const { return endings_[e]; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(endings_.size()); }

  // Endings are put in for one region at a time; then its entry is made. require: the region is not known
  void put(const Ending& ending) { endings_.push_back(ending); }
  void enter(int anchor, std::uint64_t region, const Range& range);
  void clear();

 private:
  struct Shelf {
    int bits = 4;
    std::size_t used = 0;
    std::vector<Entry> entries{std::vector<Entry>(std::size_t{1} << 4)};  // by home, or the next free place after it
  };
  static constexpr std::uint64_t kScatter = 0x9E3779B97F4A7C15;  // Fibonacci hashing (Knuth, TAOCP 3, 6.4)
  static std::size_t home(std::uint64_t region, int bits) { return region * kScatter >> (64 - bits); }
  static int mark(std::uint32_t pieces) { return static_cast<int>(pieces * kScatter >> 58); }
  static void place(Shelf& shelf, const Entry& entry);

  std::array<Shelf, 64> shelves_;
  std::vector<Ending> endings_;
};

// Adds up endings that come from several branches.
class EndingSum {
 public:
  // Make room for so many endings, and forget those before.
  void start(std::size_t most);
  void add(std::uint32_t pieces, std::uint32_t ways) {
    std::size_t place = pieces * kScatter >> shift_;
    while (slots_[place].pieces && slots_[place].pieces != pieces) place = (place + 1) & mask_;
    slots_[place].pieces = pieces;
    if (__builtin_add_overflow(slots_[place].ways, ways, &slots_[place].ways)) slots_[place].ways = kManyWays;
  }
  void put_into(EndingTable& table) const {
    for (std::size_t place = 0; place <= mask_; ++place)
      if (slots_[place].pieces) table.put(slots_[place]);
  }

 private:
  static constexpr std::uint64_t kScatter = 0x9E3779B97F4A7C15;
  std::vector<Ending> slots_;
  std::size_t mask_ = 0;
  int shift_ = 0;
};

// The endings of a jigsaw: what is left of the board late in the search, of the pieces that are not placed beforehand.
// Different ways to come to a region leave different pieces, but the region's endings are the same for all: on 6x10, 5
// pentominoes are left in 83,541 ways, but only 8,997 regions. With them the search meets no dead end any more, and a
// count needs no search where all the ways are known.
template <int B>
class Endings {
  using Board = JigsawBoard<B>;
  using Words = typename Board::Words;

 public:
  // `shapes` are those of the pieces that may be left, `horizon` the most of them to look ahead, `room` the most endings
  // to keep: where they are more, fewer pieces are looked ahead.
  Endings(const Board& board, const Words& shapes, int horizon, std::size_t room)
      : board_(board), shapes_(shapes), horizon_(horizon), room_(room), table_(room) {}

  // With so many pieces left, or fewer, ask for the ways.
  int horizon() const { return horizon_; }
  // In how many ways exactly these pieces fill the rest; nothing known (and a nearer horizon) where there is no room.
  // require: the board is not full, its anchor is this one
  // ensure: the result is exact below kManyWays
  std::uint32_t ways(int anchor, std::uint64_t occupied, std::uint32_t pieces) {
    if (const EndingTable::Entry* entry = table_.find(anchor, ~occupied)) return table_.ways(*entry, pieces);
    const EndingTable::Range range = reckon(anchor, occupied, board_.fitting(anchor, occupied, shapes_));
    if (!full_) return table_.ways(range, pieces);
    table_.clear();
    branches_.clear();
    full_ = false;
    --horizon_;
    return kManyWays;
  }
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
          const EndingTable::Entry* known = table_.find(next, ~after);
          rest = known ? known->range : reckon(next, after, next_fits);
          if (full_) return {};
          if (rest.empty()) continue;
        }
        branches_.push_back({rest, std::uint32_t{1} << board_.piece(shape)});
        most += std::max<std::size_t>(rest.end - rest.begin, 1);
      }
    EndingTable::Range range{table_.size(), table_.size()};
    if (range.begin + most > room_) {
      full_ = true;
      return {};
    }
    if (most > 0) {
      add_up(first, most);
      branches_.resize(first);
      range.end = table_.size();
    }
    if (!range.empty() || tried_ - tried_before > kSoonSeen) table_.enter(anchor, ~occupied, range);
    return range;
  }

  // Put the endings of the branches from `first` on, at most so many, into the table.
  void add_up(std::size_t first, std::size_t most) {
    sum_.start(most);
    for (std::size_t i = first; i < branches_.size(); ++i) {
      const Branch& branch = branches_[i];
      if (branch.rest.empty()) sum_.add(branch.piece, 1);
      for (std::uint32_t e = branch.rest.begin; e != branch.rest.end; ++e)
        if (const Ending& ending = table_[e]; !(ending.pieces & branch.piece))
          sum_.add(ending.pieces | branch.piece, ending.ways);
    }
    sum_.put_into(table_);
  }

  const Board& board_;
  Words shapes_;
  int horizon_;
  std::size_t room_;
  EndingTable table_;
  EndingSum sum_;
  std::vector<Branch> branches_;  // of the regions being reckoned
  bool full_ = false;
  std::uint64_t tried_ = 0;
};

}  // namespace tilemodel
