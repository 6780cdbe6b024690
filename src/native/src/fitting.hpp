// Which of the options filed under an anchor fit, as a set of bits: a few table look-ups instead of a test for each.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "tilemodel/bits.hpp"

namespace tilemodel {

// A shape is an option as seen from its anchor: its cells shifted down so that the anchor is cell 0, and its flags. On a
// regular board all anchors have the same few shapes. They are numbered, and a block of 64 is a word of bits; a block
// has a table for each window of eight neighbouring bits that its shapes use, which tells for each content of the
// window which shapes it leaves. The AND of all, and of the shapes that exist at the anchor, is what fits. Anchors share
// a numbering as long as none of them has to look at more blocks for it.
//
// W words of cells, F words of flags. An option is known by its slot: stride() slots for each position, one a shape.
template <int W, int F>
class Fitting {
 public:
  using State = Bits<W + F>;
  struct Filed {  // an option under its position, its lowest cell
    State mask;
    std::int32_t number, position;
  };

  // The entries of eight bytes that all tables together may have. Blocks that find no room are tested option by option:
  // the same sets, more slowly.
  static constexpr std::size_t kMaxEntries = std::size_t{1} << 23;

  Fitting(const std::vector<Filed>& options, std::size_t max_entries) : class_of_(64 * W), blocks_of_(64 * W) {
    std::vector<std::vector<Key>> shapes(64 * W);
    std::vector<Occurrences> seen(64 * W);
    for (const Filed& option : options) shapes[option.position].push_back(shape_of(option, seen[option.position]));
    const std::vector<Numbering> classes = number_shapes(shapes);
    stride_ = 64 * blocks_;
    exists_.resize(64 * W * blocks_);
    masks_.resize(64 * W * stride_);
    numbers_.assign(64 * W * stride_, -1);
    std::vector<std::size_t> next(64 * W);
    for (const Filed& option : options) {
      const int p = option.position, shape = classes[class_of_[p]].at(shapes[p][next[p]++]);
      exists_[p * blocks_ + (shape >> 6)] |= std::uint64_t{1} << (shape & 63);
      masks_[p * stride_ + shape] = option.mask;
      numbers_[p * stride_ + shape] = option.number;
    }
    for (const Numbering& numbering : classes) add_tables(numbering, max_entries);
  }

  // How many blocks to look at.
  int blocks(int position) const { return blocks_of_[position]; }
  int stride() const { return stride_; }
  const State& mask(std::int32_t slot) const { return masks_[slot]; }
  std::int32_t number(std::int32_t slot) const { return numbers_[slot]; }

  // The shapes of a block that fit at a position: bit b is for slot position * stride() + 64 * block + b.
  // require: the position is not occupied, the cells before it are
  std::uint64_t fitting(int position, int block, const State& state) const {
    std::uint64_t result = exists_[position * blocks_ + block];
    const Windows& windows = windows_of_[(one_class_ ? 0 : class_of_[position]) * blocks_ + block];
    if (windows.begin == kNoTables) return test_each(result, position * stride_ + 64 * block, state);
    if constexpr (W == 1) {
      const std::uint64_t ahead = state.word[0] >> position;
      for (const Window *w = all_.data() + windows.begin, *end = all_.data() + windows.flags; w != end; ++w)
        result &= tables_[w->table + (ahead >> w->shift & 255)];
    } else {
      const Bits<W> ahead = shifted(state, position, windows.span);
      for (const Window *w = all_.data() + windows.begin, *end = all_.data() + windows.flags; w != end; ++w)
        result &= tables_[w->table + (ahead.word[w->word] >> w->shift & 255)];
    }
    for (const Window *w = all_.data() + windows.flags, *end = all_.data() + windows.end; w != end; ++w)
      result &= tables_[w->table + (state.word[F == 1 ? W : w->word] >> w->shift & 255)];
    return result;
  }

 private:
  using Key = std::pair<std::array<std::uint64_t, W + F>, int>;  // cells and flags; how many alike came before
  using Occurrences = std::map<std::array<std::uint64_t, W + F>, int>;
  using Numbering = std::map<Key, int>;
  struct Window {
    std::uint32_t table;
    std::uint16_t word, shift;
  };
  static constexpr std::int32_t kNoTables = -1;
  struct Windows {  // [begin, flags) look at cells in the first `span` words from the anchor, [flags, end) at flags
    std::int32_t begin, flags, end, span;
  };

  // The cells of a state from a position on, as many words as are asked for.
  static Bits<W> shifted(const State& state, int position, int span) {
    Bits<W> result;
    const int skip = position >> 6, shift = position & 63;
    for (int w = 0; w < span && w + skip < W; ++w) {
      result.word[w] = state.word[w + skip] >> shift;
      if (w + skip + 1 < W) result.word[w] |= state.word[w + skip + 1] << 1 << (63 - shift);
    }
    return result;
  }

