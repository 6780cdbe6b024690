// The search by items where options are masks: pieces used a fixed number of times, other items covered at most once.
#pragma once

#include <memory>

#include "demands.hpp"
#include "tilemodel/engine.hpp"
#include "tilemodel/vectors.hpp"

namespace tilemodel {

// Null where the problem is not of this kind or too wide: see groups_of in the source.
std::unique_ptr<Engine> make_crowds(const Demands& demands, Instructions instructions);

}  // namespace tilemodel
