#include "crowd.hpp"

#include <bit>

#if defined(__x86_64__) && defined(__GNUC__)
#define TILEMODEL_X86 1
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"  // of GCC's own headers, a false alarm (its bug 105593)
#include <immintrin.h>
#pragma GCC diagnostic pop
#endif

namespace tilemodel {
namespace {

using std::int32_t;
using std::uint64_t;

// One option after another.
template <int W>
struct Portable {
  template <int kFirst>
  static bool thin_from(const Crowd<W>& from, Crowd<W>& to, const uint64_t* taken, const uint64_t* wanted,
                        int32_t gone, const int32_t* need) {
    uint64_t covered[W]{};
    int32_t kept = 0, groups = 0;
    for (int32_t g = 0; g < from.groups; ++g) {
      if (g == gone) continue;
      const int32_t begin = kept;
      for (int32_t i = from.begin[g]; i < from.begin[g + 1]; ++i) {
        uint64_t common = 0;
        for (int w = kFirst; w < W; ++w) common |= from.word(w, i) & taken[w];
        if (common) continue;
        for (int w = kFirst; w < W; ++w) covered[w] |= to.words[w * to.stride + kept] = from.word(w, i);
        ++kept;
      }
      if (kept - begin < need[from.id[g]]) return false;
      to.id[groups] = from.id[g];
      to.begin[groups++] = begin;
    }
    to.begin[groups] = kept;
    to.groups = groups;
    return covers(to, covered, wanted);
  }

  // Whether each wanted bit is covered; sets the first word.
  static bool covers(Crowd<W>& to, const uint64_t* covered, const uint64_t* wanted) {
    uint64_t lacking = 0;
    to.first = W - 1;
    for (int w = W - 1; w >= 0; --w) {
      lacking |= wanted[w] & ~covered[w];
      if (covered[w]) to.first = w;
    }
    return lacking == 0;
  }

  static void count(Crowd<W>& crowd, int w) {
    uint64_t planes[kPlanes]{}, many = 0;
    for (int32_t i = 0; i < crowd.size(); ++i) {
      uint64_t carry = crowd.word(w, i);
      for (uint64_t& plane : planes) {
        const uint64_t next = plane & carry;
        plane ^= carry;
        carry = next;
      }
      many |= carry;
    }
    for (int p = 0; p < kPlanes; ++p) crowd.planes[p][w] = planes[p];
    crowd.many[w] = many;
  }

  static int32_t holders(const Crowd<W>& crowd, int bit, int32_t most, int32_t* out) {
    const uint64_t* words = crowd.words + (bit >> 6) * crowd.stride;
    int32_t found = 0;
    for (int32_t i = 0; i < crowd.size() && found < most; ++i) {
      out[found] = i;
      found += words[i] >> (bit & 63) & 1;
    }
    return found;
  }

  static void pairs(const Crowd<W>& crowd, int32_t a, int32_t b, const uint64_t* taken, const uint64_t* wanted,
                    std::vector<Pair>& out) {
    for (int32_t i = crowd.begin[a]; i < crowd.begin[a + 1]; ++i) {
      uint64_t common = 0;
      for (int w = crowd.first; w < W; ++w) common |= crowd.word(w, i) & taken[w];
      if (!common) second(crowd, i, b, taken, wanted, out);
    }
  }

