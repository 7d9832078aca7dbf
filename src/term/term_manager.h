// Owner and only maker of terms. Every mk_ function checks the sorts in every build (PENDULUM_CHECK) and
// simplifies locally: the result is equivalent to what its name says, not necessarily of that kind.
// Simplifications are cheap (they look at the children and grandchildren only): constant folding, units,
// idempotence, double negation, complementary pairs, ite with equal branches, select over store with
// equal or distinct constant indices, extract of concat/extend, comparison of equal terms, and the like.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "term/term.h"

namespace pendulum::term {

class TermManager {
 public:
  TermManager();
  ~TermManager();
  TermManager(const TermManager&) = delete;
  TermManager& operator=(const TermManager&) = delete;

  // Sorts.
  Sort bool_sort() const;
  Sort int_sort() const;
  Sort real_sort() const;
  Sort bitvec_sort(std::uint32_t width);  ///< width >= 1
  Sort array_sort(Sort index, Sort element);
  Sort uninterpreted_sort(std::string_view name);
  /// The uninterpreted sort of that name; null when there is none.
  Sort find_sort(std::string_view name) const;

  // Leaves.
  Term mk_true() const;
  Term mk_false() const;
  Term mk_bool(bool value) const { return value ? mk_true() : mk_false(); }
  /// The value modulo 2^width; negative numbers are taken in two's complement.
  Term mk_bv(std::int64_t value, std::uint32_t width);
  Term mk_bv(const mpz_class& value, std::uint32_t width);
  Term mk_int(std::int64_t value);
  Term mk_int(const mpz_class& value);
  Term mk_real(const mpq_class& value);
  /// The same name and sort give the same symbol; the same name with another sort is refused.
  Term mk_symbol(std::string_view name, Sort sort);
  /// A symbol with a name that no symbol has yet: `prefix!N`.
  Term mk_fresh(std::string_view prefix, Sort sort);
  /// Null when there is none.
  Term find_symbol(std::string_view name) const;
  /// The zero of a sort: false, 0, #x0..0, a constant array of zeros. Refused for uninterpreted sorts.
  Term mk_zero(Sort sort);

  const Function& declare_function(std::string_view name, std::vector<Sort> domain, Sort range);
  /// Null when there is none.
  const Function* find_function(std::string_view name) const;
  Term mk_apply(const Function& function, std::span<const Term> arguments);

  // Core.
  Term mk_not(Term a);
  Term mk_and(std::span<const Term> terms);
  Term mk_and(std::initializer_list<Term> terms) { return mk_and(std::span(terms.begin(), terms.size())); }
  Term mk_and(Term a, Term b) { return mk_and({a, b}); }
  Term mk_or(std::span<const Term> terms);
  Term mk_or(std::initializer_list<Term> terms) { return mk_or(std::span(terms.begin(), terms.size())); }
  Term mk_or(Term a, Term b) { return mk_or({a, b}); }
  Term mk_xor(Term a, Term b);
  Term mk_implies(Term a, Term b) { return mk_or(mk_not(a), b); }
  Term mk_eq(Term a, Term b);  ///< on Bool: iff
  Term mk_distinct(Term a, Term b) { return mk_not(mk_eq(a, b)); }
  Term mk_ite(Term condition, Term then_term, Term else_term);

  // Bit-vectors.
  Term mk_bvnot(Term a);
  Term mk_bvneg(Term a);
  /// BvAnd ... BvAshr, BvUlt ... BvSle, BvConcat, BvSaddo, BvSsubo, BvSmulo.
  Term mk_bv_binary(Kind kind, Term a, Term b);
  Term mk_bvadd(Term a, Term b) { return mk_bv_binary(Kind::BvAdd, a, b); }
  Term mk_bvsub(Term a, Term b) { return mk_bv_binary(Kind::BvSub, a, b); }
  Term mk_bvmul(Term a, Term b) { return mk_bv_binary(Kind::BvMul, a, b); }
  Term mk_bvult(Term a, Term b) { return mk_bv_binary(Kind::BvUlt, a, b); }
  Term mk_bvule(Term a, Term b) { return mk_bv_binary(Kind::BvUle, a, b); }
  Term mk_bvslt(Term a, Term b) { return mk_bv_binary(Kind::BvSlt, a, b); }
  Term mk_bvsle(Term a, Term b) { return mk_bv_binary(Kind::BvSle, a, b); }
  Term mk_concat(Term high, Term low) { return mk_bv_binary(Kind::BvConcat, high, low); }
  Term mk_extract(Term a, std::uint32_t high, std::uint32_t low);
  Term mk_zero_extend(Term a, std::uint32_t added_bits);
  Term mk_sign_extend(Term a, std::uint32_t added_bits);

  // Integers and reals.
  Term mk_add(std::span<const Term> terms);
  Term mk_add(Term a, Term b);
  Term mk_sub(Term a, Term b);
  Term mk_mul(std::span<const Term> terms);
  Term mk_mul(Term a, Term b);
  Term mk_neg(Term a);
  Term mk_le(Term a, Term b);
  Term mk_lt(Term a, Term b);
  Term mk_ge(Term a, Term b) { return mk_le(b, a); }
  Term mk_gt(Term a, Term b) { return mk_lt(b, a); }
  Term mk_int_div(Term a, Term b);
  Term mk_int_mod(Term a, Term b);
  Term mk_real_div(Term a, Term b);
  Term mk_to_real(Term a);
  Term mk_to_int(Term a);
  Term mk_bv2nat(Term a);
  Term mk_int2bv(Term a, std::uint32_t width);

  // Arrays.
  Term mk_select(Term array, Term index);
  Term mk_store(Term array, Term index, Term element);
  Term mk_const_array(Sort array_sort, Term element);

  // Quantifiers; with no bound symbols the body itself.
  Term mk_forall(std::span<const Term> bound, Term body);
  Term mk_exists(std::span<const Term> bound, Term body);

  /// `like` with other children: the operator, parameters and function of `like`; simplifies as mk_ does.
  Term mk_like(Term like, std::span<const Term> children);

  /// Number of terms made so far: ids are 0 ... size() - 1.
  std::size_t size() const;

 private:
  Term mk_quantifier(Kind kind, std::span<const Term> bound, Term body);

  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace pendulum::term
