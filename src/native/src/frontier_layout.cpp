#include "frontier_layout.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>

namespace tilemodel {

using std::int32_t;
using std::int64_t;

namespace {

// An item as a row: how often it is covered.
Row coverage(const Problem& problem, int32_t item) {
  Row row;
  row.lo = problem.lo[item];
  if (problem.hi[item] != kOpen) row.hi = problem.hi[item];
  for (int32_t k = 0; k < problem.option_count(); ++k) {
    const auto begin = problem.members.begin() + problem.offsets[k], end = problem.members.begin() + problem.offsets[k + 1];
    if (std::binary_search(begin, end, item)) row.options.push_back(k);
  }
  row.coefficients.assign(row.options.size(), 1);
  return row;
}

}  // namespace

FrontierLayout::FrontierLayout(const Problem& problem)
    : scan(problem, std::numeric_limits<int>::max()), hopeless(scan.hopeless) {
  for (int32_t k = 0; k < problem.option_count(); ++k)
    if (const int cells = problem.cells_of(k); scan.alive[k] && cells)
      window = std::max(window, 1 + problem.members[problem.offsets[k] + cells - 1] - scan.filed_under[k]);
  add_flags(problem);
  std::vector<std::vector<Change>> changes_of(problem.option_count());
  for (int32_t i = problem.cell_count; i < problem.item_count(); ++i)
    if (scan.flag_of[i] < 0 && (problem.lo[i] > 0 || problem.hi[i] != kOpen))
      add_sum(problem, coverage(problem, i), changes_of);
  for (const Row& row : problem.rows) add_sum(problem, row, changes_of);
  for (const auto& list : changes_of) changes.add_all(list);
  place_all();
}

void FrontierLayout::add_flags(const Problem& problem) {
  std::vector<int> first(problem.item_count(), -1);
  for (int32_t k = 0; k < problem.option_count(); ++k) {
    if (!scan.alive[k]) continue;
    for (int32_t m = problem.offsets[k]; m < problem.offsets[k + 1]; ++m) {
      int& known = first[problem.members[m]];
      known = known < 0 ? scan.filed_under[k] : std::min(known, scan.filed_under[k]);
    }
  }
  flag_of.assign(problem.item_count(), -1);
  for (int32_t i = problem.cell_count; i < problem.item_count(); ++i) {
    if (scan.flag_of[i] < 0 || scan.last[i] < 0) continue;
    flag_of[i] = static_cast<int32_t>(flags.size());
    flags.push_back({first[i], scan.last[i], 0, problem.lo[i] > 0});
  }
}

void FrontierLayout::add_sum(const Problem& problem, const Row& row, std::vector<std::vector<Change>>& changes_of) {
  Sum sum{row.lo, row.hi, scan.positions, -1, {}, 0, 0, 0};
  for (std::size_t j = 0; j < row.options.size(); ++j) {
    if (!scan.alive[row.options[j]] || !row.coefficients[j]) continue;
    sum.first = std::min(sum.first, scan.filed_under[row.options[j]]);
    sum.last = std::max(sum.last, scan.filed_under[row.options[j]]);
  }
  RowReach reach(problem, scan, row);
  const bool bounded_below = row.lo != kNoLower, bounded_above = row.hi != kNoUpper;
  if ((bounded_below && reach.ahead[0].above < row.lo) || (bounded_above && reach.ahead[0].below > row.hi))
    hopeless = true;
  const bool fails_never = (!bounded_below || reach.ahead[0].below >= row.lo) && (!bounded_above || reach.ahead[0].above <= row.hi);
  if (hopeless || fails_never) return;
  int64_t least = std::numeric_limits<int64_t>::max(), most = std::numeric_limits<int64_t>::min();
  Reach behind{0, 0};  // coming to p, the sum lies between these two
  for (int p = 1; p <= sum.last; ++p) {
    behind = {behind.above + reach.at[p - 1].above, behind.below + reach.at[p - 1].below};
    // The sums that can still come out right, and those for which it matters what the rest adds.
    const Reach& ahead = reach.ahead[p];
    int64_t from = behind.below, to = behind.above;
    if (bounded_below) from = std::max(from, row.lo - ahead.above);
    if (bounded_above) to = std::min(to, row.hi - ahead.below);
    if (!bounded_above) to = std::min(to, bounded_below ? row.lo - ahead.below - 1 : from - 1);
    if (!bounded_below) from = std::max(from, bounded_above ? row.hi - ahead.above + 1 : to + 1);
    const bool any_will_do = bounded_below && bounded_above && from + ahead.below >= row.lo && to + ahead.above <= row.hi;
    if (p <= sum.first || from > to || any_will_do) continue;
    least = std::min(least, from);
    most = std::max(most, to);
  }
  // The width is 0 where every sum on the way either fails at once or need not be known any more.
  sum.base = least;
  sum.width = least > most ? 0 : std::bit_width(static_cast<std::uint64_t>(most - least) + 1);
  sum.ahead = std::move(reach.ahead);
  for (std::size_t j = 0; j < row.options.size(); ++j)
    if (scan.alive[row.options[j]] && row.coefficients[j])
      changes_of[row.options[j]].push_back({static_cast<int32_t>(sums.size()), row.coefficients[j]});
  sums.push_back(std::move(sum));
}

// First fit, in the order in which they begin; a sum lies within one word.
void FrontierLayout::place_all() {
  struct Tenant {
    int first, last, width;
    int* bit;
  };
  std::vector<Tenant> tenants;
  for (Flag& flag : flags) tenants.push_back({flag.first, flag.last, 1, &flag.bit});
  for (Sum& sum : sums) tenants.push_back({sum.first, sum.last, sum.width, &sum.bit});
  std::stable_sort(tenants.begin(), tenants.end(), [](const Tenant& a, const Tenant& b) { return a.first < b.first; });
  bits = window;
  std::vector<int> taken_until;  // by bit: the last position at which it has an owner
  for (const Tenant& tenant : tenants) {
    int bit = window;
    for (int run = 0; run < tenant.width; ++bit) {
      if (static_cast<std::size_t>(bit) >= taken_until.size()) taken_until.resize(bit + 1, -1);
      if ((bit & 63) == 0 || taken_until[bit] >= tenant.first) run = 0;
      if (taken_until[bit] < tenant.first) ++run;
    }
    *tenant.bit = bit - tenant.width;
    std::fill(taken_until.begin() + *tenant.bit, taken_until.begin() + bit, tenant.last);
    bits = std::max(bits, bit);
  }
}

}  // namespace tilemodel
