// IC3 on programs: Figures 2.1 and 2.2 of [Bueno21] (after [Bradley11] and [Een11]),
// with frames per location.
//
// The thesis has one transition relation and a state variable for the location. Here, every location has its
// own frames and its own solver over its incoming edges, so that a query contains only the steps that lead
// there. Initial states are represented by the edges that leave the entry; they are part of every query, so
// cubes need no separate test against I. The property is the error location with the empty cube.
#pragma once

#include <deque>
#include <set>
#include <variant>

#include "base/statistics.h"
#include "base/stop.h"
#include "engine/ic3/step_solver.h"

namespace pendulum::engine::ic3 {

/// An execution of the abstraction from entry to error.
struct Trace {
  struct Step {
    program::EdgeId edge;
    Cube cube;                                  ///< at the edge's target; empty at the error
    std::shared_ptr<const program::Edge> path;  ///< the result of Domain::path; may be null
  };
  std::vector<Step> steps;
};

/// The frame at `level` is inductive: R_level holds in all reachable states. For infinite_level: F-infinity
/// alone excludes the error.
struct Proved {
  unsigned level;
};

struct GaveUp {
  std::string reason;
};

/// The search was interrupted and can be continued.
struct Paused {};
/// Tells a search to pause.
using Pause = std::function<bool()>;

class Ic3 {
 public:
  struct Options {
    std::string prefix;  ///< prefix of statistics: "engine.euforia."
    /// Maximum number of failed attempts to drop a literal of a cube. Each attempt costs a query; after a
    /// dozen failures, the remaining literals are mostly needed.
    unsigned max_failures = 12;
    std::vector<term::TermVector> facts;  ///< by location; inductive on their own; may be empty
  };

  Ic3(const program::Program& program, Domain& domain, Options options, base::Statistics& statistics,
      const base::StopToken& stop);

  using Outcome = std::variant<Proved, Trace, GaveUp, Paused>;
  /// Figure 2.1, Check. May be called again after the domain was refined, or after a pause: blocked cubes
  /// stay blocked. Returns Paused if `pause` returns true before a proof obligation.
  Outcome check(const Pause& pause);
  Outcome check() {
    return check([] { return false; });
  }

  /// Adds a lemma of the domain's refinement: a formula that every concrete step or state satisfies. A step
  /// lemma belongs to one edge and is over variables, its inputs and next values; it applies only if the edge
  /// is taken. Returns false if the lemma is known already.
  bool add_step_lemma(program::EdgeId edge, term::Term lemma);
  bool add_state_lemma(term::Term lemma);
  /// The same for an axiom of a projection: counted separately, and not part of later projections.
  bool add_axiom(program::EdgeId edge, term::Term axiom);
  /// Adds a fact: a formula over the variables that holds whenever an execution is at the location. All facts
  /// together must be inductive. The fact is used as if it had been part of Options::facts; cubes that it
  /// subsumes are removed from the frames. May be called between two calls of check(). Returns false if the
  /// fact is known already.
  bool add_fact(program::LocationId location, term::Term fact);
  /// Adds the cubes of another search's F-infinity. Requires that it is a search of the same program whose
  /// facts this search has, too, before its next call of check().
  void adopt_infinite(const Frames& other);
  /// The lemmas of F-infinity, by location: together with the facts, they are an inductive invariant.
  std::vector<term::TermVector> inductive_lemmas() const;
  term::Term to_next(term::Term term) { return symbols_.to_next(term); }

  const Frames& frames() const { return frames_; }
  /// The cubes of an inductive frame, by location, on which the proof depends: needed cubes alone suffice to
  /// refute the error and every needed cube. Uses queries over the abstraction, which are less expensive than
  /// those of the judge.
  std::vector<std::vector<Cube>> needed_cubes(unsigned level);
  /// Facts that hold at a location besides the frames.
  const term::TermVector& facts(program::LocationId location) const { return options_.facts[location]; }
  const std::vector<term::TermVector>& live() const { return live_; }

 private:
  /// A proof obligation: a cube at a location that has to be shown unreachable within `level` edges, because
  /// `edge` leads from it to the proof obligation `parent`.
  struct ProofObligation {
    program::LocationId location;
    Cube cube;
    unsigned level;
    std::size_t parent;  ///< index; the root is its own parent
    program::EdgeId edge;
    std::shared_ptr<const program::Edge> path;  ///< path through `edge`; may be null
  };
  using Id = std::size_t;

  StepSolver& solver(program::LocationId target);
  void add_frame();
  /// Blocks the error at the current depth. Nothing if all proof obligations were blocked.
  std::optional<Outcome> block_error(const Pause& pause);
  /// Processes one proof obligation.
  std::optional<Outcome> handle(Id id);
  /// Figure 2.2(a), lines 10 to 12: the query of the proof obligation was satisfiable.
  std::optional<Outcome> step_back(Id id);
  Trace trace(program::EdgeId first, std::shared_ptr<const program::Edge> path, Id id) const;
  /// The query of the proof obligation was unsatisfiable: generalises its cube and adds it to the frames;
  /// re-enqueues the proof obligation at the next level.
  void block(Id proof_obligation);
  /// A cube with the highest level at which it is known to be blocked.
  struct Blocked {
    Cube cube;
    unsigned level;
  };
  Blocked generalize(program::LocationId location, Cube cube, unsigned level);
  /// Figure 2.2(a), lines 15 to 17: moves the cube to the highest possible frame.
  Blocked push(program::LocationId location, Blocked blocked);
  /// The core and the level of the last query, which was unsatisfiable.
  Blocked last_blocked(program::LocationId location);
  void add_blocked(program::LocationId location, const Cube& cube, unsigned level);
  /// Moves cubes to higher frames. Returns a level that has become inductive, if any.
  std::optional<unsigned> propagate();
  /// One step query: is the cube reachable from R_{level - 1} in one step? For infinite_level, from
  /// F-infinity.
  smt::SatResult check_step(program::LocationId location, const Cube& cube, unsigned level,
                            StepSolver::Induction induction);
  void enqueue(Id id) { queue_.emplace(proof_obligations_[id].level, id); }
  void renew_solver(program::LocationId target);
  /// Counts the lemma, and additionally as an array lemma if it mentions arrays (Figure 4.6).
  void count_lemma(const std::string& kind, term::Term lemma);
  /// Makes a solver with facts and lemmas, without the cubes of the frames.
  std::unique_ptr<StepSolver> make_solver(program::LocationId target);

  const program::Program& program_;
  Domain& domain_;
  Options options_;
  base::Statistics& statistics_;
  const base::StopToken& stop_;
  StepSymbols symbols_;
  std::vector<term::TermVector> live_;
  Frames frames_;
  std::vector<std::unique_ptr<StepSolver>> solvers_;  ///< by target; made on demand
  std::vector<term::TermVector> step_lemmas_;         ///< by edge
  /// By edge: step_lemmas_ with next values replaced by the edge's updates.
  std::vector<term::TermVector> lemmas_before_;
  std::vector<term::TermVector> axioms_;  ///< by edge
  term::TermVector state_lemmas_;
  std::deque<ProofObligation> proof_obligations_;
  /// Lowest level first; of several, the latest proof obligation.
  struct Earlier {
    bool operator()(const std::pair<unsigned, Id>& a, const std::pair<unsigned, Id>& b) const {
      return a.first != b.first ? a.first < b.first : a.second > b.second;
    }
  };
  std::set<std::pair<unsigned, Id>, Earlier> queue_;
};

}  // namespace pendulum::engine::ic3
