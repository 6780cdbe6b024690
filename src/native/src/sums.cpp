#include "sums.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tilemodel {

using std::int32_t;
using std::int64_t;
using std::uint64_t;

Sums::Sums(const Demands& demands) : demands_(demands) {
  std::vector<std::vector<Change>> changes(demands.option_count());
  for (const Row& row : demands.rows) {
    const auto r = static_cast<int32_t>(rows_.size());
    rows_.push_back({row.lo, row.hi});
    for (std::size_t j = 0; j < row.options.size(); ++j) {
      const int32_t k = row.options[j];
      int32_t cells = 0, piece = -1;
      for (auto i = demands.items.begin(k); i != demands.items.end(k); ++i) {
        cells += demands.is_cell[*i] && demands.hi[*i] == 1;
        if (demands.is_piece[*i] && demands.hi[*i] != kOpen) piece = *i;
      }
      const auto coefficient = static_cast<double>(row.coefficients[j]);
      entries_.add({k, piece, row.coefficients[j], coefficient / std::max(cells, 1)});
      changes[k].push_back({r, row.coefficients[j]});
    }
    entries_.close();
  }
  for (const auto& list : changes) changes_.add_all(list);
  for (Reach* reach : {&above_, &below_}) {
    reach->share_of.assign(demands.item_count(), 0);
    reach->piece_of.assign(demands.item_count(), 0);
  }
}

void Sums::change(int32_t option, int sign) {
  for (auto c = changes_.begin(option); c != changes_.end(option); ++c) rows_[c->row].sum += sign * c->coefficient;
}

bool Sums::promising(const uint64_t* alive, const int32_t* used) const {
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    for (auto entry = entries_.begin(r); entry != entries_.end(r); ++entry)
      if (alive[entry->option >> 6] >> (entry->option & 63) & 1)
        entry->coefficient > 0 ? extend(above_, *entry, 1, used) : extend(below_, *entry, -1, used);
    const State& row = rows_[r];
    const auto sum = static_cast<double>(row.sum);
    // Sums up to 2^60 as doubles are off by less than this; it is less than 1 as long as they are below 2^33.
    const double slack = 1e-10 * (1 + std::abs(sum));
    const double above = settle(above_), below = settle(below_);
    if (row.lo != kNoLower && sum + above + slack < static_cast<double>(row.lo)) return false;
    if (row.hi != kNoUpper && sum - below - slack > static_cast<double>(row.hi)) return false;
  }
  return true;
}

bool Sums::kept() const {
  return std::all_of(rows_.begin(), rows_.end(),
                     [](const State& row) { return row.lo <= row.sum && row.sum <= row.hi; });
}

void Sums::extend(Reach& reach, const Entry& entry, double sign, const int32_t* used) const {
  const double share = sign * entry.share;
  bool shared = false;
  for (auto i = demands_.items.begin(entry.option); i != demands_.items.end(entry.option); ++i) {
    if (!demands_.is_cell[*i] || demands_.hi[*i] != 1) continue;
    shared = true;
    reach.by_cells += std::max(0.0, share - reach.share_of[*i]);
    reach.share_of[*i] = std::max(share, reach.share_of[*i]);
  }
  if (!shared) reach.by_cells += share;
  if (entry.piece < 0) {
    reach.by_pieces = std::numeric_limits<double>::infinity();
    return;
  }
  const double whole = sign * static_cast<double>(entry.coefficient);
  double& most = reach.piece_of[entry.piece];
  if (whole <= most) return;
  reach.by_pieces += (whole - most) * (demands_.hi[entry.piece] - used[entry.piece]);
  most = whole;
}

// The better bound, a little more than it for rounding; and make ready for the next row.
double Sums::settle(Reach& reach) {
  const double bound = std::min(reach.by_cells, reach.by_pieces);
  reach.by_cells = reach.by_pieces = 0;
  std::fill(reach.share_of.begin(), reach.share_of.end(), 0);
  std::fill(reach.piece_of.begin(), reach.piece_of.end(), 0);
  return bound + 1e-6 * bound;
}

}  // namespace tilemodel
