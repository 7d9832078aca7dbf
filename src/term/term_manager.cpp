// Implementation of TermManager. This file checks sorts; the *_rules files simplify; term_table.cpp does
// hash-consing.
#include "term/term_manager.h"

#include <algorithm>
#include <deque>
#include <map>
#include <unordered_map>

#include "base/check.h"
#include "term/arithmetic_rules.h"
#include "term/array_rules.h"
#include "term/bitvec_fold.h"
#include "term/bitvec_rules.h"
#include "term/core_rules.h"
#include "term/signature/sort_table.h"
#include "term/term_table.h"

namespace pendulum::term {

struct TermManager::Impl {
  explicit Impl(TermManager& manager)
      : core(manager, table), bitvec(manager, table), arithmetic(manager, table), array(manager, table) {}

  SortTable sorts;
  TermTable table;
  CoreRules core;
  BitVecRules bitvec;
  ArithmeticRules arithmetic;
  ArrayRules array;
  Term true_term = table.make(Kind::True, sorts.boolean(), {});
  Term false_term = table.make(Kind::False, sorts.boolean(), {});
  std::deque<std::string> names;
  std::unordered_map<std::string_view, Term> symbols;         ///< keys live in `names`
  std::unordered_map<std::string, std::uint64_t> next_fresh;  ///< by prefix
  std::deque<Function> functions;
  std::unordered_map<std::string_view, const Function*> function_by_name;  ///< keys live in `functions`
};

namespace {

void check_sort(Term term, bool is_right, const char* wanted) {
  PENDULUM_CHECK(is_right, "the sort of the argument should be {}, not {}", wanted, term.sort().to_string());
}

void check_bool(Term term) {
  check_sort(term, term.sort().is_bool(), "Bool");
}
void check_bitvec(Term term) {
  check_sort(term, term.sort().is_bitvec(), "a bit-vector");
}
void check_int(Term term) {
  check_sort(term, term.sort().is_int(), "Int");
}
void check_real(Term term) {
  check_sort(term, term.sort().is_real(), "Real");
}
void check_number(Term term) {
  check_sort(term, term.sort().is_int() || term.sort().is_real(), "Int or Real");
}
void check_array(Term term) {
  check_sort(term, term.sort().is_array(), "an array");
}

void check_same(Sort a, Sort b) {
  PENDULUM_CHECK(a == b, "the sorts {} and {} should be the same", a.to_string(), b.to_string());
}

/// Checks that the name can be written as |name| in SMT-LIB.
void check_name(std::string_view name) {
  PENDULUM_CHECK(name.find_first_of("|\\") == std::string_view::npos,
                 "the name '{}' should have neither | nor \\ in it", name);
}

}  // namespace

TermManager::TermManager() : impl_(std::make_unique<Impl>(*this)) {}
TermManager::~TermManager() = default;

Sort TermManager::bool_sort() const {
  return impl_->sorts.boolean();
}
Sort TermManager::int_sort() const {
  return impl_->sorts.integer();
}
Sort TermManager::real_sort() const {
  return impl_->sorts.real();
}
Sort TermManager::bitvec_sort(std::uint32_t width) {
  return impl_->sorts.bitvec(width);
}
Sort TermManager::array_sort(Sort index, Sort element) {
  return impl_->sorts.array(index, element);
}
Sort TermManager::uninterpreted_sort(std::string_view name) {
  check_name(name);
  return impl_->sorts.uninterpreted(name);
}

Sort TermManager::find_sort(std::string_view name) const {
  return impl_->sorts.find_uninterpreted(name);
}

std::size_t TermManager::size() const {
  return impl_->table.size();
}

// Leaves.

Term TermManager::mk_true() const {
  return impl_->true_term;
}
Term TermManager::mk_false() const {
  return impl_->false_term;
}

Term TermManager::mk_bv(std::int64_t value, std::uint32_t width) {
  if (width > word_width) return mk_bv(mpz_class(value), width);
  const std::uint64_t bits = static_cast<std::uint64_t>(value) & word_mask(width);
  return impl_->table.make_unsigned(Kind::BitVecValue, bitvec_sort(width), bits);
}

Term TermManager::mk_bv(const mpz_class& value, std::uint32_t width) {
  const Sort sort = bitvec_sort(width);
  const bool is_reduced = sgn(value) >= 0 && mpz_sizeinbase(value.get_mpz_t(), 2) <= width;
  return impl_->table.make_integer(Kind::BitVecValue, sort,
                                   (is_reduced ? value : low_bits(value, width)).get_mpz_t());
}

Term TermManager::mk_int(std::int64_t value) {
  if (value >= 0)
    return impl_->table.make_unsigned(Kind::IntValue, int_sort(), static_cast<std::uint64_t>(value));
  return mk_int(mpz_class(value));
}

Term TermManager::mk_int(const mpz_class& value) {
  return impl_->table.make_integer(Kind::IntValue, int_sort(), value.get_mpz_t());
}

Term TermManager::mk_real(const mpq_class& value) {
  mpq_class canonical = value;
  canonical.canonicalize();
  return impl_->table.make_rational(real_sort(), canonical);
}

Term TermManager::mk_symbol(std::string_view name, Sort sort) {
  PENDULUM_CHECK(!sort.is_null(), "the sort of the symbol '{}' should be given", name);
  if (const Term known = find_symbol(name)) {
    PENDULUM_CHECK(known.sort() == sort, "the symbol '{}' of sort {} should not be used as {}", name,
                   known.sort().to_string(), sort.to_string());
    return known;
  }
  check_name(name);
  const std::string& stored = impl_->names.emplace_back(name);
  const Term symbol = impl_->table.make_symbol(sort, stored);
  impl_->symbols.emplace(stored, symbol);
  return symbol;
}

Term TermManager::mk_fresh(std::string_view prefix, Sort sort) {
  std::uint64_t& next = impl_->next_fresh[std::string(prefix)];
  std::string name;
  do {
    name = fmt::format("{}!{}", prefix, next++);
  } while (!find_symbol(name).is_null());
  return mk_symbol(name, sort);
}

Term TermManager::find_symbol(std::string_view name) const {
  const auto found = impl_->symbols.find(name);
  return found == impl_->symbols.end() ? Term() : found->second;
}

Term TermManager::mk_zero(Sort sort) {
  switch (sort.kind()) {
    case SortKind::Bool:
      return mk_false();
    case SortKind::BitVec:
      return mk_bv(0, sort.width());
    case SortKind::Int:
      return mk_int(0);
    case SortKind::Real:
      return mk_real(0);
    case SortKind::Array:
      return mk_const_array(sort, mk_zero(sort.element()));
    case SortKind::Uninterpreted:
      break;
  }
  PENDULUM_CHECK(false, "the sort {} should have a zero", sort.to_string());
  PENDULUM_UNREACHABLE();
}

const Function& TermManager::declare_function(std::string_view name, std::vector<Sort> domain, Sort range) {
  const auto found = impl_->function_by_name.find(name);
  if (found != impl_->function_by_name.end()) {
    PENDULUM_CHECK(found->second->domain == domain && found->second->range == range,
                   "the function '{}' should not be declared with another signature", name);
    return *found->second;
  }
  check_name(name);
  const auto id = static_cast<std::uint32_t>(impl_->functions.size());
  const Function& function =
      impl_->functions.emplace_back(Function{id, std::string(name), std::move(domain), range});
  impl_->function_by_name.emplace(function.name, &function);
  return function;
}

const Function* TermManager::find_function(std::string_view name) const {
  const auto found = impl_->function_by_name.find(name);
  return found == impl_->function_by_name.end() ? nullptr : found->second;
}

Term TermManager::mk_apply(const Function& function, std::span<const Term> arguments) {
  PENDULUM_CHECK(function.domain.size() == arguments.size(), "'{}' should have {} arguments, not {}",
                 function.name, function.domain.size(), arguments.size());
  for (std::size_t i = 0; i < arguments.size(); ++i) check_same(function.domain[i], arguments[i].sort());
  return impl_->table.make_apply(function, arguments);
}

// Core.

Term TermManager::mk_not(Term a) {
  check_bool(a);
  return impl_->core.negation(a);
}

Term TermManager::mk_and(std::span<const Term> terms) {
  std::for_each(terms.begin(), terms.end(), check_bool);
  return impl_->core.junction(Kind::And, terms);
}

Term TermManager::mk_or(std::span<const Term> terms) {
  std::for_each(terms.begin(), terms.end(), check_bool);
  return impl_->core.junction(Kind::Or, terms);
}

Term TermManager::mk_xor(Term a, Term b) {
  check_bool(a);
  return mk_not(mk_eq(a, b));
}

Term TermManager::mk_eq(Term a, Term b) {
  check_same(a.sort(), b.sort());
  return impl_->core.equality(a, b);
}

Term TermManager::mk_ite(Term condition, Term then_term, Term else_term) {
  check_bool(condition);
  check_same(then_term.sort(), else_term.sort());
  return impl_->core.ite(condition, then_term, else_term);
}

// Bit-vectors.

Term TermManager::mk_bvnot(Term a) {
  check_bitvec(a);
  return impl_->bitvec.complement(a);
}

Term TermManager::mk_bvneg(Term a) {
  check_bitvec(a);
  return impl_->bitvec.negation(a);
}

Term TermManager::mk_bv_binary(Kind kind, Term a, Term b) {
  PENDULUM_CHECK(
      (kind >= Kind::BvAnd && kind <= Kind::BvConcat) || (kind >= Kind::BvSaddo && kind <= Kind::BvSmulo),
      "{} should be a binary operator on bit-vectors", name_of(kind));
  check_bitvec(a);
  if (kind == Kind::BvConcat) {
    check_bitvec(b);
  } else {
    check_same(a.sort(), b.sort());
  }
  return impl_->bitvec.binary(kind, a, b);
}

Term TermManager::mk_extract(Term a, std::uint32_t high, std::uint32_t low) {
  check_bitvec(a);
  PENDULUM_CHECK(low <= high && high < a.sort().width(), "the bits {} ... {} should be in {}", high, low,
                 a.sort().to_string());
  return impl_->bitvec.extract(a, high, low);
}

Term TermManager::mk_zero_extend(Term a, std::uint32_t added_bits) {
  check_bitvec(a);
  return impl_->bitvec.zero_extend(a, added_bits);
}

Term TermManager::mk_sign_extend(Term a, std::uint32_t added_bits) {
  check_bitvec(a);
  return impl_->bitvec.sign_extend(a, added_bits);
}

// Integers and reals.

Term TermManager::mk_add(std::span<const Term> terms) {
  PENDULUM_CHECK(!terms.empty(), "a sum should have a summand");
  check_number(terms[0]);
  for (const Term t : terms) check_same(terms[0].sort(), t.sort());
  return impl_->arithmetic.sum(terms[0].sort(), terms);
}

Term TermManager::mk_add(Term a, Term b) {
  return mk_add(std::initializer_list<Term>{a, b});
}
Term TermManager::mk_sub(Term a, Term b) {
  return mk_add(a, mk_neg(b));
}

Term TermManager::mk_mul(std::span<const Term> terms) {
  PENDULUM_CHECK(!terms.empty(), "a product should have a factor");
  check_number(terms[0]);
  for (const Term t : terms) check_same(terms[0].sort(), t.sort());
  return impl_->arithmetic.product(terms[0].sort(), terms);
}

Term TermManager::mk_mul(Term a, Term b) {
  return mk_mul(std::initializer_list<Term>{a, b});
}

Term TermManager::mk_neg(Term a) {
  check_number(a);
  return mk_mul(a.sort().is_int() ? mk_int(-1) : mk_real(-1), a);
}

Term TermManager::mk_le(Term a, Term b) {
  check_number(a);
  check_same(a.sort(), b.sort());
  return impl_->arithmetic.comparison(Kind::Le, a, b);
}

Term TermManager::mk_lt(Term a, Term b) {
  check_number(a);
  check_same(a.sort(), b.sort());
  return impl_->arithmetic.comparison(Kind::Lt, a, b);
}

Term TermManager::mk_int_div(Term a, Term b) {
  check_int(a);
  check_int(b);
  return impl_->arithmetic.int_div(a, b);
}

Term TermManager::mk_int_mod(Term a, Term b) {
  check_int(a);
  check_int(b);
  return impl_->arithmetic.int_mod(a, b);
}

Term TermManager::mk_real_div(Term a, Term b) {
  check_real(a);
  check_real(b);
  return impl_->arithmetic.real_div(a, b);
}

Term TermManager::mk_to_real(Term a) {
  check_int(a);
  return impl_->arithmetic.to_real(a);
}

Term TermManager::mk_to_int(Term a) {
  check_real(a);
  return impl_->arithmetic.to_int(a);
}

Term TermManager::mk_bv2nat(Term a) {
  check_bitvec(a);
  return impl_->arithmetic.bv2nat(a);
}

Term TermManager::mk_int2bv(Term a, std::uint32_t width) {
  check_int(a);
  return impl_->arithmetic.int2bv(a, width);
}

// Arrays.

Term TermManager::mk_select(Term array, Term index) {
  check_array(array);
  check_same(array.sort().index(), index.sort());
  return impl_->array.select(array, index);
}

Term TermManager::mk_store(Term array, Term index, Term element) {
  check_array(array);
  check_same(array.sort().index(), index.sort());
  check_same(array.sort().element(), element.sort());
  return impl_->array.store(array, index, element);
}

Term TermManager::mk_const_array(Sort array_sort, Term element) {
  PENDULUM_CHECK(array_sort.is_array(), "{} should be an array sort", array_sort.to_string());
  check_same(array_sort.element(), element.sort());
  return impl_->table.make(Kind::ConstArray, array_sort, {element});
}

// Quantifiers.

Term TermManager::mk_quantifier(Kind kind, std::span<const Term> bound, Term body) {
  check_bool(body);
  for (const Term t : bound) PENDULUM_CHECK(t.is_symbol(), "a bound variable should be a symbol");
  return impl_->core.quantifier(kind, bound, body);
}

Term TermManager::mk_forall(std::span<const Term> bound, Term body) {
  return mk_quantifier(Kind::Forall, bound, body);
}

Term TermManager::mk_exists(std::span<const Term> bound, Term body) {
  return mk_quantifier(Kind::Exists, bound, body);
}

Term TermManager::mk_like(Term like, std::span<const Term> children) {
  PENDULUM_CHECK(like.num_children() == children.size(), "'{}' should have {} children, not {}",
                 name_of(like.kind()), like.num_children(), children.size());
  const auto child = [&](std::size_t i) { return children[i]; };
  switch (like.kind()) {
    case Kind::True:
    case Kind::False:
    case Kind::BitVecValue:
    case Kind::IntValue:
    case Kind::RealValue:
    case Kind::Symbol:
      return like;
    case Kind::Apply:
      return mk_apply(like.function(), children);
    case Kind::Not:
      return mk_not(child(0));
    case Kind::And:
      return mk_and(children);
    case Kind::Or:
      return mk_or(children);
    case Kind::Xor:
      return mk_xor(child(0), child(1));
    case Kind::Eq:
      return mk_eq(child(0), child(1));
    case Kind::Ite:
      return mk_ite(child(0), child(1), child(2));
    case Kind::BvNot:
      return mk_bvnot(child(0));
    case Kind::BvNeg:
      return mk_bvneg(child(0));
    case Kind::BvAnd:
    case Kind::BvOr:
    case Kind::BvXor:
    case Kind::BvAdd:
    case Kind::BvSub:
    case Kind::BvMul:
    case Kind::BvUdiv:
    case Kind::BvUrem:
    case Kind::BvSdiv:
    case Kind::BvSrem:
    case Kind::BvShl:
    case Kind::BvLshr:
    case Kind::BvAshr:
    case Kind::BvUlt:
    case Kind::BvUle:
    case Kind::BvSlt:
    case Kind::BvSle:
    case Kind::BvConcat:
    case Kind::BvSaddo:
    case Kind::BvSsubo:
    case Kind::BvSmulo:
      return mk_bv_binary(like.kind(), child(0), child(1));
    case Kind::BvExtract:
      return mk_extract(child(0), like.parameter(0), like.parameter(1));
    case Kind::BvZeroExtend:
      return mk_zero_extend(child(0), like.parameter(0));
    case Kind::BvSignExtend:
      return mk_sign_extend(child(0), like.parameter(0));
    case Kind::Add:
      return mk_add(children);
    case Kind::Sub:
      return mk_sub(child(0), child(1));
    case Kind::Mul:
      return mk_mul(children);
    case Kind::Neg:
      return mk_neg(child(0));
    case Kind::Le:
      return mk_le(child(0), child(1));
    case Kind::Lt:
      return mk_lt(child(0), child(1));
    case Kind::IntDiv:
      return mk_int_div(child(0), child(1));
    case Kind::IntMod:
      return mk_int_mod(child(0), child(1));
    case Kind::RealDiv:
      return mk_real_div(child(0), child(1));
    case Kind::ToReal:
      return mk_to_real(child(0));
    case Kind::ToInt:
      return mk_to_int(child(0));
    case Kind::Bv2Nat:
      return mk_bv2nat(child(0));
    case Kind::Int2Bv:
      return mk_int2bv(child(0), like.parameter(0));
    case Kind::Select:
      return mk_select(child(0), child(1));
    case Kind::Store:
      return mk_store(child(0), child(1), child(2));
    case Kind::ConstArray:
      return mk_const_array(like.sort(), child(0));
    case Kind::Forall:
      return mk_forall(children.first(children.size() - 1), children.back());
    case Kind::Exists:
      return mk_exists(children.first(children.size() - 1), children.back());
  }
  PENDULUM_UNREACHABLE();
}

}  // namespace pendulum::term
