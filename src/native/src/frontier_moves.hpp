// The steps from one frontier state to the next.
#pragma once

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdint>
#include <iterator>
#include <map>
#include <utility>
#include <vector>

#include "frontier_layout.hpp"
#include "shapes.hpp"
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

  FrontierMoves(const Problem& problem, FrontierLayout layout)
      : layout_(std::move(layout)), ending_(positions() + 2), due_(positions() + 1), over_(positions() + 1) {
    for (int bit = 0; bit < layout_.window; ++bit) window_.set(bit);
    for (const auto& flag : layout_.flags) {
      over_[flag.last + 1].set(flag.bit);
      if (flag.required) due_[flag.last + 1].set(flag.bit);
      ++ending_[flag.last + 2];
    }
    for (int p = 0; p <= positions(); ++p) ending_[p + 1] += ending_[p];
    sums_from_.resize(positions() + 1);
    for (std::size_t s = 0; s < layout_.sums.size(); ++s)
      for (int p = 0; p <= layout_.sums[s].last; ++p) sums_from_[p].push_back(static_cast<std::int32_t>(s));
    for (auto& list : sums_from_)
      std::sort(list.begin(), list.end(),
                [&](int a, int b) { return layout_.sums[a].first < layout_.sums[b].first; });
    number_moves(problem);
  }

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
  int blocks(int position) const { return numberings_[numbering_of_[position]].blocks; }
  std::int32_t slot_of(int position, int block) const { return first_slot_[position] + 64 * block; }
  std::int32_t option(std::int32_t slot) const { return options_[slot]; }
  std::uint64_t fitting(int position, int block, const Key& key) const {
    const Numbering& numbering = numberings_[numbering_of_[position]];
    std::uint64_t result = exists_[(first_slot_[position] >> 6) + block];
    const Windows& windows = windows_[numbering.windows + block];
    if (windows.begin < 0) return test_each(result, numbering.moves + 64 * block, key);
    for (const Window *w = all_windows_.data() + windows.begin, *end = all_windows_.data() + windows.end; w != end; ++w)
      result &= tables_[w->table + (key.word[K == 1 ? 0 : w->word] >> w->shift & 255)];
    return result;
  }

  // Take the move of a slot that fits.
  // ensure: the next position, with `to` the state there; -1 where the state is seen to have no completion
  int take(int position, const Key& key, int block, int bit, Key& to) const {
    const Key& move = moves_[numberings_[numbering_of_[position]].moves + 64 * block + bit];
    assert(!move.meets(key));
    return go(position, key, key | move, options_[slot_of(position, block) + bit], to);
  }
  // Leave the anchor empty.
  int leave_empty(int position, const Key& key, Key& to) const { return go(position, key, key, -1, to); }

 private:
  struct Numbering {
    std::int32_t moves, windows;  // where its moves and windows begin
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
    Key flags;
    for (int w = 0; w < K; ++w) flags.word[w] = all.word[w] & ~window_.word[w];
    if (ending_[next + 1] != ending_[position + 1])
      for (int p = position + 1; p <= next; ++p) {
        if (!flags.contains(due_[p])) return -1;
        for (int w = 0; w < K; ++w) flags.word[w] &= ~over_[p].word[w];
      }
    if (!layout_.sums.empty() && !carry_sums(position, next, from, option, flags)) return -1;
    for (int w = 0; w < K; ++w) to.word[w] |= flags.word[w];
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

  std::uint64_t test_each(std::uint64_t moves, std::int32_t first, const Key& key) const {
    std::uint64_t result = moves;
    for (std::uint64_t left = moves; left; left &= left - 1)
      if (moves_[first + std::countr_zero(left)].meets(key)) result &= ~(left & -left);
    return result;
  }

  void number_moves(const Problem& problem) {
    struct Filed {
      std::int32_t move, option;
    };
    std::vector<std::vector<Filed>> at(positions() + 1);
    std::vector<Key> seen;
    {
      using Look = decltype(Key::word);
      std::map<std::pair<Look, int>, std::int32_t> known;
      std::vector<std::map<Look, int>> alike(positions() + 1);
      for (std::int32_t k = 0; k < problem.option_count(); ++k) {
        if (!layout_.scan.alive[k]) continue;
        const int position = layout_.scan.filed_under[k];
        Key move;
        for (std::int32_t m = problem.offsets[k]; m < problem.offsets[k + 1]; ++m) {
          const std::int32_t i = problem.members[m];
          if (i < problem.cell_count && i > position) move.set(i - position);
          if (layout_.flag_of[i] >= 0) move.set(layout_.flags[layout_.flag_of[i]].bit);
        }
        const auto number = static_cast<std::int32_t>(seen.size());
        const auto [entry, is_new] = known.try_emplace({move.word, alike[position][move.word]++}, number);
        if (is_new) seen.push_back(move);
        at[position].push_back({entry->second, k});
      }
    }
    // Positions share a numbering as long as none of them has to look at more blocks for it.
    const auto blocks_for = [](std::size_t moves) { return std::max(1, static_cast<int>(moves + 63) / 64); };
    std::vector<std::vector<std::int32_t>> numberings;
    for (int p = 0; p <= positions(); ++p) {
      std::sort(at[p].begin(), at[p].end(), [](const Filed& a, const Filed& b) { return a.move < b.move; });
      choices_.push_back(static_cast<int>(at[p].size()) + 1);
      std::vector<std::int32_t> here, both;
      for (const Filed& filed : at[p]) here.push_back(filed.move);
      const auto room = std::find_if(numberings.begin(), numberings.end(), [&](const auto& numbering) {
        both.clear();
        std::set_union(numbering.begin(), numbering.end(), here.begin(), here.end(), std::back_inserter(both));
        const int blocks = blocks_for(both.size());
        return blocks == blocks_for(numbering.size()) && blocks == blocks_for(here.size());
      });
      numbering_of_.push_back(static_cast<std::int32_t>(room - numberings.begin()));
      if (room == numberings.end())
        numberings.push_back(here);
      else
        *room = both;
    }
    for (const auto& numbering : numberings) {
      const auto first = static_cast<std::int32_t>(moves_.size());
      numberings_.push_back({first, static_cast<std::int32_t>(windows_.size()), blocks_for(numbering.size())});
      for (const std::int32_t move : numbering) moves_.push_back(seen[move]);
      moves_.resize(first + 64 * numberings_.back().blocks);
      for (int b = 0; b < numberings_.back().blocks; ++b) add_tables(first + 64 * b);
    }
    for (int p = 0; p <= positions(); ++p) {
      const auto& numbering = numberings[numbering_of_[p]];
      first_slot_.push_back(static_cast<std::int32_t>(options_.size()));
      options_.resize(options_.size() + 64 * blocks(p), -1);
      exists_.resize(options_.size() / 64);
      for (const Filed& filed : at[p]) {
        const auto place = std::lower_bound(numbering.begin(), numbering.end(), filed.move) - numbering.begin();
        options_[first_slot_[p] + place] = filed.option;
        exists_[(first_slot_[p] + place) >> 6] |= std::uint64_t{1} << (place & 63);
      }
    }
  }

  // The tables of the 64 moves from one on.
  void add_tables(std::int32_t first) {
    if (tables_.size() + 256 * 8 * K > kMaxEntries) {
      windows_.push_back({-1, -1});
      return;
    }
    windows_.push_back({static_cast<std::int32_t>(all_windows_.size()), 0});
    for (int w = 0; w < K; ++w) {
      std::uint64_t used = 0;
      for (int m = 0; m < 64; ++m) used |= moves_[first + m].word[w];
      while (used) {
        const int shift = std::min(std::countr_zero(used), 56);
        std::array<std::uint64_t, 8> users{};
        for (int bit = 0; bit < 8; ++bit)
          for (int m = 0; m < 64; ++m) users[bit] |= (moves_[first + m].word[w] >> (shift + bit) & 1) << m;
        all_windows_.push_back({static_cast<std::uint32_t>(tables_.size()), static_cast<std::uint16_t>(w),
                                static_cast<std::uint16_t>(shift)});
        append_table(users, tables_);
        used &= ~(std::uint64_t{255} << shift);
      }
    }
    windows_.back().end = static_cast<std::int32_t>(all_windows_.size());
  }

  FrontierLayout layout_;
  Key window_;
  std::vector<std::int32_t> ending_;  // [p + 1]: flags whose last position is before p
  std::vector<Key> due_, over_;       // by position: flags that must be set when coming there, or are forgotten there
  std::vector<std::vector<std::int32_t>> sums_from_;  // by position: sums that options from there on change
  std::vector<int> choices_;                          // by position
  std::vector<std::int32_t> numbering_of_, first_slot_;  // by position
  std::vector<Numbering> numberings_;
  std::vector<Key> moves_;            // by numbering and number
  std::vector<Windows> windows_;      // by numbering and block
  std::vector<Window> all_windows_;
  std::vector<std::uint64_t> tables_, exists_;
  std::vector<std::int32_t> options_;  // by slot, -1 where there is none
};

}  // namespace tilemodel
