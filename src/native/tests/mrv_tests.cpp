// Tests of the engine that branches at the item with the fewest options left, with all instructions of this machine.

#include <tuple>

#include "problems.hpp"
#include "tilemodel/mrv.hpp"

namespace {

using namespace tilemodel;

// Every set of instructions that runs here, the portable ones first.
std::vector<Instructions> instruction_sets() {
  std::vector<Instructions> sets;
  for (const auto set : {Instructions::kPortable, Instructions::kAvx2, Instructions::kAvx512})
    if (set <= best_instructions()) sets.push_back(set);
  return sets;
}

// All selections, in the order in which they come: the same with all instructions and in slices of any size.
std::vector<Selection> list(const Problem& problem, std::uint64_t detail) {
  const auto engine = make_mrv(problem, Instructions::kPortable);
  const auto all = drain(*engine, 1u << 30, 1u << 30);
  expect(std::set<Selection>(all.begin(), all.end()).size() == all.size(), "none comes twice", detail);
  for (const auto set : instruction_sets()) {
    const auto other = make_mrv(problem, set);
    expect(drain(*other, 1 + detail % 3, 1 + detail % 2) == all, "the same order with all instructions", detail);
    expect(other->nodes() == engine->nodes(), "as many nodes with all instructions", detail);
    const auto counting = make_mrv(problem, set);
    while (counting->advance(1 + detail % 5, 1u << 30, nullptr) != Status::kExhausted) {
    }
    expect(counting->found() == all.size(), "counting agrees with listing", detail);
  }
  return all;
}

void random_problems_agree_with_every_set_of_options() {
  std::mt19937 random(20240301);
  for (unsigned round = 0; round < 6000; ++round) {
    const Problem problem = round % 4 ? random_problem(random) : random_jigsaw(random);
    if (problem.option_count() > 12) continue;
    const auto all = list(problem, round);
    expect(std::set<Selection>(all.begin(), all.end()) == by_definition(problem), "the same selections", round);
  }
}

void problems_beside_each_other_have_the_products_of_their_selections() {
  // So many of them that a search goes through masks of several widths.
  std::mt19937 random(20240302);
  for (const unsigned count : {1, 3, 6, 12, 25}) {
    for (unsigned round = 0; round < 20; ++round) {
      std::vector<Problem> parts;
      std::vector<std::set<Selection>> expected;
      std::size_t product = 1;
      while (parts.size() < count) {
        const Problem part = random_cover(random);
        const auto selections = by_definition(part);
        if (selections.empty() || product * selections.size() > 300) continue;
        parts.push_back(part);
        expected.push_back(selections);
        product *= selections.size();
      }
      const auto all = list(beside(parts), round);
      expect(all.size() == product, "as many as the product", count);
      for (const Selection& selection : all) {
        std::int32_t first = 0;
        for (std::size_t p = 0; p < parts.size(); first += parts[p++].option_count()) {
          Selection own;
          for (const auto k : selection)
            if (k >= first && k < first + parts[p].option_count()) own.push_back(k - first);
          expect(expected[p].count(own) == 1, "a selection of each part", count);
        }
      }
    }
  }
}

void boards_of_every_width_have_their_selections() {
  // A corridor of cells with two dominoes' choice at its ends, at every width, with one flag for each option.
  for (const int cells : {4, 32, 34, 64, 66, 128, 130, 192, 194, 256, 258, 320, 322, 3000})
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
      expect(list(problem, cells).size() == 2, "corridor", cells);
    }
}

void dominoes_have_the_known_numbers() {
  for (const auto& [height, width, count] : {std::tuple{2, 20, 10946ull}, {4, 6, 281ull}, {5, 5, 0ull}, {6, 6, 6728ull}})
    expect(list(dominoes(height, width), 1000).size() == count, "dominoes", count);
}

void more_options_than_fit_in_two_bytes() {
  // Two cells with a great many options each, and a counter that wants one of the last ones.
  Problem problem;
  problem.cell_count = 2;
  for (int item = 0; item < 2; ++item) add_item(problem, 1, 1);
  add_item(problem, 2, kOpen);
  for (int k = 0; k < 40000; ++k) add_option(problem, k < 39998 ? Selection{k % 2} : Selection{k % 2, 2});
  expect(list(problem, 1u << 20).size() == 1, "many options");
}

}  // namespace

int main() {
  random_problems_agree_with_every_set_of_options();
  problems_beside_each_other_have_the_products_of_their_selections();
  boards_of_every_width_have_their_selections();
  dominoes_have_the_known_numbers();
  more_options_than_fit_in_two_bytes();
  std::puts("all passed");
}
