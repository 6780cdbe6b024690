// The frontier engine: exact cover by merging equal states of a scan.
//
// The scan is the anchor's: the lowest undecided cell is covered by an option filed under it, or stays empty where it
// may. What is left to do after a step depends on little: the cells already covered ahead of the anchor (the frontier),
// and what has been used of the items and rows that options ahead still have to do with. Partial selections that agree
// in all this have the same completions; they are one state, kept in a hash table by its key, with their number. The
// states of one anchor are a layer. This is dynamic programming over a broken profile (transfer matrices, in physics):
// counting takes time by the number of states, not of selections, which may be astronomical.
//
// To list, the steps between states are kept as edges; a pass back from the end strikes those that lead nowhere, and
// every walk over the rest is a selection.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "tilemodel/engine.hpp"
#include "tilemodel/problem.hpp"

namespace tilemodel {

// The bits that the key of a state may have.
inline constexpr int kFrontierMaxBits = 511;

// The bits that the key of a state of this problem has; more than kFrontierMaxBits where no engine can be made.
// require: problem is well formed, its cells have hi <= 1; each row keeps kMaxReach
int frontier_bits(const Problem& problem);

// An engine that counts: it finds all selections at its end, at once, however many; quotas are not looked at and
// nothing is given to `out`. Its nodes are the steps tried. It takes up to `memory` bytes, then gives up (kNoRoom).
// So many threads share each large layer while advance() runs; the number and the nodes are the same.
// require: as above, and frontier_bits() <= kFrontierMaxBits; memory >= 2^20, lanes >= 1
std::unique_ptr<Engine> make_frontier_counter(const Problem& problem, std::uint64_t memory, int lanes = 1);

// What counting shows of the states within so many nodes and so much memory.
struct FrontierCensus {
  std::vector<std::uint64_t> states;  // by position of the scan: the size of each layer done with
  bool complete;                      // they are all
  int entry_bytes;                    // of a table, for each state that is waiting; half of the entries are free
};
FrontierCensus frontier_census(const Problem& problem, std::uint64_t nodes, std::uint64_t memory);

// An engine that lists: nothing for as long as counting takes, then each selection after a few steps. Its nodes are the
// steps tried and the edges walked. Memory and requirements as above.
std::unique_ptr<Engine> make_frontier_lister(const Problem& problem, std::uint64_t memory);

// All selections in a fixed order, of which any can be had by its rank. Numbers have their least significant word first.
class Ranked {
 public:
  virtual ~Ranked() = default;

  // Go on for about `budget` nodes. ensure: kExhausted once it is ready; kPaused before; kNoRoom where it cannot be
  virtual Status prepare(std::uint64_t budget) = 0;
  virtual double done() const = 0;  // 0 to 1

  // require: it is ready
  virtual std::vector<std::uint64_t> total() const = 0;
  // require: it is ready, rank < total(). ensure: ascending
  virtual std::vector<std::int32_t> selection(const std::vector<std::uint64_t>& rank) const = 0;
};

// Memory and requirements as above.
std::unique_ptr<Ranked> make_frontier_ranks(const Problem& problem, std::uint64_t memory);

}  // namespace tilemodel
