#include "crowd.hpp"

#include "crowd_sets.hpp"

namespace tilemodel {

template <typename F>
const Kernels<F>& kernels_with([[maybe_unused]] Instructions instructions) {
#ifdef TILEMODEL_X86
  if (instructions == Instructions::kAvx512) return kernels_avx512<F>();
  if (instructions == Instructions::kAvx2) return kernels_avx2<F>();
#endif
  return kernels_portable<F>();
}

#define INSTANTIATE(Word, words) template const Kernels<Format<Word, words>>& kernels_with(Instructions);
TILEMODEL_FOR_EACH_FORMAT(INSTANTIATE)

}  // namespace tilemodel
