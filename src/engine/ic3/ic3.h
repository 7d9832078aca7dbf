// IC3 on programs: Figures 2.1 and 2.2 of Bueno's thesis (after Bradley 2011; Een, Mishchenko, Brayton 2011),
// with frames per location.
//
// The thesis has one transition relation and a state variable for the location; here every location has its
// own frames and its own solver over the edges that lead there, so that a query sees only its own steps.
// Initial states are the edges that leave the entry; they take part in every query, so cubes need no separate
// test against I. The property is the error location with the empty cube.
#pragma once

#include <deque>
#include <set>
#include <variant>

#include "base/statistics.h"
#include "base/stop.h"
#include "engine/ic3/step_solver.h"

namespace pendulum::engine::ic3 {

/// A run of the abstraction from entry to error.
struct Trace {
  struct Step {
    program::EdgeId edge;
    Cube cube;                                  ///< at the edge's target; empty at the error
    std::shared_ptr<const program::Edge> path;  ///< what Domain::path said; may be null
  };
  std::vector<Step> steps;
};

/// The frame that turned out to be inductive: R_level holds in all reachable states.
struct Proved {
  unsigned level;
};

struct GaveUp {
  std::string reason;
};

class Ic3 {
 public:
  struct Options {
    std::string prefix;                   ///< of statistics: "engine.euforia."
    unsigned max_failures = 12;           ///< literals that may resist generalisation before it stops
    std::vector<term::TermVector> facts;  ///< by location; inductive on their own. Empty: none
  };

  Ic3(const program::Program& program, Domain& domain, Options options, base::Statistics& statistics,
      const base::StopToken& stop);

  using Outcome = std::variant<Proved, Trace, GaveUp>;
  /// Figure 2.1, Check. May be called again after the domain was refined: what is blocked stays blocked.
  Outcome check();

  /// For the domain's refinement. Lemmas are formulas that every (concrete) step satisfies: of one edge (over
  /// variables, its inputs and next values; it counts only when the edge is taken), or of states.
  /// False: it is known already.
  bool add_step_lemma(program::EdgeId edge, term::Term lemma);
  bool add_state_lemma(term::Term lemma);
  /// The same for what a projection has found: counted apart, and no part of later projections.
  bool add_axiom(program::EdgeId edge, term::Term axiom);
  term::Term to_next(term::Term term) { return symbols_.to_next(term); }

  const Frames& frames() const { return frames_; }
  /// Of the cubes of an inductive frame, by location, those on which the proof rests: the error, and every
  /// cube that is needed, is refuted with needed cubes alone. Queries of the abstraction, which cost little
  /// where the judge's do not.
  std::vector<std::vector<Cube>> needed_cubes(unsigned level);
  /// What is known at a location beside the frames.
  const term::TermVector& facts(program::LocationId location) const { return options_.facts[location]; }
  const std::vector<term::TermVector>& live() const { return live_; }

 private:
  /// A cube at a location that should be shown unreachable within `level` edges, because it leads by `edge`
  /// to the obligation `parent`.
  struct Obligation {
    program::LocationId location;
    Cube cube;
    unsigned level;
    std::size_t parent;  ///< index; the root is its own
    program::EdgeId edge;
    std::shared_ptr<const program::Edge> path;  ///< through `edge`
  };
  using Id = std::size_t;

  StepSolver& solver(program::LocationId target);
  void add_frame();
  /// Nothing: all obligations are blocked up to the current depth.
  std::optional<Outcome> block_error();
  std::optional<Outcome> handle(Id id);
  /// Figure 2.2(a), lines 10 to 12: the query of the obligation was satisfiable.
  std::optional<Outcome> step_back(Id id);
  Trace trace(program::EdgeId first, std::shared_ptr<const program::Edge> path, Id id) const;
  void block(program::LocationId location, Cube cube, unsigned level, Id obligation);
  Cube generalize(program::LocationId location, Cube cube, unsigned level);
  void add_blocked(program::LocationId location, const Cube& cube, unsigned level);
  /// The level that became inductive.
  std::optional<unsigned> propagate();
  smt::SatResult ask(program::LocationId location, const Cube& cube, unsigned level,
                     StepSolver::Induction induction);
  void enqueue(Id id) { queue_.emplace(obligations_[id].level, id); }
  void renew_solver(program::LocationId target);
  /// Among them those about arrays (Figure 4.6).
  void count_lemma(const std::string& kind, term::Term lemma);
  /// Without frames.
  std::unique_ptr<StepSolver> make_solver(program::LocationId target);

  const program::Program& program_;
  Domain& domain_;
  Options options_;
  base::Statistics& statistics_;
  const base::StopToken& stop_;
  StepSymbols symbols_;
  std::vector<term::TermVector> live_;
  Frames frames_;
  std::vector<std::unique_ptr<StepSolver>> solvers_;  ///< by target; made when needed
  std::vector<term::TermVector> step_lemmas_;         ///< by edge
  std::vector<term::TermVector> lemmas_before_;       ///< the same over variables and inputs only
  std::vector<term::TermVector> axioms_;              ///< by edge
  term::TermVector state_lemmas_;
  std::deque<Obligation> obligations_;
  /// Lowest level first, among them the latest: ids are negated by the order.
  struct Earlier {
    bool operator()(const std::pair<unsigned, Id>& a, const std::pair<unsigned, Id>& b) const {
      return a.first != b.first ? a.first < b.first : a.second > b.second;
    }
  };
  std::set<std::pair<unsigned, Id>, Earlier> queue_;
};

}  // namespace pendulum::engine::ic3
