// An unbiased estimate of how many selections a problem has, and of the size of the search tree.
//
// A population of partial selections is carried through the tree decision by decision. Each state (what is covered, how
// often, and what the rows add up to) has a weight, the number of partial selections that it stands for; equal states
// are merged, their weights added. Where more than `most` states are left, a sample takes their place: a state is kept
// with probability min(1, c * weight * promise), and its weight divided by that, so that every expectation stays what
// it was. The promise is a small power of the product of the undecided cells' numbers of open options. A decision that
// has but one way out is taken at once.
//
// Knuth's probes (Estimating the efficiency of backtrack programs, 1975) are the case of one state; populations are
// Chen's heterogeneous sampling (1992) and stochastic enumeration (Rubinstein 2013); systematic resampling is Kitagawa's
// (1996).
#pragma once

#include <cstdint>
#include <memory>

#include "tilemodel/problem.hpp"

namespace tilemodel {

enum class Tree {
  kSmallest,  // decide the item with the fewest open options: the tree of mrv
  kScan,      // decide the lowest undecided cell: the tree of anchor
  kNarrowed,  // as kSmallest, without the options that would leave an item with few options none: a smaller tree
};

// One replicate. Logarithms are natural; -infinity stands for zero.
class Population {
 public:
  // require: problem is well formed, each row keeps kMaxReach, each option covers an item that has hi == 1
  static std::unique_ptr<Population> make(const Problem& problem, Tree tree, std::uint64_t most, std::uint64_t seed);

  virtual ~Population() = default;

  // Go on for about `budget` states. ensure: returns whether the replicate is finished
  virtual bool advance(std::uint64_t budget) = 0;

  // The estimates so far; they are the replicate's once it is finished.
  virtual double log_selections() const = 0;
  virtual double log_nodes() const = 0;  // branches taken, as Engine::nodes counts them
  // Whether no state was ever dropped, so that the estimates are exact but for rounding.
  virtual bool exact() const = 0;
  virtual std::uint64_t states() const = 0;  // states looked at: the work
};

// Whether each option covers an item that has hi == 1, as the states need it.
bool countable(const Problem& problem);

}  // namespace tilemodel
