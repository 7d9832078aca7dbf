// Internal: the generator of candidate invariants (invariant_candidates.h), for one loop head after the other
// in the weak topological order.
#pragma once

#include <map>
#include <set>

#include "acceleration/closed_form/closed_forms.h"
#include "acceleration/entry_values.h"
#include "acceleration/path/loop_path_enumerator.h"

namespace pendulum::acceleration {

/// Maximum absolute value of a change or coefficient. Chosen to exclude hashes and masks, and far above the
/// strides of counters. Not measured.
inline constexpr long max_step = 1 << 20;

/// A path through a loop with the polynomials of its closed forms.
struct PathForms {
  term::TermVector literals;
  std::map<term::Term, Polynomial> polynomials;
  term::TermSet others;  ///< assigned variables without a polynomial
};

/// Maps variables to their change in one iteration, for each path of open_paths_.
using Steps = std::map<term::Term, std::vector<mpz_class>>;

class CandidateGenerator {
 public:
  CandidateGenerator(const program::Program& program, Prover& prover, smt::SolverFactory& solvers,
                     const base::StopToken& stop)
      : program_(program),
        terms_(program.terms()),
        prover_(prover),
        stop_(stop),
        wto_(program),
        expander_(terms_),
        paths_(program, wto_, expander_, solvers),
        entries_(program, wto_),
        live_(program::live_variables(program)),
        result_(program.locations().size()),
        seen_(program.locations().size()) {}

  std::vector<std::vector<CandidateFact>> run() {
    for (const program::LocationId location : wto_.order())
      if (wto_.is_head(location)) add_forms(location);
    for (const program::LocationId location : wto_.order())
      if (wto_.is_head(location)) add_candidates(location);
    return std::move(result_);
  }

 private:
  // invariant_candidates.cpp: paths, their steps, and the list of candidates.
  void add_forms(program::LocationId head);
  PathForms forms_of(const LoopPath& path);
  void add_candidates(program::LocationId head);
  /// The live variables that every path changes by a constant, at least one of them not by zero.
  Steps steps() const;
  /// The constant by which one iteration of the path changes the variable; nullopt if it is not constant.
  std::optional<mpz_class> step(const PathForms& path, term::Term variable) const;
  /// The change of the form by each path; nullopt if one of the changes is not constant.
  std::optional<std::vector<mpz_class>> changes(const AffineForm& form) const;
  void add_bound(const AffineForm& form);
  void add(CandidateFact fact);
  std::vector<PolynomialArithmetic::Signedness> possible_signedness(const AffineForm& form) const;

  // change_candidates.cpp: equalities, bounds and residues that follow from the changes of variables.
  void add_constants();
  void add_pairs(const term::TermVector& variables, const Steps& steps);
  void add_combinations(const term::TermVector& variables, const Steps& steps);
  void add_by_changes(const AffineForm& form, const std::vector<mpz_class>& changes);
  void add_residue(term::Term variable, const std::vector<mpz_class>& steps);
  void add_quadratics(const Steps& steps);
  void add_quadratic(term::Term variable, const Polynomial& polynomial, term::Term counter,
                     const mpz_class& stride);
  std::optional<term::Term> entry_term(term::Term coefficient) const;

  // guard_candidates.cpp: candidates from guards, and from candidates of preceding loops.
  void add_guard_bounds();
  void add_guard_bound(term::Term literal);
  void add_stride_bound(AffineForm form, PolynomialArithmetic::Signedness signedness, bool is_strict);
  void inherit(program::EdgeId edge);
  void inherit_guard(program::EdgeId edge);
  void shift_along(program::EdgeId edge, const CandidateFact& fact);

  const program::Program& program_;
  term::TermManager& terms_;
  Prover& prover_;
  const base::StopToken& stop_;
  program::Wto wto_;
  smt::Expander expander_;
  LoopPathEnumerator paths_;
  EntryValues entries_;
  std::vector<term::TermVector> live_;
  std::map<program::LocationId, std::vector<PathForms>> forms_;  ///< by loop head
  std::vector<std::vector<CandidateFact>> result_;               ///< by location
  std::vector<std::set<term::Term>> seen_;  ///< by location: bit-vector formulas of the candidates
  // The loop for which candidates are being generated:
  program::LocationId head_ = 0;
  term::TermSet changed_;                     ///< variables that the loop assigns
  std::vector<const PathForms*> open_paths_;  ///< paths through the loop and through its inner loops
};

}  // namespace pendulum::acceleration
