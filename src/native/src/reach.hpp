// How much the rest of a scan can still add to a linear row.
#pragma once

#include <cstdint>
#include <vector>

#include "scan.hpp"
#include "tilemodel/problem.hpp"

namespace tilemodel {

// The most and the least that something can add to a sum.
struct Reach {
  std::int64_t above, below;
};

// Two bounds, of which the better one counts. At most one option filed under a position is taken; and a coefficient can
// be shared out among the cells of its option.
struct RowReach {
  // require: the absolute coefficients add up to at most kMaxReach
  RowReach(const Problem& problem, const Scan& scan, const Row& row);

  std::vector<Reach> at;     // by position: what the options filed there can add
  std::vector<Reach> ahead;  // by position, one more than there are: what it and all after it can add
};

}  // namespace tilemodel
