// The integer view: bit-vectors become integers with range facts, so that engines can use linear arithmetic.
//
// Each variable of sort BitVec n becomes an Int, read as signed or unsigned by its Variable::signedness (or
// by how it is used). Operations that cannot be shown not to wrap are modelled exactly where that is cheap
// (case split by one multiple of 2^n: an internal input with a range), otherwise they become unconstrained
// internal inputs within their range and the place is listed in `approximations`: the view is then an
// over-approximation. Arithmetic whose absence of signed overflow is part of the edge's guard (BvSaddo and
// its kin) is plain integer arithmetic there, with the range as guard.
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

  /// Facts that hold in every state of the view: lo <= x <= hi for each integer variable.
  term::Term range_facts() const { return range_facts_; }

  /// Integer invariant -> bit-vector term over the original's variables, of sufficient width so that no
  /// operation in it wraps: (x + y <= 10) becomes sext(x) + sext(y) <=s 10 over enough bits.
  /// Nothing when the term cannot be expressed (e.g. a nonlinear term that would need too many bits).
  std::optional<term::Term> to_bitvectors(term::Term invariant) const;

 private:
  Program program_;
  const Program* original_;
  std::vector<std::string> approximations_;
  term::Term range_facts_;
  term::TermMap<term::Term> to_original_;  ///< integer variable -> original variable
  term::TermMap<bool> is_signed_;          ///< integer variable -> read as two's complement?
};

}  // namespace pendulum::program