  // Those pairs whose first option is i.
  static void second(const Crowd<W>& crowd, int32_t i, int32_t b, const uint64_t* taken, const uint64_t* wanted,
                     std::vector<Pair>& out) {
    for (int32_t j = crowd.begin[b]; j < crowd.begin[b + 1]; ++j) {
      uint64_t wrong = 0;
      for (int w = crowd.first; w < W; ++w) {
        const uint64_t first = crowd.word(w, i), other = crowd.word(w, j);
        wrong |= ((taken[w] | first) & other) | (wanted[w] & ~first & ~other);
      }
      if (!wrong) out.push_back({i, j});
    }
  }
};

#ifdef TILEMODEL_X86

#define TILEMODEL_AVX2 [[gnu::target("avx2,popcnt,bmi,bmi2")]]
#define TILEMODEL_AVX512 [[gnu::target("avx512f,avx512vl,popcnt,bmi,bmi2")]]

// For each set of four lanes, the halves of the lanes to be moved to the front.
struct Moves {
  alignas(32) int32_t halves[16][8]{};
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

// Four options at a time. Counting adds up in planes: one option to a lane, four at a time, carries going on to the
// next plane only where they must (Harley and Seal; Warren, Hacker's Delight, 5-1).
template <int W>
struct Avx2 {
  TILEMODEL_AVX2 static __m256i load(const uint64_t* from) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
  }
  TILEMODEL_AVX2 static void store(uint64_t* to, __m256i value) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), value);
  }

  template <int kFirst>
  TILEMODEL_AVX2 static bool thin_from(const Crowd<W>& from, Crowd<W>& to, const uint64_t* taken,
                                       const uint64_t* wanted, int32_t gone, const int32_t* need) {
    const __m256i zero = _mm256_setzero_si256(), numbers = _mm256_set_epi64x(3, 2, 1, 0);
    __m256i mask[W], covered[W];
    for (int w = kFirst; w < W; ++w) {
      mask[w] = _mm256_set1_epi64x(static_cast<long long>(taken[w]));
      covered[w] = zero;
    }
    int32_t kept = 0, groups = 0;
    for (int32_t g = 0; g < from.groups; ++g) {
      if (g == gone) continue;
      const int32_t begin = kept, end = from.begin[g + 1];
      for (int32_t i = from.begin[g]; i < end; i += 4) {
        __m256i option[W], common = zero;
        for (int w = kFirst; w < W; ++w) {
          option[w] = load(from.words + w * from.stride + i);
          common = _mm256_or_si256(common, _mm256_and_si256(option[w], mask[w]));
        }
        const __m256i ours = _mm256_cmpgt_epi64(_mm256_set1_epi64x(end - i), numbers);
        const __m256i free = _mm256_and_si256(ours, _mm256_cmpeq_epi64(common, zero));
        const int set = _mm256_movemask_pd(_mm256_castsi256_pd(free));
        const __m256i move = _mm256_load_si256(reinterpret_cast<const __m256i*>(kMoves.halves[set]));
        for (int w = kFirst; w < W; ++w) {
          covered[w] = _mm256_or_si256(covered[w], _mm256_and_si256(option[w], free));
          store(to.words + w * to.stride + kept, _mm256_permutevar8x32_epi32(option[w], move));
        }
        kept += std::popcount(static_cast<unsigned>(set));
      }
      if (kept - begin < need[from.id[g]]) return false;
      to.id[groups] = from.id[g];
      to.begin[groups++] = begin;
    }
    to.begin[groups] = kept;
    to.groups = groups;
    uint64_t together[W]{};
    for (int w = kFirst; w < W; ++w) {
      __m128i half = _mm_or_si128(_mm256_castsi256_si128(covered[w]), _mm256_extracti128_si256(covered[w], 1));
      half = _mm_or_si128(half, _mm_unpackhi_epi64(half, half));
      together[w] = static_cast<uint64_t>(_mm_cvtsi128_si64(half));
    }
    return Portable<W>::covers(to, together, wanted);
  }

  // a + b + c, in two digits.
  TILEMODEL_AVX2 static void add(__m256i& sum, __m256i& carry, __m256i a, __m256i b, __m256i c) {
    const __m256i differ = _mm256_xor_si256(a, b);
    carry = _mm256_or_si256(_mm256_and_si256(a, b), _mm256_and_si256(differ, c));
    sum = _mm256_xor_si256(differ, c);
  }

  TILEMODEL_AVX2 static void count(Crowd<W>& crowd, int w) {
    uint64_t* words = crowd.words + w * crowd.stride;
    const __m256i zero = _mm256_setzero_si256();
    const int32_t size = crowd.size();
    for (int32_t i = 0; i < kSlack / 2; i += 4) store(words + size + i, zero);
    __m256i planes[kPlanes], many = zero;
    for (__m256i& plane : planes) plane = zero;
    for (int32_t i = 0; i < size; i += 16) {
      __m256i left, right, carry;
      add(planes[0], left, planes[0], load(words + i), load(words + i + 4));
      add(planes[0], right, planes[0], load(words + i + 8), load(words + i + 12));
      add(planes[1], carry, planes[1], left, right);
      for (int p = 2; p < kPlanes; ++p) {
        const __m256i next = _mm256_and_si256(planes[p], carry);
        planes[p] = _mm256_xor_si256(planes[p], carry);
        carry = next;
      }
      many = _mm256_or_si256(many, carry);
    }
    // The lanes together: the upper half onto the lower one, twice.
    __m256i carry = zero;
    for (__m256i& plane : planes) add(plane, carry, plane, _mm256_permute4x64_epi64(plane, 0x0e), carry);
    many = _mm256_or_si256(_mm256_or_si256(many, carry), _mm256_permute4x64_epi64(many, 0x0e));
    carry = zero;
    for (__m256i& plane : planes) add(plane, carry, plane, _mm256_permute4x64_epi64(plane, 0x01), carry);
    many = _mm256_or_si256(_mm256_or_si256(many, carry), _mm256_permute4x64_epi64(many, 0x01));
    for (int p = 0; p < kPlanes; ++p) crowd.planes[p][w] = first(planes[p]);
    crowd.many[w] = first(many);
  }

  TILEMODEL_AVX2 static uint64_t first(__m256i value) {
    return static_cast<uint64_t>(_mm_cvtsi128_si64(_mm256_castsi256_si128(value)));
  }

  TILEMODEL_AVX2 static int32_t holders(const Crowd<W>& crowd, int bit, int32_t most, int32_t* out) {
    const uint64_t* words = crowd.words + (bit >> 6) * crowd.stride;
    const __m128i shift = _mm_cvtsi32_si128(63 - (bit & 63));  // the bit becomes the sign
    int32_t found = 0;
    for (int32_t i = 0; i < crowd.size() && found < most; i += 4) {
      const __m256i signs = _mm256_sll_epi64(load(words + i), shift);
      auto have = static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(signs)));
      for (; have; have &= have - 1) out[found++] = i + std::countr_zero(have);
    }
    while (found > 0 && out[found - 1] >= crowd.size()) --found;
    return found < most ? found : most;
  }

  TILEMODEL_AVX2 static void pairs(const Crowd<W>& crowd, int32_t a, int32_t b, const uint64_t* taken,
                                   const uint64_t* wanted, std::vector<Pair>& out) {
    const __m256i zero = _mm256_setzero_si256();
    for (int32_t i = crowd.begin[a]; i < crowd.begin[a + 1]; i += 4) {
      __m256i common = zero;
      for (int w = crowd.first; w < W; ++w) {
        const __m256i mask = _mm256_set1_epi64x(static_cast<long long>(taken[w]));
        common = _mm256_or_si256(common, _mm256_and_si256(load(crowd.words + w * crowd.stride + i), mask));
      }
      auto free = static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpeq_epi64(common, zero))));
      for (; free; free &= free - 1) {
        const int32_t first = i + std::countr_zero(free);
        if (first < crowd.begin[a + 1]) Portable<W>::second(crowd, first, b, taken, wanted, out);
      }
    }
  }
};

