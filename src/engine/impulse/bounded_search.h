// Phase 2 of [IMPULSE]: searches the instrumented program for errors up to a bound of loop iterations.
//
// Universals of accelerators are instantiated lazily. The search starts with the instances of the first and
// the last iteration and with two kinds of hints, which are assumptions that the search drops if they exclude
// all errors:
//   - One arbitrary iteration represents all of them: the element that it reads becomes the default element
//   of
//     the array (for example, a string without terminator).
//   - Numbers of iterations are small.
// A model contains numbers of iterations and input values, which determine a path of the original program
// with repeated segments. The interpreter follows this path. If the execution leaves an accelerated loop in
// iteration j, an instance was missing. The search adds it, together with the instances of iterations that
// access the same elements as other terms, and calls the solver again. If the execution fails elsewhere, the
// error depends on a value without closed form ([IMPULSE], section 3.3), and the candidate is dismissed.
#pragma once

#include <set>
#include <tuple>

#include "check/replay/interpreter.h"
#include "engine/engine.h"
#include "engine/impulse/accelerated_unrolling.h"
#include "engine/impulse/nested_segment.h"

namespace pendulum::engine::impulse {

class BoundedSearch {
 public:
  /// `original` is the program that was instrumented.
  BoundedSearch(const program::Program& original, const acceleration::Instrumented& instrumented,
                const std::vector<acceleration::Accelerator>& accelerators,
                AcceleratedUnrolling::Bounds bounds, Env& env, const base::StopToken& stop);

  /// Returns a path of the original program to a violation, which the interpreter has followed. Nothing if
  /// the search finds no such path within the bounds. Throws Stopped.
  std::optional<certificate::ErrorPath> find();

 private:
  /// A path of paths_.program, in which accelerated loops are repeated segments. The vectors are parallel to
  /// its segments.
  struct Candidate {
    certificate::ErrorPath path;
    /// The occurrence of an accelerator that the segment repeats; nothing for segments of ordinary steps.
    std::vector<std::optional<std::size_t>> occurrence;
    /// The numbers of iterations of the inner loops of the accelerator.
    std::vector<std::vector<NestedSegment::Count>> inner;
    /// Appends an ordinary step.
    void append(certificate::Step step);
  };
  struct Hint {
    enum class Kind { Count, Element };  ///< small number of iterations; default element of an array
    Kind kind;
    term::Term formula;
    bool is_used = true;
  };
  smt::SatResult check(term::Term question);
  /// Executes a path of paths_.program with the interpreter.
  check::Run follow(const certificate::ErrorPath& path);
  /// Adds the first instances and the hints of all occurrences.
  void add_occurrences();
  /// Returns whether the instance is new.
  bool add_instance(std::size_t occurrence, const acceleration::Universal& universal, term::Term iteration);
  /// Adds the hints that one iteration represents all iterations of the universal.
  void add_hint(std::size_t occurrence, const acceleration::Universal& universal);
  /// Drops hints of the last unsat core. Returns false if it contains none.
  bool drop_hints();
  /// Returns the path of the solver's model. Requires: the last solver call was satisfiable.
  Candidate candidate();
  void append_repetitions(Candidate& candidate, const certificate::Step& accelerated, std::size_t occurrence);
  /// Adds instances that exclude the candidate, whose execution ended after `steps` edges, or dismisses it.
  /// Returns false if neither is possible; then the search ends.
  bool learn(const Candidate& candidate, std::uint64_t steps);
  bool add_instances(const Candidate& candidate, std::size_t failed, std::uint64_t iteration);
  term::TermVector iterations_at_accesses(const acceleration::Universal& universal);
  /// Adds the instances of all iterations whose input values are read.
  void add_instances_of_inputs();
  /// Returns the candidate as a path of the original program.
  certificate::ErrorPath original_path(const Candidate& candidate) const;
  /// Excludes all paths that take the same accelerators with the same numbers of iterations. Returns false if
  /// the candidate takes no accelerator.
  bool dismiss(const Candidate& candidate);
  bool is_violation(program::EdgeId edge) const;
  std::uint64_t& counter(const char* name);

  const program::Program& original_;
  const acceleration::Instrumented& instrumented_;
  const std::vector<acceleration::Accelerator>& accelerators_;
  Env& env_;
  term::TermManager& terms_;
  const base::StopToken& stop_;
  acceleration::PathProgram paths_;
  AcceleratedUnrolling unrolling_;
  std::unique_ptr<smt::Solver> solver_;
  std::vector<Hint> hints_;
  term::TermMap<term::Template> templates_;                              ///< by body of a universal
  std::set<std::tuple<std::size_t, term::Term, term::Term>> instances_;  ///< occurrence, body, iteration
};

}  // namespace pendulum::engine::impulse
