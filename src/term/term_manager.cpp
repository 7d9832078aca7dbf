// Implementation of TermManager. signature/sort_rules.h checks sorts; the *_rules files of this folder
// simplify; term_table.cpp does hash-consing.
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
#include "term/float_rules.h"
#include "term/signature/kind_info.h"
#include "term/signature/sort_rules.h"
#include "term/signature/sort_table.h"
#include "term/term_table.h"

namespace pendulum::term {

struct TermManager::Impl {
  explicit Impl(TermManager& manager)
      : core(manager, table),
        bitvec(manager, table),
        floats(manager, table),
        arithmetic(manager, table),
        array(manager, table) {}

  SortTable sorts;
  TermTable table;
  CoreRules core;
  BitVecRules bitvec;
  FloatRules floats;
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

using sort_rules::check_same;

inline void check_sorts(Kind kind, std::initializer_list<Term> children) {
  term::check_sorts(kind, std::span(children.begin(), children.size()));
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
  PENDULUM_CHECK(!range.is_null() && std::ranges::none_of(domain, &Sort::is_null),
                 "the sorts of the function '{}' should be given", name);
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
  check_sorts(Kind::Not, {a});
  return impl_->core.negation(a);
}

Term TermManager::mk_and(std::span<const Term> terms) {
  term::check_sorts(Kind::And, terms);
  return impl_->core.junction(Kind::And, terms);
}

Term TermManager::mk_or(std::span<const Term> terms) {
  term::check_sorts(Kind::Or, terms);
  return impl_->core.junction(Kind::Or, terms);
}

Term TermManager::mk_xor(Term a, Term b) {
  check_sorts(Kind::Not, {a});
  return mk_not(mk_eq(a, b));
}

Term TermManager::mk_eq(Term a, Term b) {
  check_sorts(Kind::Eq, {a, b});
  return impl_->core.equality(a, b);
}

Term TermManager::mk_ite(Term condition, Term then_term, Term else_term) {
  check_sorts(Kind::Ite, {condition, then_term, else_term});
  return impl_->core.ite(condition, then_term, else_term);
}

// Bit-vectors.

Term TermManager::mk_bvnot(Term a) {
  check_sorts(Kind::BvNot, {a});
  return impl_->bitvec.complement(a);
}

Term TermManager::mk_bvneg(Term a) {
  check_sorts(Kind::BvNeg, {a});
  return impl_->bitvec.negation(a);
}

Term TermManager::mk_bv_binary(Kind kind, Term a, Term b) {
  PENDULUM_CHECK(is_bitvec_binary(kind) || kind == Kind::BvConcat,
                 "{} should be a binary operator on bit-vectors", name_of(kind));
  check_sorts(kind, {a, b});
  return impl_->bitvec.binary(kind, a, b);
}

Term TermManager::mk_extract(Term a, std::uint32_t high, std::uint32_t low) {
  check_sorts(Kind::BvExtract, {a});
  PENDULUM_CHECK(low <= high && high < a.sort().width(), "the bits {} ... {} should be in {}", high, low,
                 a.sort().to_string());
  return impl_->bitvec.extract(a, high, low);
}

Term TermManager::mk_zero_extend(Term a, std::uint32_t added_bits) {
  check_sorts(Kind::BvZeroExtend, {a});
  return impl_->bitvec.zero_extend(a, added_bits);
}

Term TermManager::mk_sign_extend(Term a, std::uint32_t added_bits) {
  check_sorts(Kind::BvSignExtend, {a});
  return impl_->bitvec.sign_extend(a, added_bits);
}

// Floating-point numbers.

Term TermManager::mk_float(Kind kind, std::span<const Term> children, std::uint32_t parameter0,
                           std::uint32_t parameter1) {
  PENDULUM_CHECK(is_float_operator(kind), "{} should be an operator on floating-point numbers",
                 name_of(kind));
  PENDULUM_CHECK(arity(kind).contains(children.size()), "'{}' should not have {} children", name_of(kind),
                 children.size());
  term::check_sorts(kind, children, parameter0, parameter1);
  const Sort sort = result_sort(impl_->sorts, kind, children, parameter0, parameter1);
  return impl_->floats.make(kind, sort, children, parameter0, parameter1);
}

// Integers and reals.

Term TermManager::mk_add(std::span<const Term> terms) {
  PENDULUM_CHECK(!terms.empty(), "a sum should have a summand");
  term::check_sorts(Kind::Add, terms);
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
  term::check_sorts(Kind::Mul, terms);
  return impl_->arithmetic.product(terms[0].sort(), terms);
}

Term TermManager::mk_mul(Term a, Term b) {
  return mk_mul(std::initializer_list<Term>{a, b});
}

Term TermManager::mk_neg(Term a) {
  check_sorts(Kind::Mul, {a});
  return mk_mul(a.sort().is_int() ? mk_int(-1) : mk_real(-1), a);
}

Term TermManager::mk_le(Term a, Term b) {
  check_sorts(Kind::Le, {a, b});
  return impl_->arithmetic.comparison(Kind::Le, a, b);
}

Term TermManager::mk_lt(Term a, Term b) {
  check_sorts(Kind::Lt, {a, b});
  return impl_->arithmetic.comparison(Kind::Lt, a, b);
}

Term TermManager::mk_int_div(Term a, Term b) {
  check_sorts(Kind::IntDiv, {a, b});
  return impl_->arithmetic.int_div(a, b);
}

Term TermManager::mk_int_mod(Term a, Term b) {
  check_sorts(Kind::IntMod, {a, b});
  return impl_->arithmetic.int_mod(a, b);
}

Term TermManager::mk_real_div(Term a, Term b) {
  check_sorts(Kind::RealDiv, {a, b});
  return impl_->arithmetic.real_div(a, b);
}

Term TermManager::mk_to_real(Term a) {
  check_sorts(Kind::ToReal, {a});
  return impl_->arithmetic.to_real(a);
}

Term TermManager::mk_to_int(Term a) {
  check_sorts(Kind::ToInt, {a});
  return impl_->arithmetic.to_int(a);
}

Term TermManager::mk_bv2nat(Term a) {
  check_sorts(Kind::Bv2Nat, {a});
  return impl_->arithmetic.bv2nat(a);
}

Term TermManager::mk_int2bv(Term a, std::uint32_t width) {
  check_sorts(Kind::Int2Bv, {a});
  return impl_->arithmetic.int2bv(a, width);
}

// Arrays.

Term TermManager::mk_select(Term array, Term index) {
  check_sorts(Kind::Select, {array, index});
  return impl_->array.select(array, index);
}

Term TermManager::mk_store(Term array, Term index, Term element) {
  check_sorts(Kind::Store, {array, index, element});
  return impl_->array.store(array, index, element);
}

Term TermManager::mk_const_array(Sort array_sort, Term element) {
  PENDULUM_CHECK(array_sort.is_array(), "{} should be an array sort", array_sort.to_string());
  check_same(array_sort.element(), element.sort());
  return impl_->table.make(Kind::ConstArray, array_sort, {element});
}

// Quantifiers.

Term TermManager::mk_quantifier(Kind kind, std::span<const Term> bound, Term body) {
  check_sorts(kind, {body});
  for (const Term t : bound) PENDULUM_CHECK(t.is_symbol(), "a bound variable should be a symbol");
  return impl_->core.quantifier(kind, bound, body);
}

Term TermManager::mk_forall(std::span<const Term> bound, Term body) {
  return mk_quantifier(Kind::Forall, bound, body);
}

Term TermManager::mk_exists(std::span<const Term> bound, Term body) {
  return mk_quantifier(Kind::Exists, bound, body);
}

namespace {

/// Calls the constructor of an operator of KindClass::Core; null if it has none.
Term mk_core(TermManager& m, Kind kind, std::span<const Term> c) {
  if (kind == Kind::Not) return m.mk_not(c[0]);
  if (kind == Kind::And) return m.mk_and(c);
  if (kind == Kind::Or) return m.mk_or(c);
  if (kind == Kind::Eq) return m.mk_eq(c[0], c[1]);
  if (kind == Kind::Ite) return m.mk_ite(c[0], c[1], c[2]);
  return {};
}

/// The same for operators on one bit-vector and for those that rearrange bits.
Term mk_bits(TermManager& m, Kind kind, std::span<const Term> c, std::uint32_t parameter0,
             std::uint32_t parameter1) {
  if (kind == Kind::BvNot) return m.mk_bvnot(c[0]);
  if (kind == Kind::BvNeg) return m.mk_bvneg(c[0]);
  if (kind == Kind::BvConcat) return m.mk_concat(c[0], c[1]);
  if (kind == Kind::BvExtract) return m.mk_extract(c[0], parameter0, parameter1);
  if (kind == Kind::BvZeroExtend) return m.mk_zero_extend(c[0], parameter0);
  if (kind == Kind::BvSignExtend) return m.mk_sign_extend(c[0], parameter0);
  return {};
}

/// The same for operators on integers and reals and for conversions.
Term mk_arithmetic(TermManager& m, Kind kind, std::span<const Term> c, std::uint32_t parameter) {
  if (kind == Kind::Add) return m.mk_add(c);
  if (kind == Kind::Mul) return m.mk_mul(c);
  if (kind == Kind::Le) return m.mk_le(c[0], c[1]);
  if (kind == Kind::Lt) return m.mk_lt(c[0], c[1]);
  if (kind == Kind::IntDiv) return m.mk_int_div(c[0], c[1]);
  if (kind == Kind::IntMod) return m.mk_int_mod(c[0], c[1]);
  if (kind == Kind::RealDiv) return m.mk_real_div(c[0], c[1]);
  if (kind == Kind::ToReal) return m.mk_to_real(c[0]);
  if (kind == Kind::ToInt) return m.mk_to_int(c[0]);
  if (kind == Kind::Bv2Nat) return m.mk_bv2nat(c[0]);
  if (kind == Kind::Int2Bv) return m.mk_int2bv(c[0], parameter);
  return {};
}

/// The same for operators on arrays.
Term mk_array(TermManager& m, Kind kind, std::span<const Term> c) {
  if (kind == Kind::Select) return m.mk_select(c[0], c[1]);
  if (kind == Kind::Store) return m.mk_store(c[0], c[1], c[2]);
  return {};
}

/// The same for all operators.
Term mk_simplified(TermManager& m, Kind kind, std::span<const Term> c, std::uint32_t parameter0,
                   std::uint32_t parameter1) {
  switch (class_of(kind)) {
    case KindClass::Core:
      return mk_core(m, kind, c);
    case KindClass::BitVecUnary:
    case KindClass::BitVecStructure:
      return mk_bits(m, kind, c, parameter0, parameter1);
    case KindClass::BitVecBinary:
    case KindClass::BitVecComparison:
    case KindClass::BitVecOverflow:
      return m.mk_bv_binary(kind, c[0], c[1]);
    case KindClass::Float:
    case KindClass::FloatComparison:
      return m.mk_float(kind, c, parameter0, parameter1);
    case KindClass::Arithmetic:
    case KindClass::ArithmeticComparison:
    case KindClass::Conversion:
      return mk_arithmetic(m, kind, c, parameter0);
    case KindClass::Array:
      return mk_array(m, kind, c);
    case KindClass::Quantifier: {
      const auto bound = c.first(c.size() - 1);
      return kind == Kind::Forall ? m.mk_forall(bound, c.back()) : m.mk_exists(bound, c.back());
    }
    case KindClass::Value:
    case KindClass::Symbol:
    case KindClass::Apply:
      break;
  }
  return {};
}

}  // namespace

Term TermManager::mk(Kind kind, std::span<const Term> children, std::uint32_t parameter0,
                     std::uint32_t parameter1) {
  PENDULUM_CHECK(arity(kind).contains(children.size()), "'{}' should not have {} children", name_of(kind),
                 children.size());
  if (const Term simplified = mk_simplified(*this, kind, children, parameter0, parameter1)) return simplified;
  // No rule knows the operator.
  term::check_sorts(kind, children);
  const Sort sort = result_sort(impl_->sorts, kind, children, parameter0, parameter1);
  return impl_->table.make(kind, sort, children, parameter0, parameter1);
}

Term TermManager::mk_like(Term like, std::span<const Term> children) {
  const Kind kind = like.kind();
  PENDULUM_CHECK(like.num_children() == children.size(), "'{}' should have {} children, not {}",
                 name_of(kind), like.num_children(), children.size());
  if (like.is_value() || like.is_symbol()) return like;
  if (kind == Kind::Apply) return mk_apply(like.function(), children);
  if (kind == Kind::ConstArray) return mk_const_array(like.sort(), children[0]);
  return mk(kind, children, like.parameter(0), like.parameter(1));
}

}  // namespace pendulum::term
