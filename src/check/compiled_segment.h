// Internal: a repeated segment of a path as code on machine words (term/word_code.h), which runs a repetition
// in a fraction of a microsecond per step where the evaluation of terms takes tens of them.
//
// The scalars that the segment reads or writes are words, its arrays WordArrays that are changed in place. An
// edge is a parallel assignment: the code computes the guard, the new values of scalars and the operands of
// all writes to arrays first; then the results are written. An array update is a list of operations, the
// innermost first: a := store(store(ite(c, b, a), i, x), j, y) is "if c: a := b", "a[i] := x", "a[j] := y".
#pragma once

#include <cstdint>
#include <optional>

#include "check/machine.h"
#include "term/word_code.h"

namespace pendulum::check {

class CompiledSegment {
 public:
  /// `steps` are as in a repeated certificate::Segment. Nothing when they do not form a cycle, or when a sort or a
  /// term does not fit.
  static std::optional<CompiledSegment> compile(const program::Program& program,
                                                std::span<const certificate::Step> steps);

  /// Runs the repetitions first ... end - 1 on the machine, which is at the segment's first location, until a
  /// guard fails. Returns the repetition that could not be completed (`end`: none); the machine is in the
  /// state before it.
  std::uint64_t run(Machine& machine, std::uint64_t first, std::uint64_t end);
  /// After a run that stopped early: the index of the step whose guard failed.
  std::size_t failed_step() const { return failed_step_; }

 private:
  /// One effect of an array update where `condition` holds. Conditions, indices and elements are roots of the
  /// code.
  struct Operation {
    enum class Kind { Write, Copy, Fill } kind;  ///< one element; another array; the same element everywhere
    std::uint32_t array = 0;
    std::uint32_t condition = 0;
    std::uint32_t index = 0;    ///< Write; Copy: the number of the source in arrays_
    std::uint32_t element = 0;  ///< Write, Fill
  };
  struct CompiledStep {
    std::optional<term::WordCode> code;  ///< roots: guard, new values of scalars, operands of operations
    std::vector<std::uint32_t> scalars;  ///< read: numbers in words_, in the order of the code's symbols
    std::vector<std::uint32_t> arrays;   ///< read: numbers in arrays_
    std::vector<std::uint32_t> targets;  ///< numbers of the scalars that roots 1, 2, ... are assigned to
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

  std::vector<CompiledStep> steps_;
  term::TermVector scalar_symbols_;  ///< by number; the first is the iteration
  term::TermVector array_symbols_;   ///< by number; null: a constant
  std::vector<bool> is_scalar_changed_, is_array_changed_;
  std::vector<std::uint64_t> words_;
  std::vector<term::WordArray> arrays_;
  std::vector<Overwritten> overwritten_;
  std::vector<std::uint64_t> values_;  ///< of the symbols of a step
  std::vector<const term::WordArray*> array_values_;
  std::size_t failed_step_ = 0;
};

}  // namespace pendulum::check
