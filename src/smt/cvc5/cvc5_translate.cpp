// Translation of terms to cvc5 and of values from cvc5.
//
// Soundness: IntDiv, IntMod and RealDiv by zero are translated to 0, as term::evaluate defines them. In cvc5
// they are unspecified.
#include "smt/cvc5/cvc5_translate.h"

#include <string>

#include "base/check.h"
#include "term/evaluation/evaluate.h"

namespace pendulum::smt {

using term::Kind;
using term::SortKind;
using term::Term;

cvc5::Sort Cvc5Translator::to_cvc5(term::Sort sort) {
  // Recursion is sufficient, because array sorts are nested only a few levels deep.
  const auto found = sorts_.find(sort);
  if (found != sorts_.end()) return found->second;
  const auto make = [&]() -> cvc5::Sort {
    switch (sort.kind()) {
      case SortKind::Bool:
        return solver_.getBooleanSort();
      case SortKind::BitVec:
        return solver_.mkBitVectorSort(sort.width());
      case SortKind::Int:
        return solver_.getIntegerSort();
      case SortKind::Real:
        return solver_.getRealSort();
      case SortKind::Array:
        return solver_.mkArraySort(to_cvc5(sort.index()), to_cvc5(sort.element()));
      case SortKind::Uninterpreted:
        return solver_.mkUninterpretedSort(sort.name());
    }
    PENDULUM_UNREACHABLE();
  };
  return sorts_.emplace(sort, make()).first->second;
}

cvc5::Term Cvc5Translator::to_cvc5(Term root) {
  std::vector<Term> stack{root};
  while (!stack.empty()) {
    const Term term = stack.back();
    if (cache_.contains(term)) {
      stack.pop_back();
      continue;
    }
    const std::size_t size = stack.size();
    for (const Term child : term.children()) {
      if (!cache_.contains(child)) stack.push_back(child);
    }
    if (stack.size() != size) continue;
    stack.pop_back();
    try {
      cache_.emplace(term, translate(term));
    } catch (const cvc5::CVC5ApiException& error) {
      PENDULUM_CHECK(false, "cvc5 should accept the term: {}", error.what());
    }
  }
  return cache_.at(root);
}

cvc5::Term Cvc5Translator::translate(Term term) {
  Children c;
  c.reserve(term.num_children());
  for (const Term child : term.children()) c.push_back(cache_.at(child));
  switch (term.kind()) {
    case Kind::True:
    case Kind::False:
    case Kind::BitVecValue:
    case Kind::IntValue:
    case Kind::RealValue:
    case Kind::Symbol:
      return translate_leaf(term);
    case Kind::Apply:
      c.insert(c.begin(), declare(term.function()));
      return solver_.mkTerm(cvc5::APPLY_UF, c);
    case Kind::Not:
      return solver_.mkTerm(cvc5::NOT, c);
    case Kind::And:
      return solver_.mkTerm(cvc5::AND, c);
    case Kind::Or:
      return solver_.mkTerm(cvc5::OR, c);
    case Kind::Xor:
      return solver_.mkTerm(cvc5::XOR, c);
    case Kind::Eq:
      return solver_.mkTerm(cvc5::EQUAL, c);
    case Kind::Ite:
      return solver_.mkTerm(cvc5::ITE, c);
    case Kind::BvNot:
      return solver_.mkTerm(cvc5::BITVECTOR_NOT, c);
    case Kind::BvNeg:
      return solver_.mkTerm(cvc5::BITVECTOR_NEG, c);
    case Kind::BvAnd:
      return solver_.mkTerm(cvc5::BITVECTOR_AND, c);
    case Kind::BvOr:
      return solver_.mkTerm(cvc5::BITVECTOR_OR, c);
    case Kind::BvXor:
      return solver_.mkTerm(cvc5::BITVECTOR_XOR, c);
    case Kind::BvAdd:
      return solver_.mkTerm(cvc5::BITVECTOR_ADD, c);
    case Kind::BvSub:
      return solver_.mkTerm(cvc5::BITVECTOR_SUB, c);
    case Kind::BvMul:
      return solver_.mkTerm(cvc5::BITVECTOR_MULT, c);
    case Kind::BvUdiv:
      return solver_.mkTerm(cvc5::BITVECTOR_UDIV, c);
    case Kind::BvUrem:
      return solver_.mkTerm(cvc5::BITVECTOR_UREM, c);
    case Kind::BvSdiv:
      return solver_.mkTerm(cvc5::BITVECTOR_SDIV, c);
    case Kind::BvSrem:
      return solver_.mkTerm(cvc5::BITVECTOR_SREM, c);
    case Kind::BvShl:
      return solver_.mkTerm(cvc5::BITVECTOR_SHL, c);
    case Kind::BvLshr:
      return solver_.mkTerm(cvc5::BITVECTOR_LSHR, c);
    case Kind::BvAshr:
      return solver_.mkTerm(cvc5::BITVECTOR_ASHR, c);
    case Kind::BvUlt:
      return solver_.mkTerm(cvc5::BITVECTOR_ULT, c);
    case Kind::BvUle:
      return solver_.mkTerm(cvc5::BITVECTOR_ULE, c);
    case Kind::BvSlt:
      return solver_.mkTerm(cvc5::BITVECTOR_SLT, c);
    case Kind::BvSle:
      return solver_.mkTerm(cvc5::BITVECTOR_SLE, c);
    case Kind::BvConcat:
      return solver_.mkTerm(cvc5::BITVECTOR_CONCAT, c);
    case Kind::BvSaddo:
      return solver_.mkTerm(cvc5::BITVECTOR_SADDO, c);
    case Kind::BvSsubo:
      return solver_.mkTerm(cvc5::BITVECTOR_SSUBO, c);
    case Kind::BvSmulo:
      return solver_.mkTerm(cvc5::BITVECTOR_SMULO, c);
    case Kind::Add:
      return solver_.mkTerm(cvc5::ADD, c);
    case Kind::Sub:
      return solver_.mkTerm(cvc5::SUB, c);
    case Kind::Mul:
      return solver_.mkTerm(cvc5::MULT, c);
    case Kind::Neg:
      return solver_.mkTerm(cvc5::NEG, c);
    case Kind::Le:
      return solver_.mkTerm(cvc5::LEQ, c);
    case Kind::Lt:
      return solver_.mkTerm(cvc5::LT, c);
    case Kind::ToReal:
      return solver_.mkTerm(cvc5::TO_REAL, c);
    case Kind::ToInt:
      return solver_.mkTerm(cvc5::TO_INTEGER, c);
    case Kind::Bv2Nat:
      return solver_.mkTerm(cvc5::BITVECTOR_TO_NAT, c);
    case Kind::Select:
      return solver_.mkTerm(cvc5::SELECT, c);
    case Kind::Store:
      return solver_.mkTerm(cvc5::STORE, c);
    case Kind::BvExtract:
    case Kind::BvZeroExtend:
    case Kind::BvSignExtend:
    case Kind::Int2Bv:
      return translate_indexed(term, c);
    case Kind::IntDiv:
      return zero_if_by_zero(term, solver_.mkTerm(cvc5::INTS_DIVISION, c));
    case Kind::IntMod:
      return zero_if_by_zero(term, solver_.mkTerm(cvc5::INTS_MODULUS, c));
    case Kind::RealDiv:
      return zero_if_by_zero(term, solver_.mkTerm(cvc5::DIVISION, c));
    case Kind::ConstArray:
      return solver_.mkConstArray(to_cvc5(term.sort()), c[0]);
    case Kind::Forall:
    case Kind::Exists:
      return translate_quantifier(term, c);
  }
  PENDULUM_UNREACHABLE();
}

cvc5::Term Cvc5Translator::translate_leaf(Term term) {
  if (term.is_symbol()) return solver_.mkConst(to_cvc5(term.sort()), term.name());
  if (term.kind() == Kind::BitVecValue) {
    return solver_.mkBitVector(term.sort().width(), term.integer_value().get_str(), 10);
  }
  if (term.kind() == Kind::IntValue) return solver_.mkInteger(term.integer_value().get_str());
  if (term.kind() == Kind::RealValue) return solver_.mkReal(term.rational_value().get_str());
  return solver_.mkBoolean(term.is_true());
}

cvc5::Term Cvc5Translator::translate_indexed(Term term, const Children& children) {
  const auto apply = [&](cvc5::Kind kind, const std::vector<std::uint32_t>& indices) {
    return solver_.mkTerm(solver_.mkOp(kind, indices), children);
  };
  if (term.kind() == Kind::BvExtract) {
    return apply(cvc5::BITVECTOR_EXTRACT, {term.parameter(0), term.parameter(1)});
  }
  if (term.kind() == Kind::BvZeroExtend) return apply(cvc5::BITVECTOR_ZERO_EXTEND, {term.parameter(0)});
  if (term.kind() == Kind::BvSignExtend) return apply(cvc5::BITVECTOR_SIGN_EXTEND, {term.parameter(0)});
  PENDULUM_CHECK(term.kind() == Kind::Int2Bv, "the operator should have indices");
  return apply(cvc5::INT_TO_BITVECTOR, {term.parameter(0)});
}

cvc5::Term Cvc5Translator::zero_if_by_zero(Term term, const cvc5::Term& quotient) {
  const Term divisor = term.child(1);
  const bool is_int = divisor.sort().is_int();
  if (divisor.is_value() && (is_int ? divisor.integer_value() != 0 : divisor.rational_value() != 0)) {
    return quotient;
  }
  const cvc5::Term zero = is_int ? solver_.mkInteger(0) : solver_.mkReal(0);
  return solver_.mkTerm(cvc5::ITE, {solver_.mkTerm(cvc5::EQUAL, {cache_.at(divisor), zero}), zero, quotient});
}

// cvc5 quantifies over variables and not over constants, so the constants are replaced by variables.
cvc5::Term Cvc5Translator::translate_quantifier(Term term, const Children& children) {
  const Children constants(children.begin(), children.end() - 1);
  Children variables;
  for (const cvc5::Term& constant : constants) variables.push_back(solver_.mkVar(constant.getSort()));
  return solver_.mkTerm(
      term.kind() == Kind::Forall ? cvc5::FORALL : cvc5::EXISTS,
      {solver_.mkTerm(cvc5::VARIABLE_LIST, variables), children.back().substitute(constants, variables)});
}

cvc5::Term Cvc5Translator::declare(const term::Function& function) {
  const auto found = functions_.find(&function);
  if (found != functions_.end()) return found->second;
  std::vector<cvc5::Sort> domain;
  for (const term::Sort sort : function.domain) domain.push_back(to_cvc5(sort));
  const cvc5::Term symbol =
      solver_.mkConst(solver_.mkFunctionSort(domain, to_cvc5(function.range)), function.name);
  return functions_.emplace(&function, symbol).first->second;
}

Term Cvc5Translator::value_from_cvc5(const cvc5::Term& value, term::Sort sort) {
  switch (sort.kind()) {
    case SortKind::Bool:
      return value.isBooleanValue() ? manager_.mk_bool(value.getBooleanValue()) : Term();
    case SortKind::BitVec:
      if (!value.isBitVectorValue()) return {};
      return manager_.mk_bv(mpz_class(value.getBitVectorValue(10)), sort.width());
    case SortKind::Int:
      return value.isIntegerValue() ? manager_.mk_int(mpz_class(value.getIntegerValue())) : Term();
    case SortKind::Real: {
      if (!value.isRealValue()) return {};
      std::string text = value.getRealValue();  // "3/2"; some versions write "3.0" for integers
      if (text.ends_with(".0")) text.resize(text.size() - 2);
      mpq_class number(text);
      number.canonicalize();
      return manager_.mk_real(number);
    }
    case SortKind::Array:
      return array_from_cvc5(value, sort);
    case SortKind::Uninterpreted:
      return {};
  }
  PENDULUM_UNREACHABLE();
}

Term Cvc5Translator::array_from_cvc5(const cvc5::Term& value, term::Sort sort) {
  std::vector<cvc5::Term> stores;  // outermost first
  cvc5::Term rest = value;
  for (; rest.getKind() == cvc5::STORE; rest = rest[0]) stores.push_back(rest);
  if (!rest.isConstArray()) return {};
  const Term base = value_from_cvc5(rest.getConstArrayBase(), sort.element());
  if (!base) return {};
  Term array = manager_.mk_const_array(sort, base);
  for (auto store = stores.rbegin(); store != stores.rend(); ++store) {
    const Term index = value_from_cvc5((*store)[1], sort.index());
    const Term element = value_from_cvc5((*store)[2], sort.element());
    if (!index || !element) return {};
    array = manager_.mk_store(array, index, element);
  }
  return term::normalize_array_value(manager_, array);
}

}  // namespace pendulum::smt
