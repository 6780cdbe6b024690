#include "tilemodel/population.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <stdexcept>
#include <vector>

#include "population_ground.hpp"
#include "population_sample.hpp"
#include "population_walker.hpp"

namespace tilemodel {
namespace {

using std::int32_t;
using std::uint64_t;

constexpr double kNothing = -std::numeric_limits<double>::infinity();
constexpr double kHeavy = 0x1p+600;  // a weight from which on all are taken down by this factor

// States after the same number of decisions, side by side.
struct Generation {
  std::vector<uint64_t> rows;
  std::vector<double> weight;
  std::vector<double> promise;
  std::vector<double> place;  // of the parent among its generation, from 0 to 1
  std::vector<int32_t> branch;

  std::size_t size() const { return weight.size(); }
};

class Replicate final : public Population {
 public:
  Replicate(const Problem& problem, Tree tree, uint64_t most, uint64_t seed)
      : ground_(problem), walker_(ground_, tree), most_(most), random_(seed) {
    generations_.resize(1);
    arrive(1, 0);
  }

  bool advance(uint64_t budget) override {
    for (;;) {
      for (; next_ < parents_.size(); ++next_) {
        const uint64_t before = states_;
        if (!budget) return false;
        expand(next_);
        budget -= std::min(budget, states_ - before);
      }
      do {
        if (depth_ == generations_.size()) return true;
        breed();
      } while (!parents_.size());
    }
  }

  double log_selections() const override { return logarithm(selections_); }
  double log_nodes() const override { return logarithm(nodes_); }
  bool exact() const override { return exact_; }
  uint64_t states() const override { return states_; }

 private:
  double logarithm(double number) const { return number > 0 ? std::log(number) + scale_ : kNothing; }

  // The children of a parent: one for each open option of the branch, and one without it where that is allowed.
  void expand(std::size_t parent) {
    const uint64_t* row = &parents_.rows[parent * walker_.stride()];
    const double weight = parents_.weight[parent];
    const auto come = [&] { walker_.load(row, parents_.branch[parent]); };
    come();
    if (walker_.may_leave()) {
      walker_.leave();
      arrive(weight, depth_);
      come();
    }
    options_.clear();
    walker_.each([&](int32_t option) { options_.push_back(option); });
    for (const int32_t option : options_) {
      if (option != options_.front()) come();
      walker_.take(option);
      arrive(weight, depth_);
    }
  }

  // What the walker has come to by a decision: as long as there is but one way on, it is taken.
  void arrive(double weight, std::size_t depth) {
    for (;; ++depth) {
      if (depth) {
        ++states_;
        nodes_ += weight;
      }
      if (walker_.branch() == Walker::kDead) return;
      if (walker_.branch() == Walker::kLeaf) {
        selections_ += weight;
        return;
      }
      const int32_t option = walker_.only();
      if (option < 0) break;
      walker_.take(option);
    }
    if (generations_.size() <= depth) generations_.resize(depth + 1);
    Generation& generation = generations_[depth];
    generation.rows.resize(generation.rows.size() + walker_.stride());
    walker_.store(&generation.rows[generation.rows.size() - walker_.stride()]);
    generation.weight.push_back(weight);
    generation.promise.push_back(walker_.promise());
    generation.place.push_back(parents_.size() ? static_cast<double>(next_) / static_cast<double>(parents_.size()) : 0);
    generation.branch.push_back(walker_.branch());
  }

  // The next generation becomes the parents: equal states merged, and a sample of them where they are too many.
  void breed() {
    Generation coming;
    std::swap(coming, generations_[depth_]);
    std::vector<std::size_t> order = merge(coming);
    // States of the same descent are alike in what they are worth. Side by side, they stand for each other in a sample.
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return coming.place[a] < coming.place[b]; });
    std::vector<double> chances(order.size(), 1.0);
    if (order.size() > most_) {
      exact_ = false;
      for (std::size_t i = 0; i < order.size(); ++i)
        chances[i] = std::log(coming.weight[order[i]]) + coming.promise[order[i]];
      chances = draw(chances, most_, random_);
    }
    parents_ = {};
    for (std::size_t i = 0; i < order.size(); ++i) {
      if (chances[i] == 0) continue;
      const auto row = coming.rows.begin() + static_cast<std::ptrdiff_t>(order[i] * walker_.stride());
      parents_.rows.insert(parents_.rows.end(), row, row + static_cast<std::ptrdiff_t>(walker_.stride()));
      parents_.weight.push_back(coming.weight[order[i]] / chances[i]);
      parents_.branch.push_back(coming.branch[order[i]]);
    }
    next_ = 0;
    ++depth_;
    if (parents_.size() && *std::max_element(parents_.weight.begin(), parents_.weight.end()) > kHeavy) lighten();
  }

  // Those that stand for equal ones, which give them their weights, in ascending order of their keys, so that a seed
  // gives the same everywhere.
  std::vector<std::size_t> merge(Generation& generation) const {
    const auto key = [&](std::size_t i) { return &generation.rows[i * walker_.stride()]; };
    const auto width = static_cast<std::size_t>(ground_.width);
    std::vector<std::size_t> order(generation.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      const auto [x, y] = std::mismatch(key(a), key(a) + width, key(b));
      return x == key(a) + width ? a < b : *x < *y;
    });
    std::size_t kept = 0;
    for (const std::size_t i : order) {
      if (kept && std::equal(key(i), key(i) + width, key(order[kept - 1])))
        generation.weight[order[kept - 1]] += generation.weight[i];
      else
        order[kept++] = i;
    }
    order.resize(kept);
    return order;
  }

  // Take all weights down, before they are beyond any number.
  void lighten() {
    const auto each = [](std::vector<double>& weights) {
      for (double& weight : weights) weight /= kHeavy;
    };
    each(parents_.weight);
    for (Generation& generation : generations_) each(generation.weight);
    selections_ /= kHeavy;
    nodes_ /= kHeavy;
    scale_ += std::log(kHeavy);
  }

  Ground ground_;
  Walker walker_;
  uint64_t most_;
  std::mt19937_64 random_;
  Generation parents_;                   // those that are being expanded, from next_ on
  std::size_t next_ = 0;
  std::vector<Generation> generations_;  // by number of decisions; from depth_ on they are still to come
  std::size_t depth_ = 0;
  std::vector<int32_t> options_;
  double scale_ = 0;                     // the logarithm of what a weight of one stands for
  double selections_ = 0, nodes_ = 0;
  bool exact_ = true;
  uint64_t states_ = 0;
};

}  // namespace

bool countable(const Problem& problem) {
  for (int32_t k = 0; k < problem.option_count(); ++k)
    if (std::none_of(problem.members.begin() + problem.offsets[k], problem.members.begin() + problem.offsets[k + 1],
                     [&](int32_t item) { return problem.hi[item] == 1; }))
      return false;
  return true;
}

std::unique_ptr<Population> Population::make(const Problem& problem, Tree tree, uint64_t most, uint64_t seed) {
  if (!countable(problem)) throw std::invalid_argument("an option covers nothing that is covered at most once");
  return std::make_unique<Replicate>(problem, tree, most, seed);
}

}  // namespace tilemodel
