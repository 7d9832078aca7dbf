// Translation of floating-point instructions to terms.
//
// The results are exact: LLVM's instructions are the operations of IEEE 754 in the format of their type, and
// clang evaluates C in the formats of its types (FLT_EVAL_METHOD 0). A value of type x86_fp80 is converted to
// the format float80 and back (memory/float_values.h).
//
// The rounding mode is a Program variable if the program calls llvm.set.rounding. Otherwise it is
// NearestEven.
#pragma once

#include "frontend/llvm/walk/translation_context.h"
#include "term/floating_point/float_terms.h"

namespace llvm {
class BinaryOperator;
class CastInst;
class FCmpInst;
class Instruction;
class Type;
}  // namespace llvm

namespace pendulum::frontend {

/// Arguments and results are the bits of values.
class FloatArithmetic {
 public:
  explicit FloatArithmetic(const TranslationContext& context);

  /// Is the instruction an operation on floating-point numbers that this class translates: arithmetic,
  /// comparison or conversion?
  static bool is_operation(const llvm::Instruction& instruction);

  Term binary(const Path& path, const llvm::BinaryOperator& instruction, Term a, Term b) const;
  Term compare(const llvm::FCmpInst& instruction, Term a, Term b) const;
  /// Translates a conversion between formats, or between integers and floating-point numbers.
  Term convert(Path& path, const llvm::CastInst& instruction, Term operand) const;
  /// Changes the sign bit.
  Term negate(Term bits) const;

  // The same operations by their numbers in LLVM, with a rounding mode.
  Term arithmetic(unsigned opcode, const llvm::Type* type, Term mode, Term a, Term b) const;
  Term comparison(unsigned predicate, const llvm::Type* type, Term a, Term b) const;
  Term conversion(Path& path, unsigned opcode, const llvm::Type* from, const llvm::Type* to, Term mode,
                  Term operand) const;

  /// Converts the number to an integer of `type`, rounded by `mode`. A number that does not fit becomes a
  /// havocked input because the conversion is undefined (C17 6.3.1.4p1, 7.12.9.5p2); in counterexamples it is
  /// the result of the instructions that compilers for x86-64 generate.
  Term to_integer(Path& path, const llvm::Type* from, const llvm::Type* to, bool is_signed, Term mode,
                  Term bits) const;
  /// The fraction and the exponent of llvm.frexp. The exponent of an infinity or NaN is not specified.
  Term fraction(const llvm::Type* type, Term bits) const;
  Term exponent(Path& path, const llvm::Type* type, Term bits, const llvm::Type* result) const;
  /// The current rounding mode, a term of `rounding_mode_width` bits.
  Term rounding_mode(const Path& path) const;
  /// Sets the rounding mode to an integer of llvm.set.rounding.
  void set_rounding_mode(Path& path, Term mode) const;

  /// The terms about numbers of a type. Throws UnsupportedHere if the type is not a modelled floating-point
  /// type.
  term::FloatTerms floats(const llvm::Type* type) const;
  Term number(const llvm::Type* type, Term bits) const;
  Term bits(const llvm::Type* type, Term number) const;

 private:
  const TranslationContext& context_;
  term::TermManager& terms_;
  /// Variable: the rounding mode exclusive or NearestEven, so that it is zero initially. Null: the mode does
  /// not change.
  Term mode_;
};

}  // namespace pendulum::frontend
