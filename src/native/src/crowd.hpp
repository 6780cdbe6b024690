// The options that are left at one level of a search, as masks in packed lists, and what is done to all of them at once.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "tilemodel/vectors.hpp"

namespace tilemodel {

inline constexpr int kMaxGroups = 64;
// Options left for a cell are counted up to 2^kPlanes - 1; from there on they are many.
inline constexpr int kPlanes = 4;
// A kernel may read and write so many words past the end of a list.
inline constexpr int kSlack = 32;

// Options of W words each, word w of the i-th at words[w * stride + i]; group j has those from begin[j] to begin[j + 1].
// Bit b of the planes is the number of options with bit b, in binary; its digits mean nothing where `many` is set.
template <int W>
struct Crowd {
  std::uint64_t* words = nullptr;
  std::int64_t stride = 0;
  int first = 0;  // no option has a bit in the words before this one, which are not kept up
  std::int32_t groups = 0;
  std::array<std::int32_t, kMaxGroups> id{};  // by group: its number in the problem
  std::array<std::int32_t, kMaxGroups + 1> begin{};
  std::array<std::array<std::uint64_t, W>, kPlanes> planes{};
  std::array<std::uint64_t, W> many{};

  std::uint64_t word(int w, std::int32_t i) const { return w < first ? 0 : words[w * stride + i]; }
  std::int32_t size(std::int32_t group) const { return begin[group + 1] - begin[group]; }
  std::int32_t size() const { return begin[groups]; }
};

struct Pair {
  std::int32_t first, second;
};

// What is done to a crowd, for one set of instructions. ensure: all sets give the same answers in the same order
template <int W>
struct Kernels {
  // The options of `from` that do not meet `taken`, without group `gone` (-1: with all), in order, and their planes.
  // ensure: false, and `to` unfinished, where a group is left with fewer options than `need` says by its number, or
  // some bit of `wanted` with none
  bool (*thin)(const Crowd<W>& from, Crowd<W>& to, const std::uint64_t* taken, const std::uint64_t* wanted,
               std::int32_t gone, const std::int32_t* need);
  // Count the options with each bit again.
  void (*count)(Crowd<W>& crowd);
  // The indices of the options with a bit, ascending; returns how many. `most`: stop when there are so many.
  // require: out has room for all options and kSlack more
  std::int32_t (*holders)(const Crowd<W>& crowd, int bit, std::int32_t most, std::int32_t* out);
  // All pairs of an option of group a and one of group b that are disjoint from `taken` and from each other and
  // contain `wanted` together, in order of a, then b.
  void (*pairs)(const Crowd<W>& crowd, std::int32_t a, std::int32_t b, const std::uint64_t* taken,
                const std::uint64_t* wanted, std::vector<Pair>& out);
};

// For W from 1 to 4.
template <int W>
const Kernels<W>& kernels_with(Instructions instructions);

}  // namespace tilemodel
