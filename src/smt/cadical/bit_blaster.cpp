#include "smt/cadical/bit_blaster.h"

#include "base/check.h"

namespace pendulum::smt {

using term::Kind;
using term::Term;

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
    for (const Term child : term.children())
      if (!known_.contains(child)) stack.push_back(child);
    if (stack.size() != size) continue;
    stack.pop_back();
    known_.emplace(term, translate(term));
  }
  return bits(root).front();
}

const Word& BitBlaster::bits_of(Term symbol) const {
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
  Word result(symbol.sort().is_bool() ? 1 : symbol.sort().width());
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
  result.resize(width, fill);
  return result;
}

Word BitBlaster::translate(Term term) {
  const auto a = [&]() -> const Word& { return bits(term[0]); };
  const auto b = [&]() -> const Word& { return bits(term[1]); };
  switch (term.kind()) {
    case Kind::True:
      return {Circuit::truth};
    case Kind::False:
      return {Circuit::falsity};
    case Kind::BitVecValue:
      return constant(term);
    case Kind::Symbol:
      return symbol(term);
    case Kind::Not:
    case Kind::BvNot:
      return negated(term[0]);
    case Kind::And:
      return {circuit_.mk_and(literals(term))};
    case Kind::Or:
      return {circuit_.mk_or(literals(term))};
    case Kind::Eq:
      return {words_.equal(a(), b())};
    case Kind::Ite:
      return words_.ite(a().front(), b(), bits(term[2]));
    case Kind::BvAnd:
      return bitwise(term, &Circuit::mk_and);
    case Kind::BvOr:
      return bitwise(term, &Circuit::mk_or);
    case Kind::Xor:
    case Kind::BvXor:
      return bitwise(term, &Circuit::mk_xor);
    case Kind::BvConcat:
      return concatenated(term[0], term[1]);
    case Kind::BvExtract:
      return {a().begin() + term.parameter(1), a().begin() + term.parameter(0) + 1};
    case Kind::BvZeroExtend:
      return extended(term[0], term.sort().width(), Circuit::falsity);
    case Kind::BvSignExtend:
      return extended(term[0], term.sort().width(), a().back());
    case Kind::BvNeg:
      return words_.negate(a());
    case Kind::BvAdd:
      return words_.add(a(), b());
    case Kind::BvSub:
      return words_.subtract(a(), b());
    case Kind::BvMul:
      return words_.multiply(a(), b());
    case Kind::BvUdiv:
      return words_.unsigned_quotient(a(), b());
    case Kind::BvUrem:
      return words_.unsigned_remainder(a(), b());
    case Kind::BvSdiv:
      return words_.signed_quotient(a(), b());
    case Kind::BvSrem:
      return words_.signed_remainder(a(), b());
    case Kind::BvShl:
      return words_.shift_left(a(), b());
    case Kind::BvLshr:
      return words_.shift_right(a(), b(), Circuit::falsity);
    case Kind::BvAshr:
      return words_.shift_right(a(), b(), a().back());
    case Kind::BvUlt:
      return {words_.unsigned_less(a(), b())};
    case Kind::BvUle:
      return {words_.unsigned_less_equal(a(), b())};
    case Kind::BvSlt:
      return {words_.signed_less(a(), b())};
    case Kind::BvSle:
      return {words_.signed_less_equal(a(), b())};
    case Kind::BvSaddo:
      return {words_.add_overflows(a(), b())};
    case Kind::BvSsubo:
      return {words_.subtract_overflows(a(), b())};
    case Kind::BvSmulo:
      return {words_.multiply_overflows(a(), b())};
    case Kind::IntValue:
    case Kind::RealValue:
    case Kind::Apply:
    case Kind::Add:
    case Kind::Sub:
    case Kind::Mul:
    case Kind::Neg:
    case Kind::Le:
    case Kind::Lt:
    case Kind::IntDiv:
    case Kind::IntMod:
    case Kind::RealDiv:
    case Kind::ToReal:
    case Kind::ToInt:
    case Kind::Bv2Nat:
    case Kind::Int2Bv:
    case Kind::Select:
    case Kind::Store:
    case Kind::ConstArray:
    case Kind::Forall:
    case Kind::Exists:
      break;
  }
  PENDULUM_CHECK(false, "the term should be of bit-vectors, not {}", term::name_of(term.kind()));
  PENDULUM_UNREACHABLE();
}

}  // namespace pendulum::smt
