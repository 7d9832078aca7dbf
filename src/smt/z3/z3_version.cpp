#include "smt/z3/z3_version.h"

#include <fmt/core.h>
#include <z3.h>

namespace pendulum::smt {

std::string z3_version() {
  unsigned major = 0, minor = 0, build = 0, revision = 0;
  Z3_get_version(&major, &minor, &build, &revision);
  return fmt::format("{}.{}.{}", major, minor, build);
}

}  // namespace pendulum::smt