// Eight options at a time.
template <int W>
struct Avx512 {
  // The lanes of the first `count` options, of eight at most.
  TILEMODEL_AVX512 static __mmask8 lanes_of(int32_t count) {
    return static_cast<__mmask8>(count < 8 ? (1u << count) - 1 : 0xff);
  }

  template <int kFirst>
  TILEMODEL_AVX512 static bool thin_from(const Crowd<W>& from, Crowd<W>& to, const uint64_t* taken,
                                         const uint64_t* wanted, int32_t gone, const int32_t* need) {
    __m512i mask[W], covered[W];
    for (int w = kFirst; w < W; ++w) {
      mask[w] = _mm512_set1_epi64(static_cast<long long>(taken[w]));
      covered[w] = _mm512_setzero_si512();
    }
    int32_t kept = 0, groups = 0;
    for (int32_t g = 0; g < from.groups; ++g) {
      if (g == gone) continue;
      const int32_t begin = kept, end = from.begin[g + 1];
      for (int32_t i = from.begin[g]; i < end; i += 8) {
        __m512i option[W], common = _mm512_setzero_si512();
        for (int w = kFirst; w < W; ++w) {
          option[w] = _mm512_loadu_si512(from.words + w * from.stride + i);
          common = _mm512_ternarylogic_epi64(common, option[w], mask[w], 0xf8);  // common | (option & mask)
        }
        const __mmask8 free = _mm512_mask_testn_epi64_mask(lanes_of(end - i), common, common);
        for (int w = kFirst; w < W; ++w) {
          const __m512i moved = _mm512_maskz_compress_epi64(free, option[w]);
          covered[w] = _mm512_or_si512(covered[w], moved);
          _mm512_storeu_si512(to.words + w * to.stride + kept, moved);
        }
        kept += std::popcount(static_cast<unsigned>(free));
      }
      if (kept - begin < need[from.id[g]]) return false;
      to.id[groups] = from.id[g];
      to.begin[groups++] = begin;
    }
    to.begin[groups] = kept;
    to.groups = groups;
    uint64_t together[W]{};
    for (int w = kFirst; w < W; ++w) together[w] = static_cast<uint64_t>(_mm512_reduce_or_epi64(covered[w]));
    return Portable<W>::covers(to, together, wanted);
  }

