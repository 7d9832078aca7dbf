// Simple queries on LLVM IR that several parts of the front end use.
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

/// The offset that a GEP (getelementptr) adds to its pointer, in bytes: constant + sum of value * stride over
/// all indices.
struct GepOffset {
  struct Index {
    const llvm::Value* value;
    std::int64_t stride;  ///< not 0
  };
  std::int64_t constant = 0;
  std::vector<Index> indices;
  /// The greatest common divisor of the strides; 0 if there are no indices.
  std::uint64_t stride() const;
};
GepOffset gep_offset(const llvm::GEPOperator& gep, const llvm::DataLayout& layout);

/// Has the instrumentation marked the local? It marks every local that may be read before the program stores
/// to it.
bool has_uninitialised_mark(const llvm::AllocaInst& alloca);

/// A call of memcpy, memmove or memset: of the intrinsic, or of the library function if the program does not
/// define a function of this name.
struct BulkMemory {
  const llvm::Value* to;
  const llvm::Value* from;            ///< null for memset
  const llvm::Value* byte;            ///< null for copies
  const llvm::Value* length;          ///< bytes
  std::optional<std::uint64_t> size;  ///< the length, if it is constant
};
/// Unset for all other calls.
std::optional<BulkMemory> bulk_memory(const llvm::CallBase& call);

/// A call of malloc or calloc in a program that does not define the function itself. The call may return an
/// integer, if the program declares the function so (K&R C).
struct Allocation {
  enum class Kind { Malloc, Calloc };
  Kind kind;
  const llvm::Value* size;   ///< size in bytes: of the object, or of one element
  const llvm::Value* count;  ///< number of elements; null: one
};
/// Unset for all other calls.
std::optional<Allocation> allocation(const llvm::CallBase& call);

/// The value that an integer has in every execution, if a local analysis of its function finds one.
/// Requires: locals that may be read before they are stored to are marked (instrument.h).
std::optional<llvm::APInt> always_constant(const llvm::Value& value);
/// Size of the allocated object in bytes, if it is a constant.
std::optional<std::uint64_t> constant_size(const Allocation& allocation);
/// Whether a parameter of the function is a pointer.
bool takes_pointers(const llvm::Function& function);
/// May the size exceed PTRDIFF_MAX, so that the allocation fails? False in models, since they check their
/// sizes themselves.
bool may_be_too_large(const llvm::CallBase& call, const Allocation& allocation);
/// Is it a call of free in a program that does not define free itself?
bool is_free(const llvm::CallBase& call);

/// The blocks that are reachable from the end of `block`.
std::unordered_set<const llvm::BasicBlock*> blocks_after(const llvm::BasicBlock& block);
/// Is the block on a cycle of the control-flow graph?
bool is_in_cycle(const llvm::BasicBlock& block);

/// Is the instruction without effect on the program: debug information, a lifetime mark, or similar?
bool is_silent(const llvm::Instruction& instruction);

/// The callee of a direct call, after looking through pointer casts and aliases; null for other calls.
const llvm::Function* direct_callee(const llvm::CallBase& call);

/// A name of the construct for readers of the C source.
std::string name_of_construct(const llvm::Instruction& instruction);

/// The source location with the file's path as the user wrote it. The line is missing if clang provides none.
program::SourceLocation source_location(const llvm::DILocation& location);
/// The same for an instruction. The instruction's function is always set.
program::SourceLocation source_location(const llvm::Instruction& instruction);

}  // namespace pendulum::frontend
