#include "frontend/llvm/rewrite/unsupported_features.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "base/error.h"
#include "frontend/llvm/ir/ir_facts.h"

namespace pendulum::frontend {

namespace {

bool has_section(const llvm::Module& module, llvm::StringRef name) {
  for (const llvm::GlobalObject& object : module.global_objects())
    if (object.getSection() == name) return true;
  return false;
}

void refuse_linker_symbols(const llvm::Module& module) {
  for (const llvm::GlobalVariable& object : module.globals()) {
    llvm::StringRef name = object.getName();
    if (!object.isDeclaration() || object.use_empty()) continue;
    if ((name.consume_front("__start_") || name.consume_front("__stop_")) && has_section(module, name))
      throw base::Unsupported("symbol " + object.getName().str() + ", which the linker defines", "");
  }
}

bool is_in_other_space(const llvm::Value& value) {
  const auto* type = llvm::dyn_cast<llvm::PointerType>(value.getType());
  return type != nullptr && type->getAddressSpace() != 0;
}

void refuse_address_spaces(const llvm::Module& module) {
  for (const llvm::Function& function : module)
    for (const llvm::Instruction& instruction : llvm::instructions(function))
      for (const llvm::Use& operand : instruction.operands())
        if (is_in_other_space(*operand)) {
          const program::SourceLocation where = source_location(instruction);
          throw base::Unsupported("pointer of another address space",
                                  where.is_known() ? where.to_string() : "");
        }
}

}  // namespace

void refuse_unmodelled(const llvm::Module& module) {
  refuse_linker_symbols(module);
  refuse_address_spaces(module);
}

}  // namespace pendulum::frontend
