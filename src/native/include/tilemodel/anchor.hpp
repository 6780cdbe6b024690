// The anchor backtracker: exact cover by scanning a flat board.
//
// The board is kept in machine words. The anchor is the lowest undecided cell; options are filed under their lowest
// cell, so whatever covers the anchor is filed under it. An anchor that may stay empty has one branch more. Items
// other than cells are flags beside the board where they are covered at most once, counters otherwise. Linear rows are
// pruned by their running sum with what the undecided part of the board, and the copies left, can still add. The plain
// case, each piece once and each cell covered, has an engine of its own.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "tilemodel/problem.hpp"

namespace tilemodel {

enum class Status {
  kQuota,      // as many selections as were asked for; there may be more
  kPaused,     // the node budget is spent; call again to go on
  kExhausted,  // every selection has been given; further calls give none
};

// Selections in compressed form: the s-th is chosen[offsets[s] .. offsets[s + 1]), ascending.
struct Selections {
  std::vector<std::int32_t> offsets{0};
  std::vector<std::int32_t> chosen;
};

class AnchorSearch {
 public:
  // The most cells that a board may have, counting one more for each option that covers no cell.
  static constexpr std::int32_t kMaxCells = 512;
  // Items beyond so many that are covered at most once are counted like the others, more slowly.
  static constexpr std::int32_t kMaxFlags = 256;

  // require: problem is well formed, its cells have hi <= 1, at most kMaxCells (as above); each row keeps kMaxReach
  // With `plain`, each option is tested by itself: slower, the same selections in the same order.
  static std::unique_ptr<AnchorSearch> make(const Problem& problem, bool plain = false);

  virtual ~AnchorSearch() = default;

  // Go on for about `budget` nodes or until `quota` selections; appends them to `out` unless it is null.
  // ensure: found() grew by the number of selections given; the order depends on the problem alone.
  virtual Status advance(std::uint64_t budget, std::uint64_t quota, Selections* out) = 0;

  std::uint64_t found() const { return found_; }
  // Placements tried that fitted, and anchors left empty.
  std::uint64_t nodes() const { return nodes_; }
  // The part of the tree that lies behind, by the branches left in its first levels: 0 to 1.
  virtual double done() const = 0;

 protected:
  std::uint64_t found_ = 0;
  std::uint64_t nodes_ = 0;
};

}  // namespace tilemodel
