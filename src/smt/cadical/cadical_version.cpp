#include "smt/cadical/cadical_version.h"

#include <cadical.hpp>

namespace pendulum::smt {

std::string cadical_version() {
  return CaDiCaL::Solver::version();
}

}  // namespace pendulum::smt
