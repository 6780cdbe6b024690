#include "tilemodel/population.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <random>
#include <stdexcept>
#include <vector>

namespace tilemodel {
namespace {

using std::int32_t;
using std::int64_t;
using std::uint64_t;

constexpr double kNothing = -std::numeric_limits<double>::infinity();
constexpr double kTrust = 0.25;  // how much the promise counts; measured on T-tetracubes
constexpr int32_t kDead = -1, kLeaf = -2;

double log_sum(double a, double b) {
  if (a < b) std::swap(a, b);
  return b == kNothing ? a : a + std::log1p(std::exp(b - a));
}

// The problem with what a state needs to know of it. A state is a row of words: a bit for each item that is covered at
// most once (set: decided), then a word for each item that is counted, then the sum of each row.
struct Board {
  struct Change {
    int32_t word;
    int64_t amount;
  };

  explicit Board(const Problem& problem)
      : options(problem.option_count()), cells(problem.cell_count), blocks((options + 63) / 64) {
    std::vector<int32_t> counted;
    for (int32_t i = 0; i < problem.item_count(); ++i) {
      if (problem.hi[i] == 1) once.push_back(i);
      else if (problem.hi[i] != kOpen || problem.lo[i] > 0) counted.push_back(i);
    }
    words = static_cast<int>(once.size() + 63) / 64;
    counters = static_cast<int>(counted.size());
    width = words + counters + static_cast<int>(problem.rows.size());
    primary.resize(words);
    users.resize((once.size() + counted.size()) * blocks);
    members.resize(options);
    changes.resize(options);

    std::vector<int32_t> bit_of(problem.item_count(), -1), counter_of(problem.item_count(), -1);
    for (std::size_t b = 0; b < once.size(); ++b) {
      bit_of[once[b]] = static_cast<int32_t>(b);
      if (problem.lo[once[b]] > 0) primary[b / 64] |= uint64_t{1} << b % 64;
    }
    for (int c = 0; c < counters; ++c) {
      counter_of[counted[c]] = c;
      lo.push_back(problem.lo[counted[c]]);
      hi.push_back(problem.hi[counted[c]] == kOpen ? kNoUpper : problem.hi[counted[c]]);
    }
    for (int32_t k = 0; k < options; ++k)
      for (int32_t m = problem.offsets[k]; m < problem.offsets[k + 1]; ++m) {
        const int32_t bit = bit_of[problem.members[m]], counter = counter_of[problem.members[m]];
        if (bit >= 0) members[k].push_back(bit);
        if (counter >= 0) changes[k].push_back({words + counter, 1});
        if (bit >= 0 || counter >= 0)
          users_of(bit >= 0 ? bit : static_cast<int32_t>(once.size()) + counter)[k / 64] |= uint64_t{1} << k % 64;
      }
    for (std::size_t r = 0; r < problem.rows.size(); ++r) {
      const Row& row = problem.rows[r];
      lo.push_back(row.lo);
      hi.push_back(row.hi);
      const auto word = words + counters + static_cast<int32_t>(r);
      for (std::size_t e = 0; e < row.options.size(); ++e)
        changes[row.options[e]].push_back({word, row.coefficients[e]});
    }
  }

  // The options that use a bit, or (from once.size() on) a counter, as a set in `blocks` words.
  uint64_t* users_of(int32_t index) { return &users[static_cast<std::size_t>(index) * blocks]; }
  const uint64_t* users_of(int32_t index) const { return &users[static_cast<std::size_t>(index) * blocks]; }
  bool must(int32_t bit) const { return primary[bit / 64] >> bit % 64 & 1; }

