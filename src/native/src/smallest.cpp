#include "smallest.hpp"

#include <algorithm>
#include <limits>

#if defined(__x86_64__) && defined(__GNUC__)
#define TILEMODEL_X86 1
#endif

namespace tilemodel {

using std::int32_t;

namespace {

// Plain loops of a fixed length, which the compiler turns into the vector instructions that the caller allows.
template <typename Key>
[[gnu::always_inline]] inline Smallest<Key> smallest(const Key* keys, int32_t count) {
  Key lanes[kSmallestStride];
  for (int j = 0; j < kSmallestStride; ++j) lanes[j] = keys[j];
  for (int32_t i = kSmallestStride; i < count; i += kSmallestStride)
    for (int j = 0; j < kSmallestStride; ++j) lanes[j] = keys[i + j] < lanes[j] ? keys[i + j] : lanes[j];
  Key least = std::numeric_limits<Key>::max();
  for (int j = 0; j < kSmallestStride; ++j) least = lanes[j] < least ? lanes[j] : least;
  for (int32_t i = 0;; i += kSmallestStride) {
    bool here = false;
    for (int j = 0; j < kSmallestStride; ++j) here |= keys[i + j] == least;
    if (here) return {least, static_cast<int32_t>(std::find(keys + i, keys + i + kSmallestStride, least) - keys)};
  }
}

template <typename Key>
Smallest<Key> smallest_portable(const Key* keys, int32_t count) {
  return smallest(keys, count);
}

#ifdef TILEMODEL_X86
template <typename Key>
[[gnu::target("avx2,bmi,bmi2")]] Smallest<Key> smallest_avx2(const Key* keys, int32_t count) {
  return smallest(keys, count);
}
#endif

}  // namespace

Instructions best_instructions() {
#ifdef TILEMODEL_X86
  const bool bits = __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
  const bool avx2 = bits && __builtin_cpu_supports("avx2");
  const bool avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq");
  if (avx2 && avx512) return Instructions::kAvx512;
  if (avx2) return Instructions::kAvx2;
#endif
  return Instructions::kPortable;
}

template <typename Key>
FindSmallest<Key> smallest_with([[maybe_unused]] Instructions instructions) {
#ifdef TILEMODEL_X86
  if (instructions != Instructions::kPortable) return smallest_avx2<Key>;
#endif
  return smallest_portable<Key>;
}

template FindSmallest<std::uint16_t> smallest_with(Instructions);
template FindSmallest<std::uint32_t> smallest_with(Instructions);

}  // namespace tilemodel
