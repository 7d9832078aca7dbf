// A repeated segment of a path, compiled to code on machine words (term/evaluation/word_code.h). The code
// needs a fraction of a microsecond per step, while the evaluation of terms needs tens of microseconds.
//
// The scalars that the segment reads or writes are words; its arrays are WordArrays that are changed in
// place. An edge is a parallel assignment, so the code first computes the guard, the new values of scalars
// and the operands of all writes to arrays, and then writes the results. An array update is a list of
// operations, innermost first: a := store(store(ite(c, b, a), i, x), j, y) becomes "if c: a := b",
// "a[i] := x", "a[j] := y".
#pragma once

#include <cstdint>
#include <optional>

#include "certificate/error_path.h"
#include "check/replay/machine.h"
#include "term/evaluation/word_code.h"

namespace pendulum::check {

class CompiledSegment {
 public:
  /// Compiles the steps of a repeated certificate::Segment. Nothing if they do not form a cycle, or if a sort
  /// or a term cannot be compiled.
  static std::optional<CompiledSegment> compile(const program::Program& program,
                                                std::span<const certificate::Step> steps);

  /// Executes the repetitions first ... end - 1 on the machine until a guard fails. Returns the repetition
  /// that could not be completed, or `end`; the machine is then in the state before that repetition.
  /// Requires: the machine is at the source of the segment's first edge.
  std::uint64_t run(Machine& machine, std::uint64_t first, std::uint64_t end);
  /// The index of the step whose guard failed. Requires: the last `run` returned less than `end`.
  std::size_t failed_step() const;

 private:
  /// One operation of an array update, executed if `condition` holds. Conditions, indices and elements are
  /// numbers of roots of the code.
  struct Operation {
    enum class Kind { Write, Copy, Fill } kind;  ///< set one element; assign an array; set all elements
    std::uint32_t array = 0;
    std::uint32_t condition = 0;
    std::uint32_t index = 0;    ///< for Write: the index; for Copy: the number of the source in arrays_
    std::uint32_t element = 0;  ///< for Write and Fill
  };
  struct CompiledStep {
    std::optional<term::WordCode> code;  ///< roots: guard, new values of scalars, operands of operations
    std::vector<std::uint32_t> scalars;  ///< scalars that the code reads: indices into words_
    std::vector<std::uint32_t> arrays;   ///< arrays that the code reads: indices into arrays_
    std::vector<std::uint32_t> targets;  ///< scalars that roots 1, 2, ... are assigned to
    std::vector<Operation> operations;
  };
  /// An element or a whole array that the current repetition has overwritten.
  struct Overwritten {
    std::uint32_t array;
    std::uint64_t index, element;
    std::optional<term::WordArray> whole;
  };
  friend class SegmentCompiler;

  void load(const Machine& machine);
  void store(Machine& machine);
  bool run_step(CompiledStep& step);
  void apply(const CompiledStep& step);
  void take_back();

  program::LocationId start_ = 0;  ///< source of the first edge
  std::vector<CompiledStep> steps_;
  term::TermVector scalar_symbols_;  ///< symbol of each word; the first is the iteration
  term::TermVector array_symbols_;   ///< symbol of each array; null for a constant array
  std::vector<bool> is_scalar_changed_, is_array_changed_;
  std::vector<std::uint64_t> words_;
  std::vector<term::WordArray> arrays_;
  std::vector<Overwritten> overwritten_;
  std::vector<std::uint64_t> values_;  ///< values of the scalars of the current step
  std::vector<const term::WordArray*> array_values_;
  std::optional<std::size_t> failed_step_;  ///< nothing if the last run completed all repetitions
};

}  // namespace pendulum::check