  TILEMODEL_AVX512 static void add(__m512i& sum, __m512i& carry, __m512i a, __m512i b, __m512i c) {
    carry = _mm512_ternarylogic_epi64(a, b, c, 0xe8);
    sum = _mm512_ternarylogic_epi64(a, b, c, 0x96);
  }
  TILEMODEL_AVX512 static void add(__m256i& sum, __m256i& carry, __m256i a, __m256i b, __m256i c) {
    carry = _mm256_ternarylogic_epi64(a, b, c, 0xe8);
    sum = _mm256_ternarylogic_epi64(a, b, c, 0x96);
  }

  TILEMODEL_AVX512 static void count(Crowd<W>& crowd, int w) {
    uint64_t* words = crowd.words + w * crowd.stride;
    const int32_t size = crowd.size();
    for (int32_t i = 0; i < kSlack; i += 8) _mm512_storeu_si512(words + size + i, _mm512_setzero_si512());
    __m512i wide[kPlanes], wide_many = _mm512_setzero_si512();
    for (__m512i& plane : wide) plane = _mm512_setzero_si512();
    for (int32_t i = 0; i < size; i += 32) {
      __m512i left, right, carry;
      add(wide[0], left, wide[0], _mm512_loadu_si512(words + i), _mm512_loadu_si512(words + i + 8));
      add(wide[0], right, wide[0], _mm512_loadu_si512(words + i + 16), _mm512_loadu_si512(words + i + 24));
      add(wide[1], carry, wide[1], left, right);
      for (int p = 2; p < kPlanes; ++p) {
        const __m512i next = _mm512_and_si512(wide[p], carry);
        wide[p] = _mm512_xor_si512(wide[p], carry);
        carry = next;
      }
      wide_many = _mm512_or_si512(wide_many, carry);
    }
    // The lanes together: the upper half onto the lower one, three times.
    __m256i planes[kPlanes], carry = _mm256_setzero_si256();
    for (int p = 0; p < kPlanes; ++p)
      add(planes[p], carry, _mm512_castsi512_si256(wide[p]), _mm512_extracti64x4_epi64(wide[p], 1), carry);
    __m256i many = _mm256_or_si256(_mm512_castsi512_si256(wide_many), _mm512_extracti64x4_epi64(wide_many, 1));
    many = _mm256_or_si256(many, carry);
    carry = _mm256_setzero_si256();
    for (__m256i& plane : planes) add(plane, carry, plane, _mm256_permute4x64_epi64(plane, 0x0e), carry);
    many = _mm256_ternarylogic_epi64(many, carry, _mm256_permute4x64_epi64(many, 0x0e), 0xfe);
    carry = _mm256_setzero_si256();
    for (__m256i& plane : planes) add(plane, carry, plane, _mm256_permute4x64_epi64(plane, 0x01), carry);
    many = _mm256_ternarylogic_epi64(many, carry, _mm256_permute4x64_epi64(many, 0x01), 0xfe);
    for (int p = 0; p < kPlanes; ++p) crowd.planes[p][w] = first(planes[p]);
    crowd.many[w] = first(many);
  }

