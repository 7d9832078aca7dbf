// Entry values: the values of variables when a loop is entered, as affine forms over variables that the loop
// does not change. They are the x0 in the candidate invariants of invariant_candidates.h.
#pragma once

#include <map>
#include <vector>

#include "acceleration/closed_form/affine_form.h"
#include "program/wto.h"

namespace pendulum::acceleration {

/// Maps bit-vector variables to the constant value that they have whenever an execution reaches a location.
using Constants = term::TermMap<term::Term>;
/// Constant propagation: the constant variables of each location.
std::vector<Constants> propagate_constants(const program::Program& program);

/// The comparison left <= right or left < right of two affine forms.
struct Comparison {
  AffineForm difference;  ///< left - right
  PolynomialArithmetic::Signedness signedness;
  bool is_strict;

  /// The form that is at most zero iff the comparison holds, over the integers: left - right, or
  /// left - right + 1 if the comparison is strict.
  AffineForm at_most_zero() const;
};
/// Returns the comparison that the literal represents; nullopt if it is not an order of affine forms.
std::optional<Comparison> comparison(term::Term literal);

class EntryValues {
 public:
  /// The arguments should outlive the object.
  EntryValues(const program::Program& program, const program::Wto& wto);

  /// The constant variables of the location.
  const Constants& constants(program::LocationId location) const { return constants_[location]; }
  /// Variables that an edge inside the loop assigns.
  term::TermSet changed_in(program::LocationId head) const;
  /// Edges that lead to the head from outside the loop.
  std::vector<program::EdgeId> entering(program::LocationId head) const;

  /// Returns the value of `form` when the loop is entered, over variables that the loop does not change.
  /// Returns nullopt if the value cannot be expressed, or if the entering edges yield different values.
  /// The value relies on the assumptions below, so it is a guess if they are candidates.
  std::optional<AffineForm> value(program::LocationId head, const AffineForm& form) const;

  /// Later calls of value() assume that form = 0 or form <= 0 holds at the location.
  void assume_equal(program::LocationId location, const AffineForm& form) {
    equalities_[location].push_back(form);
  }
  void assume_at_most(program::LocationId location, const AffineForm& form) {
    bounds_[location].push_back(form);
  }

 private:
  /// Returns forms that are zero when the edge is taken: the assumed equalities of its source, equalities in
  /// its guard, and assumed bounds that its guard turns into equalities, as i <= n and not i < n give i = n.
  std::vector<AffineForm> equalities_on(program::EdgeId edge) const;
  /// Returns the value of `form` after the edge, over variables that are not in `changed`.
  std::optional<AffineForm> value_after(program::EdgeId edge, const AffineForm& form,
                                        const term::TermSet& changed) const;

  const program::Program& program_;
  const program::Wto& wto_;
  std::vector<Constants> constants_;    ///< by location
  std::vector<term::TermVector> live_;  ///< live variables, by location
  std::map<program::LocationId, std::vector<AffineForm>> equalities_;
  std::map<program::LocationId, std::vector<AffineForm>> bounds_;
};

}  // namespace pendulum::acceleration
