// The anchor backtracker: exact cover by scanning a flat board.
//
// The board is kept in machine words. The anchor is the lowest undecided cell; options are filed under their lowest
// cell, so whatever covers the anchor is filed under it. An anchor that may stay empty has one branch more. Items
// other than cells are flags beside the board where they are covered at most once, counters otherwise. Linear rows are
// pruned by their running sum with what the undecided part of the board, and the copies left, can still add. The plain
// case, each piece once and each cell covered, has an engine of its own, which also knows how boards end.
#pragma once

#include <cstdint>
#include <memory>

#include "tilemodel/engine.hpp"
#include "tilemodel/problem.hpp"

namespace tilemodel {

// The most cells that a board may have, counting one more for each option that covers no cell.
inline constexpr std::int32_t kAnchorMaxCells = 512;
// Items beyond so many that are covered at most once are counted like the others, more slowly.
inline constexpr std::int32_t kAnchorMaxFlags = 256;

// Its nodes are the placements tried that fitted (for endings, too), and the anchors left empty.
// require: problem is well formed, its cells have hi <= 1, at most kAnchorMaxCells (as above); each row keeps kMaxReach
// With `plain`, there is only the scan, and each option is tested by itself: the same selections, more slowly.
std::unique_ptr<Engine> make_anchor(const Problem& problem, bool plain = false);

}  // namespace tilemodel
