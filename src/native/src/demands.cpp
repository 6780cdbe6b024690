#include "demands.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace tilemodel {

using std::int32_t;
using std::int64_t;

namespace {

// The quotient rounded down. require: divisor > 0
int64_t floor_of(int64_t number, int64_t divisor) {
  return number / divisor - (number % divisor < 0);
}

// require: not empty
bool all_equal(const std::vector<int64_t>& numbers) {
  return std::all_of(numbers.begin(), numbers.end(), [&](int64_t n) { return n == numbers.front(); });
}

}  // namespace

Demands::Demands(const Problem& problem) {
  std::vector<Row> others;
  const std::vector<Item> bounds = bounded(problem, others);
  number_options(problem, bounds);

  std::vector<int32_t> number(problem.option_count(), -1);
  for (int32_t k = 0; k < option_count(); ++k) number[original[k]] = k;
  std::vector<std::vector<int32_t>> by_option(option_count());
  for (const bool primary : {true, false}) {
    for (const Item& item : bounds) {
      std::vector<int32_t> left;
      for (const int32_t k : item.options)
        if (number[k] >= 0) left.push_back(number[k]);
      std::sort(left.begin(), left.end());
      const auto count = static_cast<int64_t>(left.size());
      if (item.lo > std::min(item.hi, count) || item.hi < 0) hopeless = true;
      if ((item.lo > 0) != primary || (item.lo <= 0 && item.hi >= count)) continue;
      for (const int32_t k : left) by_option[k].push_back(item_count());
      lo.push_back(static_cast<int32_t>(std::clamp(item.lo, int64_t{0}, count)));
      hi.push_back(item.hi >= count && item.hi != 1 ? kOpen : static_cast<int32_t>(item.hi));
      is_cell.push_back(item.is_cell);
      is_piece.push_back(item.is_piece);
      options.add_all(left);
    }
    if (primary) primaries = item_count();
  }
  for (const auto& members : by_option) items.add_all(members);

  for (const Row& row : others) {
    std::vector<std::pair<int32_t, int64_t>> entries;
    for (std::size_t j = 0; j < row.options.size(); ++j)
      if (const int32_t k = number[row.options[j]]; k >= 0) entries.emplace_back(k, row.coefficients[j]);
    std::sort(entries.begin(), entries.end());
    rows.push_back({{}, {}, row.lo, row.hi});
    for (const auto& [option, coefficient] : entries) {
      rows.back().options.push_back(option);
      rows.back().coefficients.push_back(coefficient);
    }
  }
}

// The items of the problem, then the rows that are as good as items; the rows to be kept as such go to `others`.
std::vector<Demands::Item> Demands::bounded(const Problem& problem, std::vector<Row>& others) {
  std::vector<Item> found;
  for (int32_t i = 0; i < problem.item_count(); ++i) {
    const int64_t hi = problem.hi[i] == kOpen ? kNoUpper : problem.hi[i];
    found.push_back({problem.lo[i], hi, i < problem.cell_count, problem.is_piece[i] != 0, {}});
  }
  for (int32_t k = 0; k < problem.option_count(); ++k)
    for (int32_t m = problem.offsets[k]; m < problem.offsets[k + 1]; ++m) found[problem.members[m]].options.push_back(k);
  for (const Row& row : problem.rows) {
    if (row.options.empty()) {
      found.push_back({row.lo == kNoLower ? 0 : row.lo, row.hi, false, false, {}});
    } else if (!all_equal(row.coefficients)) {
      others.push_back(row);
    } else {
      int64_t lo = row.lo, hi = row.hi, each = row.coefficients.front();
      if (each < 0) {  // the same, both sides times -1
        each = -each;
        lo = row.hi == kNoUpper ? kNoLower : -row.hi;
        hi = row.lo == kNoLower ? kNoUpper : -row.lo;
      }
      lo = lo == kNoLower ? 0 : -floor_of(-lo, each);
      hi = hi == kNoUpper ? kNoUpper : floor_of(hi, each);
      // As a row it is bounded by cells, too: only so many of its options have room together.
      if (lo > 1) others.push_back({row.options, std::vector<int64_t>(row.options.size(), 1), lo, kNoUpper});
      found.push_back({lo, hi, false, false, row.options});
    }
  }
  return found;
}

void Demands::number_options(const Problem& problem, const std::vector<Item>& bounds) {
  std::vector<char> alive(problem.option_count(), 1);
  for (const Item& item : bounds)
    if (item.hi <= 0)
      for (const int32_t k : item.options) alive[k] = 0;
  for (int32_t k = 0; k < problem.option_count(); ++k)
    if (alive[k]) original.push_back(k);
  const auto home = [&](int32_t k) {
    return problem.cells_of(k) ? problem.members[problem.offsets[k]] : problem.cell_count;
  };
  std::stable_sort(original.begin(), original.end(), [&](int32_t a, int32_t b) { return home(a) < home(b); });
}

}  // namespace tilemodel
