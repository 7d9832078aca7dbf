// One incremental solver per target location: the edges that lead there, the frames of their sources, and the
// lemmas of refinement.
//
//   act_e  implies  guard_e, next(x) = update_e(x) for each live x, src_{source(e)}
//   level_j implies level_{j+1}; a cube c of frame j at source s:  level_j and src_s  imply  not c
//   first  implies  not src_s for each s other than entry                          (R_0)
#pragma once

#include <memory>
#include <optional>

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
  /// A term over the variables, in the state after the step.
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
  /// The cube is blocked at `source` in frame `level`.
  void block(program::LocationId source, const Cube& cube, unsigned level);
  /// The same in no frame, but where `selector` is assumed.
  void block_under(term::Term selector, program::LocationId source, const Cube& cube);
  void open_level(unsigned level);
  /// A formula over variables, inputs and next values that holds for all steps.
  void add_lemma(term::Term lemma) { solver_->assert_term(lemma); }

  enum class Induction { Plain, Relative };  ///< Relative: the target cube is excluded at its own location
  /// The CTI query (Figure 2.2(a), line 9): does a step lead from R_{level - 1} into the cube? Unsat: `core`
  /// is the part of the cube that suffices.
  smt::SatResult check(const Cube& cube, unsigned level, Induction induction);
  const Cube& core() const { return core_; }
  /// Does a step lead into the cube from states that `selectors` leave? Nothing: it does, or nobody knows.
  /// Otherwise those selectors that suffice against it.
  std::optional<term::TermVector> refuted_under(const term::TermVector& selectors, const Cube& cube);
  /// After Sat.
  program::EdgeId taken_edge();
  bool truth(term::Term formula);
  std::size_t num_temporaries() const { return num_temporaries_; }

 private:
  void add_edge(program::EdgeId edge, const term::TermVector& live);

  const program::Program& program_;
  term::TermManager& terms_;
  program::LocationId target_;
  StepSymbols& symbols_;
  std::unique_ptr<smt::Solver> solver_;
  Cube core_;
  term::TermMap<bool> truth_;  ///< of the last model
  std::size_t num_temporaries_ = 0;
};

}  // namespace pendulum::engine::ic3
