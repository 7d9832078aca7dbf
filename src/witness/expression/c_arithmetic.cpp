#include "witness/expression/c_arithmetic.h"

#include <algorithm>
#include <utility>

#include "base/check.h"

namespace pendulum::witness {

namespace {

using term::Kind;
using term::Term;

/// Width of `int` in all supported data models.
constexpr unsigned int_bits = 32;

/// Has the term of the value the sort that its type requires?
bool is_typed(const CValue& value) {
  const term::Sort sort = value.term.sort();
  return sort.is_bool() || (sort.is_bitvec() && sort.width() == value.type.bits);
}

Kind kind_of(std::string_view operation, bool is_signed) {
  if (operation == "+") return Kind::BvAdd;
  if (operation == "-") return Kind::BvSub;
  if (operation == "*") return Kind::BvMul;
  if (operation == "/") return is_signed ? Kind::BvSdiv : Kind::BvUdiv;
  if (operation == "%") return is_signed ? Kind::BvSrem : Kind::BvUrem;
  if (operation == "&") return Kind::BvAnd;
  if (operation == "|") return Kind::BvOr;
  PENDULUM_CHECK(operation == "^", "{} should be a binary operator of C", operation);
  return Kind::BvXor;
}

}  // namespace

Term CArithmetic::condition(const CValue& value) const {
  return terms_.mk_and(is_defined(value), truth(value));
}

Term CArithmetic::is_defined(const CValue& value) const {
  PENDULUM_CHECK(!value.defined || value.defined.sort().is_bool(),
                 "the condition of defined behaviour should have sort Bool");
  return value.defined ? value.defined : terms_.mk_true();
}

/// The condition under which both operands and the operation on them are defined.
Term CArithmetic::all_defined(const CValue& a, const CValue& b, Term operation) const {
  return terms_.mk_and(terms_.mk_and(is_defined(a), is_defined(b)), operation);
}

/// The least value of a signed type.
Term CArithmetic::least(CType type) const {
  PENDULUM_CHECK(type.is_signed, "the type of {} bits should be signed", type.bits);
  return terms_.mk_bv(mpz_class(1) << (type.bits - 1), type.bits);
}

Term CArithmetic::truth(const CValue& value) const {
  PENDULUM_CHECK(is_typed(value), "a value of sort {} should have the {} bits of its type",
                 value.term.sort().to_string(), value.type.bits);
  if (value.term.sort().is_bool()) return value.term;
  return terms_.mk_distinct(value.term, terms_.mk_bv(0, value.type.bits));
}

CValue CArithmetic::converted(const CValue& value, CType type) const {
  PENDULUM_CHECK(!type.is_bool, "conversions to _Bool should compare with zero");
  PENDULUM_CHECK(is_typed(value), "a value of sort {} should have the {} bits of its type",
                 value.term.sort().to_string(), value.type.bits);
  if (value.term.sort().is_bool())
    return {terms_.mk_ite(value.term, terms_.mk_bv(1, type.bits), terms_.mk_bv(0, type.bits)), type,
            value.defined};
  const unsigned from = value.type.bits;
  if (type.bits < from) return {terms_.mk_extract(value.term, type.bits - 1, 0), type, value.defined};
  if (type.bits == from) return {value.term, type, value.defined};
  return {value.type.is_signed ? terms_.mk_sign_extend(value.term, type.bits - from)
                               : terms_.mk_zero_extend(value.term, type.bits - from),
          type, value.defined};
}

CValue CArithmetic::converted_to_bool(const CValue& value) const {
  return {truth(value), {}, value.defined};
}

CValue CArithmetic::promoted(const CValue& value) const {
  return value.term.sort().is_bool() || value.type.bits < int_bits ? converted(value, {int_bits, true})
                                                                   : value;
}

CValue CArithmetic::logical_not(const CValue& value) const {
  return {terms_.mk_not(truth(value)), {}, value.defined};
}

CValue CArithmetic::negated(const CValue& operand) const {
  const CValue value = promoted(operand);
  const Term fits =
      value.type.is_signed ? terms_.mk_distinct(value.term, least(value.type)) : terms_.mk_true();
  return {terms_.mk_bvneg(value.term), value.type, terms_.mk_and(is_defined(value), fits)};
}

CValue CArithmetic::complement(const CValue& operand) const {
  const CValue value = promoted(operand);
  return {terms_.mk_bvnot(value.term), value.type, value.defined};
}

CValue CArithmetic::choice(const CValue& condition, CValue yes, CValue no) const {
  const Term is_true = truth(condition);
  balance(yes, no);
  const Term branch = terms_.mk_ite(is_true, is_defined(yes), is_defined(no));
  return {terms_.mk_ite(is_true, yes.term, no.term), yes.type, terms_.mk_and(is_defined(condition), branch)};
}

/// Usual arithmetic conversions, C17 6.3.1.8.
void CArithmetic::balance(CValue& a, CValue& b) const {
  a = promoted(a);
  b = promoted(b);
  CType type;
  type.bits = std::max(a.type.bits, b.type.bits);
  type.is_signed =
      (a.type.bits < type.bits || a.type.is_signed) && (b.type.bits < type.bits || b.type.is_signed);
  a = converted(a, type);
  b = converted(b, type);
  PENDULUM_CHECK(a.term.sort() == b.term.sort(), "balanced operands should have one sort");
}

CValue CArithmetic::apply(std::string_view operation, CValue a, CValue b) const {
  // The right operand is evaluated only if the left one does not determine the result (C17 6.5.13, 6.5.14).
  if (operation == "&&")
    return {terms_.mk_and(truth(a), truth(b)),
            {},
            terms_.mk_and(is_defined(a), terms_.mk_or(terms_.mk_not(truth(a)), is_defined(b)))};
  if (operation == "||")
    return {terms_.mk_or(truth(a), truth(b)),
            {},
            terms_.mk_and(is_defined(a), terms_.mk_or(truth(a), is_defined(b)))};
  if (operation == "<<" || operation == ">>") return shift(operation, promoted(a), promoted(b));
  balance(a, b);
  if (const auto compared = comparison(operation, a, b))
    return {*compared, {}, all_defined(a, b, terms_.mk_true())};
  return {terms_.mk_bv_binary(kind_of(operation, a.type.is_signed), a.term, b.term), a.type,
          all_defined(a, b, has_result(operation, a, b))};
}

std::optional<Term> CArithmetic::comparison(std::string_view operation, CValue a, CValue b) const {
  if (operation == "==") return terms_.mk_eq(a.term, b.term);
  if (operation == "!=") return terms_.mk_distinct(a.term, b.term);
  if (operation == ">" || operation == ">=") std::swap(a, b);
  if (operation == "<" || operation == ">")
    return terms_.mk_bv_binary(a.type.is_signed ? Kind::BvSlt : Kind::BvUlt, a.term, b.term);
  if (operation == "<=" || operation == ">=")
    return terms_.mk_bv_binary(a.type.is_signed ? Kind::BvSle : Kind::BvUle, a.term, b.term);
  return std::nullopt;
}

/// The condition that excludes signed overflow and division by zero (C17 6.5p5 and 6.5.5p5).
Term CArithmetic::has_result(std::string_view operation, const CValue& a, const CValue& b) const {
  const bool is_signed = a.type.is_signed;
  if (operation == "/" || operation == "%") {
    const Term divides = terms_.mk_distinct(b.term, terms_.mk_bv(0, b.type.bits));
    if (!is_signed) return divides;
    const Term overflows = terms_.mk_and(terms_.mk_eq(a.term, least(a.type)),
                                         terms_.mk_eq(b.term, terms_.mk_bv(-1, b.type.bits)));
    return terms_.mk_and(divides, terms_.mk_not(overflows));
  }
  if (!is_signed) return terms_.mk_true();
  if (operation == "+") return terms_.mk_not(terms_.mk_bv_binary(Kind::BvSaddo, a.term, b.term));
  if (operation == "-") return terms_.mk_not(terms_.mk_bv_binary(Kind::BvSsubo, a.term, b.term));
  if (operation == "*") return terms_.mk_not(terms_.mk_bv_binary(Kind::BvSmulo, a.term, b.term));
  return terms_.mk_true();
}

CValue CArithmetic::shift(std::string_view operation, const CValue& a, const CValue& b) const {
  PENDULUM_CHECK(a.type.bits >= int_bits && b.type.bits >= int_bits,
                 "the operands of a shift should be promoted");
  const Term amount = converted(b, a.type).term;
  const Kind right = a.type.is_signed ? Kind::BvAshr : Kind::BvLshr;
  const Term result = terms_.mk_bv_binary(operation == "<<" ? Kind::BvShl : right, a.term, amount);
  // C17 6.5.7p3: the amount is at least 0 and less than the width. One unsigned comparison checks both.
  Term has_value = terms_.mk_bv_binary(Kind::BvUlt, b.term, terms_.mk_bv(a.type.bits, b.type.bits));
  // C17 6.5.7p4: a left shift of a signed number must not lose a bit.
  if (operation == "<<" && a.type.is_signed) {
    const Term zero = terms_.mk_bv(0, a.type.bits);
    const Term back = terms_.mk_bv_binary(Kind::BvAshr, result, amount);
    has_value = terms_.mk_and(terms_.mk_and(has_value, terms_.mk_eq(back, a.term)),
                              terms_.mk_bv_binary(Kind::BvSle, zero, result));
  }
  return {result, a.type, all_defined(a, b, has_value)};
}

}  // namespace pendulum::witness
