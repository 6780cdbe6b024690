#include "crowd.hpp"

#include "crowd_sets.hpp"

namespace tilemodel {

template <int W>
const Kernels<W>& kernels_with([[maybe_unused]] Instructions instructions) {
#ifdef TILEMODEL_X86
  if (instructions == Instructions::kAvx512) return kernels_avx512<W>();
  if (instructions == Instructions::kAvx2) return kernels_avx2<W>();
#endif
  return kernels_portable<W>();
}

template const Kernels<1>& kernels_with(Instructions);
template const Kernels<2>& kernels_with(Instructions);
template const Kernels<3>& kernels_with(Instructions);
template const Kernels<4>& kernels_with(Instructions);
template const Kernels<5>& kernels_with(Instructions);

}  // namespace tilemodel
