#include "population_sample.hpp"

#include <algorithm>
#include <cmath>

namespace tilemodel {

std::vector<double> draw(const std::vector<double>& log_shares, std::uint64_t most, std::mt19937_64& random) {
  std::vector<double> chances(log_shares);
  const double largest = *std::max_element(chances.begin(), chances.end());
  for (double& chance : chances) chance = std::exp(chance - largest);
  // The factor by which the shares become probabilities that add up to `most`: those of one or more are kept.
  double low = std::log(static_cast<double>(most) / static_cast<double>(chances.size())), high = 700;
  for (int round = 0; round < 60; ++round) {
    const double middle = (low + high) / 2, factor = std::exp(middle);
    double expected = 0;
    for (const double share : chances) expected += std::min(1.0, share * factor);
    (expected < static_cast<double>(most) ? low : high) = middle;
  }
  const double factor = std::exp(low);
  double upto = std::uniform_real_distribution<double>(0, 1)(random);
  for (double& chance : chances) {
    chance = std::min(1.0, chance * factor);
    if (chance == 1) continue;
    const double before = std::floor(upto);
    upto += chance;
    if (std::floor(upto) == before) chance = 0;
  }
  return chances;
}

}  // namespace tilemodel
