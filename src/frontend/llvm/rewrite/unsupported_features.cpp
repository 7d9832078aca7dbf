#include "frontend/llvm/rewrite/unsupported_features.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>

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

bool uses_other_space(const llvm::Instruction& instruction) {
  return std::any_of(instruction.op_begin(), instruction.op_end(),
                     [](const llvm::Use& operand) { return is_in_other_space(*operand); });
}

bool may_overflow_in_vector(const llvm::Instruction& instruction) {
  return instruction.getType()->isVectorTy() && instruction.getType()->isIntOrIntVectorTy() &&
         instruction.isBinaryOp() && !instruction.isBitwiseLogicOp();
}

/// Throws Unsupported at the first instruction for which `is_refused` holds.
void refuse(const llvm::Module& module, const std::string& construct,
            bool (*is_refused)(const llvm::Instruction&)) {
  for (const llvm::Function& function : module)
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      if (!is_refused(instruction)) continue;
      const program::SourceLocation where = source_location(instruction);
      throw base::Unsupported(construct, where.is_known() ? where.to_string() : "");
    }
}

}  // namespace

void refuse_unmodelled(const llvm::Module& module, const property::Properties& properties) {
  refuse_linker_symbols(module);
  refuse(module, "pointer of another address space", uses_other_space);
  if (properties.contains(property::Property::NoOverflow))
    refuse(module, "overflow in arithmetic on vectors", may_overflow_in_vector);
}

}  // namespace pendulum::frontend
