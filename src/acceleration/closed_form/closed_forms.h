// Closed forms of the assignments of a loop path ([IMPULSE], section 3.1).
//
// Each variable x that the path assigns gets one of these forms:
//   Polynomial  The value x(j) before iteration j is a polynomial in j, with coefficients over the state
//               before the loop. It is found by syntactic matching (section 3.1.1), otherwise by fitting
//               template (2) to evaluated iterations and proving the induction (4) over bit-vectors
//               (section 3.1.2).
//   Delayed     The path assigns x := e, where e contains neither x nor other variables that are Delayed or
//               Unknown: x is the value of e in the previous iteration. Template (2) cannot express this
//               form, because e may contain inputs, array reads and other operators.
//   Unknown     No closed form was found. This is the undefined value of section 3.3; it is represented by
//               one fresh value per iteration.
// Arrays that the path writes element by element are treated in iteration_terms.h.
#pragma once

#include "acceleration/closed_form/polynomial.h"
#include "acceleration/closed_form/prover.h"
#include "acceleration/path/loop_path.h"

namespace pendulum::acceleration {

struct ClosedForm {
  enum class Form { Polynomial, Delayed, Unknown };
  Form form = Form::Unknown;
  Polynomial polynomial;  ///< for Polynomial
  term::Term update;      ///< for Delayed: the assigned term, over the state before the assigning iteration
  /// For Unknown: a fresh symbol. For scalar variables it is an array whose element i is the value after
  /// iteration i; for arrays it is the value after the loop.
  term::Term unknowns;
};

/// The state in which a term is evaluated: before iteration i, or after it, which is before iteration i + 1.
enum class When { Before, After };

class ClosedForms {
 public:
  /// Computes the closed forms of all variables that `path` assigns. The count of `arithmetic` is the number
  /// of iterations n; the constructor adds the premises of the forms to it. `path` and `arithmetic` should
  /// outlive the object.
  ClosedForms(const LoopPath& path, PolynomialArithmetic& arithmetic, Prover& prover);

  /// The closed form of the variable; null if path.updates does not assign it.
  const ClosedForm* find(term::Term variable) const;
  const term::TermMap<ClosedForm>& all() const { return forms_; }

  /// Returns whether the term contains a variable with this kind of closed form.
  bool contains(term::Term term, ClosedForm::Form form) const;

  /// Returns the value of the term before or after iteration i as a polynomial in i; nullopt if no polynomial
  /// is found. May add premises to `arithmetic`, even if it returns nullopt.
  /// Requires: with When::Before, the term contains no Delayed variable.
  std::optional<Polynomial> polynomial(term::Term term, When when, PolynomialArithmetic& arithmetic) const;

 private:
  /// Sets the form of the variable to Polynomial or Delayed if its update matches; otherwise returns false.
  bool match(term::Term variable, term::Term update);
  bool match_sum(term::Term variable, term::Term update);
  bool is_delayed(term::Term variable, term::Term update) const;
  void set_unknown(term::Term variable);
  /// polynomial() of a symbol or value.
  std::optional<Polynomial> leaf(term::Term term, When when, PolynomialArithmetic& arithmetic) const;

  const LoopPath& path_;
  PolynomialArithmetic& arithmetic_;
  term::TermManager& terms_;
  term::TermSet inputs_;
  term::TermSet written_;            ///< arrays that the path writes element by element
  term::TermMap<ClosedForm> forms_;  ///< by assigned variable
  term::TermMap<term::Term> open_;   ///< assigned variables without a form yet, with their updates
};

}  // namespace pendulum::acceleration
