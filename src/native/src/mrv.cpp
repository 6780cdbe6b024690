#include "tilemodel/mrv.hpp"

#include <utility>

#include "demands.hpp"
#include "domains.hpp"

namespace tilemodel {

std::unique_ptr<Engine> make_mrv(const Problem& problem, Instructions instructions) {
  return make_domains(Demands(problem), instructions);
}

}  // namespace tilemodel
