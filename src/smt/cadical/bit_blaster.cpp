#include "smt/cadical/bit_blaster.h"

#include "base/check.h"
#include "term/floating_point/lowering.h"
#include "term/signature/kind_info.h"

namespace pendulum::smt {

using term::Kind;
using term::Term;
using term::WordKind;

namespace {

std::size_t width_of(term::Sort sort) {
  return sort.is_bool() ? 1 : sort.width();
}

}  // namespace

Literal BitBlaster::blast(Term root) {
  PENDULUM_CHECK(root.sort().is_bool(), "the root should be Bool");
  std::vector<Term> stack{root};
  while (!stack.empty()) {
    const Term term = stack.back();
    if (known_.contains(term)) {
      stack.pop_back();
      continue;
    }
    const std::size_t size = stack.size();
    for (const Term operand : operands(term))
      if (!known_.contains(operand)) stack.push_back(operand);
    if (stack.size() != size) continue;
    stack.pop_back();
    Word translated = translate(term);
    PENDULUM_CHECK(translated.size() == width_of(term.sort()), "'{}' should have {} literals, not {}",
                   term::name_of(term.kind()), width_of(term.sort()), translated.size());
    known_.emplace(term, std::move(translated));
  }
  return bits(root).front();
}

std::span<const Term> BitBlaster::operands(const Term& term) {
  if (!term::is_float_operator(term.kind())) return term.children();
  const auto [it, is_new] = lowered_.try_emplace(term);
  if (is_new) it->second = term::lower_float_operator(terms_, term);
  return {&it->second, 1};
}

const Word& BitBlaster::bits_of(Term symbol) const {
  PENDULUM_CHECK(symbol.is_symbol(), "bits_of should be called only for symbols");
  static const Word none;
  const auto found = known_.find(symbol);
  return found == known_.end() ? none : found->second;
}

Word BitBlaster::constant(Term value) const {
  Word result(value.sort().width());
  for (std::size_t i = 0; i < result.size(); ++i)
    result[i] = Circuit::constant(mpz_tstbit(value.integer_value().get_mpz_t(), i) != 0);
  return result;
}

Word BitBlaster::symbol(Term symbol) {
  PENDULUM_CHECK(symbol.sort().is_bool() || symbol.sort().is_bitvec(), "{} should be Bool or a bit-vector",
                 symbol.name());
  Word result(width_of(symbol.sort()));
  for (Literal& bit : result) bit = circuit_.fresh();
  return result;
}

std::vector<Literal> BitBlaster::literals(Term term) const {
  std::vector<Literal> result;
  result.reserve(term.num_children());
  for (const Term child : term.children()) result.push_back(bits(child).front());
  return result;
}

Word BitBlaster::bitwise(Term term, Literal (Circuit::*gate)(Literal, Literal)) {
  Word result = bits(term[0]);
  const Word& other = bits(term[1]);
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = (circuit_.*gate)(result[i], other[i]);
  return result;
}

Word BitBlaster::negated(Term term) const {
  Word result = bits(term);
  for (Literal& bit : result) bit = -bit;
  return result;
}

Word BitBlaster::concatenated(Term high, Term low) const {
  Word result = bits(low);
  result.insert(result.end(), bits(high).begin(), bits(high).end());
  return result;
}

Word BitBlaster::extended(Term term, std::size_t width, Literal fill) const {
  Word result = bits(term);
  PENDULUM_CHECK(result.size() <= width, "an extension to {} bits should not have {} bits before", width,
                 result.size());
  result.resize(width, fill);
  return result;
}

Word BitBlaster::translate(Term term) {
  const auto a = [&]() -> const Word& { return bits(term[0]); };
  const auto b = [&]() -> const Word& { return bits(term[1]); };
  if (term.is_true() || term.is_false()) return {Circuit::constant(term.is_true())};
  if (term.kind() == Kind::BitVecValue) return constant(term);
  if (term.is_symbol()) return symbol(term);
  if (term::is_float_operator(term.kind())) return bits(lowered_.at(term));
  PENDULUM_CHECK(term::is_core(term.kind()) || term::is_bitvec_operator(term.kind()),
                 "the term should contain only Booleans and bit-vectors, not {}", term::name_of(term.kind()));
  switch (static_cast<WordKind>(term.kind())) {
    case WordKind::Not:
    case WordKind::BvNot:
      return negated(term[0]);
    case WordKind::And:
      return {circuit_.mk_and(literals(term))};
    case WordKind::Or:
      return {circuit_.mk_or(literals(term))};
    case WordKind::Eq:
      return {words_.equal(a(), b())};
    case WordKind::Ite:
      return words_.ite(a().front(), b(), bits(term[2]));
    case WordKind::BvAnd:
      return bitwise(term, &Circuit::mk_and);
    case WordKind::BvOr:
      return bitwise(term, &Circuit::mk_or);
    case WordKind::BvXor:
      return bitwise(term, &Circuit::mk_xor);
    case WordKind::BvConcat:
      return concatenated(term[0], term[1]);
    case WordKind::BvExtract:
      return {a().begin() + term.parameter(1), a().begin() + term.parameter(0) + 1};
    case WordKind::BvZeroExtend:
      return extended(term[0], term.sort().width(), Circuit::falsity);
    case WordKind::BvSignExtend:
      return extended(term[0], term.sort().width(), a().back());
    case WordKind::BvNeg:
      return words_.negate(a());
    case WordKind::BvAdd:
      return words_.add(a(), b());
    case WordKind::BvSub:
      return words_.subtract(a(), b());
    case WordKind::BvMul:
      return words_.multiply(a(), b());
    case WordKind::BvUdiv:
      return words_.unsigned_quotient(a(), b());
    case WordKind::BvUrem:
      return words_.unsigned_remainder(a(), b());
    case WordKind::BvSdiv:
      return words_.signed_quotient(a(), b());
    case WordKind::BvSrem:
      return words_.signed_remainder(a(), b());
    case WordKind::BvShl:
      return words_.shift_left(a(), b());
    case WordKind::BvLshr:
      return words_.shift_right(a(), b(), Circuit::falsity);
    case WordKind::BvAshr:
      return words_.shift_right(a(), b(), a().back());
    case WordKind::BvUlt:
      return {words_.unsigned_less(a(), b())};
    case WordKind::BvUle:
      return {words_.unsigned_less_equal(a(), b())};
    case WordKind::BvSlt:
      return {words_.signed_less(a(), b())};
    case WordKind::BvSle:
      return {words_.signed_less_equal(a(), b())};
    case WordKind::BvSaddo:
      return {words_.add_overflows(a(), b())};
    case WordKind::BvSsubo:
      return {words_.subtract_overflows(a(), b())};
    case WordKind::BvSmulo:
      return {words_.multiply_overflows(a(), b())};
  }
  PENDULUM_UNREACHABLE();
}

}  // namespace pendulum::smt