  TILEMODEL_AVX512 static uint64_t first(__m256i value) {
    return static_cast<uint64_t>(_mm_cvtsi128_si64(_mm256_castsi256_si128(value)));
  }

  TILEMODEL_AVX512 static int32_t holders(const Crowd<W>& crowd, int bit, int32_t most, int32_t* out) {
    const uint64_t* words = crowd.words + (bit >> 6) * crowd.stride;
    const __m512i wanted = _mm512_set1_epi64(static_cast<long long>(uint64_t{1} << (bit & 63)));
    int32_t found = 0;
    for (int32_t i = 0; i < crowd.size() && found < most; i += 8) {
      unsigned have = _mm512_mask_test_epi64_mask(lanes_of(crowd.size() - i), _mm512_loadu_si512(words + i), wanted);
      for (; have; have &= have - 1) out[found++] = i + std::countr_zero(have);
    }
    return found < most ? found : most;
  }

  TILEMODEL_AVX512 static void pairs(const Crowd<W>& crowd, int32_t a, int32_t b, const uint64_t* taken,
                                     const uint64_t* wanted, std::vector<Pair>& out) {
    for (int32_t i = crowd.begin[a]; i < crowd.begin[a + 1]; i += 8) {
      __m512i common = _mm512_setzero_si512();
      for (int w = crowd.first; w < W; ++w) {
        const __m512i mask = _mm512_set1_epi64(static_cast<long long>(taken[w]));
        common = _mm512_ternarylogic_epi64(common, _mm512_loadu_si512(crowd.words + w * crowd.stride + i), mask, 0xf8);
      }
      unsigned free = _mm512_mask_testn_epi64_mask(lanes_of(crowd.begin[a + 1] - i), common, common);
      for (; free; free &= free - 1) Portable<W>::second(crowd, i + std::countr_zero(free), b, taken, wanted, out);
    }
  }
};
#endif

template <typename Set, int W>
void count(Crowd<W>& crowd) {
  for (int w = 0; w < crowd.first; ++w) {
    for (auto& plane : crowd.planes) plane[w] = 0;
    crowd.many[w] = 0;
  }
  for (int w = crowd.first; w < W; ++w) Set::count(crowd, w);
}

// Without the words that no option has any more.
template <typename Set, int W, int kFirst = 0>
bool thin(const Crowd<W>& from, Crowd<W>& to, const uint64_t* taken, const uint64_t* wanted, int32_t gone,
          const int32_t* need) {
  if constexpr (kFirst + 1 < W)
    if (from.first > kFirst) return thin<Set, W, kFirst + 1>(from, to, taken, wanted, gone, need);
  if (!Set::template thin_from<kFirst>(from, to, taken, wanted, gone, need)) return false;
  count<Set>(to);
  return true;
}

template <typename Set, int W>
constexpr Kernels<W> kKernels{thin<Set, W>, count<Set, W>, Set::holders, Set::pairs};

}  // namespace

template <int W>
const Kernels<W>& kernels_with([[maybe_unused]] Instructions instructions) {
#ifdef TILEMODEL_X86
  if (instructions == Instructions::kAvx512) return kKernels<Avx512<W>, W>;
  if (instructions == Instructions::kAvx2) return kKernels<Avx2<W>, W>;
#endif
  return kKernels<Portable<W>, W>;
}

template const Kernels<1>& kernels_with(Instructions);
template const Kernels<2>& kernels_with(Instructions);
template const Kernels<3>& kernels_with(Instructions);
template const Kernels<4>& kernels_with(Instructions);

}  // namespace tilemodel
