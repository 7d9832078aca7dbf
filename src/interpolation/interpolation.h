// Interpolation: labels for the nodes of an infeasible DAG, such that the root's is true, the goal's is false,
// and every edge is a Hoare triple (UFO, Definition 2). One interface, several procedures; none is trusted:
// check_labels (check_labels.h) asks a solver.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <variant>

#include "base/statistics.h"
#include "base/stop.h"
#include "interpolation/dag.h"
#include "smt/solver.h"

namespace pendulum::interpolation {

/// Per node, over its scope.
using Labels = term::TermVector;

struct Failure {
  std::string reason;  ///< "the DAG has a run", "timeout", "Spacer: unknown", ...
  /// Given when the procedure found that the DAG is feasible.
  std::optional<DagPath> path = std::nullopt;
};

using Outcome = std::variant<Labels, Failure>;

/// What every procedure works with.
struct Context {
  term::TermManager& terms;
  smt::SolverFactory& solvers;
  const base::StopToken& stop;
  base::Statistics& statistics;  ///< names start with interpolation.
  std::string logic;             ///< of all terms that will come; empty: any
  unsigned seed = 0;
};

/// A procedure. Lives as long as the engine that uses it and may learn from one DAG for the next.
class Interpolator {
 public:
  virtual ~Interpolator() = default;
  virtual std::string_view name() const = 0;
  /// Labels for an infeasible DAG; Failure when there is a run, or within `limit` no answer. May throw Stopped.
  virtual Outcome label(const Dag& dag, std::chrono::milliseconds limit) = 0;
};

enum class Method { Cubes, Chc, Sequence, Newton };
std::string_view to_string(Method method);
/// Nothing for another word than cubes, chc, sequence, newton.
std::optional<Method> parse_method(std::string_view word);

/// The best measured one for a logic: see bench/interpolation.md.
Method default_method(std::string_view logic);

/// All methods in the order in which to try them: first the one of that word, or the default one for any other
/// word ("auto"); then those that may help where it fails.
std::vector<Method> methods_from(std::string_view word, std::string_view logic);

std::unique_ptr<Interpolator> make_interpolator(Method method, const Context& context);

}  // namespace pendulum::interpolation
