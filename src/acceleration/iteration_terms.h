// Expresses the value of a term in iteration i of an accelerated path as a term over the state before the
// loop.
//
// Scalar variables are replaced by their closed forms. An input has one value per iteration: element i of an
// array over iterations. Arrays that the path writes element by element are not represented by terms. A read
// of such an array is replaced by the value that the last write to this element wrote, or by the element
// before the loop if no write hit it. This is condition (6) of [IMPULSE], made exact: if several writes hit
// the same element, the last one determines its value.
#pragma once

#include <map>
#include <string>

#include "acceleration/closed_form/closed_forms.h"
#include "acceleration/closed_form/membership.h"

namespace pendulum::acceleration {

class IterationTerms {
 public:
  /// Requires: `arithmetic` is the one with which `forms` was built. The constructor adds the premises of
  /// array indices to it. All arguments but the prover should outlive the object.
  IterationTerms(const LoopPath& path, const ClosedForms& forms, PolynomialArithmetic& arithmetic,
                 Prover& prover);

  /// The reason why the path cannot be accelerated; empty if it can. The functions below require that it is
  /// empty.
  const std::string& obstacle() const { return obstacle_; }

  /// The value of the term in the first iteration.
  term::Term at_start(term::Term term);
  /// The value of the term before iteration i (When::Before) or after it (When::After). Requires: with
  /// When::Before, the term contains no Delayed or Unknown variable.
  term::Term in_iteration(term::Term term, term::Term i, When when);
  /// The element of a written array at `index` after `m` iterations. May add premises.
  term::Term element_after(term::Term array, term::Term index, term::Term m);

  /// Returns whether the term depends on an unknown value, directly, through a Delayed variable, or through
  /// an array element that was written with an unknown value.
  bool depends_on_unknown(term::Term term) const;
  bool is_written(term::Term array) const { return writers_.contains(array); }

  /// Maps each input to a symbol for its values: an array over iterations. An input of array sort is mapped
  /// to a symbol of its own sort, which is its value in all iterations.
  const term::TermMap<term::Term>& input_values() const { return input_values_; }
  /// Symbols for unknown values: those of variables without closed form, and those of writes whose value has
  /// no closed form.
  const term::TermVector& unknowns() const { return unknowns_; }
  /// Conditions under which the results of element_after() and of reads of written arrays are correct.
  const term::TermVector& premises() const { return premises_; }

 private:
  /// One array write of the path.
  struct Writer {
    Polynomial index;
    term::Term value;     ///< over the state before the iteration that writes it
    term::Term unknowns;  ///< if not null: the value has no closed form; element i is that of iteration i
  };
  // The following two functions return false and set `obstacle_` if the path cannot be accelerated.
  bool add_writers();
  bool reads_elements_only();
  void find_untouched_reads(Prover& prover);
  bool is_untouched(term::Term read, Prover& prover);
  void replace_recursive_values();
  bool reads_written_array(term::Term term) const;
  term::Term value_of(const Writer& writer, term::Term iteration);
  term::Term rewrite(term::Term term, term::Term i, When when);
  term::Term rewrite_symbol(term::Term symbol, term::Term i, When when);

  const LoopPath& path_;
  const ClosedForms& forms_;
  PolynomialArithmetic& arithmetic_;
  term::TermManager& terms_;
  std::string obstacle_;
  term::TermMap<term::Term> input_values_;
  term::TermVector unknowns_;
  term::TermVector premises_;
  std::map<term::Term, std::vector<Writer>> writers_;  ///< by array, in the order of execution
  /// Reads of written arrays at elements that no earlier iteration has written.
  term::TermSet untouched_;
};

}  // namespace pendulum::acceleration
