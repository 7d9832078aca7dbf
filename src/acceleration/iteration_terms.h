// The values of terms in the iterations of an accelerated path, as terms over the state before the loop.
//
// Scalars follow their closed forms. An input of the path has a value per iteration: an element of an array
// over iterations. Arrays that the path writes element by element are never built: a read finds the iteration
// that wrote the element last ([IMPULSE], condition (6), made exact: where several writes hit the same
// element, the last writer wins), or reads the array from before the loop.
#pragma once

#include <map>
#include <string>

#include "acceleration/closed_forms.h"
#include "acceleration/membership.h"

namespace pendulum::acceleration {

class IterationTerms {
 public:
  /// `arithmetic` is that of `forms`; premises of write indices are added to it.
  IterationTerms(const LoopPath& path, const ClosedForms& forms, PolynomialArithmetic& arithmetic,
                 Prover& prover);

  /// Why the path cannot be accelerated; empty: it can.
  const std::string& obstacle() const { return obstacle_; }

  /// The term in the first iteration: over the state before the loop.
  term::Term at_start(term::Term term);
  /// The term in iteration i (When::Before; requires that it contains no Delayed or Unknown variable), or in
  /// iteration i + 1.
  term::Term in_iteration(term::Term term, term::Term i, When when);
  /// The element of a written array after `m` iterations.
  term::Term element_after(term::Term array, term::Term index, term::Term m);

  /// Does the value of the term depend on an unknown value of an earlier iteration?
  bool depends_on_unknown(term::Term term) const;
  bool is_written(term::Term array) const { return writers_.contains(array); }

  /// For each input its values, an array over iterations. An input that is an array itself has the same value
  /// in all iterations: a symbol of its sort.
  const term::TermMap<term::Term>& input_values() const { return input_values_; }
  /// Arrays of unknown values: of variables without closed form, of elements that were written with one.
  const term::TermVector& unknowns() const { return unknowns_; }
  /// Under which reads of written arrays are right.
  const term::TermVector& premises() const { return premises_; }

 private:
  struct Writer {
    Polynomial index;
    term::Term value;     ///< in the iteration that writes it
    term::Term unknowns;  ///< not null: values of iterations, without closed form
  };
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
  /// Reads, over the state before an iteration, of elements that no earlier iteration writes.
  term::TermSet untouched_;
};

}  // namespace pendulum::acceleration
