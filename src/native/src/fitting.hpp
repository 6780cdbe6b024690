// Which of the options filed under an anchor fit, as a set of bits: a few table look-ups instead of a test for each.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <iterator>
#include <vector>

#include "shapes.hpp"
#include "tilemodel/bits.hpp"

namespace tilemodel {

// Some shapes, in blocks of 64, are a numbering; a block is a word of bits. A block has a table for each window of
// eight neighbouring bits that its shapes use, which tells for each content of the window which shapes it leaves. The
// AND of all, and of the shapes that exist at the anchor, is what fits. Anchors share a numbering as long as none of
// them has to look at more blocks for it.
//
// An option is known by its slot: stride() slots for each position, one for each bit.
template <int W, int F>
class Fitting {
 public:
  using State = Bits<W + F>;

  // The entries of eight bytes that all tables together may have. Blocks that find no room are tested option by option:
  // the same sets, more slowly.
  static constexpr std::size_t kMaxEntries = std::size_t{1} << 23;

  Fitting(const Shapes<W, F>& shapes, std::size_t max_entries) : numbering_of_(64 * W), blocks_of_(64 * W) {
    const std::vector<Numbering> numberings = make_numberings(shapes);
    for (const Numbering& numbering : numberings) blocks_ = std::max(blocks_, blocks_for(numbering.size()));
    exists_.resize(64 * W * blocks_);
    masks_.resize(64 * W * stride());
    options_.assign(64 * W * stride(), -1);
    for (int p = 0; p < 64 * W; ++p) {
      const Numbering& numbering = numberings[numbering_of_[p]];
      for (const auto& filed : shapes.at[p]) {
        const auto place = std::lower_bound(numbering.begin(), numbering.end(), filed.shape);
        const auto bit = static_cast<std::int32_t>(place - numbering.begin());
        exists_[p * blocks_ + (bit >> 6)] |= std::uint64_t{1} << (bit & 63);
        masks_[p * stride() + bit] = mask_at(shapes.seen[filed.shape], p);
        options_[p * stride() + bit] = filed.option;
      }
    }
    for (const Numbering& numbering : numberings) add_tables(numbering, shapes, max_entries);
  }

  // How many blocks to look at.
  int blocks(int position) const { return blocks_of_[position]; }
  int stride() const { return 64 * blocks_; }
  const State& mask(std::int32_t slot) const { return masks_[slot]; }
  std::int32_t option(std::int32_t slot) const { return options_[slot]; }

  // The shapes of a block that fit at a position: bit b is for slot position * stride() + 64 * block + b.
  // require: the position is not occupied, the cells before it are
  std::uint64_t fitting(int position, int block, const State& state) const {
    std::uint64_t result = exists_[position * blocks_ + block];
    const Windows& windows = windows_of_[(one_numbering_ ? 0 : numbering_of_[position]) * blocks_ + block];
    if (windows.begin == kNoTables) return test_each(result, position * stride() + 64 * block, state);
    if constexpr (W == 1) {
      const std::uint64_t ahead = state.word[0] >> position;
      for (const Window *w = all_.data() + windows.begin, *end = all_.data() + windows.flags; w != end; ++w)
        result &= tables_[w->table + (ahead >> w->shift & 255)];
    } else {
      const Bits<W> ahead = state.template from<W>(position, windows.span);
      for (const Window *w = all_.data() + windows.begin, *end = all_.data() + windows.flags; w != end; ++w)
        result &= tables_[w->table + (ahead.word[w->word] >> w->shift & 255)];
    }
    for (const Window *w = all_.data() + windows.flags, *end = all_.data() + windows.end; w != end; ++w)
      result &= tables_[w->table + (state.word[F == 1 ? W : w->word] >> w->shift & 255)];
    return result;
  }

 private:
  using Numbering = std::vector<std::int32_t>;  // shapes, ascending
  struct Window {
    std::uint32_t table;
    std::uint16_t word, shift;
  };
  static constexpr std::int32_t kNoTables = -1;
  struct Windows {  // [begin, flags) look at cells in the first `span` words from the anchor, [flags, end) at flags
    std::int32_t begin, flags, end, span;
  };

