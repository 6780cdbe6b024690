// The anchor backtracker for the plain case: up to 64 cells that must all be covered, by pieces that are each used once.
#pragma once

#include <cstddef>

#include "endings.hpp"
#include "scan.hpp"
#include "tilemodel/anchor.hpp"
#include "tilemodel/problem.hpp"

namespace tilemodel {

// Whether each item besides the cells is covered exactly once, each option covers one of them, and their sizes add up to
// the board of at most 64 cells, so that a full board has used them all; and there are no rows.
bool is_jigsaw(const Problem& problem, const Scan& scan);

// Searches that give the same selections as the general ones, many times faster; none where the problem is no jigsaw, or
// has too many shapes. They keep at most so many endings, for all of them.
Engines make_jigsaws(const Problem& problem, Scan scan, const Division& division, std::size_t max_endings = kMaxEndings);

}  // namespace tilemodel
