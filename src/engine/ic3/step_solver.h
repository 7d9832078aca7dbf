// One incremental solver per target location. It contains the edges that lead there, the frames of their
// sources, and the lemmas of refinement:
//
//   act_e  implies  guard_e, next(x) = update_e(x) for each live x, src_{source(e)}
//   a cube c of frame j at source s:       level_j and src_s  imply  not c
//   a cube c of F-infinity at source s:    src_s  implies  not c
//   first  implies  not src_s for each s other than entry                          (R_0)
//
// A query relative to R_i assumes level_j for each j >= i. The level symbols in the unsat core show which
// frames the refutation has used, so a cube is blocked at the highest level for which the refutation is valid
// [Een11].
#pragma once

#include <memory>
#include <optional>
#include <set>

#include "engine/ic3/domain.h"
#include "term/traverse.h"

namespace pendulum::engine::ic3 {

/// Symbols that all step solvers of a program share.
class StepSymbols {
 public:
  explicit StepSymbols(const program::Program& program);
  term::Term next(std::size_t variable) const { return next_[variable]; }
  term::Term act(program::EdgeId edge) const { return act_[edge]; }
  term::Term source(program::LocationId location) const { return source_[location]; }
  term::Term level(unsigned level);
  term::Term first() const { return first_; }
  /// Renames the variables of a term to their next values.
  term::Term to_next(term::Term term) { return to_next_(term); }

 private:
  static term::Substitution renaming(const program::Program& program, term::TermVector& next);

  term::TermManager& terms_;
  term::TermVector next_;
  term::Substituter to_next_;
  term::TermVector act_, source_, levels_;
  term::Term first_;
};

class StepSolver {
 public:
  StepSolver(const program::Program& program, program::LocationId target, StepSymbols& symbols,
             const term::TermVector& live, Domain& domain);

  bool has_source(program::LocationId location) const;
  /// Adds the cube as blocked at `source` in frame `level`, which may be infinite_level.
  void block(program::LocationId source, const Cube& cube, unsigned level);
  /// Adds the cube as blocked at `source` whenever `selector` is assumed.
  void block_under(term::Term selector, program::LocationId source, const Cube& cube);
  /// Adds a formula over variables, inputs and next values that holds for all steps.
  void add_lemma(term::Term lemma) { solver_->assert_term(lemma); }

  enum class Induction { Plain, Relative };  ///< Relative: the cube is excluded at its own location
  /// The CTI query (Figure 2.2(a), line 9): does a step lead from R_{level - 1} into the cube? For
  /// infinite_level: does a step lead from F-infinity into the cube? After Unsat, core() is a sufficient part
  /// of the cube.
  smt::SatResult check(const Cube& cube, unsigned level, Induction induction);
  const Cube& core() const { return core_; }
  /// After an Unsat answer for `level`: the highest level, at least `level`, at which core() is blocked by
  /// the frames that the unsat core contains. It may exceed the number of frames by one. infinite_level: no
  /// frame other than F-infinity is needed.
  unsigned blocked_level() const { return blocked_level_; }
  /// If the cubes under `selectors` exclude every step into `cube`, returns the selectors of an unsat core.
  /// Nothing if such a step exists or the solver does not decide.
  std::optional<term::TermVector> refuted_under(const term::TermVector& selectors, const Cube& cube);
  /// The edge of the model. Requires that the last check was satisfiable.
  program::EdgeId taken_edge();
  /// The truth of a formula in the model of the last check. Requires that it was satisfiable.
  bool truth(term::Term formula);
  /// Number of clauses that were asserted for single queries.
  std::size_t num_temporaries() const { return num_temporaries_; }

 private:
  void add_edge(program::EdgeId edge, const term::TermVector& live);
  /// The assumptions that select R_{level - 1}.
  term::TermVector frame_assumptions(unsigned level);
  /// Asserts a clause that excludes the cube at the target whenever the returned symbol is assumed.
  term::Term exclude(const Cube& cube);
  /// Computes core() and blocked_level() from the unsat core of the last query.
  void read_core(const term::TermMap<term::Term>& literal_of);

  const program::Program& program_;
  term::TermManager& terms_;
  program::LocationId target_;
  StepSymbols& symbols_;
  std::unique_ptr<smt::Solver> solver_;
  std::set<unsigned> levels_;  ///< frames that have cubes here, without F-infinity
  Cube core_;
  unsigned blocked_level_ = 0;
  term::TermMap<bool> truth_;    ///< values in the last model
  bool is_satisfiable_ = false;  ///< the last check was satisfiable
  std::size_t num_temporaries_ = 0;
};

}  // namespace pendulum::engine::ic3
