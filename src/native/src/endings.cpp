#include "endings.hpp"

#include <algorithm>

namespace tilemodel {

int ending_horizon(int pieces) {
  int ahead = 0;
  for (double sets = 1; 2 * (ahead + 1) <= pieces; ++ahead) {
    sets *= static_cast<double>(pieces - ahead) / (ahead + 1);
    if (sets > 2048) break;
  }
  return ahead;
}

void EndingSum::start(std::size_t most) {
  const int bits = std::max(3, static_cast<int>(std::bit_width(2 * most)));
  mask_ = (std::size_t{1} << bits) - 1;
  shift_ = 64 - bits;
  if (slots_.size() <= mask_) slots_.resize(mask_ + 1);
  std::fill_n(slots_.begin(), mask_ + 1, Ending{});
  size_ = 0;
}

}  // namespace tilemodel
