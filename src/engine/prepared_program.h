// The program as most engines want it: pruned to what can reach the error, sliced, seen over integers if they
// like, in large blocks; and the way back for what they find.
#pragma once

#include <optional>

#include "certificate/certificate.h"
#include "engine/engine.h"
#include "program/integer_view.h"
#include "program/passes.h"

namespace pendulum::engine {

/// Single steps; all between cutpoints; the same, but long ways are cut at joins.
enum class Blocks { Small, Large, Medium };
enum class Theory { BitVectors, Integers };

class PreparedProgram {
 public:
  /// Records the sizes before and after as program.* in env.statistics.
  PreparedProgram(const Task& task, Env& env, Blocks blocks, Theory theory = Theory::BitVectors);

  const program::Program& program() const { return large_ ? large_->program : small(); }
  /// For each location of program() the one of the sliced program, which does not depend on theory and
  /// blocks.
  program::LocationId origin(program::LocationId location) const {
    return large_ ? large_->origin[location] : location;
  }
  /// In small blocks, in the theory that was asked for: its locations are those that origin() gives.
  const program::Program& small() const { return view_ ? view_->program() : passes_.back().program; }
  bool is_over_integers() const { return view_.has_value(); }
  /// In small blocks over bit-vectors, also if program() is over integers: the same locations as small().
  const program::Program& bitvectors() const { return passes_.back().program; }
  /// The variable of program() for a variable of bitvectors().
  term::Term image(term::Term variable) const { return view_ ? view_->image(variable) : variable; }
  /// The ranges of the integer variables: holds in every state. True over bit-vectors.
  term::Term range_facts() const;
  /// Operations that the integer view over-approximates: an error path may then be spurious.
  bool is_exact() const { return !view_ || view_->approximations().empty(); }
  /// No path of the graph leads to the error: every invariant proves it.
  bool is_trivially_safe() const { return program().incoming(program().error()).empty(); }

  /// Evidence over program() as evidence over the task's program. Conjuncts of integer invariants that have
  /// no bit-vector form are left out: the judge says whether the rest is enough.
  certificate::Certificate lift(const certificate::Certificate& certificate) const;
  /// Nothing when the original does not follow: the integer view has more runs, or a fault of a pass.
  std::optional<certificate::ErrorPath> refine(const certificate::ErrorPath& path) const;

 private:
  certificate::Certificate to_bitvectors(const certificate::Certificate& certificate) const;
  certificate::ErrorPath to_bitvectors(const certificate::ErrorPath& path) const;

  const program::Program& original_;
  std::vector<program::Transformed> passes_;   ///< over bit-vectors, in the order in which they were applied
  std::optional<program::IntegerView> view_;   ///< of the last of them
  std::optional<program::Transformed> large_;  ///< of the view, or of the last pass
};

/// A solver for unrollings of the program: with arrays expanded where that is possible, CaDiCaL where
/// bit-vectors are all that is left, otherwise Z3.
std::unique_ptr<smt::Solver> make_unrolling_solver(const program::Program& program, Env& env);

}  // namespace pendulum::engine
