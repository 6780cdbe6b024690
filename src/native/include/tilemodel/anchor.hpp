// The anchor backtracker: exact cover by scanning a flat board.
//
// The board is kept in machine words. The anchor is the lowest undecided cell; options are filed under their lowest
// cell, so whatever covers the anchor is filed under it. An anchor that may stay empty has one branch more. Items
// other than cells are flags beside the board where they are covered at most once, counters otherwise. Linear rows
// are pruned by their running sum with what the undecided part of the board, and the copies left, can still add.
// States of the scan that were searched to their end are remembered where that pays. The plain case, each piece once
// and each cell covered, has an engine of its own, which also knows how boards end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "tilemodel/engine.hpp"
#include "tilemodel/problem.hpp"

namespace tilemodel {

// The most cells that a board may have, counting one more for each option that covers no cell.
inline constexpr std::int32_t kAnchorMaxCells = 512;
// Items beyond so many that are covered at most once are counted like the others, more slowly.
inline constexpr std::int32_t kAnchorMaxFlags = 256;

// How a search is divided among several engines, which different threads may run at the same time.
struct Division {
  int engines = 1;
  // The selections of each engine come before those of the next in scan order, and are the same in each run; else the
  // engines share out the work among themselves as they go.
  bool ordered = false;

  // How many beginnings of the search to share out, or more: no two take equally long.
  std::size_t least_starts() const { return engines == 1 ? 1 : 1024; }
};

using Engines = std::vector<std::unique_ptr<Engine>>;

// Engines that give all selections together, each once. What they remember of the board's endings, they share.
// Their nodes are the placements tried that fitted (for endings, too), and the anchors left empty.
// require: problem is well formed, its cells have hi <= 1, at most kAnchorMaxCells (as above); each row keeps kMaxReach
// With `plain`, there is only the scan, and each option is tested by itself: the same selections, more slowly.
Engines make_anchors(const Problem& problem, bool plain, const Division& division);

// The search undivided.
inline std::unique_ptr<Engine> make_anchor(const Problem& problem, bool plain = false) {
  return std::move(make_anchors(problem, plain, {}).front());
}

}  // namespace tilemodel
