#include "opening.hpp"

#include <algorithm>

namespace tilemodel {

using std::int32_t;

namespace {

std::vector<int> count_options(const Problem& problem, const Scan& scan) {
  std::vector<int> count(problem.item_count());
  for (int32_t k = 0; k < problem.option_count(); ++k)
    if (scan.alive[k])
      for (int32_t m = problem.offsets[k]; m < problem.offsets[k + 1]; ++m) ++count[problem.members[m]];
  return count;
}

// Take the only option of each item that has one, until no further item has.
std::vector<int32_t> take_given(const Problem& problem, Scan& scan) {
  std::vector<int32_t> given;
  std::vector<char> covered(problem.item_count());
  for (bool more = true; more && !scan.hopeless;) {
    more = false;
    const std::vector<int> count = count_options(problem, scan);
    for (int32_t k = 0; k < problem.option_count(); ++k) {
      if (!scan.alive[k]) continue;
      const auto begin = problem.members.begin() + problem.offsets[k];
      const auto end = problem.members.begin() + problem.offsets[k + 1];
      if (std::any_of(begin, end, [&](int32_t i) { return covered[i]; })) {
        scan.alive[k] = 0;
        more = true;
      } else if (std::any_of(begin, end, [&](int32_t i) { return count[i] == 1; })) {
        given.push_back(k);
        scan.alive[k] = 0;
        std::for_each(begin, end, [&](int32_t i) { covered[i] = 1; });
        more = true;
      }
    }
    for (int32_t i = 0; i < problem.item_count(); ++i) scan.hopeless |= !covered[i] && count[i] == 0;
  }
  return given;
}

}  // namespace

Opening find_opening(const Problem& problem, Scan& scan) {
  Opening opening{take_given(problem, scan), {}};
  std::vector<char> near(problem.item_count(), 1);
  for (int32_t k = 0; k < problem.option_count(); ++k)
    if (scan.alive[k] && 2 * scan.filed_under[k] >= problem.cell_count)
      for (int32_t m = problem.offsets[k]; m < problem.offsets[k + 1]; ++m) near[problem.members[m]] = 0;
  const std::vector<int> count = count_options(problem, scan);
  int32_t piece = -1;
  for (int32_t i = problem.cell_count; i < problem.item_count(); ++i)
    if (near[i] && count[i] > 0 && (piece < 0 || count[i] < count[piece])) piece = i;
  if (piece < 0) return opening;
  for (int32_t k = 0; k < problem.option_count(); ++k)
    if (scan.alive[k] && problem.members[problem.offsets[k + 1] - 1] == piece) opening.first.push_back(k);
  return opening;
}

}  // namespace tilemodel
