// Tests of the anchor engine without Python: known counts, and random problems against every set of options.

#include <algorithm>
#include <random>
#include <thread>
#include <tuple>
#include <vector>

#include "ending_trial.hpp"
#include "jigsaw.hpp"
#include "known_states.hpp"
#include "problems.hpp"
#include "tilemodel/anchor.hpp"

namespace {

using namespace tilemodel;

std::vector<Selection> list(const Problem& problem, bool plain, std::uint64_t budget, std::uint64_t quota) {
  return drain(*make_anchor(problem, plain), budget, quota);
}

std::vector<Selection> sorted(std::vector<Selection> selections) {
  std::sort(selections.begin(), selections.end());
  return selections;
}

void random_problems_agree_with_every_set_of_options() {
  std::mt19937 random(20240229);
  for (unsigned round = 0; round < 4000; ++round) {
    const Problem problem = round % 4 ? random_problem(random) : random_jigsaw(random);
    if (problem.option_count() > 12) continue;
    const auto all = list(problem, false, 1u << 30, 1u << 30);
    expect(std::set<Selection>(all.begin(), all.end()) == by_definition(problem), "the same selections", round);
    expect(std::set<Selection>(all.begin(), all.end()).size() == all.size(), "none comes twice", round);
    expect(list(problem, false, 1 + round % 3, 1 + round % 2) == all, "in small slices: the same order", round);
    expect(sorted(list(problem, true, 1 + round % 3, 1 + round % 2)) == sorted(all), "plain: the same", round);
  }
}

void a_table_of_states_tells_what_it_was_told_and_rests() {
  KnownStates<2> states;
  for (std::uint64_t n = 1; n <= 100'000; ++n) {
    states.enter({n, n * n}, 3 * n, n);
    const auto* known = states.find({n, n * n}, n);
    expect(known && known->completions == 3 * n && known->nodes == n, "known at once", n);
    states.used(*known);
    expect(!states.find({n, n * n + 1}, n), "another", n);
  }
  std::uint64_t kept = 0;
  for (std::uint64_t n = 1; n <= 100'000; ++n)
    if (const auto* known = states.find({n, n * n}, n)) kept += known->completions == 3 * n;
  expect(kept > 50'000, "most are kept, and right", kept);
  std::uint64_t looked_up = 0;
  for (std::uint64_t node = 0; node < 1'000'000'000; ++node)
    if (states.consults(node)) {
      states.find({1, 0}, node);
      ++looked_up;
    } else {
      node += 1000;
    }
  expect(looked_up < 3'000'000, "it does not pay any more", looked_up);
}

// Counted in small slices, and with the last few listed.
void states_met_again_change_nothing() {
  std::mt19937 random(2711);
  std::size_t most = 0;
  for (unsigned round = 0; round < 300; ++round) {
    const Problem problem = random_strip(random);
    const auto all = list(problem, true, 1u << 30, 1u << 30);
    most = std::max(most, all.size());
    if (!make_jigsaws(problem, Scan(problem, 64), {}, 0).empty()) continue;
    expect(list(problem, false, 1 + round % 9, 1 + round % 7) == all, "the same order", round);
    const auto count = make_anchor(problem);
    while (count->advance(1 + round % 50, 1 + round % 99, nullptr) != Status::kExhausted) {
    }
    expect(count->found() == all.size(), "counted", round);
    const auto both = make_anchor(problem);
    const std::size_t counted = all.size() - all.size() / 3;
    const Status status = both->advance(1u << 30, counted, nullptr);
    expect(both->found() == counted, "counting stops at the quota", round);
    Selections rest;
    if (status == Status::kQuota) both->advance(1u << 30, 1u << 30, &rest);
    expect(rest.offsets.size() - 1 == all.size() / 3, "the others are listed", round);
  }
  expect(most > 100, "some have many selections", most);
}

// A corridor of two rows that dominoes and bars of up to four cells fill, each used once, in some of their places: many
// ways to come to the same region.
Problem random_corridor(std::mt19937& random) {
  const auto pick = [&](int lo, int hi) { return std::uniform_int_distribution<int>(lo, hi)(random); };
  std::vector<int> lengths;
  int area = 0;
  while (area < 12 || area % 2) {
    lengths.push_back(std::max(pick(1, 4), lengths.size() > 1 ? 2 : 1));
    area += lengths.back();
  }
  Problem problem;
  problem.cell_count = area;
  for (int cell = 0; cell < area; ++cell) add_item(problem, 1, 1);
  problem.offsets.push_back(0);
  const int near = pick(0, 2) ? area : area / 2;  // for the first piece: the start of the corridor
  for (const int length : lengths) {
    const std::int32_t piece = problem.item_count();
    for (int row = 0; row < 2; ++row)
      for (int cell = row; cell + 2 * (length - 1) < (piece == problem.cell_count ? near : area); cell += 2) {
        std::vector<std::int32_t> members;
        for (int part = 0; part < length; ++part) members.push_back(cell + 2 * part);
        members.push_back(piece);
        if (pick(0, 9)) add_option(problem, members);
        if (pick(0, 19) == 0) add_option(problem, members);  // two options that look alike
      }
    for (int cell = 0; length == 2 && cell < area; cell += 2) add_option(problem, {cell, cell + 1, piece});
    add_item(problem, 1, 1, true);
  }
  return problem;
}

void endings_change_nothing() {
  std::mt19937 random(1889);
  std::size_t most = 0;
  for (unsigned round = 0; round < 100; ++round) {
    const Problem problem = random_corridor(random);
    const Scan scan(problem, 64);
    const auto some = make_anchor(problem, true);
    some->advance(100'000, 2'000, nullptr);
    if (scan.hopeless || some->found() == 2'000) continue;
    const auto all = sorted(list(problem, true, 1u << 30, 1u << 30));
    most = std::max(most, all.size());
    for (const std::size_t room : {0u, 3u, 20u, 100u, 1u << 20}) {
      expect(sorted(drain(*make_jigsaws(problem, scan, {}, room).front(), 1u << 30, 1u << 30)) == all, "with endings", room);
      const auto count = std::move(make_jigsaws(problem, scan, {}, room).front());
      while (count->advance(1 + round % 50, 1 + round % 99, nullptr) != Status::kExhausted) {
      }
      expect(count->found() == all.size(), "counted", room);
      // Some counted, the others listed.
      const auto both = std::move(make_jigsaws(problem, scan, {}, room).front());
      const Status status = both->advance(1u << 30, all.size() / 2, nullptr);
      expect(both->found() == all.size() / 2, "counting stops at the quota", round);
      Selections rest;
      if (status == Status::kQuota) both->advance(1u << 30, 1u << 30, &rest);
      expect(rest.offsets.size() - 1 == all.size() - all.size() / 2, "the others are listed", round);
    }
  }
  expect(most > 100, "some have many selections", most);
}

// A search that asks for one region after another: endings try so much for each, the search lays so much instead.
// ensure: what the endings have tried
std::uint64_t tried_in(std::uint64_t regions, std::uint64_t cost, std::uint64_t saved) {
  EndingTrial trial;
  std::uint64_t tried = 0, laid = 0;
  for (std::uint64_t region = 0; region < regions; ++region) {
    const bool asked = !trial.goes_without(laid) && !trial.refuses(7, tried, laid);
    (asked ? tried : laid) += asked ? cost : saved;
    trial.leave(7, laid);
  }
  return tried;
}

void endings_that_do_not_pay_are_given_up() {
  expect(tried_in(1'000'000, 30, 40) > 28'000'000, "they pay", tried_in(1'000'000, 30, 40));
  const std::uint64_t tried = tried_in(30'000'000, 400, 20);
  expect(tried < 10'000'000, "they do not pay", tried);
  expect(tried_in(60'000'000, 400, 20) == tried, "given up for good", tried);
}

// All that the engines of a division find, one after the other; or at the same time, each on a thread of its own.
std::vector<Selection> together(Engines engines, bool at_once) {
  std::vector<std::vector<Selection>> found(engines.size());
  {
    std::vector<std::jthread> threads;
    for (std::size_t n = 0; n < engines.size(); ++n) {
      const auto run = [&engines, &found, n] { found[n] = drain(*engines[n], 50, 1u << 30); };
      if (at_once)
        threads.emplace_back(run);
      else
        run();
    }
  }
  std::vector<Selection> all;
  for (const auto& some : found) all.insert(all.end(), some.begin(), some.end());
  return all;
}

void divided_it_gives_the_same() {
  std::mt19937 random(1963);
  for (unsigned round = 0; round < 200; ++round) {
    const Problem problem = round % 3 == 0   ? random_problem(random)
                            : round % 3 == 1 ? random_jigsaw(random)
                                             : random_corridor(random);
    const auto some = make_anchor(problem, true);
    some->advance(20'000, 500, nullptr);
    if (some->found() == 500) continue;
    for (const bool plain : {false, true}) {
      const auto all = list(problem, plain, 1u << 30, 1u << 30);
      const int number = 1 + round % 5;
      expect(together(make_anchors(problem, plain, {number, true}), false) == all, "in order", round);
      expect(together(make_anchors(problem, plain, {number, true}), true) == all, "in order, at once", round);
      expect(sorted(together(make_anchors(problem, plain, {number, false}), true)) == sorted(all), "at once", round);
    }
  }
}

// Corridors with items covered at most once, and rows, which the endings know nothing of.
void foresight_changes_nothing() {
  std::mt19937 random(1901);
  const auto pick = [&](int lo, int hi) { return std::uniform_int_distribution<int>(lo, hi)(random); };
  std::size_t most = 0;
  for (unsigned round = 0; round < 150; ++round) {
    Problem problem = random_corridor(random);
    const Problem bare = problem;
    problem.members.clear();
    problem.offsets.assign(1, 0);
    const std::int32_t marks = pick(0, 2), first = problem.item_count();
    for (std::int32_t mark = 0; mark < marks; ++mark) add_item(problem, pick(0, 3) == 0, pick(1, 2));
    for (std::int32_t k = 0; k < bare.option_count(); ++k) {
      std::vector<std::int32_t> members(bare.members.begin() + bare.offsets[k], bare.members.begin() + bare.offsets[k + 1]);
      for (std::int32_t mark = 0; mark < marks; ++mark)
        if (pick(0, 9) == 0) members.push_back(first + mark);
      add_option(problem, members);
    }
    Row row;
    for (std::int32_t k = 0; k < problem.option_count(); ++k)
      if (const int c = pick(-1, 1); c) {
        row.options.push_back(k);
        row.coefficients.push_back(c);
      }
    row.hi = pick(-2, 2);
    if (round % 3) problem.rows.push_back(row);
    const auto some = make_anchor(problem, true);
    some->advance(100'000, 2'000, nullptr);
    if (some->found() == 2'000) continue;
    const auto all = list(problem, true, 1u << 30, 1u << 30);
    most = std::max(most, all.size());
    if (marks || !problem.rows.empty())
      expect(list(problem, false, 1 + round % 9, 1 + round % 7) == all, "foresight keeps the order", round);
  }
  expect(most > 100, "some have many selections", most);
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
      expect(sorted(list(problem, true, 1, 1)) == sorted(list(problem, false, 1, 1)), "corridor, plain", cells);
    }
}

void dominoes_have_the_known_numbers() {
  for (const auto& [height, width, count] : {std::tuple{2, 20, 10'946ull},
                                             {4, 6, 281ull},
                                             {5, 5, 0ull},
                                             {6, 6, 6'728ull},
                                             {8, 8, 12'988'816ull}}) {
    const auto search = make_anchor(dominoes(height, width));
    while (search->advance(1000, 100'000, nullptr) != Status::kExhausted) {
    }
    expect(search->found() == count, "dominoes", search->found());
  }
}

}  // namespace

int main() {
  random_problems_agree_with_every_set_of_options();
  a_table_of_states_tells_what_it_was_told_and_rests();
  states_met_again_change_nothing();
  endings_change_nothing();
  endings_that_do_not_pay_are_given_up();
  divided_it_gives_the_same();
  foresight_changes_nothing();
  wide_boards_and_many_flags_agree();
  dominoes_have_the_known_numbers();
  std::puts("all passed");
}
