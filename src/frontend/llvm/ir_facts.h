// Small questions about LLVM IR that several parts of the translation ask.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "program/source.h"

namespace llvm {
class AllocaInst;
class CallBase;
class DataLayout;
class Function;
class GEPOperator;
class Instruction;
class Value;
}  // namespace llvm

namespace pendulum::frontend {

/// The calls that instrumentation inserts.
inline constexpr const char* error_function = "__pendulum_error";
inline constexpr const char* uninitialised_function = "__pendulum_uninitialised";

/// A GEP as a linear form in bytes: constant + sum of index * stride.
struct GepOffset {
  struct Index {
    const llvm::Value* value;
    std::int64_t stride;
  };
  std::int64_t constant = 0;
  std::vector<Index> indices;
  /// The greatest common divisor of the strides; 0: no indices.
  std::uint64_t stride() const;
};
GepOffset gep_offset(const llvm::GEPOperator& gep, const llvm::DataLayout& layout);

/// The whole object is overwritten before anything else touches it: the home of a parameter, mostly.
bool is_stored_first(const llvm::AllocaInst& alloca);

/// Does nothing that a Program could see: debug information, lifetime marks and the like.
bool is_silent(const llvm::Instruction& instruction);

/// The callee of a direct call, pointer casts and aliases looked through; null for other calls.
const llvm::Function* direct_callee(const llvm::CallBase& call);

program::SourceLocation source_location(const llvm::Instruction& instruction);

}  // namespace pendulum::frontend
