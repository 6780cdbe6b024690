#include "crowd_sets.hpp"

#ifdef TILEMODEL_X86

#define TILEMODEL_TARGET [[gnu::target("avx512f,avx512vl,avx512dq,popcnt,bmi,bmi2")]]

namespace tilemodel {
namespace {

// Eight words.
struct Lanes {
  using Vector = __m512i;
  using Set = __mmask8;
  static constexpr int kCount = 8;

  TILEMODEL_TARGET static Vector all(std::uint64_t word) { return _mm512_set1_epi64(static_cast<long long>(word)); }
  TILEMODEL_TARGET static Vector load(const std::uint64_t* from) { return _mm512_loadu_si512(from); }
  TILEMODEL_TARGET static void store(std::uint64_t* to, Vector value) { _mm512_storeu_si512(to, value); }

  TILEMODEL_TARGET static Vector both(Vector a, Vector b) { return _mm512_and_si512(a, b); }
  TILEMODEL_TARGET static Vector either(Vector a, Vector b) { return _mm512_or_si512(a, b); }
  // sum | (a & b), and sum | (a & ~b).
  TILEMODEL_TARGET static Vector add_common(Vector sum, Vector a, Vector b) {
    return _mm512_ternarylogic_epi64(sum, a, b, 0xf8);
  }
  TILEMODEL_TARGET static Vector add_lacking(Vector sum, Vector a, Vector b) {
    return _mm512_ternarylogic_epi64(sum, a, b, 0xf4);
  }
  // a + b + c, and a + carry, in two digits.
  TILEMODEL_TARGET static void add(Vector& sum, Vector& carry, Vector a, Vector b, Vector c) {
    carry = _mm512_ternarylogic_epi64(a, b, c, 0xe8);
    sum = _mm512_ternarylogic_epi64(a, b, c, 0x96);
  }
  TILEMODEL_TARGET static void add(Vector& sum, Vector& carry, Vector more) {
    carry = _mm512_and_si512(sum, more);
    sum = _mm512_xor_si512(sum, more);
  }

  TILEMODEL_TARGET static Set empty(Vector value) { return _mm512_testn_epi64_mask(value, value); }
  TILEMODEL_TARGET static Set below(std::int32_t count) { return static_cast<Set>(count < 8 ? (1u << count) - 1 : 0xff); }
  TILEMODEL_TARGET static unsigned bits(Set set) { return set; }
  TILEMODEL_TARGET static std::int32_t size(Set set) { return _mm_popcnt_u32(set); }
  TILEMODEL_TARGET static Vector kept(Set set, Vector value) { return _mm512_maskz_mov_epi64(set, value); }
  TILEMODEL_TARGET static Vector packed(Set set, Vector value) { return _mm512_maskz_compress_epi64(set, value); }
  TILEMODEL_TARGET static Vector join(Vector sum, Set set, Vector value) {
    return _mm512_mask_or_epi64(sum, set, sum, value);
  }

  // Those bits of a word, moved together.
  TILEMODEL_TARGET static std::uint64_t extract(std::uint64_t word, std::uint64_t bits) { return _pext_u64(word, bits); }

  // The lanes `step` further on come to the first ones.
  TILEMODEL_TARGET static Vector moved(Vector value, int step) {
    if (step == 4) return _mm512_shuffle_i64x2(value, value, 0x4e);
    if (step == 2) return _mm512_shuffle_i64x2(value, value, 0xb1);
    return _mm512_permutex_epi64(value, 0xb1);
  }
  TILEMODEL_TARGET static std::uint64_t first(Vector value) {
    return static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm512_castsi512_si128(value)));
  }
  TILEMODEL_TARGET static std::uint64_t together(Vector value) {
    return static_cast<std::uint64_t>(_mm512_reduce_or_epi64(value));
  }
};

}  // namespace
}  // namespace tilemodel

#include "crowd_kernels.hpp"

namespace tilemodel {
TILEMODEL_CROWD_KERNELS(kernels_avx512)
}  // namespace tilemodel

#endif
