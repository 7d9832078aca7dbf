// The CEGAR loop (Algorithm 1) around IC3: check, concretise the abstract counterexample, refine.
#pragma once

#include <memory>

#include "engine/facts/learnt_facts.h"
#include "engine/ic3/control_split.h"
#include "engine/ic3/known_facts.h"
#include "engine/ic3/trace_checker.h"
#include "engine/prepared_program.h"

namespace pendulum::engine::ic3 {

/// The refinement that an instance provides besides its domain.
class Refinement {
 public:
  virtual ~Refinement() = default;
  /// Learns from an infeasible trace; `labels` are interpolants along it. Afterwards, the abstraction should
  /// not contain the trace any more. Returns a reason if nothing could be learnt.
  virtual std::optional<std::string> refine(Ic3& ic3, const Trace& trace, const term::TermVector& labels) = 0;
  /// Checks single states and steps before the whole trace is concretised. Returns true if the trace was
  /// refuted and a lemma was learnt.
  virtual bool refine_locally(Ic3& ic3, const Trace& trace) = 0;
};

struct SearchOptions {
  std::string key;  ///< of the engine, for example "euforia"
  std::vector<interpolation::Method> methods;
  FactSource facts = FactSource::None;  ///< facts to find before the search (known_facts.h)
};

/// The options of a search by the engine `key`, which the settings `key`.* determine.
SearchOptions search_options(const PreparedProgram& prepared, const std::string& key, const Env& env);

/// Declares the options that all engines of this kind share: <key>.facts, <key>.interpolation, and
/// <key>.calls and <key>.inline_threshold, which the front end reads before the engine starts. `publication`
/// is the word for the text that the engine follows, such as "thesis".
std::vector<base::OptionSpec> declared_options(const std::string& key, const std::string& publication);

/// Finds the facts that `options` asks for, by location of split.program().
facts::Facts known_facts(const PreparedProgram& prepared, const ControlSplit& split,
                         const SearchOptions& options, Env& env);

/// A search that decides split.program(), which was made from prepared.program(). Evidence in the result is
/// over the task's program.
class Search {
 public:
  Search(const PreparedProgram& prepared, const ControlSplit& split, Domain& domain, Refinement& refinement,
         const SearchOptions& options, facts::Facts facts, Env& env);

  /// Continues the search. Returns no result if `pause` returns true first, or if refinement makes no
  /// progress: the edges of one trace have come back max_returns times during this call.
  std::optional<Result> run(const Pause& pause);
  /// From now on, the search proposes the lemmas of F-infinity to `learnt` and uses its facts. Several
  /// searches may share it. Requires: split.program() is prepared.program(), and `learnt` outlives this
  /// object.
  void use(LearntFacts& learnt);
  /// Continues the search until it has a result.
  Result run();
  Ic3& ic3() { return ic3_; }

 private:
  /// Concretises or refutes the trace. Nothing if it was refuted and the abstraction was refined.
  std::optional<Result> concretize(Trace trace);
  void learn();
  Result proved(unsigned level);

  const PreparedProgram& prepared_;
  const ControlSplit& split_;
  Domain& domain_;
  Refinement& refinement_;
  std::string prefix_;
  Env& env_;
  Ic3 ic3_;
  TraceChecker checker_;
  LearntFacts* learnt_ = nullptr;
  std::vector<std::size_t> num_used_;  ///< by location: number of facts of learnt_ that ic3_ has
};

/// The facts that a search exchanges with other engines, starting from `facts`. Null if there is no exchange,
/// or if the locations of the split program are not those of prepared.program().
std::unique_ptr<LearntFacts> make_learnt_facts(const PreparedProgram& prepared, const ControlSplit& split,
                                               const std::string& key, const facts::Facts& facts, Env& env);

/// Makes a search and runs it.
Result search(const PreparedProgram& prepared, const ControlSplit& split, Domain& domain,
              Refinement& refinement, const SearchOptions& options, Env& env);

}  // namespace pendulum::engine::ic3
