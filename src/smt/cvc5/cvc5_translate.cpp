// Translation of terms to cvc5 and of values from cvc5.
//
// Soundness: IntDiv, IntMod and RealDiv by zero are translated to 0, as term::evaluate defines them. In cvc5
// they are unspecified.
#include "smt/cvc5/cvc5_translate.h"

#include <string>

#include "base/check.h"
#include "term/evaluation/evaluate.h"
#include "term/floating_point/lowering.h"
#include "term/signature/kind_info.h"

namespace pendulum::smt {

using term::Kind;
using term::SortKind;
using term::Term;

namespace {

constexpr term::KindMap<cvc5::Kind> cvc5_kinds(
    {
        {Kind::Apply, cvc5::Kind::APPLY_UF},
        {Kind::Not, cvc5::Kind::NOT},
        {Kind::And, cvc5::Kind::AND},
        {Kind::Or, cvc5::Kind::OR},
        {Kind::Eq, cvc5::Kind::EQUAL},
        {Kind::Ite, cvc5::Kind::ITE},
        {Kind::BvNot, cvc5::Kind::BITVECTOR_NOT},
        {Kind::BvNeg, cvc5::Kind::BITVECTOR_NEG},
        {Kind::BvAnd, cvc5::Kind::BITVECTOR_AND},
        {Kind::BvOr, cvc5::Kind::BITVECTOR_OR},
        {Kind::BvXor, cvc5::Kind::BITVECTOR_XOR},
        {Kind::BvAdd, cvc5::Kind::BITVECTOR_ADD},
        {Kind::BvSub, cvc5::Kind::BITVECTOR_SUB},
        {Kind::BvMul, cvc5::Kind::BITVECTOR_MULT},
        {Kind::BvUdiv, cvc5::Kind::BITVECTOR_UDIV},
        {Kind::BvUrem, cvc5::Kind::BITVECTOR_UREM},
        {Kind::BvSdiv, cvc5::Kind::BITVECTOR_SDIV},
        {Kind::BvSrem, cvc5::Kind::BITVECTOR_SREM},
        {Kind::BvShl, cvc5::Kind::BITVECTOR_SHL},
        {Kind::BvLshr, cvc5::Kind::BITVECTOR_LSHR},
        {Kind::BvAshr, cvc5::Kind::BITVECTOR_ASHR},
        {Kind::BvUlt, cvc5::Kind::BITVECTOR_ULT},
        {Kind::BvUle, cvc5::Kind::BITVECTOR_ULE},
        {Kind::BvSlt, cvc5::Kind::BITVECTOR_SLT},
        {Kind::BvSle, cvc5::Kind::BITVECTOR_SLE},
        {Kind::BvConcat, cvc5::Kind::BITVECTOR_CONCAT},
        {Kind::BvExtract, cvc5::Kind::BITVECTOR_EXTRACT},
        {Kind::BvZeroExtend, cvc5::Kind::BITVECTOR_ZERO_EXTEND},
        {Kind::BvSignExtend, cvc5::Kind::BITVECTOR_SIGN_EXTEND},
        {Kind::BvSaddo, cvc5::Kind::BITVECTOR_SADDO},
        {Kind::BvSsubo, cvc5::Kind::BITVECTOR_SSUBO},
        {Kind::BvSmulo, cvc5::Kind::BITVECTOR_SMULO},
        {Kind::Add, cvc5::Kind::ADD},
        {Kind::Mul, cvc5::Kind::MULT},
        {Kind::Le, cvc5::Kind::LEQ},
        {Kind::Lt, cvc5::Kind::LT},
        {Kind::IntDiv, cvc5::Kind::INTS_DIVISION},
        {Kind::IntMod, cvc5::Kind::INTS_MODULUS},
        {Kind::RealDiv, cvc5::Kind::DIVISION},
        {Kind::ToReal, cvc5::Kind::TO_REAL},
        {Kind::ToInt, cvc5::Kind::TO_INTEGER},
        {Kind::Bv2Nat, cvc5::Kind::BITVECTOR_TO_NAT},
        {Kind::Int2Bv, cvc5::Kind::INT_TO_BITVECTOR},
        {Kind::Select, cvc5::Kind::SELECT},
        {Kind::Store, cvc5::Kind::STORE},
        {Kind::Forall, cvc5::Kind::FORALL},
        {Kind::Exists, cvc5::Kind::EXISTS},
    },
    cvc5::Kind::NULL_TERM);

std::vector<std::uint32_t> parameters(Term term) {
  std::vector<std::uint32_t> result;
  for (std::size_t i = 0; i < term::num_parameters(term.kind()); ++i) result.push_back(term.parameter(i));
  return result;
}

}  // namespace

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
    for (const Term operand : operands(term)) {
      if (!cache_.contains(operand)) stack.push_back(operand);
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

// A quantifier may bind variables on which an operator depends, but definitions are not below quantifiers.
// The operators of such formulas are lowered.
cvc5::Term Cvc5Translator::formula_to_cvc5(Term formula) {
  if (formula.has_quantifier()) return to_cvc5(term::lower_floats(manager_, formula));
  const cvc5::Term translated = to_cvc5(formula);
  if (!floats_.is_used()) return translated;
  Children conjuncts = floats_.definitions_for(formula);
  if (conjuncts.empty()) return translated;
  conjuncts.insert(conjuncts.begin(), translated);
  return solver_.mkTerm(cvc5::Kind::AND, conjuncts);
}

bool Cvc5Translator::is_lowered(Term term) const {
  if (!term::is_float_operator(term.kind())) return false;
  return float_translation_ == FloatTranslation::Circuits || !Cvc5Floats::supports(term);
}

std::span<const Term> Cvc5Translator::operands(const Term& term) {
  if (!is_lowered(term)) return term.children();
  const auto [it, is_new] = lowered_.try_emplace(term);
  if (is_new) it->second = term::lower_float_operator(manager_, term);
  return {&it->second, 1};
}

cvc5::Term Cvc5Translator::translate(Term term) {
  if (is_lowered(term)) return cache_.at(lowered_.at(term));
  Children c;
  c.reserve(term.num_children());
  for (const Term child : term.children()) c.push_back(cache_.at(child));
  const Kind kind = term.kind();
  if (term.is_value() || term.is_symbol()) return translate_leaf(term);
  if (term::is_quantifier(kind)) return translate_quantifier(term, c);
  if (kind == Kind::ConstArray) return solver_.mkConstArray(to_cvc5(term.sort()), c[0]);
  if (term::is_float_operator(kind)) return floats_.translate(term, c);
  if (kind == Kind::Apply) c.insert(c.begin(), declare(term.function()));
  PENDULUM_CHECK(cvc5_kinds[kind] != cvc5::Kind::NULL_TERM, "cvc5 should have an operator for '{}'",
                 term::name_of(kind));
  if (term::is_indexed(kind)) return solver_.mkTerm(solver_.mkOp(cvc5_kinds[kind], parameters(term)), c);
  const cvc5::Term result = solver_.mkTerm(cvc5_kinds[kind], c);
  return term::is_arithmetic_division(kind) ? zero_if_by_zero(term, result) : result;
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

cvc5::Term Cvc5Translator::zero_if_by_zero(Term term, const cvc5::Term& quotient) {
  PENDULUM_CHECK(term::is_arithmetic_division(term.kind()), "'{}' should be a division",
                 term::name_of(term.kind()));
  const Term divisor = term.child(1);
  const bool is_int = divisor.sort().is_int();
  if (divisor.is_value() && (is_int ? divisor.integer_value() != 0 : divisor.rational_value() != 0)) {
    return quotient;
  }
  const cvc5::Term zero = is_int ? solver_.mkInteger(0) : solver_.mkReal(0);
  return solver_.mkTerm(cvc5::Kind::ITE,
                        {solver_.mkTerm(cvc5::Kind::EQUAL, {cache_.at(divisor), zero}), zero, quotient});
}

// cvc5 quantifies over variables and not over constants, so the constants are replaced by variables.
cvc5::Term Cvc5Translator::translate_quantifier(Term term, const Children& children) {
  const Children constants(children.begin(), children.end() - 1);
  Children variables;
  for (const cvc5::Term& constant : constants) variables.push_back(solver_.mkVar(constant.getSort()));
  return solver_.mkTerm(cvc5_kinds[term.kind()], {solver_.mkTerm(cvc5::Kind::VARIABLE_LIST, variables),
                                                  children.back().substitute(constants, variables)});
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
  for (; rest.getKind() == cvc5::Kind::STORE; rest = rest[0]) stores.push_back(rest);
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
