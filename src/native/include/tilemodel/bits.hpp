// A fixed number of machine words seen as one row of bits.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace tilemodel {

template <int W, typename Word = std::uint64_t>
struct Bits {
  static constexpr unsigned kDigits = 8 * sizeof(Word);
  std::array<Word, W> word{};

  void set(unsigned bit) { word[bit / kDigits] |= Word{1} << bit % kDigits; }
  void reset(unsigned bit) { word[bit / kDigits] &= ~(Word{1} << bit % kDigits); }
  bool has(unsigned bit) const { return word[bit / kDigits] >> bit % kDigits & 1; }
  bool meets(const Bits& other) const {
    std::uint64_t common = 0;
    for (int w = 0; w < W; ++w) common |= word[w] & other.word[w];
    return common != 0;
  }
  bool contains(const Bits& other) const {
    std::uint64_t lacking = 0;
    for (int w = 0; w < W; ++w) lacking |= other.word[w] & ~word[w];
    return lacking == 0;
  }
  Bits operator|(const Bits& other) const {
    Bits result;
    for (int w = 0; w < W; ++w) result.word[w] = word[w] | other.word[w];
    return result;
  }
  bool none() const {
    Word any = 0;
    for (int w = 0; w < W; ++w) any |= word[w];
    return any == 0;
  }
  Bits without(const std::array<Word, W>& other) const {
    Bits result;
    for (int w = 0; w < W; ++w) result.word[w] = word[w] & ~other[w];
    return result;
  }
  // How many of the bits of `mask`, which may be shorter, are not set here.
  template <int V>
  int missing(const Bits<V>& mask) const {
    static_assert(V <= W);
    int count = 0;
    for (int w = 0; w < V; ++w) count += std::popcount(mask.word[w] & ~word[w]);
    return count;
  }
  // The bits from one on, moved down to bit 0: the first `span` words of them, of the first V words here.
  template <int V>
  Bits<V> from(int bit, int span) const {
    static_assert(V <= W);
    Bits<V> result;
    const int skip = bit >> 6, shift = bit & 63;
    for (int w = 0; w < span && w + skip < V; ++w) {
      result.word[w] = word[w + skip] >> shift;
      if (w + skip + 1 < V) result.word[w] |= word[w + skip + 1] << 1 << (63 - shift);
    }
    return result;
  }
  // The lowest bit of the first V words that is not set; 64 V where all are.
  template <int V>
  int first_zero() const {
    static_assert(V <= W);
    for (int w = 0; w < V; ++w)
      if (~word[w]) return 64 * w + std::countr_one(word[w]);
    return 64 * V;
  }
};

}  // namespace tilemodel
