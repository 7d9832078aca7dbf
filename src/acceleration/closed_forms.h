// Closed forms of the assignments of a loop path ([IMPULSE], section 3.1).
//
// Each variable that the path assigns gets one of these forms:
//   Polynomial  x(j) is a polynomial in j over the state before the loop: by syntactic matching
//   (section 3.1.1),
//               else by fitting the template (2) to evaluated iterations (section 3.1.2) and proving the
//               induction (4) in bit-vectors
//   Delayed     x := e, where e does not contain x and only invariants, polynomials, inputs and arrays: x is
//               the value of e in the previous iteration. The template (2) cannot express it.
//   Unknown     none of them: the undefined value of section 3.3, one unknown per iteration
// Arrays that the path writes element by element are the subject of array_effects.h.
#pragma once

#include "acceleration/loop_path.h"
#include "acceleration/polynomial.h"
#include "acceleration/prover.h"

namespace pendulum::acceleration {

struct ClosedForm {
  enum class Form { Polynomial, Delayed, Unknown };
  Form form = Form::Unknown;
  Polynomial polynomial;  ///< Polynomial
  term::Term update;      ///< Delayed: over the state before the iteration that assigns it
  /// Unknown: for scalars an array over iterations, element i is the value after iteration i; for arrays the
  /// value after the loop.
  term::Term unknowns;
};

/// The state in which a term is evaluated: before iteration i, or after it (before iteration i + 1).
enum class When { Before, After };

class ClosedForms {
 public:
  /// `arithmetic` counts all iterations of the loop; premises of the forms are added to it.
  ClosedForms(const LoopPath& path, PolynomialArithmetic& arithmetic, Prover& prover);

  /// Null if the path does not assign the variable as a whole.
  const ClosedForm* find(term::Term variable) const;
  const term::TermMap<ClosedForm>& all() const { return forms_; }

  /// Does the term contain a variable of that form?
  bool contains(term::Term term, ClosedForm::Form form) const;

  /// The value of the term in iteration i as a polynomial in i; nothing if it is not recognised as one.
  /// Requires for When::Before that the term contains no Delayed variable.
  std::optional<Polynomial> polynomial(term::Term term, When when, PolynomialArithmetic& arithmetic) const;

 private:
  bool match(term::Term variable, term::Term update);
  bool match_sum(term::Term variable, term::Term update);
  bool is_delayed(term::Term variable, term::Term update) const;
  void set_unknown(term::Term variable);
  std::optional<Polynomial> leaf(term::Term term, When when, PolynomialArithmetic& arithmetic) const;

  const LoopPath& path_;
  PolynomialArithmetic& arithmetic_;
  term::TermManager& terms_;
  term::TermSet inputs_;
  term::TermSet written_;            ///< arrays that are written element by element
  term::TermMap<ClosedForm> forms_;  ///< of assigned variables
  term::TermMap<term::Term> open_;   ///< assigned variables without a form yet, with their updates
};

}  // namespace pendulum::acceleration
