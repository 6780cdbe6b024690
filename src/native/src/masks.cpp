#include "masks.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

#include "crowd.hpp"

namespace tilemodel {

using std::int32_t;

Masks::Masks(const Demands& demands) {
  if (demands.hopeless || !demands.rows.empty() || demands.option_count() > kMaxOptions) return;
  std::vector<int32_t> group_of = groups_of(demands);  // by item
  open = std::all_of(group_of.begin(), group_of.end(), [](int32_t group) { return group < 0; });
  std::vector<int32_t> bit_of(demands.item_count(), -1);
  for (int32_t i = 0; i < demands.item_count(); ++i) {
    if (group_of[i] >= 0) {
      need.push_back(demands.lo[i]);
    } else {
      if (demands.hi[i] != 1) return;
      if (demands.lo[i] > 0) wanted.push_back(width);
      bit_of[i] = width++;
    }
  }
  if (open) need.push_back(0);
  total_need = std::accumulate(need.begin(), need.end(), 0);
  for (int32_t k = 0; k < demands.option_count(); ++k) {
    options.push_back({{}, 0, demands.original[k]});
    for (auto i = demands.items.begin(k); i != demands.items.end(k); ++i) {
      if (group_of[*i] >= 0)
        options.back().group = group_of[*i];
      else
        options.back().bits.push_back(bit_of[*i]);
    }
  }
  fit = width <= kMaxWidth && need.size() <= kMaxGroups && sound();
}

// The items that are groups, numbered; none where they do not part the options among them.
std::vector<int32_t> Masks::groups_of(const Demands& demands) {
  const std::vector<int32_t> none(demands.item_count(), -1);
  std::vector<int32_t> found = none, times(demands.option_count());
  int32_t groups = 0;
  for (int32_t i = 0; i < demands.primaries; ++i) {
    const bool fixed = demands.hi[i] == demands.lo[i];
    if (demands.is_cell[i] || !demands.is_piece[i] || !fixed) continue;
    found[i] = groups++;
    for (auto k = demands.options.begin(i); k != demands.options.end(i); ++k) ++times[*k];
  }
  const bool parted = std::all_of(times.begin(), times.end(), [](int32_t n) { return n == 1; });
  return parted && groups > 0 ? found : none;
}

bool Masks::sound() const {
  std::vector<char> is_wanted(width);
  for (const int bit : wanted) is_wanted[bit] = 1;
  std::set<std::pair<int32_t, std::vector<int32_t>>> seen;
  for (const Option& option : options) {
    const bool ends = std::any_of(option.bits.begin(), option.bits.end(), [&](int bit) { return is_wanted[bit]; });
    if (!ends && need[option.group] != 1) return false;
    if (!seen.emplace(option.group, option.bits).second) return false;
  }
  return true;
}

}  // namespace tilemodel