  int32_t options, cells;
  int blocks;                                 // words of a set of options
  int words = 0, counters = 0, width = 0;     // of a state: its bits, its counters, all of it
  std::vector<int32_t> once;                  // the items that have bits
  std::vector<uint64_t> primary;              // the bits that must be covered
  std::vector<uint64_t> users;
  std::vector<std::vector<int32_t>> members;  // by option: its bits
  std::vector<std::vector<Change>> changes;   // by option: what it adds to counters and rows
  std::vector<int64_t> lo, hi;                // bounds of counters and rows
};

// States side by side: `width` words each; the set of options that each leaves open; how many of them use each bit, and
// how much they can take away from, and add to, each counter and row.
struct States {
  std::vector<uint64_t> words, live;
  std::vector<int32_t> open;
  std::vector<int64_t> reach;
  std::vector<double> weight;
  std::vector<int32_t> branch;  // the bit to be decided next
  std::vector<double> promise;  // the logarithm of what a state may be worth, up to a constant

  std::size_t size() const { return weight.size(); }
};

// States that are to be looked at, each with one of the ways that lead to it.
struct Coming {
  std::vector<uint64_t> words;
  std::vector<double> weight;
  std::vector<std::size_t> parent;
  std::vector<int32_t> option;  // -1: the parent's branch is left uncovered

  std::size_t size() const { return weight.size(); }
};

class Replicate final : public Population {
 public:
  Replicate(const Problem& problem, Order order, uint64_t most, uint64_t seed)
      : board_(problem), order_(order), most_(most), random_(seed), logs_(board_.options + 1) {
    for (int32_t n = 1; n <= board_.options; ++n) logs_[n] = std::log(n);
    // The root is looked at like any other state; nothing leads to it.
    std::vector<uint64_t> state(board_.width);
    live_.resize(board_.blocks);
    open_.resize(board_.once.size());
    reach_.resize(2 * (board_.width - board_.words));
    for (int32_t k = 0; k < board_.options; ++k) {
      live_[k / 64] |= uint64_t{1} << k % 64;
      count(k, 1);
    }
    look_at(state.data(), 1);
    breed();
  }

  bool advance(uint64_t budget) override {
    while (coming_.size()) {
      for (; next_ < coming_.size(); ++next_, --budget) {
        if (!budget) return false;
        look_at_coming(next_);
      }
      breed();
    }
    return true;
  }

  double log_selections() const override { return selections_; }
  double log_nodes() const override { return nodes_; }
  bool exact() const override { return exact_; }
  uint64_t states() const override { return states_; }

 private:
  // The next generation.
  void breed() {
    resample();
    expand();
    merge();
    next_ = 0;
  }

  void look_at_coming(std::size_t index) {
    uint64_t* state = &coming_.words[index * board_.width];
    const std::size_t parent = coming_.parent[index];
    take(live_, parents_.live, parent);
    take(open_, parents_.open, parent);
    take(reach_, parents_.reach, parent);
    const int32_t option = coming_.option[index];
    if (option < 0) {
      close(parents_.branch[parent]);
    } else {
      for (const int32_t bit : board_.members[option]) close(bit);
      for (const auto& change : board_.changes[option]) {
        const int counter = change.word - board_.words;
        if (counter < board_.counters && static_cast<int64_t>(state[change.word]) >= board_.hi[counter])
          close(static_cast<int32_t>(board_.once.size()) + counter);
      }
    }
    look_at(state, coming_.weight[index]);
  }

  // The options that use a bit or a counter are open no more.
  void close(int32_t index) {
    const uint64_t* users = board_.users_of(index);
    for (int b = 0; b < board_.blocks; ++b) {
      for (uint64_t lost = live_[b] & users[b]; lost; lost &= lost - 1) count(64 * b + std::countr_zero(lost), -1);
      live_[b] &= ~users[b];
    }
  }

  void count(int32_t option, int sign) {
    for (const int32_t bit : board_.members[option]) open_[bit] += sign;
    for (const auto& change : board_.changes[option])
      reach_[2 * (change.word - board_.words) + (change.amount > 0)] += sign * change.amount;
  }

  // One of several rows of numbers that stand one after the other, each as long as `to`; and one more put behind them.
  template <typename T>
  static void take(std::vector<T>& to, const std::vector<T>& from, std::size_t index) {
    std::copy_n(from.begin() + static_cast<std::ptrdiff_t>(index * to.size()), to.size(), to.begin());
  }
  template <typename T>
  static void append(std::vector<T>& to, const std::vector<T>& row) {
    to.insert(to.end(), row.begin(), row.end());
  }

