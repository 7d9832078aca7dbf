// Translation of instructions other than calls and terminators to values.
#pragma once

#include "frontend/llvm/walk/address_arithmetic.h"
#include "frontend/llvm/walk/float_arithmetic.h"
#include "frontend/llvm/walk/walk.h"

namespace llvm {
class AllocaInst;
class BinaryOperator;
class CastInst;
class CmpInst;
class ExtractValueInst;
class GEPOperator;
class Instruction;
class Value;
}  // namespace llvm

namespace pendulum::frontend {

class Evaluator {
 public:
  Evaluator(const TranslationContext& context, const ValueConversions& conversions,
            const AddressArithmetic& addresses)
      : context_(context),
        terms_(context.terms),
        conversions_(conversions),
        addresses_(addresses),
        floats_(context) {}

  /// Executes an instruction that is neither a call nor a terminator.
  void execute(Path& path, Frame& frame, const llvm::Instruction& instruction) const;
  /// The value of a constant, parameter or instruction: computed by this walk, or read from its temporary.
  Value value_of(Path& path, const Frame& frame, const llvm::Value& value) const;
  /// The bits of a value; sort Bool for i1. The bits of the address of an object are those of its numeric
  /// value (AddressNumbers::as_bits).
  Term bits_of(Path& path, const Frame& frame, const llvm::Value& value) const;
  /// The value as a pointer (ValueConversions::as_pointer).
  Pointer pointer_of(Path& path, const Frame& frame, const llvm::Value& value) const;
  const FloatArithmetic& floats() const { return floats_; }

 private:
  Value evaluate(Path& path, const Frame& frame, const llvm::Instruction& instruction) const;
  Value floating_point(Path& path, const Frame& frame, const llvm::Instruction& instruction) const;
  Value binary(Path& path, const Frame& frame, const llvm::BinaryOperator& instruction) const;
  Value compare(Path& path, const Frame& frame, const llvm::CmpInst& instruction) const;
  Value part_of_result(Path& path, const Frame& frame, const llvm::ExtractValueInst& part) const;
  Value cast(Path& path, const Frame& frame, const llvm::CastInst& instruction) const;
  Pointer address(Path& path, const Frame& frame, const llvm::GEPOperator& gep) const;
  /// Makes executions unsupported in which one summand of an offset, index * stride bytes, is so large that
  /// the pointer leaves every object (C17 6.5.6p8). A proof has to exclude them because, modulo the pointer's
  /// width, the offset could return into the object.
  void exclude_wrap(Path& path, Term index, std::int64_t stride, std::size_t parts) const;
  void create_object(Path& path, const Frame& frame, const llvm::AllocaInst& alloca) const;

  const TranslationContext& context_;
  term::TermManager& terms_;
  const ValueConversions& conversions_;
  const AddressArithmetic& addresses_;
  FloatArithmetic floats_;
};

}  // namespace pendulum::frontend
