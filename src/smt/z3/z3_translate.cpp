// Translates terms to Z3 expressions; z3_read.cpp contains the inverse translation.
//
// Soundness: IntDiv, IntMod and RealDiv by zero are translated to 0, as term::evaluate defines them. In Z3
// they are unspecified, and a model that depends on Z3's choice would not be a model of the terms.
//
// Operators on floating-point numbers are lowered to bit-vector terms (term/floating_point/lowering.h), so
// that Z3 needs no logic with floating-point numbers.
#include "smt/z3/z3_translate.h"

#include <algorithm>
#include <string>

#include "base/check.h"
#include "term/floating_point/lowering.h"
#include "term/signature/kind_info.h"

namespace pendulum::smt {

using term::Kind;
using term::Term;

namespace {

// Z3's functions for the operators, by their parameters. translate_other() handles the other operators.

constexpr term::KindMap<Z3_ast (*)(Z3_context, unsigned, const Z3_ast*)> nary_operators{
    {Kind::And, Z3_mk_and},
    {Kind::Or, Z3_mk_or},
    {Kind::Add, Z3_mk_add},
    {Kind::Mul, Z3_mk_mul},
};

constexpr term::KindMap<Z3_ast (*)(Z3_context, Z3_ast)> unary_operators{
    {Kind::Not, Z3_mk_not},         {Kind::BvNot, Z3_mk_bvnot},    {Kind::BvNeg, Z3_mk_bvneg},
    {Kind::ToReal, Z3_mk_int2real}, {Kind::ToInt, Z3_mk_real2int},
};

constexpr term::KindMap<Z3_ast (*)(Z3_context, Z3_ast, Z3_ast)> binary_operators{
    {Kind::Eq, Z3_mk_eq},           {Kind::BvAnd, Z3_mk_bvand},   {Kind::BvOr, Z3_mk_bvor},
    {Kind::BvXor, Z3_mk_bvxor},     {Kind::BvAdd, Z3_mk_bvadd},   {Kind::BvSub, Z3_mk_bvsub},
    {Kind::BvMul, Z3_mk_bvmul},     {Kind::BvUdiv, Z3_mk_bvudiv}, {Kind::BvUrem, Z3_mk_bvurem},
    {Kind::BvSdiv, Z3_mk_bvsdiv},   {Kind::BvSrem, Z3_mk_bvsrem}, {Kind::BvShl, Z3_mk_bvshl},
    {Kind::BvLshr, Z3_mk_bvlshr},   {Kind::BvAshr, Z3_mk_bvashr}, {Kind::BvUlt, Z3_mk_bvult},
    {Kind::BvUle, Z3_mk_bvule},     {Kind::BvSlt, Z3_mk_bvslt},   {Kind::BvSle, Z3_mk_bvsle},
    {Kind::BvConcat, Z3_mk_concat}, {Kind::Le, Z3_mk_le},         {Kind::Lt, Z3_mk_lt},
    {Kind::Select, Z3_mk_select},
};

constexpr term::KindMap<Z3_ast (*)(Z3_context, Z3_ast, Z3_ast)> divisions{
    {Kind::IntDiv, Z3_mk_div},
    {Kind::IntMod, Z3_mk_mod},
    {Kind::RealDiv, Z3_mk_div},
};

/// Operators with one parameter and one child.
constexpr term::KindMap<Z3_ast (*)(Z3_context, unsigned, Z3_ast)> operators_with_number{
    {Kind::BvZeroExtend, Z3_mk_zero_ext},
    {Kind::BvSignExtend, Z3_mk_sign_ext},
    {Kind::Int2Bv, Z3_mk_int2bv},
};

}  // namespace

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
  const auto make = [&] {
    if (sort.is_bool()) return context_.bool_sort();
    if (sort.is_bitvec()) return context_.bv_sort(sort.width());
    if (sort.is_int()) return context_.int_sort();
    if (sort.is_real()) return context_.real_sort();
    if (sort.is_array()) return context_.array_sort(to_z3(sort.index()), to_z3(sort.element()));
    return context_.uninterpreted_sort(sort.name().c_str());
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
    for (const Term operand : operands(term)) {
      if (cache_[operand.id()] == nullptr) stack.push_back(operand);
    }
    if (stack.size() != size) continue;
    stack.pop_back();
    const z3::expr translated = translate(term);
    Z3_inc_ref(context_, translated);
    cache_[term.id()] = translated;
  }
  return z3::expr(context_, cache_[root.id()]);
}

std::span<const Term> Z3Environment::operands(const Term& term) {
  if (!term::is_float_operator(term.kind())) return term.children();
  const auto [it, is_new] = lowered_.try_emplace(term);
  if (is_new) it->second = term::lower_float_operator(manager_, term);
  cache_.resize(std::max(cache_.size(), manager_.size()), nullptr);
  return {&it->second, 1};
}

z3::expr Z3Environment::translate(Term term) {
  if (term::is_float_operator(term.kind())) return z3::expr(context_, cache_[lowered_.at(term).id()]);
  std::vector<Z3_ast> c;
  c.reserve(term.num_children());
  for (const Term child : term.children()) c.push_back(cache_[child.id()]);
  const auto count = static_cast<unsigned>(c.size());
  const Kind kind = term.kind();
  if (term.is_value() || term.is_symbol()) return translate_leaf(term);
  if (const auto make = nary_operators[kind]) return made(make(context_, count, c.data()));
  if (const auto make = unary_operators[kind]) return made(make(context_, c[0]));
  if (const auto make = binary_operators[kind]) return made(make(context_, c[0], c[1]));
  if (const auto make = divisions[kind]) return zero_if_by_zero(term, made(make(context_, c[0], c[1])));
  if (const auto make = operators_with_number[kind]) return made(make(context_, term.parameter(0), c[0]));
  if (kind == Kind::Apply) return made(Z3_mk_app(context_, declare(term.function()), count, c.data()));
  if (term::is_bitvec_overflow(kind)) return signed_overflow(kind, c[0], c[1]);
  if (term::is_quantifier(kind)) return translate_quantifier(term, c);
  return translate_other(term, c);
}

z3::expr Z3Environment::translate_other(Term term, const std::vector<Z3_ast>& c) {
  const Kind kind = term.kind();
  if (kind == Kind::Ite) return made(Z3_mk_ite(context_, c[0], c[1], c[2]));
  if (kind == Kind::BvExtract)
    return made(Z3_mk_extract(context_, term.parameter(0), term.parameter(1), c[0]));
  if (kind == Kind::Bv2Nat) return made(Z3_mk_bv2int(context_, c[0], false));
  if (kind == Kind::Store) return made(Z3_mk_store(context_, c[0], c[1], c[2]));
  PENDULUM_CHECK(kind == Kind::ConstArray, "Z3 should have an operator for '{}'", term::name_of(kind));
  return made(Z3_mk_const_array(context_, to_z3(term.sort().index()), c[0]));
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
  PENDULUM_CHECK(term::is_arithmetic_division(term.kind()), "'{}' should be a division",
                 term::name_of(term.kind()));
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
  PENDULUM_CHECK(children.size() >= 2, "a quantifier should bind a variable");
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
