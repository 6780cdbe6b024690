// The search by items where options are masks: each item is covered once at most, or a fixed number of times.
#pragma once

#include <memory>

#include "demands.hpp"
#include "tilemodel/engine.hpp"
#include "tilemodel/vectors.hpp"

namespace tilemodel {

// Null where the problem is not of this kind or too large: see Masks.
std::unique_ptr<Engine> make_crowds(const Demands& demands, Instructions instructions);

}  // namespace tilemodel
