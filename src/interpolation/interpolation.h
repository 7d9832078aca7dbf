// Interpolation: labels for the nodes of an infeasible DAG such that the root is labelled true, the goal is
// labelled false, and every edge is a Hoare triple (UFO, Definition 2). Several procedures share this
// interface. They are not trusted: check_labels (check_labels.h) verifies labels with a solver.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <variant>

#include "base/statistics.h"
#include "base/stop.h"
#include "interpolation/dag/dag.h"
#include "smt/solver.h"

namespace pendulum::interpolation {

/// One label per node, over the scope of the node.
using Labels = term::TermVector;

struct Failure {
  std::string reason;  ///< "the DAG is feasible", "timeout", "Spacer: unknown", ...
  /// Set if the procedure found that the DAG is feasible.
  std::optional<DagPath> path = std::nullopt;
};

using Outcome = std::variant<Labels, Failure>;

/// Services that every procedure uses.
struct Context {
  term::TermManager& terms;
  smt::SolverFactory& solvers;
  const base::StopToken& stop;
  base::Statistics& statistics;  ///< names start with interpolation.
  std::string logic;             ///< of all terms that are passed; empty: any
  unsigned seed = 0;
  /// cubes: remove lemmas from labels that no label of a later node needs. Labels become smaller, but fewer
  /// of them are inductive; see bench/results/ufo.md.
  bool prunes_labels = false;
};

/// An interpolation procedure. It lives as long as the engine that uses it and may reuse results for later
/// DAGs.
class Interpolator {
 public:
  virtual ~Interpolator() = default;
  virtual std::string_view name() const = 0;
  /// Returns labels for an infeasible DAG; a Failure if it is feasible, or if `limit` passes without a
  /// result. May throw Stopped.
  virtual Outcome label(const Dag& dag, std::chrono::milliseconds limit) = 0;
};

enum class Method { Cubes, Core, Chc, Sequence, Newton, Proof };
std::string_view to_string(Method method);
/// Parses cubes, core, chc, sequence, newton or proof; nullopt for other words.
std::optional<Method> parse_method(std::string_view word);

/// The method with the best measurements for a logic, see bench/interpolation.md.
Method default_method(std::string_view logic);

/// All methods for the logic in the order in which they should be tried: first the named method, or the
/// default one if `word` names none ("auto"); then the others, which may succeed if it fails.
std::vector<Method> methods_from(std::string_view word, std::string_view logic);

/// In debug builds (PENDULUM_DCHECK) the result verifies the DAGs that it gets and the labels that it
/// returns.
std::unique_ptr<Interpolator> make_interpolator(Method method, const Context& context);

}  // namespace pendulum::interpolation
