// Memory that interrupt handlers share with the rest of the program.
#pragma once

#include <set>
#include <vector>

namespace llvm {
class Function;
class GlobalVariable;
class Instruction;
class Module;
class Value;
}  // namespace llvm

namespace pendulum::frontend {

/// The memory that the functions of interrupt handlers may read and write: globals that they access by name.
/// If they access memory in another way, it may be any memory but locals of other functions that are accessed
/// by name only.
class SharedMemory {
 public:
  SharedMemory(llvm::Module& module, const std::vector<llvm::Function*>& functions_of_handlers);

  /// Whether the instruction, of another function, reads memory that a handler may write, or writes memory
  /// that a handler may access. True if that is not known.
  bool has_conflict(const llvm::Instruction& instruction) const;

 private:
  struct Memory {
    std::set<const llvm::Value*> globals;
    bool is_any = false;  ///< any memory that is not private to a function
  };

  void add(const llvm::Instruction& instruction);
  static void add(Memory& memory, const llvm::Value* base);
  /// May an access to the object `base` be one to this memory? Null: the object is not known.
  static bool overlaps(const Memory& memory, const llvm::Value* base);

  Memory read_;     ///< by the handlers
  Memory written_;  ///< by the handlers
};

}  // namespace pendulum::frontend
