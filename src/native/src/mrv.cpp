#include "tilemodel/mrv.hpp"

#include <utility>

#include "crowds.hpp"
#include "demands.hpp"
#include "domains.hpp"

namespace tilemodel {

std::unique_ptr<Engine> make_mrv(const Problem& problem, Instructions instructions) {
  Demands demands(problem);
  if (auto engine = make_crowds(demands, instructions)) return engine;
  return make_domains(std::move(demands), instructions);
}

}  // namespace tilemodel