  static State mask_at(const State& shape, int position) {
    State mask;
    for (int bit = 0; bit + position < 64 * W; ++bit)
      if (shape.has(bit)) mask.set(bit + position);
    std::copy(shape.word.begin() + W, shape.word.end(), mask.word.begin() + W);
    return mask;
  }

  static int blocks_for(std::size_t shapes) { return std::max(1, static_cast<int>(shapes + 63) / 64); }

  // ensure: numbering_of_, blocks_of_ and one_numbering_ say which numbering each position has
  std::vector<Numbering> make_numberings(const Shapes<W, F>& shapes) {
    std::vector<Numbering> numberings;
    for (int p = 0; p < 64 * W; ++p) {
      Numbering here, both;
      for (const auto& filed : shapes.at[p]) here.push_back(filed.shape);
      const auto room = std::find_if(numberings.begin(), numberings.end(), [&](const Numbering& numbering) {
        both.clear();
        std::set_union(numbering.begin(), numbering.end(), here.begin(), here.end(), std::back_inserter(both));
        const int blocks = blocks_for(both.size());
        return blocks == blocks_for(numbering.size()) && blocks == blocks_for(here.size());
      });
      numbering_of_[p] = static_cast<std::int32_t>(room - numberings.begin());
      blocks_of_[p] = blocks_for(here.size());
      if (room == numberings.end())
        numberings.push_back(here);
      else
        *room = both;
    }
    one_numbering_ = numberings.size() == 1;
    return numberings;
  }

  void add_tables(const Numbering& numbering, const Shapes<W, F>& shapes, std::size_t max_entries) {
    for (int block = 0; block < blocks_; ++block) {
      std::array<State, 64> masks{};
      for (std::size_t bit = 0; bit < 64 && 64 * block + bit < numbering.size(); ++bit)
        masks[bit] = shapes.seen[numbering[64 * block + bit]];
      if (tables_.size() + 256 * 8 * (W + F) > max_entries) {
        windows_of_.push_back({kNoTables, kNoTables, kNoTables, 0});
        continue;
      }
      Windows windows{static_cast<std::int32_t>(all_.size()), 0, 0, 0};
      add_windows(masks, 0, W);
      windows.flags = static_cast<std::int32_t>(all_.size());
      if (windows.flags > windows.begin) windows.span = all_.back().word + 1;
      add_windows(masks, W, W + F);
      windows.end = static_cast<std::int32_t>(all_.size());
      windows_of_.push_back(windows);
    }
  }

  // The windows of some words of 64 shapes. The anchor is not looked at: it is free.
  void add_windows(const std::array<State, 64>& masks, int first_word, int last_word) {
    for (int word = first_word; word < last_word; ++word) {
      std::uint64_t rest = 0;
      for (const State& mask : masks) rest |= mask.word[word];
      if (word == 0) rest &= ~std::uint64_t{1};
      while (rest) {
        const int shift = std::min(std::countr_zero(rest), 56);
        rest &= shift == 56 ? 0 : ~std::uint64_t{0} << (shift + 8);
        all_.push_back({static_cast<std::uint32_t>(tables_.size()), static_cast<std::uint16_t>(word),
                        static_cast<std::uint16_t>(shift)});
        std::array<std::uint64_t, 8> users{};
        for (int bit = 0; bit < 8; ++bit)
          for (int k = 0; k < 64; ++k) users[bit] |= (masks[k].word[word] >> (shift + bit) & 1) << k;
        append_table(users, tables_);
      }
    }
  }

  std::uint64_t test_each(std::uint64_t shapes, std::int32_t first_slot, const State& state) const {
    std::uint64_t result = 0;
    for (; shapes; shapes &= shapes - 1) {
      const int shape = std::countr_zero(shapes);
      result |= std::uint64_t{!masks_[first_slot + shape].meets(state)} << shape;
    }
    return result;
  }

  int blocks_ = 1;                          // of the largest numbering
  std::vector<std::int32_t> numbering_of_;  // by position
  std::vector<int> blocks_of_;              // by position
  bool one_numbering_ = true;
  std::vector<std::uint64_t> exists_;       // [position][block]
  std::vector<State> masks_;                // by slot
  std::vector<std::int32_t> options_;       // by slot, -1 where there is none
  std::vector<Windows> windows_of_;         // [numbering][block]
  std::vector<Window> all_;
  std::vector<std::uint64_t> tables_;
};

}  // namespace tilemodel
