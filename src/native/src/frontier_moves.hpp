// The steps from one frontier state to the next.
#pragma once

#include <bit>
#include <cassert>
#include <cstdint>
#include <vector>

#include "frontier_layout.hpp"
#include "tilemodel/bits.hpp"
#include "tilemodel/problem.hpp"

namespace tilemodel {

// A move is an option as the key sees it from its anchor: the cells and flags that must be free and that it sets. On a
// regular board all anchors have the same few moves. They are numbered; in a numbering, tables tell for each content of
// eight bits of the key which moves it leaves, as in fitting.hpp, but by the key alone.
template <int K>
class FrontierMoves {
 public:
  using Key = Bits<K>;

  FrontierMoves(const Problem& problem, FrontierLayout layout);

  int positions() const { return layout_.scan.positions; }
  // How far a step can lead at most.
  int window() const { return layout_.window; }
  bool hopeless() const { return layout_.hopeless; }
  bool may_stay_empty(int position) const { return layout_.scan.optional[position]; }
  // How many moves there are at a position, staying empty included.
  int choices(int position) const { return choices_[position]; }

  // The state before the first step.
  static Key start() {
    Key key;
    key.set(0);
    return key;
  }

  // Moves come in blocks of 64; bit b of fitting() is for slot slot_of(position, block) + b.
  int blocks(int position) const { return places_[position].blocks; }
  std::int32_t slot_of(int position, int block) const { return first_slot_[position] + 64 * block; }
  std::int32_t option(std::int32_t slot) const { return options_[slot]; }
  std::uint64_t fitting(int position, int block, const Key& key) const {
    const Place& here = places_[position];
    std::uint64_t result = here.exists[block];
    const Windows& windows = here.windows[block];
    if (windows.begin < 0) return test_each(result, here.moves + 64 * block, key);
    const std::uint64_t* tables = tables_.data();
    for (const Window *w = all_windows_.data() + windows.begin, *end = all_windows_.data() + windows.end; w != end; ++w)
      result &= tables[w->table + (key.word[K == 1 ? 0 : w->word] >> w->shift & 255)];
    return result;
  }

  // Take the move of a slot that fits.
  // ensure: the next position, with `to` the state there; -1 where the state is seen to have no completion
  int take(int position, const Key& key, int block, int bit, Key& to) const {
    const Place& here = places_[position];
    const Key& move = here.moves[64 * block + bit];
    assert(!move.meets(key));
    return go(position, key, key | move, here.options[64 * block + bit], to);
  }
  // Leave the anchor empty.
  int leave_empty(int position, const Key& key, Key& to) const { return go(position, key, key, -1, to); }

 private:
  struct Numbering {
    std::int32_t moves, windows;  // where its moves and windows begin
    int blocks;
  };
  struct Windows;
  struct Place {  // what there is at a position: its moves with their options, its windows; see below
    const std::uint64_t* exists;
    const Windows* windows;
    const Key* moves;
    const std::int32_t* options;
    int blocks;
  };
  struct Window {
    std::uint32_t table;
    std::uint16_t word, shift;
  };
  struct Windows {  // of a block; begin is -1 where it has no tables
    std::int32_t begin, end;
  };
  // The entries of eight bytes that all tables together may have; blocks without tables test each move.
  static constexpr std::size_t kMaxEntries = std::size_t{1} << 22;

  int go(int position, const Key& from, const Key& all, std::int32_t option, Key& to) const {
    Key cells;
    for (int w = 0; w < K; ++w) cells.word[w] = all.word[w] & window_.word[w];
    const int shift = cells.template first_zero<K>();
    const int next = position + shift;
    to = cells.template from<K>(shift, K);
    to.word[0] |= 1;
    if (beyond_cells_) {
      Key flags;
      for (int w = 0; w < K; ++w) flags.word[w] = all.word[w] & ~window_.word[w];
      if (ending_[next + 1] != ending_[position + 1])
        for (int p = position + 1; p <= next; ++p) {
          if (!flags.contains(due_[p])) return -1;
          for (int w = 0; w < K; ++w) flags.word[w] &= ~over_[p].word[w];
        }
      if (!layout_.sums.empty() && !carry_sums(position, next, from, option, flags)) return -1;
      for (int w = 0; w < K; ++w) to.word[w] |= flags.word[w];
    }
    return next == positions() || may_stay_empty(next) || any_fits(next, to) ? next : -1;
  }

  bool any_fits(int position, const Key& key) const {
    for (int b = 0, end = blocks(position); b < end; ++b)
      if (fitting(position, b, key)) return true;
    return false;
  }

  // ensure: the sums after the step are in `to`; false where one can no longer come out right
  bool carry_sums(int position, int next, const Key& from, std::int32_t option, Key& to) const {
    for (const std::int32_t s : sums_from_[position]) {
      const auto& sum = layout_.sums[s];
      if (sum.first >= next) break;
      const std::uint64_t mask = (std::uint64_t{1} << (sum.width & 63)) - 1;
      std::int64_t value = 0;
      if (position > sum.first) {
        const std::uint64_t kept = from.word[sum.bit >> 6] >> (sum.bit & 63) & mask;
        if (sum.width) to.word[sum.bit >> 6] &= ~(mask << (sum.bit & 63));
        if (!kept) continue;
        value = sum.base + static_cast<std::int64_t>(kept - 1);
      }
      if (option >= 0)
        for (auto c = layout_.changes.begin(option); c != layout_.changes.end(option); ++c)
          if (c->sum == s) value += c->coefficient;
      const Reach& ahead = sum.ahead[next];
      const bool low = sum.lo != kNoLower, high = sum.hi != kNoUpper;
      if ((low && value + ahead.above < sum.lo) || (high && value + ahead.below > sum.hi)) return false;
      if ((!low || value + ahead.below >= sum.lo) && (!high || value + ahead.above <= sum.hi)) continue;
      assert(value >= sum.base && static_cast<std::uint64_t>(value - sum.base) < mask);
      to.word[sum.bit >> 6] |= static_cast<std::uint64_t>(value - sum.base + 1) << (sum.bit & 63);
    }
    return true;
  }

  std::uint64_t test_each(std::uint64_t exists, const Key* moves, const Key& key) const {
    std::uint64_t result = exists;
    for (std::uint64_t left = exists; left; left &= left - 1)
      if (moves[std::countr_zero(left)].meets(key)) result &= ~(left & -left);
    return result;
  }

  void number_moves(const Problem& problem);
  void add_tables(std::int32_t first);

  FrontierLayout layout_;
  bool beyond_cells_;  // whether keys hold more than cells, or moves are bound by more
  Key window_;
  std::vector<std::int32_t> ending_;  // [p + 1]: flags whose last position is before p
  std::vector<Key> due_, over_;       // by position: flags that must be set when coming there, or are forgotten there
  std::vector<std::vector<std::int32_t>> sums_from_;  // by position: sums that options from there on change
  std::vector<int> choices_;                          // by position
  std::vector<std::int32_t> numbering_of_, first_slot_;  // by position
  std::vector<Place> places_;  // by position
  std::vector<Numbering> numberings_;
  std::vector<Key> moves_;            // by numbering and number
  std::vector<Windows> windows_;      // by numbering and block
  std::vector<Window> all_windows_;
  std::vector<std::uint64_t> tables_, exists_;
  std::vector<std::int32_t> options_;  // by slot, -1 where there is none
};

}  // namespace tilemodel
