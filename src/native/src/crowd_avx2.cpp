#include "crowd_sets.hpp"

#ifdef TILEMODEL_X86

#define TILEMODEL_TARGET [[gnu::target("avx2,popcnt,bmi,bmi2")]]

namespace tilemodel {
namespace {

// For each set of four lanes, the halves of the lanes to be moved to the front.
struct Moves {
  alignas(32) std::int32_t halves[16][8]{};
  constexpr Moves() {
    for (int set = 0; set < 16; ++set)
      for (int lane = 0, to = 0; lane < 4; ++lane)
        if (set >> lane & 1) {
          halves[set][to++] = 2 * lane;
          halves[set][to++] = 2 * lane + 1;
        }
  }
};
constexpr Moves kMoves;

// Four words.
struct Lanes {
  using Vector = __m256i;
  using Set = __m256i;  // all bits of its lanes
  static constexpr int kCount = 4;

  TILEMODEL_TARGET static Vector all(std::uint64_t word) { return _mm256_set1_epi64x(static_cast<long long>(word)); }
  TILEMODEL_TARGET static Vector load(const std::uint64_t* from) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
  }
  TILEMODEL_TARGET static void store(std::uint64_t* to, Vector value) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), value);
  }

  TILEMODEL_TARGET static Vector both(Vector a, Vector b) { return _mm256_and_si256(a, b); }
  TILEMODEL_TARGET static Vector either(Vector a, Vector b) { return _mm256_or_si256(a, b); }
  // sum | (a & b), and sum | (a & ~b).
  TILEMODEL_TARGET static Vector add_common(Vector sum, Vector a, Vector b) { return either(sum, both(a, b)); }
  TILEMODEL_TARGET static Vector add_lacking(Vector sum, Vector a, Vector b) {
    return either(sum, _mm256_andnot_si256(b, a));
  }
  // a + b + c, and a + carry, in two digits.
  TILEMODEL_TARGET static void add(Vector& sum, Vector& carry, Vector a, Vector b, Vector c) {
    const Vector differ = _mm256_xor_si256(a, b);
    carry = either(both(a, b), both(differ, c));
    sum = _mm256_xor_si256(differ, c);
  }
  TILEMODEL_TARGET static void add(Vector& sum, Vector& carry, Vector more) {
    carry = both(sum, more);
    sum = _mm256_xor_si256(sum, more);
  }

  TILEMODEL_TARGET static Set empty(Vector value) { return _mm256_cmpeq_epi64(value, _mm256_setzero_si256()); }
  TILEMODEL_TARGET static Set below(std::int32_t count) {
    return _mm256_cmpgt_epi64(_mm256_set1_epi64x(count), _mm256_set_epi64x(3, 2, 1, 0));
  }
  TILEMODEL_TARGET static unsigned bits(Set set) {
    return static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(set)));
  }
  TILEMODEL_TARGET static std::int32_t size(Set set) { return std::popcount(bits(set)); }
  TILEMODEL_TARGET static Vector kept(Set set, Vector value) { return both(set, value); }
  TILEMODEL_TARGET static Vector packed(Set set, Vector value) {
    const auto* halves = reinterpret_cast<const __m256i*>(kMoves.halves[bits(set)]);
    return _mm256_permutevar8x32_epi32(value, _mm256_load_si256(halves));
  }
  TILEMODEL_TARGET static Vector join(Vector sum, Set set, Vector value) { return either(sum, both(set, value)); }

  // Those bits of a word, moved together.
  TILEMODEL_TARGET static std::uint64_t extract(std::uint64_t word, std::uint64_t bits) { return _pext_u64(word, bits); }

  // The lanes `step` further on come to the first ones.
  TILEMODEL_TARGET static Vector moved(Vector value, int step) {
    return step == 2 ? _mm256_permute4x64_epi64(value, 0x4e) : _mm256_permute4x64_epi64(value, 0xb1);
  }
  TILEMODEL_TARGET static std::uint64_t first(Vector value) {
    return static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm256_castsi256_si128(value)));
  }
  TILEMODEL_TARGET static std::uint64_t together(Vector value) {
    const Vector half = either(value, moved(value, 2));
    return first(either(half, moved(half, 1)));
  }
};

}  // namespace
}  // namespace tilemodel

#include "crowd_kernels.hpp"

namespace tilemodel {
TILEMODEL_CROWD_KERNELS(kernels_avx2)
}  // namespace tilemodel

#endif
