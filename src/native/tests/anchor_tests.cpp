// Tests of the anchor engine without Python: known counts, and random problems against every set of options.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <random>
#include <set>
#include <tuple>

#include "tilemodel/anchor.hpp"

namespace {

using namespace tilemodel;
using Selection = std::vector<std::int32_t>;

void expect(bool holds, const char* what, unsigned long long detail = 0) {
  if (holds) return;
  std::fprintf(stderr, "failed: %s (%llu)\n", what, detail);
  std::exit(1);
}

void add_item(Problem& problem, std::int32_t lo, std::int32_t hi, bool is_piece = false) {
  problem.lo.push_back(lo);
  problem.hi.push_back(hi);
  problem.is_piece.push_back(is_piece);
}

void add_option(Problem& problem, const std::vector<std::int32_t>& members) {
  if (problem.offsets.empty()) problem.offsets.push_back(0);
  problem.members.insert(problem.members.end(), members.begin(), members.end());
  problem.offsets.push_back(static_cast<std::int32_t>(problem.members.size()));
}

Problem dominoes(int height, int width) {
  Problem problem;
  problem.cell_count = height * width;
  for (int cell = 0; cell < height * width; ++cell) add_item(problem, 1, 1);
  for (int cell = 0; cell < height * width; ++cell) {
    if (cell % height + 1 < height) add_option(problem, {cell, cell + 1});
    if (cell + height < height * width) add_option(problem, {cell, cell + height});
  }
  return problem;
}

bool satisfies(const Problem& problem, const Selection& selection) {
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

std::set<Selection> by_definition(const Problem& problem) {
  std::set<Selection> found;
  for (unsigned subset = 0; subset < 1u << problem.option_count(); ++subset) {
    Selection selection;
    for (std::int32_t k = 0; k < problem.option_count(); ++k)
      if (subset >> k & 1) selection.push_back(k);
    if (satisfies(problem, selection)) found.insert(selection);
  }
  return found;
}

std::vector<Selection> list(const Problem& problem, bool plain, std::uint64_t budget, std::uint64_t quota) {
  const auto search = make_anchor(problem, plain);
  Selections out;
  double done = 0;
  for (;;) {
    const auto before = out.offsets.size();
    const Status status = search->advance(budget, quota, &out);
    expect(out.offsets.size() - before <= quota, "no more selections than asked for");
    expect(search->done() >= 0 && search->done() <= 1, "the part done lies between 0 and 1");
    done = search->done();
    if (status == Status::kExhausted) break;
  }
  expect(done == 1, "all is done at the end");
  expect(search->found() + 1 == out.offsets.size(), "found is the number given");
  std::vector<Selection> selections;
  for (std::size_t s = 0; s + 1 < out.offsets.size(); ++s)
    selections.emplace_back(out.chosen.begin() + out.offsets[s], out.chosen.begin() + out.offsets[s + 1]);
  return selections;
}

Problem random_problem(std::mt19937& random) {
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

// A board filled by pieces used once; each has the place that it has in one partition, and some more.
Problem random_jigsaw(std::mt19937& random) {
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

void random_problems_agree_with_every_set_of_options() {
  std::mt19937 random(20240229);
  for (unsigned round = 0; round < 4000; ++round) {
    const Problem problem = round % 4 ? random_problem(random) : random_jigsaw(random);
    if (problem.option_count() > 12) continue;
    const auto all = list(problem, false, 1u << 30, 1u << 30);
    expect(std::set<Selection>(all.begin(), all.end()) == by_definition(problem), "the same selections", round);
    expect(std::set<Selection>(all.begin(), all.end()).size() == all.size(), "none comes twice", round);
    expect(list(problem, true, 1 + round % 3, 1 + round % 2) == all, "plain, in small slices: the same order", round);
  }
}

void wide_boards_and_many_flags_agree() {
  // A corridor of cells with two dominoes' choice in its last four, at every width, with one flag for each option.
  for (const int cells : {4, 64, 66, 128, 130, 256, 258, 508, 512})
    for (const bool flagged : {false, true}) {
      Problem problem;
      problem.cell_count = cells;
      for (int cell = 0; cell < cells; ++cell) add_item(problem, 1, 1);
      std::vector<std::vector<std::int32_t>> options;
      for (int cell = 0; cell < cells; cell += 2) options.push_back({cell, cell + 1});
      options.push_back({0, cells - 1});
      options.push_back({1, cells - 2});
      if (flagged)
        for (auto& option : options) {
          option.push_back(problem.item_count());
          add_item(problem, 0, 1);
        }
      for (const auto& option : options) add_option(problem, option);
      // Either the straight dominoes, or both long ones around them: the first and last straight ones go.
      expect(list(problem, false, 1u << 30, 1u << 30).size() == 2, "corridor", cells);
      expect(list(problem, true, 1u << 30, 1u << 30) == list(problem, false, 1, 1), "corridor, plain", cells);
    }
}

void dominoes_have_the_known_numbers() {
  for (const auto& [height, width, count] : {std::tuple{2, 20, 10946ull}, {4, 6, 281ull}, {5, 5, 0ull}, {6, 6, 6728ull}}) {
    const auto search = make_anchor(dominoes(height, width));
    while (search->advance(1000, 1u << 30, nullptr) != Status::kExhausted) {
    }
    expect(search->found() == count, "dominoes", search->found());
  }
}

}  // namespace

int main() {
  random_problems_agree_with_every_set_of_options();
  wide_boards_and_many_flags_agree();
  dominoes_have_the_known_numbers();
  std::puts("all passed");
}
