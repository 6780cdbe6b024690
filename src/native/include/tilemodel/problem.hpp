// An exact-cover problem with bounds and linear rows, as the engines take it. Mirrors tilemodel.instance.Instance.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace tilemodel {

inline constexpr std::int32_t kOpen = -1;  // an item without an upper bound
inline constexpr std::int64_t kNoLower = std::numeric_limits<std::int64_t>::min();
inline constexpr std::int64_t kNoUpper = std::numeric_limits<std::int64_t>::max();
// The absolute coefficients of a row add up to no more, so that no sum overflows.
inline constexpr std::int64_t kMaxReach = std::int64_t{1} << 60;

struct Row {
  std::vector<std::int32_t> options;  // ascending
  std::vector<std::int64_t> coefficients;
  std::int64_t lo = kNoLower;
  std::int64_t hi = kNoUpper;
};

struct Problem {
  std::int32_t cell_count = 0;        // items [0, cell_count) are cells, in scan order
  std::vector<std::int32_t> lo, hi;   // bounds of each item; hi may be kOpen
  std::vector<char> is_piece;         // whether an item stands for a piece: a hint for reckoning areas
  std::vector<std::int32_t> offsets;  // option k covers members[offsets[k] .. offsets[k + 1]), ascending
  std::vector<std::int32_t> members;
  std::vector<Row> rows;

  std::int32_t item_count() const { return static_cast<std::int32_t>(lo.size()); }
  std::int32_t option_count() const { return static_cast<std::int32_t>(offsets.size()) - 1; }

  // How many cells option k covers: the first so many of its members.
  int cells_of(std::int32_t k) const {
    const auto begin = members.begin() + offsets[k], end = members.begin() + offsets[k + 1];
    return static_cast<int>(std::lower_bound(begin, end, cell_count) - begin);
  }
};

}  // namespace tilemodel
