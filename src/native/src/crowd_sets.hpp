// The kernels of each set of instructions, and what their sources have in common.
#pragma once

#include <bit>
#include <cstdint>
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

template <int W>
const Kernels<W>& kernels_portable();
template <int W>
const Kernels<W>& kernels_avx2();
template <int W>
const Kernels<W>& kernels_avx512();

#define TILEMODEL_CROWD_KERNELS(name)               \
  template <int W>                                  \
  const Kernels<W>& name() {                        \
    return CrowdWork<W>::kAll;                      \
  }                                                 \
  template const Kernels<1>& name();                \
  template const Kernels<2>& name();                \
  template const Kernels<3>& name();                \
  template const Kernels<4>& name();                \
  template const Kernels<5>& name();

}  // namespace tilemodel
