// Affine forms c0 + c1 * x1 + ... + cn * xn over bit-vector symbols of one width, with integer coefficients,
// and the candidate facts that compare such a form with zero. A fact has a bit-vector and an integer reading.
#pragma once

#include <gmpxx.h>

#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "acceleration/polynomial.h"

namespace pendulum::acceleration {

struct AffineForm {
  std::uint32_t width = 0;                       ///< of the symbols
  std::map<term::Term, mpz_class> coefficients;  ///< without zeros
  mpz_class constant;

  bool is_constant() const { return coefficients.empty(); }
  void add(const AffineForm& other, const mpz_class& factor = 1);
  bool operator==(const AffineForm& other) const = default;
};

AffineForm constant_form(std::uint32_t width, const mpz_class& value);
AffineForm symbol_form(term::Term symbol);

/// The affine form that equals the bit-vector term modulo 2^width. Constants are read as signed numbers.
/// Nothing if the term is not recognised as affine or is large.
std::optional<AffineForm> affine_form(term::Term term);

/// The value of the form modulo 2^width.
term::Term to_bitvector(term::TermManager& terms, const AffineForm& form);

/// form = 0, form <= 0, or form mod modulus = 0.
struct AffineFact {
  enum class Relation { Equal, AtMost, Congruent };
  AffineForm form;
  Relation relation = Relation::Equal;
  /// AtMost and Congruent: how symbols are read.
  PolynomialArithmetic::Reading reading = PolynomialArithmetic::Reading::Signed;
  mpz_class modulus = 0;  ///< Congruent
};

/// A disjunction of affine facts, or a bit-vector formula that has no integer reading.
struct CandidateFact {
  std::vector<AffineFact> disjuncts;
  term::Term formula;  ///< used if `disjuncts` is empty
};

/// Equalities hold modulo 2^width; inequalities are evaluated with enough bits that nothing wraps around.
term::Term to_bitvectors(term::TermManager& terms, const CandidateFact& fact);
/// `image` maps bit-vector symbols to integer symbols. Null if the fact has no integer reading.
term::Term to_integers(term::TermManager& terms, const CandidateFact& fact,
                       const std::function<term::Term(term::Term)>& image);
/// Does a bit-vector solver decide quickly whether the fact is preserved? Equalities have a normal form,
/// comparisons of two variables and residues modulo powers of two need no adders.
bool is_cheap(const CandidateFact& fact);
/// The free symbols, ordered by id.
term::TermVector symbols(const CandidateFact& fact);

}  // namespace pendulum::acceleration
