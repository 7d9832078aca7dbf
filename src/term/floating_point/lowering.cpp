#include "term/floating_point/lowering.h"

#include "base/check.h"
#include "term/floating_point/circuits.h"
#include "term/signature/float_kind.h"
#include "term/signature/kind_info.h"
#include "term/traverse.h"

namespace pendulum::term {

namespace {

/// The circuit of the operator of `t` with the operands `c`.
Term circuit(TermManager& terms, Term t, std::span<const Term> c) {
  PENDULUM_CHECK(is_float_operator(t.kind()), "'{}' should be a floating-point operator", name_of(t.kind()));
  PENDULUM_CHECK(c.size() == t.num_children(), "'{}' should have {} operands", name_of(t.kind()),
                 t.num_children());
  const Bits bits(terms);
  const FloatFormat format = FloatFormat::from_code(t.parameter(0));
  switch (static_cast<FloatKind>(t.kind())) {
    case FloatKind::FloatAdd:
      return add_circuit(bits, format, c[0], c[1], c[2]);
    case FloatKind::FloatMul:
      return multiply_circuit(bits, format, c[0], c[1], c[2]);
    case FloatKind::FloatDiv:
      return divide_circuit(bits, format, c[0], c[1], c[2]);
    case FloatKind::FloatFma:
      return fma_circuit(bits, format, c[0], c[1], c[2], c[3]);
    case FloatKind::FloatSqrt:
      return square_root_circuit(bits, format, c[0], c[1]);
    case FloatKind::FloatRound:
      return round_circuit(bits, format, c[0], c[1]);
    case FloatKind::FloatToFloat:
      return convert_circuit(bits, format, FloatFormat::from_code(t.parameter(1)), c[0], c[1]);
    case FloatKind::FloatFromSigned:
      return from_signed_circuit(bits, format, c[0], c[1]);
    case FloatKind::FloatFromUnsigned:
      return from_unsigned_circuit(bits, format, c[0], c[1]);
    case FloatKind::FloatToSigned:
      return to_signed_circuit(bits, format, c[0], c[1], t.parameter(1));
    case FloatKind::FloatToUnsigned:
      return to_unsigned_circuit(bits, format, c[0], c[1], t.parameter(1));
    case FloatKind::FloatEq:
      return equal_circuit(bits, format, c[0], c[1]);
    case FloatKind::FloatLt:
      return less_circuit(bits, format, c[0], c[1]);
    case FloatKind::FloatLe:
      return less_equal_circuit(bits, format, c[0], c[1]);
  }
  PENDULUM_UNREACHABLE();
}

}  // namespace

Term lower_float_operator(TermManager& terms, Term t) {
  return circuit(terms, t, t.children());
}

Term lower_floats(TermManager& terms, Term term) {
  // An application to lowered operands is not built: its simplification may contain other operators.
  Rewriter rewrite(terms, [&](Term original, std::span<const Term> children) {
    return is_float_operator(original.kind()) ? circuit(terms, original, children) : Term();
  });
  return rewrite(term);
}

}  // namespace pendulum::term
