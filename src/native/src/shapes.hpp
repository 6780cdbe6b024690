// Options as seen from their anchor: what anchors have in common.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "scan.hpp"
#include "tilemodel/bits.hpp"
#include "tilemodel/problem.hpp"

namespace tilemodel {

// A shape is an option's cells, moved down so that the anchor is cell 0, with its flags. On a regular board all anchors
// have the same few shapes. Where several options of an anchor look alike, each is a shape of its own.
//
// Shapes are numbered as the options first show them, and are tried in that order. W words of cells, F words of flags.
template <int W, int F>
struct Shapes {
  using State = Bits<W + F>;
  struct Filed {
    std::int32_t shape, option;
  };

  Shapes(const Problem& problem, const Scan& scan) : at(64 * W) {
    using Look = std::array<std::uint64_t, W + F>;
    std::map<std::pair<Look, int>, std::int32_t> known;
    std::vector<std::map<Look, int>> alike(64 * W);
    for (std::int32_t k = 0; k < problem.option_count(); ++k) {
      if (!scan.alive[k]) continue;
      const int position = scan.filed_under[k];
      State mask;
      mask.set(position);
      for (std::int32_t m = problem.offsets[k]; m < problem.offsets[k + 1]; ++m) {
        const std::int32_t i = problem.members[m];
        if (i < problem.cell_count) mask.set(i);
        if (scan.flag_of[i] >= 0) mask.set(64 * W + scan.flag_of[i]);
      }
      const Bits<W> cells = mask.template from<W>(position, W);
      std::copy(cells.word.begin(), cells.word.end(), mask.word.begin());
      const auto number = static_cast<std::int32_t>(seen.size());
      const auto [shape, is_new] = known.try_emplace({mask.word, alike[position][mask.word]++}, number);
      if (is_new) seen.push_back(mask);
      at[position].push_back({shape->second, k});
    }
    for (auto& here : at)
      std::sort(here.begin(), here.end(), [](const Filed& a, const Filed& b) { return a.shape < b.shape; });
  }

  std::vector<State> seen;             // by shape
  std::vector<std::vector<Filed>> at;  // by position, by shape
};

// Append a table of 256 entries: for each content of a window of eight bits, the shapes that it leaves of a block.
// `users` are the shapes that use each bit.
inline void append_table(const std::array<std::uint64_t, 8>& users, std::vector<std::uint64_t>& tables) {
  const std::size_t begin = tables.size();
  tables.resize(begin + 256, ~std::uint64_t{0});
  for (unsigned content = 1; content < 256; ++content)
    tables[begin + content] = tables[begin + (content & (content - 1))] & ~users[std::countr_zero(content)];
}

}  // namespace tilemodel
