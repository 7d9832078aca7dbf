#include "smt/factory/versions.h"

#include "smt/cadical/cadical_version.h"
#include "smt/cvc5/cvc5_version.h"
#include "smt/z3/z3_version.h"

namespace pendulum::smt {

std::string solver_versions() {
  return "Z3 " + z3_version() + ", cvc5 " + cvc5_version() + ", CaDiCaL " + cadical_version();
}

}  // namespace pendulum::smt
