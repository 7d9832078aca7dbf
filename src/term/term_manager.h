// The TermManager makes and owns all terms. Every mk_ function checks the sorts of its arguments in every
// build (PENDULUM_CHECK) and simplifies: mk_K returns a term that is equivalent to the application of the
// operator K, but its kind may differ. The simplifications are inexpensive; most of them inspect only
// children and grandchildren. Examples are constant folding, neutral elements, idempotence, double negation,
// complementary pairs, ite with equal branches, select over store with equal or distinct indices, extract of
// concat and extend, and comparison of equal terms.
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
  /// Returns the uninterpreted sort with this name; null if it does not exist.
  Sort find_sort(std::string_view name) const;

  // Leaves.
  Term mk_true() const;
  Term mk_false() const;
  Term mk_bool(bool value) const { return value ? mk_true() : mk_false(); }
  /// Returns the bit-vector for the value modulo 2^width; negative numbers are represented in two's
  /// complement.
  Term mk_bv(std::int64_t value, std::uint32_t width);
  Term mk_bv(const mpz_class& value, std::uint32_t width);
  Term mk_int(std::int64_t value);
  Term mk_int(const mpz_class& value);
  Term mk_real(const mpq_class& value);
  /// Returns the symbol with this name and makes it if it does not exist. Throws InternalError if it exists
  /// with another sort.
  Term mk_symbol(std::string_view name, Sort sort);
  /// Makes a new symbol with a name `prefix!N` that no symbol has yet.
  Term mk_fresh(std::string_view prefix, Sort sort);
  /// Null if it does not exist.
  Term find_symbol(std::string_view name) const;
  /// Returns the zero of a sort: false, 0, #x0..0, or a constant array of zeros. Throws InternalError for
  /// uninterpreted sorts.
  Term mk_zero(Sort sort);

  /// Returns the function with this name and makes it if it does not exist. Throws InternalError if it exists
  /// with another signature.
  const Function& declare_function(std::string_view name, std::vector<Sort> domain, Sort range);
  /// Null if it does not exist.
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
  Term mk_eq(Term a, Term b);  ///< for Bool: equivalence
  Term mk_distinct(Term a, Term b) { return mk_not(mk_eq(a, b)); }
  Term mk_ite(Term condition, Term then_term, Term else_term);

  // Bit-vectors.
  Term mk_bvnot(Term a);
  Term mk_bvneg(Term a);
  /// Requires: is_bitvec_binary(kind) or BvConcat.
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

  // Floating-point numbers (signature/float_format.h).
  /// Requires: is_float_operator(kind); the children and parameters fit its SortRule.
  Term mk_float(Kind kind, std::span<const Term> children, std::uint32_t parameter0,
                std::uint32_t parameter1 = 0);

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

  // Quantifiers. Without bound symbols, the result is the body.
  Term mk_forall(std::span<const Term> bound, Term body);
  Term mk_exists(std::span<const Term> bound, Term body);

  /// Returns the application of an operator to children that fit its arity and SortRule (kind_info.h), with
  /// the parameters of an indexed operator. Requires: the operator is not a leaf, Apply or ConstArray.
  Term mk(Kind kind, std::span<const Term> children, std::uint32_t parameter0 = 0,
          std::uint32_t parameter1 = 0);
  /// Returns a term with the operator, parameters and function of `like` and with other children. Simplifies
  /// like the other mk_ functions.
  Term mk_like(Term like, std::span<const Term> children);

  /// Number of terms made so far. Their ids are 0 ... size() - 1.
  std::size_t size() const;

 private:
  Term mk_quantifier(Kind kind, std::span<const Term> bound, Term body);

  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace pendulum::term