  // Decide what comes after a state: nothing, a selection, or a branch, which makes it one of the living.
  void look_at(uint64_t* state, double weight) {
    ++states_;
    double promise = 0;
    const int32_t branch = choose(state, promise);
    if (branch == kDead) return;
    if (branch == kLeaf) {
      selections_ = log_sum(selections_, std::log(weight) + scale_);
      return;
    }
    living_.words.insert(living_.words.end(), state, state + board_.width);
    append(living_.live, live_);
    append(living_.open, open_);
    append(living_.reach, reach_);
    living_.weight.push_back(weight);
    living_.branch.push_back(branch);
    living_.promise.push_back(promise);
  }

  // The bit to branch on, kLeaf or kDead. Bits that no live option covers any more are set, which makes more states
  // equal; `promise` becomes the sum of the logarithms of the open options over the undecided cells.
  int32_t choose(uint64_t* state, double& promise) const {
    for (int c = 0; c < board_.width - board_.words; ++c) {
      const auto sum = static_cast<int64_t>(state[board_.words + c]);
      if (sum + reach_[2 * c] > board_.hi[c] || sum + reach_[2 * c + 1] < board_.lo[c]) return kDead;
    }
    int32_t best = -1;
    for (int32_t bit = 0; bit < static_cast<int32_t>(open_.size()); ++bit) {
      uint64_t& word = state[bit / 64];
      if (word >> bit % 64 & 1) continue;
      if (!open_[bit]) {
        if (board_.must(bit)) {
          if (order_ == Order::kSmallest || best < 0) return kDead;
          continue;  // a scan has not come to it yet
        }
        word |= uint64_t{1} << bit % 64;
        continue;
      }
      if (board_.once[bit] < board_.cells) promise += logs_[open_[bit]];
      if (best < 0 || (order_ == Order::kSmallest && before(bit, best))) best = bit;
    }
    return best < 0 ? kLeaf : best;
  }

  // Whether a bit is to be decided before another: what must be covered first, then what has fewer options.
  bool before(int32_t bit, int32_t other) const {
    if (board_.must(bit) != board_.must(other)) return board_.must(bit);
    return open_[bit] < open_[other];
  }

  // Where too many live, let a sample take their place.
  void resample() {
    const std::size_t count = living_.size();
    if (count <= most_) return;
    exact_ = false;
    std::vector<double> share(count);
    double largest = kNothing;
    for (std::size_t i = 0; i < count; ++i) {
      share[i] = std::log(living_.weight[i]) + kTrust * living_.promise[i];
      largest = std::max(largest, share[i]);
    }
    for (double& s : share) s = std::exp(s - largest);
    // The factor by which the shares become probabilities that add up to `most`: those of one or more are kept.
    double low = 0, high = 700;
    for (int round = 0; round < 60; ++round) {
      const double middle = (low + high) / 2, factor = std::exp(middle);
      double expected = 0;
      for (const double s : share) expected += std::min(1.0, s * factor);
      (expected < static_cast<double>(most_) ? low : high) = middle;
    }
    const double factor = std::exp(low);
    double upto = std::uniform_real_distribution<double>(0, 1)(random_);
    States kept;
    for (std::size_t i = 0; i < count; ++i) {
      const double probability = std::min(1.0, share[i] * factor);
      if (probability < 1) {
        const double before = upto;
        upto += probability;
        if (std::floor(upto) == std::floor(before)) continue;
      }
      const auto copy = [i](auto& to, const auto& from, std::size_t size) {
        const auto begin = from.begin() + static_cast<std::ptrdiff_t>(i * size);
        to.insert(to.end(), begin, begin + size);
      };
      copy(kept.words, living_.words, board_.width);
      copy(kept.live, living_.live, live_.size());
      copy(kept.open, living_.open, open_.size());
      copy(kept.reach, living_.reach, reach_.size());
      kept.weight.push_back(living_.weight[i] / probability);
      kept.branch.push_back(living_.branch[i]);
    }
    living_ = std::move(kept);
  }

