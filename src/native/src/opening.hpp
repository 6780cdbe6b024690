// What is settled before the scan: options that cannot be missed, and a piece that is better placed first.
#pragma once

#include <cstdint>
#include <vector>

#include "scan.hpp"
#include "tilemodel/problem.hpp"

namespace tilemodel {

struct Opening {
  std::vector<std::int32_t> given;  // options that every selection has
  std::vector<std::int32_t> first;  // the options of a piece to be placed before the scan; empty: none
};

// The opening of a problem. The options that its given ones exclude are struck from the scan; where an item that must be
// covered is left without options, the scan is hopeless.
//
// The piece to be placed first is the one with the fewest placements, if all of them begin in the first half of the
// board: then each scan that follows is a small one, as it has little choice around the piece. That is so where
// symmetry leaves one place of each orbit, near the start: the X of the pentominoes on 6x10 takes a tenth of the nodes,
// each other piece more. With places at the far end it takes more than without: the scan knows of the piece too late.
//
// require: each item is covered exactly once
Opening find_opening(const Problem& problem, Scan& scan);

}  // namespace tilemodel
