// What the engines' tests share: problems, known and random, and their selections by definition.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <random>
#include <set>
#include <vector>

#include "tilemodel/engine.hpp"
#include "tilemodel/problem.hpp"

namespace tilemodel {

using Selection = std::vector<std::int32_t>;

inline void expect(bool holds, const char* what, unsigned long long detail = 0) {
  if (holds) return;
  std::fprintf(stderr, "failed: %s (%llu)\n", what, detail);
  std::exit(1);
}

inline void add_item(Problem& problem, std::int32_t lo, std::int32_t hi, bool is_piece = false) {
  problem.lo.push_back(lo);
  problem.hi.push_back(hi);
  problem.is_piece.push_back(is_piece);
}

inline void add_option(Problem& problem, const std::vector<std::int32_t>& members) {
  if (problem.offsets.empty()) problem.offsets.push_back(0);
  problem.members.insert(problem.members.end(), members.begin(), members.end());
  problem.offsets.push_back(static_cast<std::int32_t>(problem.members.size()));
}

inline Problem dominoes(int height, int width) {
  Problem problem;
  problem.cell_count = height * width;
  for (int cell = 0; cell < height * width; ++cell) add_item(problem, 1, 1);
  for (int cell = 0; cell < height * width; ++cell) {
    if (cell % height + 1 < height) add_option(problem, {cell, cell + 1});
    if (cell + height < height * width) add_option(problem, {cell, cell + height});
  }
  return problem;
}

inline bool satisfies(const Problem& problem, const Selection& selection) {
  std::vector<std::int32_t> covered(problem.lo.size());
  for (const auto k : selection)
    for (auto m = problem.offsets[k]; m < problem.offsets[k + 1]; ++m) ++covered[problem.members[m]];
  for (std::size_t i = 0; i < covered.size(); ++i)
    if (covered[i] < problem.lo[i] || (problem.hi[i] != kOpen && covered[i] > problem.hi[i])) return false;
  for (const Row& row : problem.rows) {
    std::int64_t sum = 0;
    for (std::size_t j = 0; j < row.options.size(); ++j)
      if (std::find(selection.begin(), selection.end(), row.options[j]) != selection.end()) sum += row.coefficients[j];
    if ((row.lo != kNoLower && sum < row.lo) || (row.hi != kNoUpper && sum > row.hi)) return false;
  }
  return true;
}

inline std::set<Selection> by_definition(const Problem& problem) {
  std::set<Selection> found;
  for (unsigned subset = 0; subset < 1u << problem.option_count(); ++subset) {
    Selection selection;
    for (std::int32_t k = 0; k < problem.option_count(); ++k)
      if (subset >> k & 1) selection.push_back(k);
    if (satisfies(problem, selection)) found.insert(selection);
  }
  return found;
}

inline Problem random_problem(std::mt19937& random) {
  const auto pick = [&](int lo, int hi) { return std::uniform_int_distribution<int>(lo, hi)(random); };
  Problem problem;
  problem.cell_count = pick(0, 5);
  for (int cell = 0; cell < problem.cell_count; ++cell) add_item(problem, pick(0, 2) > 0, 1);
  const int others = pick(0, 4);
  for (int item = 0; item < others; ++item) {
    const int lo = pick(0, 2), hi = pick(0, 3) ? std::max(1, lo + pick(-1, 1)) : kOpen;
    add_item(problem, lo, hi, pick(0, 1));
  }
  problem.offsets.push_back(0);
  for (int k = pick(0, 10); k > 0; --k) {
    std::vector<std::int32_t> members;
    for (std::int32_t i = 0; i < problem.item_count(); ++i)
      if (pick(0, 2) == 0) members.push_back(i);
    add_option(problem, members);
  }
  for (int rows = pick(0, 2); rows > 0; --rows) {
    Row row;
    for (std::int32_t k = 0; k < problem.option_count(); ++k)
      if (const int c = pick(-3, 4); c) {
        row.options.push_back(k);
        row.coefficients.push_back(c);
      }
    if (pick(0, 2)) row.lo = pick(-3, 5);
    if (pick(0, 2)) row.hi = pick(-3, 7);
    problem.rows.push_back(row);
  }
  return problem;
}

// Too large for trying every set of options: copies, empty cells and rows on a strip.
inline Problem random_strip(std::mt19937& random) {
  const auto pick = [&](int lo, int hi) { return std::uniform_int_distribution<int>(lo, hi)(random); };
  const int height = pick(2, 3), cells = height * pick(3, 5);
  Problem problem;
  problem.cell_count = cells;
  for (int cell = 0; cell < cells; ++cell) add_item(problem, pick(0, 3) > 0, 1);
  const int others = pick(1, 6);
  for (int item = 0; item < others; ++item) {
    const int lo = pick(0, 2);
    add_item(problem, lo, pick(0, 3) ? lo + pick(lo ? 0 : 1, 3) : kOpen, pick(0, 3) > 0);
  }
  for (int cell = 0; cell < cells; ++cell)
    for (int copies = pick(1, 3); copies > 0; --copies) {
      std::set<std::int32_t> members{cell};
      for (int more = pick(0, 2); more > 0; --more) members.insert(std::min(cell + pick(1, height + 1), cells - 1));
      if (pick(0, 3)) members.insert(cells + pick(0, others - 1));
      add_option(problem, {members.begin(), members.end()});
    }
  for (int rows = pick(0, 2); rows > 0; --rows) {
    Row row;
    for (std::int32_t k = 0; k < problem.option_count(); ++k)
      if (const int c = pick(-4, 4); c) {
        row.options.push_back(k);
        row.coefficients.push_back(c);
      }
    row.lo = pick(-9, 3);
    if (pick(0, 1)) row.hi = row.lo + pick(0, 9);
    problem.rows.push_back(row);
  }
  return problem;
}

// A board filled by pieces used once; each has the place that it has in one partition, and some more.
inline Problem random_jigsaw(std::mt19937& random) {
  const auto pick = [&](int lo, int hi) { return std::uniform_int_distribution<int>(lo, hi)(random); };
  Problem problem;
  problem.cell_count = pick(0, 8);
  for (int cell = 0; cell < problem.cell_count; ++cell) add_item(problem, 1, 1);
  problem.offsets.push_back(0);
  std::vector<std::int32_t> partition(problem.cell_count);
  std::iota(partition.begin(), partition.end(), 0);
  std::shuffle(partition.begin(), partition.end(), random);
  for (int done = 0; done < problem.cell_count;) {
    const int size = std::min(pick(1, 4), problem.cell_count - done);
    std::vector<std::int32_t> place(partition.begin() + done, partition.begin() + done + size);
    std::vector<std::int32_t> cells(partition);
    for (int more = pick(0, 2); more >= 0; --more) {
      std::sort(place.begin(), place.end());
      place.push_back(problem.item_count());
      add_option(problem, place);
      std::shuffle(cells.begin(), cells.end(), random);
      place.assign(cells.begin(), cells.begin() + size);
    }
    add_item(problem, 1, 1, true);
    done += size;
  }
  return problem;
}

// Pieces with one copy or two, each in one to four cells, some of which may stay empty, but one at least must not.
inline Problem random_cover(std::mt19937& random) {
  const auto pick = [&](int lo, int hi) { return std::uniform_int_distribution<int>(lo, hi)(random); };
  Problem problem;
  problem.cell_count = pick(2, 7);
  for (int cell = 0; cell < problem.cell_count; ++cell) add_item(problem, cell == 0 || pick(0, 5) > 0, 1);
  const int pieces = pick(0, 3);
  for (int piece = 0; piece < pieces; ++piece) {
    const int copies = pick(1, 2);
    add_item(problem, copies, copies, true);
  }
  problem.offsets.push_back(0);
  for (int k = pick(4, 10); k > 0; --k) {
    std::set<std::int32_t> members;
    for (int size = pick(1, 3); size > 0; --size) members.insert(pick(0, problem.cell_count - 1));
    if (std::none_of(members.begin(), members.end(), [&](std::int32_t cell) { return problem.lo[cell]; }))
      members.insert(0);
    if (pieces > 0) members.insert(problem.cell_count + pick(0, pieces - 1));
    add_option(problem, {members.begin(), members.end()});
  }
  return problem;
}

// Several problems without rows as one, that of all of them together.
inline Problem beside(const std::vector<Problem>& parts) {
  Problem whole;
  std::vector<std::vector<std::int32_t>> number;  // by part and item
  for (const Problem& part : parts) number.emplace_back(part.item_count());
  for (const bool cells : {true, false})
    for (std::size_t p = 0; p < parts.size(); ++p)
      for (std::int32_t i = 0; i < parts[p].item_count(); ++i) {
        if ((i < parts[p].cell_count) != cells) continue;
        number[p][i] = whole.item_count();
        whole.cell_count += cells;
        add_item(whole, parts[p].lo[i], parts[p].hi[i], parts[p].is_piece[i]);
      }
  whole.offsets.push_back(0);
  for (std::size_t p = 0; p < parts.size(); ++p)
    for (std::int32_t k = 0; k < parts[p].option_count(); ++k) {
      std::vector<std::int32_t> members;
      for (auto m = parts[p].offsets[k]; m < parts[p].offsets[k + 1]; ++m)
        members.push_back(number[p][parts[p].members[m]]);
      std::sort(members.begin(), members.end());
      add_option(whole, members);
    }
  return whole;
}

// All that an engine gives, in slices of so many nodes and so many selections.
inline std::vector<Selection> drain(Engine& engine, std::uint64_t budget, std::uint64_t quota) {
  Selections out;
  double done = 0;
  for (;;) {
    const auto before = out.offsets.size();
    const Status status = engine.advance(budget, quota, &out);
    expect(out.offsets.size() - before <= quota, "no more selections than asked for");
    expect(engine.done() >= 0 && engine.done() <= 1, "the part done lies between 0 and 1");
    done = engine.done();
    if (status == Status::kExhausted) break;
  }
  expect(done == 1, "all is done at the end");
  expect(engine.found() + 1 == out.offsets.size(), "found is the number given");
  std::vector<Selection> selections;
  for (std::size_t s = 0; s + 1 < out.offsets.size(); ++s)
    selections.emplace_back(out.chosen.begin() + out.offsets[s], out.chosen.begin() + out.offsets[s + 1]);
  return selections;
}

}  // namespace tilemodel
