// Phase 2 of [IMPULSE]: looks for errors in the instrumented program up to a number of loop iterations.
//
// Universals of accelerators are instantiated lazily. The first instances are those of the first and the last
// iteration, and two kinds of hints: one iteration represents all of them, and the element that it reads
// becomes the default element of the array (a string without terminator); and numbers of iterations are
// small. A model gives numbers of iterations and inputs, and so a path of the original program with repeated
// segments. The interpreter follows it. If the path leaves the loop in iteration j, an instance was missing.
// It is added, together with the instances for terms that read or write the same elements elsewhere, and the
// solver is asked again. If the path fails elsewhere, the error depends on a value without closed form
// ([IMPULSE], section 3.3), and is dismissed.
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

  /// A path of the original to a violation that the interpreter has followed. Nothing if there is none within
  /// the bounds or it is not found. Throws Stopped.
  std::optional<certificate::ErrorPath> find();

 private:
  /// A path of paths_, which repeats the paths of accelerators, and for each of its segments the occurrence
  /// that it comes from.
  struct Candidate {
    certificate::ErrorPath path;
    std::vector<std::optional<std::size_t>> occurrence;
    /// By segment: the numbers of iterations of the accelerator's inner loops.
    std::vector<std::vector<NestedSegment::Count>> inner;
    /// A step of no occurrence.
    void append(certificate::Step step);
  };
  struct Hint {
    enum class Kind { Count, Element };  ///< small number of iterations; default element of an array
    Kind kind;
    term::Term formula;
    bool is_used = true;
  };
  smt::SatResult check(term::Term question);
  /// Executes a path of paths_ with the interpreter.
  check::Run follow(const certificate::ErrorPath& path);
  void add_occurrences();
  /// Returns whether the instance is new.
  bool add_instance(std::size_t occurrence, const acceleration::Universal& universal, term::Term iteration);
  void add_hint(std::size_t occurrence, const acceleration::Universal& universal);
  bool drop_hints();
  Candidate candidate();
  void append_repetitions(Candidate& candidate, const certificate::Step& accelerated, std::size_t occurrence);
  /// Adds what the solver did not know about the run, which ended after `steps` edges. False: nothing can be
  /// added, and the search should end.
  bool learn(const Candidate& candidate, std::uint64_t steps);
  bool add_instances(const Candidate& candidate, std::size_t failed, std::uint64_t iteration);
  term::TermVector iterations_at_accesses(const acceleration::Universal& universal);
  /// Instances for all iterations whose inputs are read somewhere.
  void add_instances_of_inputs();
  /// The candidate as a path of the original.
  certificate::ErrorPath original_path(const Candidate& candidate) const;
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
