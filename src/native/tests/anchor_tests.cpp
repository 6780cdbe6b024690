// Tests of the anchor engine without Python: known counts, and random problems against every set of options.

#include <tuple>

#include "problems.hpp"
#include "tilemodel/anchor.hpp"

namespace {

using namespace tilemodel;

std::vector<Selection> list(const Problem& problem, bool plain, std::uint64_t budget, std::uint64_t quota) {
  return drain(*make_anchor(problem, plain), budget, quota);
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
