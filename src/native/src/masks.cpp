#include "masks.hpp"

#include <algorithm>
#include <limits>
#include <set>

namespace tilemodel {

using std::int32_t;

Masks::Masks(const Demands& demands) {
  if (demands.hopeless || !demands.rows.empty() || demands.option_count() > kMaxOptions) return;
  const std::vector<Kind> kinds = kinds_of(demands);
  if (std::find(kinds.begin(), kinds.end(), Kind::kOther) != kinds.end()) return;
  std::vector<int> bit_of(demands.item_count(), -1);
  for (const bool pieces : {true, false})
    for (int32_t i = 0; i < demands.item_count(); ++i) {
      if (kinds[i] == Kind::kIdle || (demands.is_piece[i] && !demands.is_cell[i]) != pieces) continue;
      if (kinds[i] != Kind::kOptional) wanted.push_back(width);
      if (kinds[i] == Kind::kPlural) plural.push_back({width, demands.lo[i]});
      bit_of[i] = width++;
    }
  if (wanted.empty() || width > kMaxWidth) return;

  std::set<std::vector<int>> seen;
  smallest = width;
  fit = true;
  for (int32_t k = 0; k < demands.option_count(); ++k) {
    options.push_back({{}, demands.original[k]});
    int size = 0;
    for (auto i = demands.items.begin(k); i != demands.items.end(k); ++i) {
      size += kinds[*i] == Kind::kWanted;
      if (bit_of[*i] >= 0) options.back().bits.push_back(bit_of[*i]);
    }
    std::sort(options.back().bits.begin(), options.back().bits.end());
    smallest = std::min(smallest, size);
    largest = std::max(largest, size);
    fit &= size > 0 && seen.insert(options.back().bits).second;
  }
}

std::vector<Masks::Kind> Masks::kinds_of(const Demands& demands) {
  std::vector<Kind> kinds;
  for (int32_t i = 0; i < demands.item_count(); ++i) {
    if (demands.hi[i] == 1)
      kinds.push_back(demands.lo[i] == 1 ? Kind::kWanted : Kind::kOptional);
    else
      kinds.push_back(demands.hi[i] == demands.lo[i] ? Kind::kPlural : Kind::kOther);
  }
  for (int32_t i = 0; i < demands.item_count(); ++i)
    if (kinds[i] >= Kind::kPlural && areas_suffice(demands, i, kinds)) kinds[i] = Kind::kIdle;
  return kinds;
}

// Whether options of these sizes keep the bounds of an item that all of them cover.
bool Masks::areas_suffice(const Demands& demands, int32_t item, const std::vector<Kind>& kinds) {
  if (demands.options.end(item) - demands.options.begin(item) != demands.option_count()) return false;
  const auto is_wanted = [&](int32_t i) { return kinds[i] == Kind::kWanted; };
  const auto area = static_cast<int32_t>(std::count(kinds.begin(), kinds.end(), Kind::kWanted));
  int32_t least = std::numeric_limits<int32_t>::max(), most = 0;
  for (int32_t k = 0; k < demands.option_count(); ++k) {
    const auto size = static_cast<int32_t>(std::count_if(demands.items.begin(k), demands.items.end(k), is_wanted));
    least = std::min(least, size);
    most = std::max(most, size);
  }
  if (least == 0 || area == 0) return false;
  const bool enough = (area + most - 1) / most >= demands.lo[item];
  return enough && (demands.hi[item] == kOpen || area / least <= demands.hi[item]);
}

}  // namespace tilemodel