  static Key shape_of(const Filed& option, Occurrences& seen) {
    State shape = option.mask;
    const Bits<W> cells = shifted(option.mask, option.position, W);
    std::copy(cells.word.begin(), cells.word.end(), shape.word.begin());
    return {shape.word, seen[shape.word]++};
  }

  // ensure: blocks_, class_of_, blocks_of_ and one_class_ are as the numberings need them
  std::vector<Numbering> number_shapes(const std::vector<std::vector<Key>>& shapes) {
    std::vector<Numbering> classes;
    for (int p = 0; p < 64 * W; ++p) {
      const auto blocks_with = [&](const Numbering& numbering) {
        const auto is_new = [&](const Key& shape) { return !numbering.contains(shape); };
        return blocks_for(numbering.size() + std::count_if(shapes[p].begin(), shapes[p].end(), is_new));
      };
      const auto room = std::find_if(classes.begin(), classes.end(), [&](const Numbering& numbering) {
        return blocks_with(numbering) == blocks_for(numbering.size()) &&
               blocks_with(numbering) == blocks_for(shapes[p].size());
      });
      class_of_[p] = static_cast<std::int32_t>(room - classes.begin());
      Numbering& numbering = room == classes.end() ? classes.emplace_back() : *room;
      for (const Key& shape : shapes[p]) numbering.try_emplace(shape, static_cast<int>(numbering.size()));
      blocks_of_[p] = blocks_for(numbering.size());
      blocks_ = std::max(blocks_, blocks_of_[p]);
    }
    one_class_ = classes.size() == 1;
    return classes;
  }

  static int blocks_for(std::size_t shapes) { return std::max(1, static_cast<int>(shapes + 63) / 64); }

  void add_tables(const Numbering& numbering, std::size_t max_entries) {
    std::vector<State> masks(stride_);
    for (const auto& [shape, number] : numbering) masks[number].word = shape.first;
    for (int block = 0; block < blocks_; ++block) {
      if (tables_.size() + 256 * 8 * (W + F) > max_entries) {
        windows_of_.push_back({kNoTables, kNoTables, kNoTables, 0});
        continue;
      }
      const State* begin = masks.data() + 64 * block;
      Windows windows{static_cast<std::int32_t>(all_.size()), 0, 0, 0};
      add_windows(begin, 0, W);
      windows.flags = static_cast<std::int32_t>(all_.size());
      if (windows.flags > windows.begin) windows.span = all_.back().word + 1;
      add_windows(begin, W, W + F);
      windows.end = static_cast<std::int32_t>(all_.size());
      windows_of_.push_back(windows);
    }
  }

  // The windows of some words of 64 shapes. The anchor is not looked at: it is free.
  void add_windows(const State* masks, int first_word, int last_word) {
    for (int word = first_word; word < last_word; ++word) {
      std::uint64_t rest = 0;
      for (int k = 0; k < 64; ++k) rest |= masks[k].word[word];
      if (word == 0) rest &= ~std::uint64_t{1};
      while (rest) {
        const int shift = std::min(std::countr_zero(rest), 56);
        rest &= shift == 56 ? 0 : ~std::uint64_t{0} << (shift + 8);
        all_.push_back({static_cast<std::uint32_t>(tables_.size()), static_cast<std::uint16_t>(word),
                        static_cast<std::uint16_t>(shift)});
        add_table(masks, word, shift);
      }
    }
  }

  void add_table(const State* masks, int word, int shift) {
    std::array<std::uint64_t, 8> users{};  // by bit of the window
    for (int bit = 0; bit < 8; ++bit)
      for (int k = 0; k < 64; ++k) users[bit] |= (masks[k].word[word] >> (shift + bit) & 1) << k;
    const std::size_t begin = tables_.size();
    tables_.resize(begin + 256, ~std::uint64_t{0});
    for (unsigned content = 1; content < 256; ++content)
      tables_[begin + content] = tables_[begin + (content & (content - 1))] & ~users[std::countr_zero(content)];
  }

  std::uint64_t test_each(std::uint64_t shapes, std::int32_t first_slot, const State& state) const {
    std::uint64_t result = 0;
    for (; shapes; shapes &= shapes - 1) {
      const int shape = std::countr_zero(shapes);
      result |= std::uint64_t{!masks_[first_slot + shape].meets(state)} << shape;
    }
    return result;
  }

  int blocks_ = 1, stride_ = 64;
  std::vector<std::int32_t> class_of_;  // by position: the numbering that its options are in
  std::vector<int> blocks_of_;          // by position
  bool one_class_ = true;
  std::vector<std::uint64_t> exists_;   // [position][block]
  std::vector<State> masks_;            // by slot
  std::vector<std::int32_t> numbers_;   // by slot: the option's number in the problem, -1 where there is none
  std::vector<Windows> windows_of_;     // [class][block]
  std::vector<Window> all_;
  std::vector<std::uint64_t> tables_;
};

}  // namespace tilemodel
