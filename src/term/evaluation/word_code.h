// Compiles terms over Bool, bit-vectors of at most 64 bits and arrays of them to a sequence of instructions
// on machine words without jumps. This is about fifty times faster than term evaluation, for callers that
// evaluate the same terms a million times.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "term/evaluation/word_array.h"
#include "term/ieee754/evaluate_float.h"

namespace pendulum::term {

class WordCode {
 public:
  /// Compiles `roots`. The roots and `symbols` have word sorts (is_word_sort), and the sorts of `arrays`
  /// satisfy WordArray::fits. Returns no value if a sort or an operator is not supported. Requires: the roots
  /// contain no other symbols than `symbols` and `arrays`.
  static std::optional<WordCode> compile(TermManager& manager, std::span<const Term> symbols,
                                         std::span<const Term> arrays, std::span<const Term> roots);

  /// Evaluates the roots. `values` and `arrays` are the values of the symbols and arrays in the order of
  /// compile(); Booleans are 0 or 1.
  void run(std::span<const std::uint64_t> values, std::span<const WordArray* const> arrays = {});
  /// Does the same. Returns true if some Boolean subterm has a value that it did not have in an earlier call
  /// of this function.
  bool run_for_novelty(std::span<const std::uint64_t> values, std::span<const WordArray* const> arrays = {});
  /// Returns the value of a root in the last run. `root` is its position in the argument of compile().
  std::uint64_t value(std::size_t root) const { return slots_[roots_[root]]; }
  /// Number of instructions.
  std::size_t size() const { return code_.size(); }

 private:
  struct Instruction {
    Kind kind;
    /// Width of the first operand; BvConcat: of the second operand; Select and floating-point operators: 0.
    std::uint32_t width = 0;
    /// Slots of the operands. BvExtract: b is the lowest bit. Select: a is the position of the array in
    /// `arrays`. Floating-point operators: a is the position in floats_.
    std::uint32_t a = 0, b = 0, c = 0;
    std::uint64_t mask = 0;  ///< word_mask of the width of the result
  };
  struct FloatApplication {
    FloatOperator op;
    std::vector<std::uint32_t> operands;  ///< slots
  };
  std::uint64_t execute(const Instruction& instruction, std::span<const WordArray* const> arrays) const;
  std::uint64_t execute_float(const FloatApplication& application) const;

  std::vector<std::uint64_t> slots_;  ///< values of the symbols, the constants and the instructions
  std::vector<Instruction> code_;
  std::vector<FloatApplication> floats_;
  std::size_t first_result_ = 0;      ///< slot of the first instruction
  std::vector<std::uint8_t> seen_;    ///< per instruction: bit v is set if its value was v; Bool only
  std::vector<std::uint32_t> roots_;  ///< slots of the roots
  friend class WordCompiler;
};

}  // namespace pendulum::term
