// The options left at one level of a search, as masks in a packed list, and what is done to all of them at once.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "tilemodel/bits.hpp"
#include "tilemodel/vectors.hpp"

namespace tilemodel {

// Masks of so many words. The fewer bits there are, the more masks fit into a vector.
template <typename W, int kCount>
struct Format {
  using Word = W;
  using Mask = Bits<kCount, Word>;
  static constexpr int kWords = kCount;
  static constexpr int kBits = kCount * 8 * sizeof(Word);
};

// The format to go on with once few bits are left; after the last one comes one that has no bits.
template <typename F>
struct NarrowerThan {
  using Type = Format<std::uint64_t, F::kWords == 2 ? 1 : 2>;
};
template <>
struct NarrowerThan<Format<std::uint64_t, 1>> {
  using Type = Format<std::uint32_t, 1>;
};
template <>
struct NarrowerThan<Format<std::uint32_t, 1>> {
  using Type = Format<std::uint32_t, 0>;
};
template <typename F>
using Narrower = typename NarrowerThan<F>::Type;

// A mask has so many words of 64 bits at most.
inline constexpr int kMostWords = 5;
// Options left for a bit are counted up to 2^kPlanes - 1; from there on they are many.
inline constexpr int kPlanes = 4;
// There is room for so many masks past the end of a list, and all their bits are set.
inline constexpr int kSlack = 32;

// Word w of the i-th option is words[w * stride + i].
// Bit b of the planes is the number of options with bit b, in binary; its digits mean nothing where `many` is set.
template <typename F>
struct Crowd {
  typename F::Word* words = nullptr;
  std::int64_t stride = 0;
  std::int32_t size = 0;
  std::array<typename F::Mask, kPlanes> planes{};
  typename F::Mask many{};

  typename F::Mask mask(std::int32_t i) const {
    typename F::Mask result;
    for (int w = 0; w < F::kWords; ++w) result.word[w] = words[w * stride + i];
    return result;
  }
  // The bits that options have.
  typename F::Mask used() const {
    typename F::Mask result = many;
    for (const auto& plane : planes) result = result | plane;
    return result;
  }
};

struct Pair {
  std::int32_t first, second;  // second: -1 where the first suffices
};

// What is done to a crowd, for one set of instructions. ensure: all sets give the same answers in the same order
template <typename F>
struct Kernels {
  using Mask = typename F::Mask;

  // The options of `from` that do not meet `taken`, in order, and their planes.
  // ensure: false, and `to` unfinished, where some bit of `wanted` has none
  // require: taken has a bit
  bool (*thin)(const Crowd<F>& from, Crowd<F>& to, const Mask& taken, const Mask& wanted);
  // Reckon the planes and set the masks past the end.
  void (*count)(Crowd<F>& crowd);
  // The same options with these bits alone, moved together in their order, and their planes.
  // require: no option has other bits, and these find room
  void (*squeeze)(const Crowd<F>& from, const Mask& bits, Crowd<Narrower<F>>& to);
  // The same for one mask.
  typename Narrower<F>::Mask (*squeezed)(const Mask& mask, const Mask& bits);
  // For each option whether it has a bit, 64 of them to a word; what it says past the end means nothing.
  void (*holders)(const Crowd<F>& crowd, int bit, std::uint64_t* out);
  // All options, and pairs of options disjoint from each other, that are disjoint from `taken` and contain `wanted`;
  // the first one of a pair has the lowest wanted bit. In order of the first, then the second.
  // require: taken has a bit, and wanted, too
  void (*pairs)(const Crowd<F>& crowd, const Mask& taken, const Mask& wanted, std::vector<Pair>& out);
};

// For masks of up to kMostWords words of 64 bits, or one of 32.
template <typename F>
const Kernels<F>& kernels_with(Instructions instructions);

}  // namespace tilemodel
