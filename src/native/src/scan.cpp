#include "scan.hpp"

#include <algorithm>

namespace tilemodel {

Scan::Scan(const Problem& problem, int max_flags)
    : positions(problem.cell_count),
      alive(problem.option_count(), 1),
      filed_under(problem.option_count()),
      flag_of(problem.item_count(), -1),
      last(problem.item_count(), -1) {
  for (std::int32_t k = 0; k < problem.option_count(); ++k) {
    filed_under[k] = problem.cells_of(k) ? problem.members[problem.offsets[k]] : positions++;
    const auto begin = problem.members.begin() + problem.offsets[k];
    const auto end = problem.members.begin() + problem.offsets[k + 1];
    alive[k] = std::none_of(begin, end, [&](std::int32_t item) { return problem.hi[item] == 0; });
    if (!alive[k]) continue;
    for (auto item = begin; item != end; ++item) last[*item] = std::max(last[*item], filed_under[k]);
  }
  optional.assign(positions, 1);
  for (std::int32_t i = 0; i < problem.item_count(); ++i) {
    const bool empty_range = problem.hi[i] != kOpen && problem.lo[i] > problem.hi[i];
    if (empty_range || (problem.lo[i] > 0 && last[i] < 0)) hopeless = true;
    if (i < problem.cell_count)
      optional[i] = problem.lo[i] == 0;
    else if (problem.hi[i] == 1 && flags < max_flags)
      flag_of[i] = flags++;
  }
}

}  // namespace tilemodel
