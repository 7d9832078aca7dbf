// The CEGAR loop (Algorithm 1) around IC3: check, concretise the abstract counterexample, refine.
#pragma once

#include "engine/ic3/control_split.h"
#include "engine/ic3/known_facts.h"
#include "engine/ic3/trace_checker.h"
#include "engine/prepared_program.h"

namespace pendulum::engine::ic3 {

/// What an instance brings beside its domain.
class Refinement {
 public:
  virtual ~Refinement() = default;
  /// The program has no run along the trace; `labels` say why. After this the abstraction should not have
  /// this trace any more. A reason when nothing could be learnt.
  virtual std::optional<std::string> refine(Ic3& ic3, const Trace& trace, const term::TermVector& labels) = 0;
  /// A look at the trace before it is concretised as a whole: true when it was refuted and learnt from.
  virtual bool refine_locally(Ic3& ic3, const Trace& trace) = 0;
};

struct SearchOptions {
  std::string key;  ///< of the engine: "euforia"
  std::vector<interpolation::Method> methods;
  FactSource facts = FactSource::None;  ///< facts are looked for first (known_facts.h)
};

/// Decides split.program(), made from prepared.program(), and gives evidence over the task's program.
Result search(const PreparedProgram& prepared, const ControlSplit& split, Domain& domain,
              Refinement& refinement, const SearchOptions& options, Env& env);

}  // namespace pendulum::engine::ic3
