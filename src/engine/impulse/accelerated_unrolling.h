// The unrolling of an instrumented program, with a bound for each loop. It contains the quantified conditions
// of accelerators, which are not part of their edges: arrays after an accelerated loop are defined by their
// elements, and universals are collected for lazy instantiation.
//
// Array reads are expanded while the unrolling grows (smt/expansion.h). A read of an array after an
// accelerated loop becomes the body of the definition at that index, so the solver gets neither quantifiers
// nor arrays.
#pragma once

#include "acceleration/instrument.h"
#include "program/unroller.h"
#include "smt/expansion.h"

namespace pendulum::engine::impulse {

class AcceleratedUnrolling {
 public:
  /// An accelerator in one layer of the unroller.
  struct Occurrence {
    std::size_t accelerator;  ///< index into the accelerators
    program::EdgeId edge;     ///< of the instrumented program
    unsigned layer;
    term::Term count;  ///< number of iterations, over the symbols of the unrolling
    std::vector<acceleration::Universal> universals;  ///< over the symbols of the unrolling
    term::TermSet input_values;                       ///< array symbols: the values of inputs by iteration
  };

  /// Maximum number of repetitions of a loop each time it is entered.
  struct Bounds {
    unsigned accelerated = 2;  ///< innermost loops with accelerators
    unsigned others = 2;       ///< loops without accelerators
    /// Accelerated loops that contain other loops. An accelerator covers only iterations in which the inner
    /// loops take a fixed path, so the remaining iterations have to be unrolled.
    unsigned outer = 2;
  };

  /// The arguments must outlive this object. Throws Stopped.
  AcceleratedUnrolling(const acceleration::Instrumented& instrumented,
                       const std::vector<acceleration::Accelerator>& accelerators, Bounds bounds,
                       const base::StopToken& stop);

  const program::Unroller& unroller() const { return unroller_; }
  smt::Expander& expander() { return expander_; }
  const std::vector<Occurrence>& occurrences() const { return occurrences_; }
  /// Returns the condition under which the accelerator is taken; false if it cannot be taken.
  term::Term is_taken(const Occurrence& occurrence) const;
  /// Returns the values of the symbols of the unrolling, and of the symbols that replace array reads.
  /// Requires: the last call of `solver` was satisfiable.
  term::Model model(smt::Solver& solver) const;

 private:
  void leave(program::LocationId location, unsigned layer, term::Substituter& here);

  const acceleration::Instrumented& instrumented_;
  const std::vector<acceleration::Accelerator>& accelerators_;
  smt::Expander expander_;
  program::Unroller unroller_;
  std::vector<Occurrence> occurrences_;
};

}  // namespace pendulum::engine::impulse
