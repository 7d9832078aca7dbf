// The values with which a loop is entered, as affine forms over constants and variables that the loop does
// not change: x0 in the candidate invariants of invariant_candidates.h.
#pragma once

#include <map>
#include <vector>

#include "acceleration/affine_form.h"
#include "program/wto.h"

namespace pendulum::acceleration {

/// Variables with the same constant value whenever a run reaches a location.
using Constants = term::TermMap<term::Term>;
/// By location.
std::vector<Constants> propagate_constants(const program::Program& program);

/// left - right <= 0, or < 0, as a literal requires.
struct Comparison {
  AffineForm difference;
  PolynomialArithmetic::Reading reading;
  bool is_strict;

  /// left - right, or left - right + 1 if the comparison is strict: at most zero.
  AffineForm at_most_zero() const;
};
/// Nothing if the literal is not an order of affine forms.
std::optional<Comparison> comparison(term::Term literal);

class EntryValues {
 public:
  /// The arguments should outlive this.
  EntryValues(const program::Program& program, const program::Wto& wto);

  /// Variables that always have the same value at the location.
  const Constants& constants(program::LocationId location) const { return constants_[location]; }
  /// Variables that an edge inside of the loop assigns.
  term::TermSet changed_in(program::LocationId head) const;
  /// Edges into the head from outside of the loop.
  std::vector<program::EdgeId> entering(program::LocationId head) const;

  /// The value of `form` when the loop is entered, over variables that the loop does not change. Nothing if
  /// it is not found, or if entering edges give different values.
  std::optional<AffineForm> value(program::LocationId head, const AffineForm& form) const;

  /// Assumes form = 0 or form <= 0 at a location when values after it are sought.
  void assume_equal(program::LocationId location, const AffineForm& form) {
    equalities_[location].push_back(form);
  }
  void assume_at_most(program::LocationId location, const AffineForm& form) {
    bounds_[location].push_back(form);
  }

 private:
  /// Conditions that hold when the edge is taken: assumed equalities of its source, and assumed bounds that
  /// its guard turns into equalities, such as i <= n and not i < n.
  std::vector<AffineForm> equalities_on(program::EdgeId edge) const;
  std::optional<AffineForm> value_after(program::EdgeId edge, const AffineForm& form,
                                        const term::TermSet& changed) const;

  const program::Program& program_;
  const program::Wto& wto_;
  std::vector<Constants> constants_;
  std::vector<term::TermVector> live_;
  std::map<program::LocationId, std::vector<AffineForm>> equalities_;
  std::map<program::LocationId, std::vector<AffineForm>> bounds_;
};

}  // namespace pendulum::acceleration
