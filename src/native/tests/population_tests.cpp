// Tests of populations: exact where nothing is sampled, without bias where something is.

#include <cmath>
#include <tuple>

#include "population_sample.hpp"
#include "problems.hpp"
#include "tilemodel/population.hpp"

namespace {

using namespace tilemodel;

constexpr Tree kTrees[] = {Tree::kSmallest, Tree::kScan, Tree::kNarrowed};

double selections_of(const Problem& problem, Tree tree, std::uint64_t most, std::uint64_t seed, bool* exact = nullptr) {
  const auto population = Population::make(problem, tree, most, seed);
  while (!population->advance(1 + seed % 5)) {
  }
  if (exact) *exact = population->exact();
  return std::exp(population->log_selections());
}

void populations_that_lose_nothing_count() {
  std::mt19937 random(20240519);
  for (unsigned round = 0; round < 4000; ++round) {
    const Problem problem = round % 4 ? random_problem(random) : random_jigsaw(random);
    if (problem.option_count() > 12 || !countable(problem)) continue;
    const auto count = static_cast<long long>(by_definition(problem).size());
    for (const Tree tree : kTrees) {
      bool exact = false;
      expect(std::llround(selections_of(problem, tree, 1u << 20, round, &exact)) == count, "the number", round);
      expect(exact, "nothing was lost", round);
    }
  }
}

void samples_have_the_mean_of_the_whole() {
  constexpr int kSeeds = 600;
  for (const Tree tree : kTrees) {
    double sum = 0, squares = 0;
    for (int seed = 0; seed < kSeeds; ++seed) {
      const double found = selections_of(dominoes(4, 6), tree, 3, seed);
      sum += found;
      squares += found * found;
    }
    const double mean = sum / kSeeds, error = std::sqrt((squares / kSeeds - mean * mean) / kSeeds);
    expect(std::abs(mean - 281) < 4 * error, "the mean of the samples", static_cast<unsigned>(tree));
  }
}

void as_many_are_kept_as_asked_for_each_with_its_probability() {
  std::mt19937_64 random(1);
  for (const double spread : {0.0, 0.3, 40.0}) {
    std::vector<double> shares;
    for (int i = 0; i < 100; ++i) shares.push_back(spread * std::sin(i));
    std::vector<double> kept(shares.size());
    constexpr int kRounds = 4000;
    for (int round = 0; round < kRounds; ++round) {
      const auto chances = draw(shares, 10, random);
      expect(std::count_if(chances.begin(), chances.end(), [](double c) { return c > 0; }) <= 11, "not too many");
      for (std::size_t i = 0; i < chances.size(); ++i)
        if (chances[i] > 0) kept[i] += 1 / chances[i] / kRounds;
    }
    for (std::size_t i = 0; i < kept.size(); ++i)  // what is kept stands for what is not: one each
      expect(spread == 40 || std::abs(kept[i] - 1) < 0.5, "kept as often as said", i);
  }
}

void options_are_struck_out_where_the_number_is_known() {
  for (const auto& [height, width, count] : {std::tuple{2, 20, 10946ll}, {4, 6, 281ll}, {5, 5, 0ll}, {6, 6, 6728ll}})
    for (const Tree tree : kTrees)
      expect(std::llround(selections_of(dominoes(height, width), tree, 1u << 20, 0)) == count, "dominoes", count);
}

}  // namespace

int main() {
  populations_that_lose_nothing_count();
  samples_have_the_mean_of_the_whole();
  as_many_are_kept_as_asked_for_each_with_its_probability();
  options_are_struck_out_where_the_number_is_known();
  std::puts("all passed");
}
