#include "reach.hpp"

#include <algorithm>
#include <cmath>

namespace tilemodel {

using std::int32_t;
using std::int64_t;

RowReach::RowReach(const Problem& problem, const Scan& scan, const Row& row)
    : at(scan.positions, {0, 0}), ahead(scan.positions + 1, {0, 0}) {
  std::vector<double> most_share(scan.positions), least_share(scan.positions);
  for (std::size_t j = 0; j < row.options.size(); ++j) {
    const int32_t k = row.options[j], home = scan.filed_under[k];
    const int64_t c = row.coefficients[j];
    if (!scan.alive[k]) continue;
    at[home] = {std::max(at[home].above, c), std::min(at[home].below, c)};
    const int size = problem.cells_of(k);
    const double share = static_cast<double>(c) / std::max(size, 1);
    for (int m = 0; m < std::max(size, 1); ++m) {
      const int32_t place = size ? problem.members[problem.offsets[k] + m] : home;
      most_share[place] = std::max(most_share[place], share);
      least_share[place] = std::min(least_share[place], share);
    }
  }
  Reach total{0, 0};
  double high = 0, low = 0;
  for (int p = scan.positions - 1; p >= 0; --p) {
    total = {total.above + at[p].above, total.below + at[p].below};
    high += most_share[p];
    low += least_share[p];
    const double slack = 1e-6 * (1 + high - low);
    ahead[p] = {std::min(total.above, static_cast<int64_t>(std::floor(high + slack))),
                std::max(total.below, static_cast<int64_t>(std::ceil(low - slack)))};
  }
}

}  // namespace tilemodel
