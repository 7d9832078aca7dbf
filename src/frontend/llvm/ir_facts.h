// Small questions about LLVM IR that several parts of the translation ask.
#pragma once

#include <llvm/ADT/APInt.h>

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "program/source.h"

namespace llvm {
class AllocaInst;
class BasicBlock;
class CallBase;
class DILocation;
class DataLayout;
class Function;
class GEPOperator;
class Instruction;
class Value;
}  // namespace llvm

namespace pendulum::frontend {

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

/// Instrumentation marks every local that may be read before the program stores to it.
bool has_uninitialised_mark(const llvm::AllocaInst& alloca);

/// memcpy, memmove and memset, as intrinsics or as functions without body.
struct BulkMemory {
  const llvm::Value* to;
  const llvm::Value* from;  ///< null for memset
  const llvm::Value* byte;  ///< null for copies
  const llvm::Value* length;
  std::optional<std::uint64_t> size;  ///< of a constant length
};
std::optional<BulkMemory> bulk_memory(const llvm::CallBase& call);

/// A call of malloc or calloc without body; their results may be declared as integers (K&R C).
struct Allocation {
  enum class Kind { Malloc, Calloc };
  Kind kind;
  const llvm::Value* size;   ///< bytes, or bytes of an element
  const llvm::Value* count;  ///< of elements; null: one
};
std::optional<Allocation> allocation(const llvm::CallBase& call);
/// The number that an integer is in every execution, where a look at its function tells. Requires: locals
/// that may be read before they are stored to are marked (instrument.h).
std::optional<llvm::APInt> always_constant(const llvm::Value& value);
/// Bytes of the allocated object where they are known before the program runs.
std::optional<std::uint64_t> constant_size(const Allocation& allocation);
bool takes_pointers(const llvm::Function& function);
/// Functions of models.h have this attribute.
inline constexpr const char* model_attribute = "pendulum-model";
/// May the size exceed PTRDIFF_MAX, so that the allocation fails? Models check their sizes themselves.
bool may_be_too_large(const llvm::CallBase& call, const Allocation& allocation);
/// A call of free without body.
bool is_free(const llvm::CallBase& call);

/// Blocks that can be entered after the end of `block`.
std::unordered_set<const llvm::BasicBlock*> blocks_behind(const llvm::BasicBlock& block);
/// Can control come back from the block to itself?
bool is_in_cycle(const llvm::BasicBlock& block);

/// Does nothing that a Program could see: debug information, lifetime marks and the like.
bool is_silent(const llvm::Instruction& instruction);

/// The callee of a direct call, pointer casts and aliases looked through; null for other calls.
const llvm::Function* direct_callee(const llvm::CallBase& call);

/// What somebody who reads the C source calls it.
std::string name_of_construct(const llvm::Instruction& instruction);

/// The place of the source, with the file's path as the user named it; without a line where clang gives none.
program::SourceLocation source_location(const llvm::DILocation& location);
/// The same, and the instruction's function in any case.
program::SourceLocation source_location(const llvm::Instruction& instruction);

}  // namespace pendulum::frontend
