// Affine forms c0 + c1 * x1 + ... + cn * xn over bit-vector symbols of one width, with integer coefficients,
// and candidate facts that compare such a form with zero. A candidate fact can be translated to a bit-vector
// formula and, if it consists of affine forms, to an integer formula.
#pragma once

#include <gmpxx.h>

#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "acceleration/closed_form/polynomial.h"

namespace pendulum::acceleration {

struct AffineForm {
  std::uint32_t width = 0;                       ///< width of the symbols in bits
  std::map<term::Term, mpz_class> coefficients;  ///< all different from zero
  mpz_class constant;

  bool is_constant() const { return coefficients.empty(); }
  /// Adds factor * other. Requires: both forms have the same width.
  void add(const AffineForm& other, const mpz_class& factor = 1);
  bool operator==(const AffineForm& other) const = default;
};

AffineForm constant_form(std::uint32_t width, const mpz_class& value);
AffineForm symbol_form(term::Term symbol);

/// Returns an affine form that equals the bit-vector term modulo 2^width, with constants read as signed
/// numbers. Returns nullopt if the term is too large or is not recognised as affine.
std::optional<AffineForm> affine_form(term::Term term);

/// The bit-vector term for the value of the form modulo 2^width.
term::Term to_bitvector(term::TermManager& terms, const AffineForm& form);

/// One of the facts form = 0 (Equal), form <= 0 (AtMost) and form mod modulus = 0 (Congruent).
struct AffineFact {
  enum class Relation { Equal, AtMost, Congruent };
  AffineForm form;
  Relation relation = Relation::Equal;
  /// AtMost and Congruent: whether symbols are signed or unsigned numbers.
  PolynomialArithmetic::Signedness signedness = PolynomialArithmetic::Signedness::Signed;
  mpz_class modulus = 0;  ///< Congruent only
};

/// A disjunction of affine facts, or a bit-vector formula without translation to integers.
struct CandidateFact {
  std::vector<AffineFact> disjuncts;
  term::Term formula;  ///< used if `disjuncts` is empty
};

/// The fact as a bit-vector formula. Equalities and congruences are evaluated modulo 2^width. Inequalities
/// are evaluated with enough bits to exclude wrap-around; but if the form is +-x + c, then x is compared with
/// the constant -+c truncated to the width of x.
term::Term to_bitvectors(term::TermManager& terms, const CandidateFact& fact);
/// The fact as an integer formula, in which `image` replaces the bit-vector symbols by integer terms. Null if
/// the fact is a bit-vector formula.
term::Term to_integers(term::TermManager& terms, const CandidateFact& fact,
                       const std::function<term::Term(term::Term)>& image);
/// Returns whether a bit-vector solver is expected to decide quickly if the fact is inductive: equalities
/// have a normal form, and comparisons of two variables and residues modulo powers of two need no adders.
bool is_cheap(const CandidateFact& fact);
/// The free symbols of the fact, ordered by id.
term::TermVector symbols(const CandidateFact& fact);

}  // namespace pendulum::acceleration
