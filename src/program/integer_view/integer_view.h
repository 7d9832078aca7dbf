// The integer view: bit-vectors become integers with range facts, so that engines can use linear arithmetic.
//
// Each variable of sort BitVec n becomes an Int that is read as signed or unsigned: as Variable::signedness
// states or, if that is unknown, as most operators read it. If an operation may wrap around, it is modelled
// exactly where that is inexpensive: by a case split, or by an internal input for the multiple of 2^n.
// Otherwise its result becomes an internal input that is only constrained by its range, and the operation is
// listed in `approximations`; the view is then an over-approximation.
//
// If the edge's guard excludes the signed overflow of an operation (by BvSaddo, BvSsubo or BvSmulo), the
// operation becomes plain integer arithmetic with its range in the guard. The view is best applied to small
// blocks, whose edges carry these guards next to the arithmetic; large_block can merge the integer terms
// afterwards. Arrays map unsigned indices to unsigned values.
//
// If the guard of an edge does not exclude that one of its operations wraps around, the view tries ranges
// that hold at the edge's source (FlowRanges) and adds those that it uses to the guard. An invariant of the
// view is then inductive for the original program only together with `facts_at`.
#pragma once

#include <string>
#include <vector>

#include "program/program.h"

namespace pendulum::program {

class IntegerView {
 public:
  explicit IntegerView(const Program& original);

  /// The locations and edges have the same ids as in the original program.
  const Program& program() const { return program_; }
  /// Operators that were over-approximated, with their source locations: "bvand at file:line". Empty if the
  /// view is exact.
  const std::vector<std::string>& approximations() const { return approximations_; }

  /// lo <= x <= hi for each integer variable. Holds for every variable that has been assigned, which suffices
  /// because no variable is live at entry.
  term::Term range_facts() const { return range_facts_; }

  /// Translates an invariant over integers to bit-vectors over the original program's variables, with enough
  /// bits that no operation in it wraps around: (x + y <= 10) becomes sext(x) + sext(y) <=s 10. Returns
  /// nullopt if the term cannot be expressed, for example if a product would need too many bits.
  std::optional<term::Term> to_bitvectors(term::Term invariant) const;

  /// Translates a formula over the original program's variables to the view's variables. In all states that
  /// satisfy range_facts(), the result has the same value. Returns nullopt if it would need internal inputs
  /// or an approximation, or if the formula contains arrays, uninterpreted functions or other symbols.
  std::optional<term::Term> to_integers(term::Term formula) const;

  /// Ranges, and definitions of Boolean variables, that the translation of edges used; over the original
  /// program's variables. False if the ranges exclude all executions. The facts hold whenever an execution
  /// reaches the location, and together they are inductive. True for all locations if no edge used any.
  term::Term facts_at(LocationId location) const { return facts_at_[location]; }

  /// The original program's input for an input of the view; null for inputs that the view has added.
  term::Term original_input(term::Term input) const;
  /// The value of sort `sort` in the original program that corresponds to an integer value of the view.
  /// Requires: `value` is a value (term::Model) of the sort's integer image.
  term::Term original_value(term::Sort sort, term::Term value) const;
  /// The variable of the view for a variable of the original program.
  term::Term image(term::Term variable) const { return image_.at(variable); }

 private:
  const Program* original_;
  Program program_;
  std::vector<std::string> approximations_;
  term::Term range_facts_;
  term::TermVector facts_at_;               ///< by location; true if no edge uses flow facts
  term::TermMap<term::Term> image_;         ///< original variable -> integer variable
  term::TermMap<term::Term> to_original_;   ///< integer variable -> original variable
  term::TermMap<bool> is_signed_;           ///< integer variable -> is it read as two's complement?
  term::TermMap<term::Term> input_origin_;  ///< input of the view -> original input, if they differ
  term::TermSet own_inputs_;                ///< inputs that the view has added
};

}  // namespace pendulum::program
