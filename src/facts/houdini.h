// Houdini (Flanagan, Leino 2001): the largest inductive subset of a set of candidates.
#pragma once

#include <memory>
#include <vector>

#include "base/statistics.h"
#include "base/stop.h"
#include "program/program.h"
#include "smt/solver.h"

namespace pendulum::facts {

/// Facts per location.
using Facts = std::vector<term::TermVector>;

/// Determines inductive subsets for one program again and again. The solvers of the edges are kept between
/// the calls, so that each edge is encoded once.
class Houdini {
 public:
  /// Requires: the arguments outlive this object.
  Houdini(const program::Program& program, smt::SolverFactory& solvers, base::Statistics& statistics);
  ~Houdini();

  /// Returns `established` followed by the candidates that are inductive relative to it: the largest such
  /// subset if the solver decides all calls; candidates that it cannot decide are dropped. Requires:
  /// `established` holds in all reachable states (its lists may be empty).
  /// Ensures: for every edge s -> t with t other than error,
  ///   facts(s) and guard  imply  the new facts of t after the updates,
  /// where entry has no new facts. So all facts together are inductive if `established` is. Returns
  /// `established` unchanged if `stop` is set before the search ends; callers limit the time by a
  /// base::Budget.
  Facts run(const Facts& established, Facts candidates, const base::StopToken& stop);

 private:
  struct EdgeSolver;

  /// The solver of the edge, which has its guard asserted and can decide `formulas`.
  EdgeSolver& solver_of(program::EdgeId id, const term::TermVector& formulas);
  /// Drops candidates of the edge's target until the edge implies the remaining ones. Returns false on
  /// timeout.
  bool weaken_along(program::EdgeId id, const Facts& established, Facts& candidates,
                    const base::StopToken& stop);
  /// Drops candidates that the edge of the solver does not preserve. Returns false on timeout.
  bool weaken(EdgeSolver& entry, const term::TermVector& hypotheses, term::TermVector& candidates,
              const base::StopToken& stop);
  /// The candidates that interval splitting proves, each on its own: a solver needs much longer for bounds of
  /// floating-point numbers. `hypotheses` are the guard and the facts of the source.
  term::TermSet proved_by_intervals(const EdgeSolver& entry, term::TermVector hypotheses,
                                    const term::TermVector& candidates, const base::StopToken& stop);
  term::Term negation_of(term::Term fact);
  void drop_broken(smt::Solver& solver, term::TermVector& facts, const term::TermVector& broken);
  /// The solver could not decide all facts together: keeps those that are proved, and those that it proves
  /// individually within a short time.
  void drop_undecided(EdgeSolver& entry, const term::TermSet& proved, term::TermVector& facts,
                      const base::StopToken& stop);
  bool are_over_variables(const Facts& facts) const;
  /// Checks the postcondition of run(). False only if a solver refutes it; accepts queries that the solver
  /// does not decide in a short time.
  bool is_inductive(const Facts& all, const Facts& fresh, const base::StopToken& stop) const;

  const program::Program& program_;
  term::TermManager& terms_;
  smt::SolverFactory& solvers_;
  base::Statistics& statistics_;
  std::vector<std::unique_ptr<EdgeSolver>> edge_solvers_;  ///< by edge; made on demand
};

/// Houdini::run for a single set of candidates.
Facts houdini(const program::Program& program, const Facts& established, Facts candidates,
              smt::SolverFactory& solvers, base::Statistics& statistics, const base::StopToken& stop);

}  // namespace pendulum::facts
