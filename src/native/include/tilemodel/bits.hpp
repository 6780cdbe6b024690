// A fixed number of machine words seen as one row of bits.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace tilemodel {

template <int W>
struct Bits {
  std::array<std::uint64_t, W> word{};

  void set(int bit) { word[bit >> 6] |= std::uint64_t{1} << (bit & 63); }
  bool meets(const Bits& other) const {
    std::uint64_t common = 0;
    for (int w = 0; w < W; ++w) common |= word[w] & other.word[w];
    return common != 0;
  }
  Bits operator|(const Bits& other) const {
    Bits result;
    for (int w = 0; w < W; ++w) result.word[w] = word[w] | other.word[w];
    return result;
  }
  // How many of the bits of `mask` are not set here.
  int missing(const Bits& mask) const {
    int count = 0;
    for (int w = 0; w < W; ++w) count += std::popcount(mask.word[w] & ~word[w]);
    return count;
  }
  // The lowest bit that is not set; 64 W where all are.
  int first_zero() const {
    for (int w = 0; w < W; ++w)
      if (~word[w]) return 64 * w + std::countr_one(word[w]);
    return 64 * W;
  }
};

}  // namespace tilemodel
