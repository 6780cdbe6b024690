// The search by items for any problem: what is left of each option and item, kept up as options go.
#pragma once

#include <memory>

#include "demands.hpp"
#include "tilemodel/engine.hpp"
#include "tilemodel/vectors.hpp"

namespace tilemodel {

std::unique_ptr<Engine> make_domains(Demands demands, Instructions instructions);

}  // namespace tilemodel
