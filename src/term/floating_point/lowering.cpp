#include "term/floating_point/lowering.h"

#include "base/check.h"
#include "base/error.h"
#include "term/signature/kind_info.h"
#include "term/traverse.h"

namespace pendulum::term {

Term lower_float_operator(TermManager&, Term application) {
  PENDULUM_CHECK(is_float_operator(application.kind()), "'{}' should be a floating-point operator",
                 name_of(application.kind()));
  PENDULUM_UNREACHABLE();
}

Term lower_floats(TermManager&, Term term) {
  return term;
}

}  // namespace pendulum::term
