// The options that are left at one level of a search, as masks in a packed list, and what is done to all of them at once.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "tilemodel/vectors.hpp"

namespace tilemodel {

// Options left for a bit are counted up to 2^kPlanes - 1; from there on they are many.
inline constexpr int kPlanes = 4;
// There is room for so many words past the end of a list, and they are set.
inline constexpr int kSlack = 32;

// Options of W words each, word w of the i-th at words[w * stride + i].
// Bit b of the planes is the number of options with bit b, in binary; its digits mean nothing where `many` is set.
template <int W>
struct Crowd {
  std::uint64_t* words = nullptr;
  std::int64_t stride = 0;
  std::int32_t size = 0;
  int first = 0;  // no option has a bit in the words before this one, which are not kept up
  std::array<std::array<std::uint64_t, W>, kPlanes> planes{};
  std::array<std::uint64_t, W> many{};

  std::uint64_t word(int w, std::int32_t i) const { return w < first ? 0 : words[w * stride + i]; }
};

struct Pair {
  std::int32_t first, second;  // second: -1 where the first suffices
};

// What is done to a crowd, for one set of instructions. ensure: all sets give the same answers in the same order
template <int W>
struct Kernels {
  // The options of `from` that do not meet `taken`, in order, and their planes.
  // ensure: false, and `to` unfinished, where some bit of `wanted` has none
  // require: taken has a bit
  bool (*thin)(const Crowd<W>& from, Crowd<W>& to, const std::uint64_t* taken, const std::uint64_t* wanted);
  // Reckon the planes and set the words past the end.
  void (*count)(Crowd<W>& crowd);
  // Move these bits to the words from `first` on, in their order, and reckon the planes anew.
  // require: no option has other bits, and these find room; first is no less than before
  void (*squeeze)(Crowd<W>& crowd, const std::uint64_t* bits, int first);
  // For each option whether it has a bit, 64 of them to a word; what it says past the end means nothing.
  void (*holders)(const Crowd<W>& crowd, int bit, std::uint64_t* out);
  // All options, and pairs of options disjoint from each other, that are disjoint from `taken` and contain `wanted`;
  // the first one of a pair has the lowest wanted bit. In order of the first, then the second.
  // require: taken has a bit, and wanted, too
  void (*pairs)(const Crowd<W>& crowd, const std::uint64_t* taken, const std::uint64_t* wanted, std::vector<Pair>& out);
};

// For W from 1 to 5.
template <int W>
const Kernels<W>& kernels_with(Instructions instructions);

}  // namespace tilemodel
