#include "term/floating_point/lowering.h"

#include "base/check.h"
#include "term/floating_point/circuits.h"
#include "term/signature/float_kind.h"
#include "term/signature/kind_info.h"
#include "term/traverse.h"

namespace pendulum::term {

Term lower_float_operator(TermManager& terms, Term t) {
  PENDULUM_CHECK(is_float_operator(t.kind()), "'{}' should be a floating-point operator", name_of(t.kind()));
  const Bits bits(terms);
  const FloatFormat format = FloatFormat::from_code(t.parameter(0));
  switch (static_cast<FloatKind>(t.kind())) {
    case FloatKind::FloatAdd:
      return add_circuit(bits, format, t[0], t[1], t[2]);
    case FloatKind::FloatMul:
      return multiply_circuit(bits, format, t[0], t[1], t[2]);
    case FloatKind::FloatDiv:
      return divide_circuit(bits, format, t[0], t[1], t[2]);
    case FloatKind::FloatFma:
      return fma_circuit(bits, format, t[0], t[1], t[2], t[3]);
    case FloatKind::FloatSqrt:
      return square_root_circuit(bits, format, t[0], t[1]);
    case FloatKind::FloatRound:
      return round_circuit(bits, format, t[0], t[1]);
    case FloatKind::FloatToFloat:
      return convert_circuit(bits, format, FloatFormat::from_code(t.parameter(1)), t[0], t[1]);
    case FloatKind::FloatFromSigned:
      return from_signed_circuit(bits, format, t[0], t[1]);
    case FloatKind::FloatFromUnsigned:
      return from_unsigned_circuit(bits, format, t[0], t[1]);
    case FloatKind::FloatToSigned:
      return to_signed_circuit(bits, format, t[0], t[1], t.parameter(1));
    case FloatKind::FloatToUnsigned:
      return to_unsigned_circuit(bits, format, t[0], t[1], t.parameter(1));
    case FloatKind::FloatEq:
      return equal_circuit(bits, format, t[0], t[1]);
    case FloatKind::FloatLt:
      return less_circuit(bits, format, t[0], t[1]);
    case FloatKind::FloatLe:
      return less_equal_circuit(bits, format, t[0], t[1]);
  }
  PENDULUM_UNREACHABLE();
}

Term lower_floats(TermManager& terms, Term term) {
  Rewriter rewrite(terms, [&](Term original, std::span<const Term> children) {
    if (!is_float_operator(original.kind())) return Term();
    const Term application = terms.mk_like(original, children);
    // The manager may simplify the application to another term.
    return is_float_operator(application.kind()) ? lower_float_operator(terms, application) : application;
  });
  return rewrite(term);
}

}  // namespace pendulum::term
