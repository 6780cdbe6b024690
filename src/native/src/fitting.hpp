// Which of the options filed under an anchor fit, as a set of bits: a few table look-ups instead of a test for each.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <map>
#include <vector>

#include "tilemodel/bits.hpp"

namespace tilemodel {

// The options of an anchor come in groups of up to 64, each a word of bits. For each window of eight neighbouring bits
// of the board that a group's options use, a table tells which of them a content of the window leaves; the AND of all
// is what fits. Alike anchors, as most are on a regular board, share their tables. Where tables would take too much
// memory the options are tested one by one, which gives the same sets.
template <int N>
class Fitting {
 public:
  // Table entries of eight bytes, over all anchors.
  static constexpr std::size_t kMaxEntries = std::size_t{1} << 23;

  // masks[first[p] .. first[p + 1]) are the options filed under position p, each with p among its bits.
  Fitting(std::vector<Bits<N>> masks, const std::vector<std::int32_t>& first, std::size_t max_entries)
      : masks_(std::move(masks)), group_(first.size()) {
    for (std::size_t p = 0; p + 1 < first.size(); ++p) {
      group_[p] = static_cast<std::int32_t>(groups_.size());
      for (std::int32_t k = first[p]; k < first[p + 1]; k += 64)
        add_group(k, std::min(first[p + 1] - k, 64), static_cast<std::int32_t>(p));
    }
    group_.back() = static_cast<std::int32_t>(groups_.size());
    // The later positions first: the search is there most of the time.
    std::map<Hits, std::uint32_t> known;
    for (auto group = groups_.rbegin(); group != groups_.rend(); ++group) prepare(*group, max_entries, known);
  }

  // The groups of a position, as a range of numbers.
  std::int32_t group_begin(int position) const { return group_[position]; }
  std::int32_t group_end(int position) const { return group_[position + 1]; }
  // The option that bit 0 of a group stands for.
  std::int32_t first_option(std::int32_t group) const { return groups_[group].first; }

  // The options of the group that meet no occupied bit.
  // require: the group's position is not occupied
  std::uint64_t fitting(std::int32_t number, const Bits<N>& occupied) const {
    const Group& group = groups_[number];
    if (group.begin == kTested) return test_each(group, occupied);
    std::uint64_t result = group.everything;
    for (const Window *w = windows_.data() + group.begin, *end = windows_.data() + group.end; w != end; ++w)
      result &= tables_[w->table + (occupied.word[w->word] >> w->shift & 255)];
    return result;
  }

 private:
  static constexpr std::int32_t kTested = -1;
  using Hits = std::array<std::uint64_t, 8>;  // for each bit of a window, the options that use it
  struct Group {
    std::int32_t first, size, position;
    std::int32_t begin, end;  // windows; kTested where there are no tables
    std::uint64_t everything;
  };
  struct Window {
    std::uint32_t table;
    std::uint16_t word, shift;
  };

  void add_group(std::int32_t first, std::int32_t size, std::int32_t position) {
    groups_.push_back({first, size, position, kTested, kTested, ~std::uint64_t{0} >> (64 - size)});
  }

  std::uint64_t test_each(const Group& group, const Bits<N>& occupied) const {
    std::uint64_t result = 0;
    for (std::int32_t k = 0; k < group.size; ++k)
      result |= std::uint64_t{!masks_[group.first + k].meets(occupied)} << k;
    return result;
  }

  void prepare(Group& group, std::size_t max_entries, std::map<Hits, std::uint32_t>& known) {
    Bits<N> used;
    for (std::int32_t k = 0; k < group.size; ++k) used = used | masks_[group.first + k];
    used.word[group.position >> 6] &= ~(std::uint64_t{1} << (group.position & 63));
    if (tables_.size() + 256 * (64 * N / 8) > max_entries) return;
    group.begin = static_cast<std::int32_t>(windows_.size());
    for (int w = 0; w < N; ++w)
      for (std::uint64_t rest = used.word[w]; rest;) {
        const int shift = std::countr_zero(rest);
        rest &= shift > 55 ? 0 : ~std::uint64_t{0} << (shift + 8);
        const Hits hits = hits_of(group, w, shift);
        const auto [entry, is_new] = known.try_emplace(hits, static_cast<std::uint32_t>(tables_.size()));
        if (is_new) add_table(hits);
        windows_.push_back({entry->second, static_cast<std::uint16_t>(w), static_cast<std::uint16_t>(shift)});
      }
    group.end = static_cast<std::int32_t>(windows_.size());
  }

  Hits hits_of(const Group& group, int word, int shift) const {
    Hits hits{};
    for (int bit = 0; bit < 8 && shift + bit < 64; ++bit) {
      if (word * 64 + shift + bit == group.position) continue;
      for (std::int32_t k = 0; k < group.size; ++k)
        hits[bit] |= (masks_[group.first + k].word[word] >> (shift + bit) & 1) << k;
    }
    return hits;
  }

  void add_table(const Hits& hits) {
    const std::size_t begin = tables_.size();
    tables_.resize(begin + 256, ~std::uint64_t{0});
    for (unsigned content = 1; content < 256; ++content)
      tables_[begin + content] = tables_[begin + (content & (content - 1))] & ~hits[std::countr_zero(content)];
  }

  std::vector<Bits<N>> masks_;
  std::vector<std::int32_t> group_;  // by position, and one more
  std::vector<Group> groups_;
  std::vector<Window> windows_;
  std::vector<std::uint64_t> tables_;
};

}  // namespace tilemodel