  // The children of the living: one for each live option of the branch, and one without it where that is allowed.
  void expand() {
    coming_ = {};
    parents_ = std::move(living_);
    living_ = {};
    double total = 0, largest = 0;
    for (std::size_t i = 0; i < parents_.size(); ++i) {
      const uint64_t *state = &parents_.words[i * board_.width], *live = &parents_.live[i * board_.blocks];
      const int32_t branch = parents_.branch[i];
      const uint64_t* users = board_.users_of(branch);
      const auto child = [&](int32_t option) {
        coming_.words.insert(coming_.words.end(), state, state + board_.width);
        coming_.weight.push_back(parents_.weight[i]);
        coming_.parent.push_back(i);
        coming_.option.push_back(option);
        total += parents_.weight[i];
        return &coming_.words[coming_.words.size() - board_.width];
      };
      if (!board_.must(branch)) child(-1)[branch / 64] |= uint64_t{1} << branch % 64;
      for (int b = 0; b < board_.blocks; ++b)
        for (uint64_t left = live[b] & users[b]; left; left &= left - 1) {
          const int32_t k = 64 * b + std::countr_zero(left);
          uint64_t* result = child(k);
          for (const int32_t bit : board_.members[k]) result[bit / 64] |= uint64_t{1} << bit % 64;
          for (const auto& change : board_.changes[k]) result[change.word] += static_cast<uint64_t>(change.amount);
        }
      largest = std::max(largest, parents_.weight[i]);
    }
    if (!coming_.size()) return;
    nodes_ = log_sum(nodes_, std::log(total) + scale_);
    for (double& weight : coming_.weight) weight /= largest;
    scale_ += std::log(largest);
  }

  // One state in place of equal ones, in ascending order, so that a seed gives the same everywhere.
  void merge() {
    const std::size_t width = board_.width;
    const auto at = [&](std::size_t i) { return &coming_.words[i * width]; };
    std::vector<std::size_t> order(coming_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      const auto [x, y] = std::mismatch(at(a), at(a) + width, at(b));
      return x == at(a) + width ? a < b : *x < *y;
    });
    Coming merged;
    std::size_t last = 0;
    for (const std::size_t i : order) {
      if (merged.size() && std::equal(at(i), at(i) + width, at(last))) {
        merged.weight.back() += coming_.weight[i];
        continue;
      }
      last = i;
      merged.words.insert(merged.words.end(), at(i), at(i) + width);
      merged.weight.push_back(coming_.weight[i]);
      merged.parent.push_back(coming_.parent[i]);
      merged.option.push_back(coming_.option[i]);
    }
    coming_ = std::move(merged);
  }

  Board board_;
  Order order_;
  uint64_t most_;
  std::mt19937_64 random_;
  Coming coming_;         // the states of this level, to be looked at from next_ on
  std::size_t next_ = 0;
  States parents_;        // those of the level before, to which they belong
  States living_;         // those of this level that go on
  double scale_ = 0;      // the logarithm of what a weight of one stands for
  double selections_ = kNothing, nodes_ = kNothing;
  bool exact_ = true;
  uint64_t states_ = 0;
  std::vector<double> logs_;
  // Of the state that is looked at, as in States.
  std::vector<uint64_t> live_;
  std::vector<int32_t> open_;
  std::vector<int64_t> reach_;
};

}  // namespace

bool countable(const Problem& problem) {
  for (int32_t k = 0; k < problem.option_count(); ++k)
    if (std::none_of(problem.members.begin() + problem.offsets[k], problem.members.begin() + problem.offsets[k + 1],
                     [&](int32_t item) { return problem.hi[item] == 1; }))
      return false;
  return true;
}

std::unique_ptr<Population> Population::make(const Problem& problem, Order order, uint64_t most, uint64_t seed) {
  if (!countable(problem)) throw std::invalid_argument("an option covers nothing that is covered at most once");
  return std::make_unique<Replicate>(problem, order, most, seed);
}

}  // namespace tilemodel
