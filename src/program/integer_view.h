// The integer view: bit-vectors become integers with range facts, so that engines can use linear arithmetic.
//
// Each variable of sort BitVec n becomes an Int, read as signed or unsigned by its Variable::signedness (or
// by how it is used). Operations that cannot be shown not to wrap are modelled exactly where that is cheap
// (case split by one multiple of 2^n: an internal input with a range), otherwise they become unconstrained
// internal inputs within their range and the place is listed in `approximations`: the view is then an
// over-approximation. Arithmetic whose absence of signed overflow is part of the edge's guard (BvSaddo and
// its kin) is plain integer arithmetic there, with the range as guard. Best applied to small blocks, whose
// edges carry these guards next to the arithmetic; large_block afterwards merges integer terms.
// Arrays hold the unsigned values of their cells at unsigned indices.
// Where an operation may wrap by the guard of its edge alone, ranges that hold at the edge's source
// (FlowRanges) are tried, and become part of the guard. An invariant of the view then needs `facts_at`, too.
#pragma once

#include <string>
#include <vector>

#include "program/program.h"

namespace pendulum::program {

class IntegerView {
 public:
  explicit IntegerView(const Program& original);

  /// Same locations with the same ids, and edges with the same ids, as the original.
  const Program& program() const { return program_; }
  /// Operations that were over-approximated: "bvand at file:line". Empty: the view is exact.
  const std::vector<std::string>& approximations() const { return approximations_; }

  /// lo <= x <= hi for each integer variable: holds wherever the variable has been assigned, so in every
  /// state that matters (at entry no variable is live).
  term::Term range_facts() const { return range_facts_; }

  /// Integer invariant -> bit-vector term over the original's variables, of sufficient width so that no
  /// operation in it wraps: (x + y <= 10) becomes sext(x) + sext(y) <=s 10 over enough bits.
  /// Nothing when the term cannot be expressed (e.g. a nonlinear term that would need too many bits).
  std::optional<term::Term> to_bitvectors(term::Term invariant) const;

  /// Ranges and definitions of Booleans that edges of the view rely on, over the original's variables; false
  /// where the ranges exclude all runs. They hold whenever a run comes to the location, and are inductive
  /// together.
  term::Term facts_at(LocationId location) const { return facts_at_[location]; }

  /// The original's input for an input of the view; null for inputs that the view made.
  term::Term original_input(term::Term input) const;
  /// The value of an original symbol of sort `sort` that an integer value of the view stands for.
  /// Requires a value (term::Model) of the sort's integer image.
  term::Term original_value(term::Sort sort, term::Term value) const;
  /// The integer variable of an original variable.
  term::Term image(term::Term variable) const { return image_.at(variable); }

 private:
  const Program* original_;
  Program program_;
  std::vector<std::string> approximations_;
  term::Term range_facts_;
  term::TermVector facts_at_;               ///< by location; true where nothing is relied on
  term::TermMap<term::Term> image_;         ///< original variable -> integer variable
  term::TermMap<term::Term> to_original_;   ///< integer variable -> original variable
  term::TermMap<bool> is_signed_;           ///< integer variable -> read as two's complement?
  term::TermMap<term::Term> input_origin_;  ///< integer input -> original input, where they differ
  term::TermSet own_inputs_;                ///< inputs that the original does not have
};

}  // namespace pendulum::program
