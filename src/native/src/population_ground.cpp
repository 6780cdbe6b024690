#include "population_ground.hpp"

#include <algorithm>
#include <numeric>

namespace tilemodel {
namespace {

constexpr std::size_t kLargestTable = std::size_t{1} << 25;  // words, in the table of options that meet

// For each of some sets of `blocks` words, the first word that is not zero, and the one after the last.
std::vector<std::pair<int, int>> ranges_of(const std::vector<std::uint64_t>& sets, int blocks) {
  std::vector<std::pair<int, int>> ranges;
  for (auto set = sets.begin(); set != sets.end(); set += blocks) {
    int begin = 0, end = blocks;
    while (begin < end && !set[begin]) ++begin;
    while (begin < end && !set[end - 1]) --end;
    ranges.emplace_back(begin, end);
  }
  return ranges;
}

}  // namespace

Ground::Ground(const Problem& problem) : options(problem.option_count()), blocks((options + 63) / 64) {
  std::vector<std::int32_t> bit_of(problem.item_count(), -1), counter_of(problem.item_count(), -1);
  for (std::int32_t i = 0; i < problem.item_count(); ++i) {
    if (problem.hi[i] == 1) {
      bit_of[i] = bits++;
      is_cell.push_back(i < problem.cell_count);
    }
    // One that must be covered more often than it may is counted as well, lest it be taken for one that can be had.
    if (problem.hi[i] == 1 ? problem.lo[i] > 1 : problem.hi[i] != kOpen || problem.lo[i] > 0) {
      counter_of[i] = counters++;
      lo.push_back(problem.lo[i]);
      hi.push_back(problem.hi[i] == kOpen ? kNoUpper : problem.hi[i]);
    }
  }
  words = (bits + 63) / 64;
  width = words + counters + static_cast<int>(problem.rows.size());
  primary.resize(words);
  for (std::int32_t i = 0; i < problem.item_count(); ++i)
    if (const std::int32_t bit = bit_of[i]; bit >= 0 && problem.lo[i] > 0)
      primary[bit / 64] |= std::uint64_t{1} << bit % 64;

  std::vector<std::int32_t> number(options), order(options);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](std::int32_t a, std::int32_t b) {
    return problem.members[problem.offsets[a]] < problem.members[problem.offsets[b]];
  });
  for (std::int32_t k = 0; k < options; ++k) number[order[k]] = k;

  std::vector<std::vector<Change>> added(options);
  for (std::size_t r = 0; r < problem.rows.size(); ++r) {
    const Row& row = problem.rows[r];
    lo.push_back(row.lo);
    hi.push_back(row.hi);
    for (std::size_t e = 0; e < row.options.size(); ++e)
      added[number[row.options[e]]].push_back({counters + static_cast<std::int32_t>(r), row.coefficients[e]});
  }
  users.resize(static_cast<std::size_t>(bits + counters) * blocks);
  cover.resize(static_cast<std::size_t>(options) * words);
  member_begin.push_back(0);
  change_begin.push_back(0);
  for (std::int32_t k = 0; k < options; ++k) {
    for (std::int32_t m = problem.offsets[order[k]]; m < problem.offsets[order[k] + 1]; ++m) {
      const std::int32_t bit = bit_of[problem.members[m]], counter = counter_of[problem.members[m]];
      const auto use = [&](std::int32_t index) {
        users[static_cast<std::size_t>(index) * blocks + k / 64] |= std::uint64_t{1} << k % 64;
      };
      if (bit >= 0) {
        members.push_back(bit);
        cover[static_cast<std::size_t>(k) * words + bit / 64] |= std::uint64_t{1} << bit % 64;
        use(bit);
      }
      if (counter >= 0) {
        changes.push_back({counter, 1});
        use(bits + counter);
      }
    }
    changes.insert(changes.end(), added[k].begin(), added[k].end());
    member_begin.push_back(static_cast<std::int32_t>(members.size()));
    change_begin.push_back(static_cast<std::int32_t>(changes.size()));
  }
  user_ranges = ranges_of(users, blocks);
  if (static_cast<std::size_t>(options) * blocks > kLargestTable) return;
  meeting.resize(static_cast<std::size_t>(options) * blocks);
  for (std::int32_t k = 0; k < options; ++k)
    for (std::int32_t m = member_begin[k]; m < member_begin[k + 1]; ++m) {
      const Set others = users_of(members[m]);
      for (int b = others.begin; b < others.end; ++b)
        meeting[static_cast<std::size_t>(k) * blocks + b] |= others.words[b];
    }
  meeting_ranges = ranges_of(meeting, blocks);
}

}  // namespace tilemodel
