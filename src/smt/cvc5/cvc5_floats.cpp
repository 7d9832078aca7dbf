#include "smt/cvc5/cvc5_floats.h"

#include <algorithm>
#include <optional>

#include "base/check.h"
#include "term/float_text.h"
#include "term/signature/float_kind.h"
#include "term/signature/kind_info.h"

namespace pendulum::smt {

using term::FloatFormat;
using term::FloatKind;
using term::Kind;
using term::RoundingMode;
using term::Term;

namespace {

/// The change of the sign that an operand consists of, outermost first, and the term below.
struct SignChanges {
  std::vector<cvc5::Kind> operators;
  Term term;
};

SignChanges sign_changes(Term term, FloatFormat format) {
  SignChanges result{{}, term};
  const auto has_constant = [&](const mpz_class& value) {
    return result.term[1].is_value() ? result.term[1].integer_value() == value
                                     : result.term[0].is_value() && result.term[0].integer_value() == value;
  };
  while (true) {
    const Kind kind = result.term.kind();
    if (kind == Kind::BvXor && has_constant(format.sign_bit())) {
      result.operators.push_back(cvc5::Kind::FLOATINGPOINT_NEG);
    } else if (kind == Kind::BvAnd && has_constant(format.sign_bit() - 1)) {
      result.operators.push_back(cvc5::Kind::FLOATINGPOINT_ABS);
    } else {
      return result;
    }
    result.term = result.term[result.term[1].is_value() ? 0 : 1];
  }
}

/// Is the child with this index a number?
bool is_number(Term application, std::size_t child) {
  if (term::sort_rule(application.kind()) == term::SortRule::BitVecToFloat) return false;
  return child > 0 || term::is_float_comparison(application.kind());
}

/// Measured with cvc5 1.0.3. In the format {2, 3}, it adds the smallest number to itself without an effect,
/// and 382 of 528 sums differ from those of Z3 and of term::evaluate; in {5, 3}, conversions of integers
/// differ. In the formats of this list, no difference to the circuits was found.
bool is_reliable(FloatFormat format) {
  static constexpr FloatFormat formats[] = {term::float16, term::bfloat16, term::float32,
                                            term::float64, term::float80,  term::float128};
  return std::ranges::find(formats, format) != std::end(formats);
}

}  // namespace

// Measured with cvc5 1.0.3 on formats with 3 to 8 exponent bits and 2 to 11 significand bits: a conversion
// crashes if the significand loses exactly one bit; if the result has fewer exponents and does not lose at
// least two bits of the significand; and for integers of one bit.
bool Cvc5Floats::supports(Term term) {
  const FloatFormat format = FloatFormat::from_code(term.parameter(0));
  if (!is_reliable(format)) return false;
  const term::SortRule rule = term::sort_rule(term.kind());
  if (rule == term::SortRule::FloatToBitVec) return term.parameter(1) >= 2;
  if (rule == term::SortRule::BitVecToFloat) return term[1].sort().width() >= 2;
  if (rule != term::SortRule::FloatToFloat) return true;
  const FloatFormat result = FloatFormat::from_code(term.parameter(1));
  if (!is_reliable(result)) return false;
  return result.significand_bits + 2 <= format.significand_bits ||
         (result.significand_bits >= format.significand_bits && result.exponent_bits >= format.exponent_bits);
}

/// Extends an integer by one bit if cvc5 1.0.3 would crash: if the magnitude of a signed integer has as many
/// bits as the significand, or an unsigned integer one more.
cvc5::Term Cvc5Floats::integer(Term term, const cvc5::Term& bits) const {
  const bool is_signed = term.kind() == Kind::FloatFromSigned;
  const std::uint32_t precision = FloatFormat::from_code(term.parameter(0)).significand_bits;
  if (term[1].sort().width() != (is_signed ? precision : precision + 1)) return bits;
  const cvc5::Kind kind = is_signed ? cvc5::Kind::BITVECTOR_SIGN_EXTEND : cvc5::Kind::BITVECTOR_ZERO_EXTEND;
  return solver_.mkTerm(solver_.mkOp(kind, {1}), {bits});
}

cvc5::Term Cvc5Floats::bits(const mpz_class& value, std::uint32_t width) const {
  return solver_.mkBitVector(width, value.get_str(), 10);
}

cvc5::Term Cvc5Floats::from_bits(const cvc5::Term& bits, FloatFormat format) const {
  return solver_.mkTerm(solver_.mkOp(cvc5::Kind::FLOATINGPOINT_TO_FP_FROM_IEEE_BV,
                                     {format.exponent_bits, format.significand_bits}),
                        {bits});
}

/// Soundness: to_fp maps all NaNs to one value, and a change of their sign does not change it.
cvc5::Term Cvc5Floats::number(Term term, const cvc5::Term& bits, FloatFormat format) const {
  const SignChanges changes = sign_changes(term, format);
  const auto found = values_.find(changes.term);
  if (found == values_.end() || term::float_result_format(changes.term) != format)
    return from_bits(bits, format);
  cvc5::Term result = found->second;
  for (auto it = changes.operators.rbegin(); it != changes.operators.rend(); ++it)
    result = solver_.mkTerm(*it, {result});
  return result;
}

cvc5::Term Cvc5Floats::rounding_mode(Term mode, const cvc5::Term& mode_bits) const {
  using enum RoundingMode;
  cvc5::Term result = solver_.mkRoundingMode(cvc5::RoundingMode::ROUND_NEAREST_TIES_TO_EVEN);
  const std::pair<RoundingMode, cvc5::RoundingMode> others[] = {
      {TowardZero, cvc5::RoundingMode::ROUND_TOWARD_ZERO},
      {Upward, cvc5::RoundingMode::ROUND_TOWARD_POSITIVE},
      {Downward, cvc5::RoundingMode::ROUND_TOWARD_NEGATIVE},
      {NearestAway, cvc5::RoundingMode::ROUND_NEAREST_TIES_TO_AWAY},
  };
  for (const auto& [direction, constant] : others) {
    const auto number = static_cast<unsigned>(direction);
    const cvc5::Term converted = solver_.mkRoundingMode(constant);
    if (mode.is_value() && mode.integer_value() == number) return converted;
    if (mode.is_value()) continue;
    const cvc5::Term is_this =
        solver_.mkTerm(cvc5::Kind::EQUAL, {mode_bits, bits(number, term::rounding_mode_width)});
    result = solver_.mkTerm(cvc5::Kind::ITE, {is_this, converted, result});
  }
  return result;
}

cvc5::Term Cvc5Floats::result_bits(Term term, const cvc5::Term& value, FloatFormat format) {
  const cvc5::Term result = solver_.mkConst(solver_.mkBitVectorSort(format.width()));
  const cvc5::Term is_value = solver_.mkTerm(cvc5::Kind::EQUAL, {from_bits(result, format), value});
  const cvc5::Term is_nan = solver_.mkTerm(cvc5::Kind::FLOATINGPOINT_IS_NAN, {value});
  const cvc5::Term is_computed =
      solver_.mkTerm(cvc5::Kind::EQUAL, {result, bits(format.computed_nan(), format.width())});
  values_.emplace(term, value);
  definitions_.emplace(
      term, solver_.mkTerm(cvc5::Kind::AND,
                           {is_value, solver_.mkTerm(cvc5::Kind::IMPLIES, {is_nan, is_computed})}));
  return result;
}

/// 2^exponent; infinity if it is too large.
cvc5::Term Cvc5Floats::power_of_two(std::uint32_t exponent, FloatFormat format) const {
  const std::uint32_t bias = (1U << (format.exponent_bits - 1)) - 1;
  const mpz_class encoding =
      exponent > bias ? format.infinity() : mpz_class(mpz_class(exponent + bias) << format.fraction_bits());
  return from_bits(bits(encoding, format.width()), format);
}

/// Soundness: fp.to_sbv and fp.to_ubv are unspecified if the rounded number does not fit; the operator is
/// then 0. The rounded number is compared with the bounds in a format with one more exponent bit, because the
/// largest numbers of a format with few exponents may be rounded to integers that are too large for it.
cvc5::Term Cvc5Floats::to_integer(Term term, const cvc5::Term& mode, const cvc5::Term& number) const {
  const FloatFormat format = FloatFormat::from_code(term.parameter(0));
  const std::uint32_t width = term.parameter(1);
  const bool is_signed = term.kind() == Kind::FloatToSigned;
  const cvc5::Term rounded = solver_.mkTerm(cvc5::Kind::FLOATINGPOINT_RTI, {mode, number});
  const cvc5::Term limit = power_of_two(is_signed ? width - 1 : width, format);
  const cvc5::Term least = is_signed ? solver_.mkTerm(cvc5::Kind::FLOATINGPOINT_NEG, {limit})
                                     : from_bits(bits(0, format.width()), format);
  const cvc5::Term is_infinite = solver_.mkTerm(cvc5::Kind::FLOATINGPOINT_IS_INF, {rounded});
  const cvc5::Term fits =
      solver_.mkTerm(cvc5::Kind::AND, {solver_.mkTerm(cvc5::Kind::FLOATINGPOINT_LEQ, {least, rounded}),
                                       solver_.mkTerm(cvc5::Kind::FLOATINGPOINT_LT, {rounded, limit}),
                                       solver_.mkTerm(cvc5::Kind::NOT, {is_infinite})});
  const cvc5::Kind kind = is_signed ? cvc5::Kind::FLOATINGPOINT_TO_SBV : cvc5::Kind::FLOATINGPOINT_TO_UBV;
  const cvc5::Term converted = solver_.mkTerm(solver_.mkOp(kind, {width}), {mode, number});
  return solver_.mkTerm(cvc5::Kind::ITE, {fits, converted, bits(0, width)});
}

cvc5::Term Cvc5Floats::translate(Term term, const Children& children) {
  is_used_ = true;
  const FloatFormat format = FloatFormat::from_code(term.parameter(0));
  Children c = children;
  for (std::size_t i = 0; i < c.size(); ++i)
    if (is_number(term, i)) c[i] = number(term[i], c[i], format);
  if (!term::is_float_comparison(term.kind())) c[0] = rounding_mode(term[0], c[0]);
  const auto plain = [&](cvc5::Kind kind) { return result_bits(term, solver_.mkTerm(kind, c), format); };
  const auto converted = [&](cvc5::Kind kind, FloatFormat result) {
    const cvc5::Op op = solver_.mkOp(kind, {result.exponent_bits, result.significand_bits});
    return result_bits(term, solver_.mkTerm(op, c), result);
  };
  switch (static_cast<FloatKind>(term.kind())) {
    case FloatKind::FloatAdd:
      return plain(cvc5::Kind::FLOATINGPOINT_ADD);
    case FloatKind::FloatMul:
      return plain(cvc5::Kind::FLOATINGPOINT_MULT);
    case FloatKind::FloatDiv:
      return plain(cvc5::Kind::FLOATINGPOINT_DIV);
    case FloatKind::FloatFma:
      return plain(cvc5::Kind::FLOATINGPOINT_FMA);
    case FloatKind::FloatSqrt:
      return plain(cvc5::Kind::FLOATINGPOINT_SQRT);
    case FloatKind::FloatRound:
      return plain(cvc5::Kind::FLOATINGPOINT_RTI);
    case FloatKind::FloatToFloat:
      return converted(cvc5::Kind::FLOATINGPOINT_TO_FP_FROM_FP, FloatFormat::from_code(term.parameter(1)));
    case FloatKind::FloatFromSigned:
    case FloatKind::FloatFromUnsigned:
      c[1] = integer(term, c[1]);
      return converted(term.kind() == Kind::FloatFromSigned ? cvc5::Kind::FLOATINGPOINT_TO_FP_FROM_SBV
                                                            : cvc5::Kind::FLOATINGPOINT_TO_FP_FROM_UBV,
                       format);
    case FloatKind::FloatToSigned:
    case FloatKind::FloatToUnsigned:
      return to_integer(term, c[0], c[1]);
    case FloatKind::FloatEq:
      return solver_.mkTerm(cvc5::Kind::FLOATINGPOINT_EQ, c);
    case FloatKind::FloatLt:
      return solver_.mkTerm(cvc5::Kind::FLOATINGPOINT_LT, c);
    case FloatKind::FloatLe:
      return solver_.mkTerm(cvc5::Kind::FLOATINGPOINT_LEQ, c);
  }
  PENDULUM_UNREACHABLE();
}

/// An application needs its definition if a path from the root reaches its bits. An operand that number()
/// passes as a value does not need it, but the operands of its own operator may.
Cvc5Floats::Children Cvc5Floats::definitions_for(Term formula) const {
  Children result;
  term::TermSet as_bits, as_value;
  std::vector<Term> stack{formula};
  const auto visit_operands = [&](Term term) {
    for (std::size_t i = 0; i < term.num_children(); ++i) {
      const Term operand = term[i];
      if (term::is_float_operator(term.kind()) && is_number(term, i) && supports(term)) {
        const FloatFormat format = FloatFormat::from_code(term.parameter(0));
        const Term below = sign_changes(operand, format).term;
        if (values_.contains(below) && term::float_result_format(below) == format) {
          if (!as_value.insert(below).second) continue;
          stack.push_back(below);
          continue;
        }
      }
      if (as_bits.insert(operand).second) stack.push_back(operand);
    }
  };
  as_bits.insert(formula);
  while (!stack.empty()) {
    const Term term = stack.back();
    stack.pop_back();
    visit_operands(term);
  }
  std::vector<Term> ordered(as_bits.begin(), as_bits.end());
  std::ranges::sort(ordered);
  for (const Term term : ordered)
    if (const auto found = definitions_.find(term); found != definitions_.end())
      result.push_back(found->second);
  return result;
}

}  // namespace pendulum::smt
