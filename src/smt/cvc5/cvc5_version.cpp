#include "smt/cvc5/cvc5_version.h"

#include <cvc5/cvc5.h>

namespace pendulum::smt {

std::string cvc5_version() {
  return cvc5::Solver().getVersion();
}

}  // namespace pendulum::smt
