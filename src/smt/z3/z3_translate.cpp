// Translates terms to Z3 expressions; z3_read.cpp contains the inverse translation.
//
// Soundness: IntDiv, IntMod and RealDiv by zero are translated to 0, as term::evaluate defines them. In Z3
// they are unspecified, and a model that depends on Z3's choice would not be a model of the terms.
#include "smt/z3/z3_translate.h"

#include <algorithm>
#include <string>

#include "base/check.h"

namespace pendulum::smt {

using term::Kind;
using term::SortKind;
using term::Term;

Z3Environment::Z3Environment(term::TermManager& manager) : manager_(manager) {}

Z3Environment::~Z3Environment() {
  for (const Z3_ast ast : cache_) {
    if (ast != nullptr) Z3_dec_ref(context_, ast);
  }
}

z3::sort Z3Environment::to_z3(term::Sort sort) {
  // Recursion is sufficient, because array sorts are nested only a few levels deep.
  const auto found = sort_cache_.find(sort);
  if (found != sort_cache_.end()) return z3::sort(context_, found->second);
  const auto make = [&]() -> z3::sort {
    switch (sort.kind()) {
      case SortKind::Bool:
        return context_.bool_sort();
      case SortKind::BitVec:
        return context_.bv_sort(sort.width());
      case SortKind::Int:
        return context_.int_sort();
      case SortKind::Real:
        return context_.real_sort();
      case SortKind::Array:
        return context_.array_sort(to_z3(sort.index()), to_z3(sort.element()));
      case SortKind::Uninterpreted:
        return context_.uninterpreted_sort(sort.name().c_str());
    }
    PENDULUM_UNREACHABLE();
  };
  sorts_.push_back(make());
  sort_cache_.emplace(sort, sorts_.back());
  return sorts_.back();
}

z3::expr Z3Environment::to_z3(Term root) {
  cache_.resize(std::max(cache_.size(), manager_.size()), nullptr);
  std::vector<Term> stack{root};
  while (!stack.empty()) {
    const Term term = stack.back();
    if (cache_[term.id()] != nullptr) {
      stack.pop_back();
      continue;
    }
    const std::size_t size = stack.size();
    for (const Term child : term.children()) {
      if (cache_[child.id()] == nullptr) stack.push_back(child);
    }
    if (stack.size() != size) continue;
    stack.pop_back();
    const z3::expr translated = translate(term);
    Z3_inc_ref(context_, translated);
    cache_[term.id()] = translated;
  }
  return z3::expr(context_, cache_[root.id()]);
}

z3::expr Z3Environment::translate(Term term) {
  std::vector<Z3_ast> c;
  c.reserve(term.num_children());
  for (const Term child : term.children()) c.push_back(cache_[child.id()]);
  const auto count = static_cast<unsigned>(c.size());
  Z3_context z3 = context_;
  switch (term.kind()) {
    case Kind::True:
    case Kind::False:
    case Kind::BitVecValue:
    case Kind::IntValue:
    case Kind::RealValue:
    case Kind::Symbol:
      return translate_leaf(term);
    case Kind::Apply:
      return made(Z3_mk_app(z3, declare(term.function()), count, c.data()));
    case Kind::Not:
      return made(Z3_mk_not(z3, c[0]));
    case Kind::And:
      return made(Z3_mk_and(z3, count, c.data()));
    case Kind::Or:
      return made(Z3_mk_or(z3, count, c.data()));
    case Kind::Xor:
      return made(Z3_mk_xor(z3, c[0], c[1]));
    case Kind::Eq:
      return made(Z3_mk_eq(z3, c[0], c[1]));
    case Kind::Ite:
      return made(Z3_mk_ite(z3, c[0], c[1], c[2]));
    case Kind::BvNot:
      return made(Z3_mk_bvnot(z3, c[0]));
    case Kind::BvNeg:
      return made(Z3_mk_bvneg(z3, c[0]));
    case Kind::BvAnd:
      return made(Z3_mk_bvand(z3, c[0], c[1]));
    case Kind::BvOr:
      return made(Z3_mk_bvor(z3, c[0], c[1]));
    case Kind::BvXor:
      return made(Z3_mk_bvxor(z3, c[0], c[1]));
    case Kind::BvAdd:
      return made(Z3_mk_bvadd(z3, c[0], c[1]));
    case Kind::BvSub:
      return made(Z3_mk_bvsub(z3, c[0], c[1]));
    case Kind::BvMul:
      return made(Z3_mk_bvmul(z3, c[0], c[1]));
    case Kind::BvUdiv:
      return made(Z3_mk_bvudiv(z3, c[0], c[1]));
    case Kind::BvUrem:
      return made(Z3_mk_bvurem(z3, c[0], c[1]));
    case Kind::BvSdiv:
      return made(Z3_mk_bvsdiv(z3, c[0], c[1]));
    case Kind::BvSrem:
      return made(Z3_mk_bvsrem(z3, c[0], c[1]));
    case Kind::BvShl:
      return made(Z3_mk_bvshl(z3, c[0], c[1]));
    case Kind::BvLshr:
      return made(Z3_mk_bvlshr(z3, c[0], c[1]));
    case Kind::BvAshr:
      return made(Z3_mk_bvashr(z3, c[0], c[1]));
    case Kind::BvUlt:
      return made(Z3_mk_bvult(z3, c[0], c[1]));
    case Kind::BvUle:
      return made(Z3_mk_bvule(z3, c[0], c[1]));
    case Kind::BvSlt:
      return made(Z3_mk_bvslt(z3, c[0], c[1]));
    case Kind::BvSle:
      return made(Z3_mk_bvsle(z3, c[0], c[1]));
    case Kind::BvConcat:
      return made(Z3_mk_concat(z3, c[0], c[1]));
    case Kind::BvExtract:
      return made(Z3_mk_extract(z3, term.parameter(0), term.parameter(1), c[0]));
    case Kind::BvZeroExtend:
      return made(Z3_mk_zero_ext(z3, term.parameter(0), c[0]));
    case Kind::BvSignExtend:
      return made(Z3_mk_sign_ext(z3, term.parameter(0), c[0]));
    case Kind::BvSaddo:
    case Kind::BvSsubo:
    case Kind::BvSmulo:
      return signed_overflow(term.kind(), c[0], c[1]);
    case Kind::Add:
      return made(Z3_mk_add(z3, count, c.data()));
    case Kind::Sub:
      return made(Z3_mk_sub(z3, count, c.data()));
    case Kind::Mul:
      return made(Z3_mk_mul(z3, count, c.data()));
    case Kind::Neg:
      return made(Z3_mk_unary_minus(z3, c[0]));
    case Kind::Le:
      return made(Z3_mk_le(z3, c[0], c[1]));
    case Kind::Lt:
      return made(Z3_mk_lt(z3, c[0], c[1]));
    case Kind::IntDiv:
    case Kind::RealDiv:
      return zero_if_by_zero(term, made(Z3_mk_div(z3, c[0], c[1])));
    case Kind::IntMod:
      return zero_if_by_zero(term, made(Z3_mk_mod(z3, c[0], c[1])));
    case Kind::ToReal:
      return made(Z3_mk_int2real(z3, c[0]));
    case Kind::ToInt:
      return made(Z3_mk_real2int(z3, c[0]));
    case Kind::Bv2Nat:
      return made(Z3_mk_bv2int(z3, c[0], false));
    case Kind::Int2Bv:
      return made(Z3_mk_int2bv(z3, term.parameter(0), c[0]));
    case Kind::Select:
      return made(Z3_mk_select(z3, c[0], c[1]));
    case Kind::Store:
      return made(Z3_mk_store(z3, c[0], c[1], c[2]));
    case Kind::ConstArray:
      return made(Z3_mk_const_array(z3, to_z3(term.sort().index()), c[0]));
    case Kind::Forall:
    case Kind::Exists:
      return translate_quantifier(term, c);
  }
  PENDULUM_UNREACHABLE();
}

z3::expr Z3Environment::translate_leaf(Term term) {
  Z3_context z3 = context_;
  const z3::sort sort = to_z3(term.sort());
  if (term.is_true()) return made(Z3_mk_true(z3));
  if (term.is_false()) return made(Z3_mk_false(z3));
  if (term.is_symbol()) {
    const z3::expr constant = made(Z3_mk_const(z3, Z3_mk_string_symbol(z3, term.name().c_str()), sort));
    symbol_of_.emplace(Z3_get_ast_id(z3, constant), term);
    return constant;
  }
  if (term.kind() == Kind::RealValue) {
    return made(Z3_mk_numeral(z3, term.rational_value().get_str().c_str(), sort));
  }
  const mpz_class& value = term.integer_value();
  if (value.fits_ulong_p()) return made(Z3_mk_unsigned_int64(z3, value.get_ui(), sort));
  return made(Z3_mk_numeral(z3, value.get_str().c_str(), sort));
}

// Z3 has separate predicates for results that are too large (overflow) and too small (underflow).
z3::expr Z3Environment::signed_overflow(Kind kind, Z3_ast left, Z3_ast right) {
  Z3_context z3 = context_;
  if (kind == Kind::BvSaddo) {
    const z3::expr no_overflow = made(Z3_mk_bvadd_no_overflow(z3, left, right, true));
    return !(no_overflow && made(Z3_mk_bvadd_no_underflow(z3, left, right)));
  }
  if (kind == Kind::BvSsubo) {
    const z3::expr no_overflow = made(Z3_mk_bvsub_no_overflow(z3, left, right));
    return !(no_overflow && made(Z3_mk_bvsub_no_underflow(z3, left, right, true)));
  }
  PENDULUM_CHECK(kind == Kind::BvSmulo, "the kind should be an overflow predicate");
  // Soundness: do not use Z3_mk_bvmul_no_overflow. Z3 4.8.12 simplifies it incorrectly for 21 of the 64 pairs
  // of 3-bit constants (no_overflow(-3, -1) becomes false although 3 fits), and solver calls with it returned
  // wrong results in 33 of 192 experiments. The product fits iff the upper half of the double-width product
  // repeats the sign.
  const unsigned width = z3::expr(context_, left).get_sort().bv_size();
  const z3::expr product =
      z3::sext(z3::expr(context_, left), width) * z3::sext(z3::expr(context_, right), width);
  return product != z3::sext(product.extract(width - 1, 0), width);
}

z3::expr Z3Environment::zero_if_by_zero(Term term, const z3::expr& quotient) {
  const Term divisor = term.child(1);
  if (divisor.is_value()) {
    const bool is_zero =
        divisor.sort().is_int() ? divisor.integer_value() == 0 : divisor.rational_value() == 0;
    if (!is_zero) return quotient;
  }
  const z3::expr by(context_, cache_[divisor.id()]);
  const z3::expr zero = divisor.sort().is_int() ? context_.int_val(0) : context_.real_val(0);
  return z3::ite(by == zero, zero, quotient);
}

z3::expr Z3Environment::translate_quantifier(Term term, const std::vector<Z3_ast>& children) {
  std::vector<Z3_app> bound;
  for (std::size_t i = 0; i + 1 < children.size(); ++i) bound.push_back(Z3_to_app(context_, children[i]));
  return made(Z3_mk_quantifier_const(context_, term.kind() == Kind::Forall, 0,
                                     static_cast<unsigned>(bound.size()), bound.data(), 0, nullptr,
                                     children.back()));
}

Z3_func_decl Z3Environment::declare(const term::Function& function) {
  const auto found = functions_.find(&function);
  if (found != functions_.end()) return found->second;
  std::vector<Z3_sort> domain;
  for (const term::Sort sort : function.domain) domain.push_back(to_z3(sort));
  const z3::func_decl declaration(
      context_, Z3_mk_func_decl(context_, Z3_mk_string_symbol(context_, function.name.c_str()),
                                static_cast<unsigned>(domain.size()), domain.data(), to_z3(function.range)));
  function_of_.emplace(Z3_get_func_decl_id(context_, declaration), &function);
  functions_.emplace(&function, declaration);
  return declaration;
}

z3::expr Z3Environment::fresh_bool(const char* prefix) {
  return z3::expr(context_, Z3_mk_fresh_const(context_, prefix, context_.bool_sort()));
}

z3::expr Z3Environment::made(Z3_ast ast) {
  const Z3_error_code code = Z3_get_error_code(context_);
  PENDULUM_CHECK(code == Z3_OK, "Z3 should accept the term: {}", Z3_get_error_msg(context_, code));
  return z3::expr(context_, ast);
}

}  // namespace pendulum::smt
