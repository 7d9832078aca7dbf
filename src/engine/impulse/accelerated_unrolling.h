// The unwinding of an instrumented program, each loop for itself, with what accelerators have beside their
// edges: arrays after an accelerated loop are defined by their elements, universals are collected for lazy
// instantiation.
//
// Reads of arrays are expanded while the unwinding grows (smt/expansion.h). A read of an array after an
// accelerated loop becomes the definition's body at the index, so that neither quantifiers nor arrays reach
// the solver.
#pragma once

#include "acceleration/instrument.h"
#include "program/unroller.h"
#include "smt/expansion.h"

namespace pendulum::engine::impulse {

class AcceleratedUnrolling {
 public:
  /// An accelerator in one layer of the unroller.
  struct Occurrence {
    std::size_t accelerator;
    program::EdgeId edge;
    unsigned layer;
    term::Term count;  ///< the number of iterations, over the unrolling's symbols
    std::vector<acceleration::Universal> universals;  ///< likewise
    term::TermSet input_values;                       ///< symbols for the values of inputs by iteration
  };

  /// How often loops are repeated whenever they are entered.
  struct Bounds {
    unsigned accelerated = 2;
    unsigned others = 2;  ///< loops without accelerator
    /// Accelerated loops with other loops inside: accelerators do not replace iterations in which the inner
    /// loops do something else.
    unsigned outer = 2;
  };

  /// The arguments should outlive this. Throws Stopped.
  AcceleratedUnrolling(const acceleration::Instrumented& instrumented,
                       const std::vector<acceleration::Accelerator>& accelerators, Bounds bounds,
                       const base::StopToken& stop);

  const program::Unroller& unroller() const { return unroller_; }
  smt::Expander& expander() { return expander_; }
  const std::vector<Occurrence>& occurrences() const { return occurrences_; }
  /// The condition under which the accelerator is taken; false if it cannot be.
  term::Term is_taken(const Occurrence& occurrence) const;
  /// The values of the unrolling's symbols and of reads, after Sat.
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
