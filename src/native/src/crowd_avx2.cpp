#include "crowd_sets.hpp"

#ifdef TILEMODEL_X86

#define TILEMODEL_TARGET [[gnu::target("avx2,popcnt,bmi,bmi2")]]

namespace tilemodel {
namespace {

// For each set of lanes, of eight to a vector, those to be moved to the front.
struct Moves {
  alignas(32) std::uint8_t lanes[256][8]{};
  constexpr Moves() {
    for (int set = 0; set < 256; ++set)
      for (int lane = 0, to = 0; lane < 8; ++lane)
        if (set >> lane & 1) lanes[set][to++] = static_cast<std::uint8_t>(lane);
  }
};
constexpr Moves kMoves;

// What does not depend on the size of a word.
struct Logic {
  using Vector = __m256i;
  using Set = __m256i;  // all bits of its lanes

  TILEMODEL_TARGET static Vector load(const void* from) {
    return _mm256_loadu_si256(static_cast<const __m256i*>(from));
  }
  TILEMODEL_TARGET static void store(void* to, Vector value) { _mm256_storeu_si256(static_cast<__m256i*>(to), value); }

  TILEMODEL_TARGET static Vector both(Vector a, Vector b) { return _mm256_and_si256(a, b); }
  TILEMODEL_TARGET static Vector either(Vector a, Vector b) { return _mm256_or_si256(a, b); }
  // sum | (a & b), and sum | (a & ~b).
  TILEMODEL_TARGET static Vector add_common(Vector sum, Vector a, Vector b) { return either(sum, both(a, b)); }
  TILEMODEL_TARGET static Vector add_lacking(Vector sum, Vector a, Vector b) {
    return either(sum, _mm256_andnot_si256(b, a));
  }
  // a + b + c, and sum + more, in two digits.
  TILEMODEL_TARGET static void add(Vector& sum, Vector& carry, Vector a, Vector b, Vector c) {
    const Vector differ = _mm256_xor_si256(a, b);
    carry = either(both(a, b), both(differ, c));
    sum = _mm256_xor_si256(differ, c);
  }
  TILEMODEL_TARGET static void add(Vector& sum, Vector& carry, Vector more) {
    carry = both(sum, more);
    sum = _mm256_xor_si256(sum, more);
  }
  TILEMODEL_TARGET static Vector kept(Set set, Vector value) { return both(set, value); }
  TILEMODEL_TARGET static Vector join(Vector sum, Set set, Vector value) { return either(sum, both(set, value)); }

  // The lanes of a set, of eight to a vector, moved to the front.
  TILEMODEL_TARGET static Vector packed_eighths(unsigned set, Vector value) {
    const __m128i lanes = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(kMoves.lanes[set]));
    return _mm256_permutevar8x32_epi32(value, _mm256_cvtepu8_epi32(lanes));
  }
};

template <typename Word>
struct Lanes;

// Four words.
template <>
struct Lanes<std::uint64_t> : Logic {
  static constexpr int kCount = 4;

  TILEMODEL_TARGET static Vector all(std::uint64_t word) { return _mm256_set1_epi64x(static_cast<long long>(word)); }
  // The lanes that have no bit in common.
  TILEMODEL_TARGET static Set apart(Vector a, Vector b) {
    return _mm256_cmpeq_epi64(both(a, b), _mm256_setzero_si256());
  }
  TILEMODEL_TARGET static Set below(std::int32_t count) {
    return _mm256_cmpgt_epi64(_mm256_set1_epi64x(count), _mm256_set_epi64x(3, 2, 1, 0));
  }
  TILEMODEL_TARGET static unsigned bits(Set set) {
    return static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(set)));
  }
  TILEMODEL_TARGET static std::int32_t size(Set set) { return std::popcount(bits(set)); }
  TILEMODEL_TARGET static Vector packed(Set set, Vector value) {
    return packed_eighths(static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(set))), value);
  }
  // The lanes `step` further on come to the first ones.
  TILEMODEL_TARGET static Vector moved(Vector value, int step) {
    return step == 2 ? _mm256_permute4x64_epi64(value, 0x4e) : _mm256_permute4x64_epi64(value, 0xb1);
  }
  TILEMODEL_TARGET static std::uint64_t first(Vector value) {
    return static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm256_castsi256_si128(value)));
  }
  TILEMODEL_TARGET static std::uint64_t together(Vector value) {
    for (int step = 2; step; step /= 2) value = either(value, moved(value, step));
    return first(value);
  }
};

// Eight words.
template <>
struct Lanes<std::uint32_t> : Logic {
  static constexpr int kCount = 8;

  TILEMODEL_TARGET static Vector all(std::uint32_t word) { return _mm256_set1_epi32(static_cast<int>(word)); }
  // The lanes that have no bit in common.
  TILEMODEL_TARGET static Set apart(Vector a, Vector b) {
    return _mm256_cmpeq_epi32(both(a, b), _mm256_setzero_si256());
  }
  TILEMODEL_TARGET static Set below(std::int32_t count) {
    return _mm256_cmpgt_epi32(_mm256_set1_epi32(count), _mm256_set_epi32(7, 6, 5, 4, 3, 2, 1, 0));
  }
  TILEMODEL_TARGET static unsigned bits(Set set) {
    return static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(set)));
  }
  TILEMODEL_TARGET static std::int32_t size(Set set) { return std::popcount(bits(set)); }
  TILEMODEL_TARGET static Vector packed(Set set, Vector value) { return packed_eighths(bits(set), value); }
  // The lanes `step` further on come to the first ones.
  TILEMODEL_TARGET static Vector moved(Vector value, int step) {
    if (step == 4) return _mm256_permute4x64_epi64(value, 0x4e);
    return step == 2 ? _mm256_shuffle_epi32(value, 0x4e) : _mm256_shuffle_epi32(value, 0xb1);
  }
  TILEMODEL_TARGET static std::uint32_t first(Vector value) {
    return static_cast<std::uint32_t>(_mm_cvtsi128_si32(_mm256_castsi256_si128(value)));
  }
  TILEMODEL_TARGET static std::uint32_t together(Vector value) {
    for (int step = 4; step; step /= 2) value = either(value, moved(value, step));
    return first(value);
  }
};

// Some bits of a word, moved together.
struct Extract {
  std::uint64_t bits;
  TILEMODEL_TARGET std::uint64_t operator()(std::uint64_t word) const { return _pext_u64(word, bits); }
};

}  // namespace
}  // namespace tilemodel

#define TILEMODEL_KERNELS kernels_avx2
#include "crowd_kernels.hpp"

#endif
