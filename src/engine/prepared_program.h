// The task's program as most engines search it: pruned to the locations that can reach the error, sliced,
// optionally over integers, and optionally in larger blocks. Also translates evidence back to the task's
// program.
#pragma once

#include <optional>

#include "certificate/certificate.h"
#include "engine/engine.h"
#include "program/integer_view/integer_view.h"
#include "program/passes/passes.h"

namespace pendulum::engine {

/// Small: one edge per basic block. Large: one edge for all paths between two cutpoints. Medium: large blocks
/// that are cut at joins to limit their number of paths.
enum class Blocks { Small, Large, Medium };
enum class Theory { BitVectors, Integers };

class PreparedProgram {
 public:
  /// Records the sizes before and after the transformations as program.* in env.statistics.
  PreparedProgram(const Task& task, Env& env, Blocks blocks, Theory theory = Theory::BitVectors);

  const program::Program& program() const { return large_ ? large_->program : small(); }
  /// The location of the sliced program that corresponds to a location of program(). The sliced program does
  /// not depend on the theory and the blocks.
  program::LocationId origin(program::LocationId location) const {
    return large_ ? large_->origin[location] : location;
  }
  /// The location of the task's program that corresponds to a location of program().
  program::LocationId task_location(program::LocationId location) const;
  /// The sliced program in small blocks, in the requested theory. Its locations are those that origin()
  /// returns.
  const program::Program& small() const { return view_ ? view_->program() : passes_.back().program; }
  bool is_over_integers() const { return view_.has_value(); }
  /// The sliced program in small blocks over bit-vectors, even if program() is over integers. It has the
  /// locations of small().
  const program::Program& bitvectors() const { return passes_.back().program; }
  /// The variable of program() that represents a variable of bitvectors().
  term::Term image(term::Term variable) const { return view_ ? view_->image(variable) : variable; }
  /// The ranges of the integer variables, which hold in every state. True over bit-vectors.
  term::Term range_facts() const;
  /// False if the integer view over-approximates some operation, so that counterexamples may be spurious.
  bool is_exact() const { return !view_ || view_->approximations().empty(); }
  /// The graph has no edge into the error location, so every invariant is a proof.
  bool is_trivially_safe() const { return program().incoming(program().error()).empty(); }

  /// Translates a formula over the variables of program() to the variables of the task's program. Nothing if
  /// it has no bit-vector form.
  std::optional<term::Term> to_task(term::Term formula) const;
  /// Translates a formula over the variables of the task's program to the variables of program(). Nothing if
  /// the slice has removed one of its variables, or if it has no integer form.
  std::optional<term::Term> from_task(term::Term formula) const;
  /// Translates evidence over program() to the task's program. Conjuncts of integer invariants without a
  /// bit-vector form are dropped; the judge decides whether the rest is still a proof.
  certificate::Certificate lift(const certificate::Certificate& certificate) const;
  /// Concretises a path of program() in the task's program. Nothing if the task's program cannot follow it:
  /// the integer view has additional executions, or a pass is faulty.
  std::optional<certificate::ErrorPath> concretise(const certificate::ErrorPath& path) const;

 private:
  certificate::Certificate to_bitvectors(const certificate::Certificate& certificate) const;
  certificate::ErrorPath to_bitvectors(const certificate::ErrorPath& path) const;

  const program::Program& original_;
  std::vector<program::Transformed> passes_;   ///< over bit-vectors, in order of application
  std::optional<program::IntegerView> view_;   ///< integer view of the last pass
  std::optional<program::Transformed> large_;  ///< larger blocks of the view, or of the last pass
};

/// Concretises a counterexample path of prepared.program(). Returns unsafe, or unknown(incomplete) if the
/// path cannot be concretised.
Result concretised_result(const PreparedProgram& prepared, const certificate::ErrorPath& path);

}  // namespace pendulum::engine
