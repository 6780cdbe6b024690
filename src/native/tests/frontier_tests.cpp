// Tests of the frontier engine without Python: random problems against every set of options, known and huge numbers.

#include <cstdint>
#include <cstdio>
#include <random>
#include <set>
#include <tuple>

#include "problems.hpp"
#include "tilemodel/anchor.hpp"
#include "tilemodel/frontier.hpp"

namespace {

using namespace tilemodel;
using Words = std::vector<std::uint64_t>;

constexpr std::uint64_t kMemory = std::uint64_t{1} << 28;

Words count(const Problem& problem, std::uint64_t budget) {
  const auto engine = make_frontier_counter(problem, kMemory);
  double done = 0;
  for (;;) {
    const Status status = engine->advance(budget, 1, nullptr);
    expect(engine->done() >= done && engine->done() <= 1, "the part done grows to one");
    done = engine->done();
    if (status == Status::kExhausted) break;
    expect(status == Status::kPaused, "counting pauses or ends");
    expect(engine->found() == 0, "nothing is found before the end");
  }
  expect(done == 1, "all is done at the end");
  return engine->total();
}

// A number in as few words as it needs.
Words trimmed(Words number) {
  while (number.size() > 1 && number.back() == 0) number.pop_back();
  return number;
}

std::vector<Selection> list(const Problem& problem, std::uint64_t budget, std::uint64_t quota) {
  const auto engine = make_frontier_lister(problem, kMemory);
  return drain(*engine, budget, quota);
}

void random_problems_agree_with_every_set_of_options() {
  std::mt19937 random(20240301);
  for (unsigned round = 0; round < 4000; ++round) {
    const Problem problem = round % 4 ? random_problem(random) : random_jigsaw(random);
    if (problem.option_count() > 12) continue;
    const auto all = list(problem, 1u << 30, 1u << 30);
    const auto expected = by_definition(problem);
    expect(std::set<Selection>(all.begin(), all.end()) == expected, "the same selections", round);
    expect(all.size() == expected.size(), "none comes twice", round);
    expect(list(problem, 1 + round % 3, 1 + round % 2) == all, "in small slices: the same order", round);
    expect(trimmed(count(problem, 1u << 30)) == Words{expected.size()}, "the same number", round);
    expect(trimmed(count(problem, 1 + round % 5)) == Words{expected.size()}, "in small slices: the same number", round);
  }
}

void strips_agree_with_the_anchor() {
  std::mt19937 random(20240302);
  for (unsigned round = 0; round < 300; ++round) {
    const Problem problem = random_strip(random);
    const auto anchor = make_anchor(problem);
    const auto expected = drain(*anchor, 1u << 30, 1u << 30);
    const auto all = list(problem, 1u << 30, 1u << 30);
    expect(std::set<Selection>(all.begin(), all.end()) == std::set<Selection>(expected.begin(), expected.end()),
           "the same selections as the anchor", round);
    expect(all.size() == expected.size(), "none comes twice", round);
    expect(trimmed(count(problem, 100)) == Words{expected.size()}, "the same number as the anchor", round);
  }
}

void keys_of_every_width_agree() {
  // Dominoes along a corridor, or two long ones around it: two selections, with a frontier as wide as the corridor.
  for (const int cells : {4, 62, 64, 66, 128, 130, 256, 258, 508})
    for (const int flags : {0, 1, 2}) {
      Problem problem;
      problem.cell_count = cells;
      for (int cell = 0; cell < cells; ++cell) add_item(problem, 1, 1);
      std::vector<std::vector<std::int32_t>> options;
      for (int cell = 0; cell < cells; cell += 2) options.push_back({cell, cell + 1});
      options.push_back({0, cells - 1});
      options.push_back({1, cells - 2});
      for (int flag = 0; flag < flags; ++flag) {
        for (std::size_t k = flag; k < options.size(); k += options.size() - 1 - flag)
          options[k].push_back(problem.item_count());
        add_item(problem, 0, 1);
      }
      for (const auto& option : options) add_option(problem, option);
      expect(frontier_bits(problem) <= kFrontierMaxBits, "there is room", cells);
      const auto anchor = make_anchor(problem);
      const auto expected = drain(*anchor, 1u << 30, 1u << 30);
      const auto all = list(problem, 1, 1);
      expect(std::set<Selection>(all.begin(), all.end()) == std::set<Selection>(expected.begin(), expected.end()),
             "corridor", cells);
      expect(trimmed(count(problem, 1)) == Words{expected.size()}, "corridor, counted", cells);
    }
}

void dominoes_have_the_known_numbers() {
  // Kasteleyn; Temperley and Fisher (1961). The last is 2444888770250892795802079170816.
  using Known = std::tuple<int, int, Words>;
  for (const auto& [height, width, number] :
       {Known{2, 20, {10946}}, Known{5, 5, {0}}, Known{6, 6, {6728}}, Known{8, 8, {12988816}},
        Known{16, 16, {0x92520f63accb9100, 0x1edbdc9731}}}) {
    expect(trimmed(count(dominoes(height, width), 100000)) == number, "dominoes", height);
  }
}

void huge_numbers_are_exact() {
  // Cells by themselves, each with three options: a power of three.
  Problem problem;
  problem.cell_count = 450;
  for (int cell = 0; cell < problem.cell_count; ++cell) add_item(problem, 1, 1);
  Words expected{1};
  for (int cell = 0; cell < problem.cell_count; ++cell) {
    for (int alike = 0; alike < 3; ++alike) add_option(problem, {cell});
    std::uint64_t carry = 0;
    for (auto& word : expected) {
      const unsigned __int128 digit = static_cast<unsigned __int128>(word) * 3 + carry;
      word = static_cast<std::uint64_t>(digit);
      carry = static_cast<std::uint64_t>(digit >> 64);
    }
    if (carry) expected.push_back(carry);
  }
  expect(expected.size() > 8, "a number of many words");
  expect(trimmed(count(problem, 7)) == expected, "a power of three");
  const auto engine = make_frontier_counter(problem, kMemory);
  engine->advance(1u << 30, 1, nullptr);
  expect(engine->found() == ~std::uint64_t{0}, "what a word cannot hold is its most");
  expect(list(dominoes(2, 6), 3, 1).size() == 13, "a list besides");
}

void lanes_change_nothing() {
  for (const std::uint64_t budget : {std::uint64_t{50000}, std::uint64_t{1} << 40}) {
    const Problem problem = dominoes(17, 18);
    const auto alone = make_frontier_counter(problem, kMemory), together = make_frontier_counter(problem, kMemory, 3);
    for (const auto& engine : {alone.get(), together.get()})
      while (engine->advance(budget, 1, nullptr) != Status::kExhausted) {
      }
    expect(alone->total() == together->total(), "the same number in lanes");
    expect(alone->nodes() == together->nodes(), "the same nodes in lanes");
  }
}

void memory_is_bounded() {
  // Dominoes on a board whose cells come in a jumbled order have far too many states.
  const Problem orderly = dominoes(10, 10);
  Problem problem = orderly;
  for (std::int32_t k = 0; k < problem.option_count(); ++k) {
    auto* pair = problem.members.data() + problem.offsets[k];
    for (int m = 0; m < 2; ++m) pair[m] = pair[m] * 37 % 100;
    if (pair[0] > pair[1]) std::swap(pair[0], pair[1]);
  }
  for (const int lanes : {0, 1, 3}) {
    const std::uint64_t memory = lanes == 3 ? 1 << 23 : 1 << 20;  // enough for lanes to be begun
    const auto engine = lanes ? make_frontier_counter(problem, memory, lanes) : make_frontier_lister(problem, memory);
    Selections out;
    Status status;
    do status = engine->advance(1000, 1, &out);
    while (status == Status::kPaused);
    expect(status == Status::kNoRoom, "it gives up");
    expect(engine->advance(1000, 1, &out) == Status::kNoRoom, "and stays so");
    expect(engine->found() == 0 && out.offsets.size() == 1, "with nothing found");
  }
}

}  // namespace

int main() {
  random_problems_agree_with_every_set_of_options();
  strips_agree_with_the_anchor();
  keys_of_every_width_agree();
  dominoes_have_the_known_numbers();
  huge_numbers_are_exact();
  lanes_change_nothing();
  memory_is_bounded();
  std::puts("all passed");
}
