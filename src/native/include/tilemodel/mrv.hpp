// Exact cover by the item with the fewest options left ("minimum remaining values").
//
// A primary item, one that must be covered more often than it is, is chosen such that as few options as can be are left
// for it; each of them is tried. Where a scan order leaves holes that show only much later, in three dimensions above
// all, this finds them at once. The idea is Golomb and Baumert's (Backtrack Programming, 1965); Knuth's Algorithm X
// (Dancing Links, 2000) made it the standard one for exact cover.
#pragma once

#include <memory>

#include "tilemodel/engine.hpp"
#include "tilemodel/problem.hpp"
#include "tilemodel/vectors.hpp"

namespace tilemodel {

// Takes every well-formed problem: any bounds of items, cells too; options without cells; rows that keep kMaxReach.
// Its nodes are the options tried. Among items with equally few options the first is taken: cells before others, but
// where items are covered once or a fixed number of times (crowds.hpp), pieces before cells, which saves a few nodes.
// Memory: a level for each option of a selection, of at most a bit for each option and four bytes for each item there.
// ensure: answers, order and nodes are the same with all instructions
std::unique_ptr<Engine> make_mrv(const Problem& problem, Instructions instructions = best_instructions());

}  // namespace tilemodel
