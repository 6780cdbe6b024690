// The kernels of each set of instructions, and what their sources have in common.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "crowd.hpp"

#if defined(__x86_64__) && defined(__GNUC__)
#define TILEMODEL_X86 1
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"  // of GCC's own headers, a false alarm (its bug 105593)
#include <immintrin.h>
#pragma GCC diagnostic pop
#endif

namespace tilemodel {

template <typename F>
const Kernels<F>& kernels_portable();
template <typename F>
const Kernels<F>& kernels_avx2();
template <typename F>
const Kernels<F>& kernels_avx512();

#define TILEMODEL_FOR_EACH_FORMAT(instantiate) \
  instantiate(std::uint32_t, 1) instantiate(std::uint64_t, 1) instantiate(std::uint64_t, 2) \
  instantiate(std::uint64_t, 3) instantiate(std::uint64_t, 4) instantiate(std::uint64_t, 5)

}  // namespace tilemodel
