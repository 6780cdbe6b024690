#include "crowd_sets.hpp"

#ifdef TILEMODEL_X86

#define TILEMODEL_TARGET [[gnu::target("avx512f,avx512vl,avx512dq,popcnt,bmi,bmi2")]]

namespace tilemodel {
namespace {

// What does not depend on the size of a word.
struct Logic {
  using Vector = __m512i;

  TILEMODEL_TARGET static Vector load(const void* from) { return _mm512_loadu_si512(from); }
  TILEMODEL_TARGET static void store(void* to, Vector value) { _mm512_storeu_si512(to, value); }

  TILEMODEL_TARGET static Vector both(Vector a, Vector b) { return _mm512_and_si512(a, b); }
  TILEMODEL_TARGET static Vector either(Vector a, Vector b) { return _mm512_or_si512(a, b); }
  // sum | (a & b), and sum | (a & ~b).
  TILEMODEL_TARGET static Vector add_common(Vector sum, Vector a, Vector b) {
    return _mm512_ternarylogic_epi64(sum, a, b, 0xf8);
  }
  TILEMODEL_TARGET static Vector add_lacking(Vector sum, Vector a, Vector b) {
    return _mm512_ternarylogic_epi64(sum, a, b, 0xf4);
  }
  // a + b + c, and sum + more, in two digits.
  TILEMODEL_TARGET static void add(Vector& sum, Vector& carry, Vector a, Vector b, Vector c) {
    carry = _mm512_ternarylogic_epi64(a, b, c, 0xe8);
    sum = _mm512_ternarylogic_epi64(a, b, c, 0x96);
  }
  TILEMODEL_TARGET static void add(Vector& sum, Vector& carry, Vector more) {
    carry = _mm512_and_si512(sum, more);
    sum = _mm512_xor_si512(sum, more);
  }
  TILEMODEL_TARGET static unsigned first(Vector value) {
    return static_cast<unsigned>(_mm_cvtsi128_si32(_mm512_castsi512_si128(value)));
  }
  // The halves, or the quarters two by two, change places.
  TILEMODEL_TARGET static Vector halves_changed(Vector value) { return _mm512_shuffle_i64x2(value, value, 0x4e); }
  TILEMODEL_TARGET static Vector quarters_changed(Vector value) { return _mm512_shuffle_i64x2(value, value, 0xb1); }

  TILEMODEL_TARGET static unsigned bits(unsigned set) { return set; }
  TILEMODEL_TARGET static std::int32_t size(unsigned set) { return _mm_popcnt_u32(set); }
};

template <typename Word>
struct Lanes;

// Eight words.
template <>
struct Lanes<std::uint64_t> : Logic {
  using Set = __mmask8;
  static constexpr int kCount = 8;

  TILEMODEL_TARGET static Vector all(std::uint64_t word) { return _mm512_set1_epi64(static_cast<long long>(word)); }
  // The lanes that have no bit in common.
  TILEMODEL_TARGET static Set apart(Vector a, Vector b) { return _mm512_testn_epi64_mask(a, b); }
  TILEMODEL_TARGET static Set below(std::int32_t count) {
    return static_cast<Set>(count < 8 ? (1u << std::max(count, 0)) - 1 : 0xff);
  }
  TILEMODEL_TARGET static Vector kept(Set set, Vector value) { return _mm512_maskz_mov_epi64(set, value); }
  TILEMODEL_TARGET static Vector packed(Set set, Vector value) { return _mm512_maskz_compress_epi64(set, value); }
  TILEMODEL_TARGET static Vector join(Vector sum, Set set, Vector value) {
    return _mm512_mask_or_epi64(sum, set, sum, value);
  }
  // The lanes `step` further on come to the first ones.
  TILEMODEL_TARGET static Vector moved(Vector value, int step) {
    if (step == 4) return halves_changed(value);
    return step == 2 ? quarters_changed(value) : _mm512_permutex_epi64(value, 0xb1);
  }
  TILEMODEL_TARGET static std::uint64_t first(Vector value) {
    return static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm512_castsi512_si128(value)));
  }
  TILEMODEL_TARGET static std::uint64_t together(Vector value) {
    return static_cast<std::uint64_t>(_mm512_reduce_or_epi64(value));
  }
};

// Sixteen words.
template <>
struct Lanes<std::uint32_t> : Logic {
  using Set = __mmask16;
  static constexpr int kCount = 16;

  TILEMODEL_TARGET static Vector all(std::uint32_t word) { return _mm512_set1_epi32(static_cast<int>(word)); }
  // The lanes that have no bit in common.
  TILEMODEL_TARGET static Set apart(Vector a, Vector b) { return _mm512_testn_epi32_mask(a, b); }
  TILEMODEL_TARGET static Set below(std::int32_t count) {
    return static_cast<Set>(count < 16 ? (1u << std::max(count, 0)) - 1 : 0xffff);
  }
  TILEMODEL_TARGET static Vector kept(Set set, Vector value) { return _mm512_maskz_mov_epi32(set, value); }
  TILEMODEL_TARGET static Vector packed(Set set, Vector value) { return _mm512_maskz_compress_epi32(set, value); }
  TILEMODEL_TARGET static Vector join(Vector sum, Set set, Vector value) {
    return _mm512_mask_or_epi32(sum, set, sum, value);
  }
  // The lanes `step` further on come to the first ones.
  TILEMODEL_TARGET static Vector moved(Vector value, int step) {
    if (step == 8) return halves_changed(value);
    if (step == 4) return quarters_changed(value);
    return step == 2 ? _mm512_permutex_epi64(value, 0xb1) : _mm512_ror_epi64(value, 32);
  }
  TILEMODEL_TARGET static std::uint32_t together(Vector value) {
    return static_cast<std::uint32_t>(_mm512_reduce_or_epi32(value));
  }
};

// Some bits of a word, moved together.
struct Extract {
  std::uint64_t bits;
  TILEMODEL_TARGET std::uint64_t operator()(std::uint64_t word) const { return _pext_u64(word, bits); }
};

}  // namespace
}  // namespace tilemodel

#define TILEMODEL_KERNELS kernels_avx512
#include "crowd_kernels.hpp"

#endif
