#include "frontend/llvm/hardware/hardware.h"

#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>

#include "base/check.h"
#include "frontend/llvm/ir/intrinsics.h"
#include "frontend/llvm/ir/module_checks.h"

namespace pendulum::frontend {

namespace {

/// A name of the type that can be part of an identifier: i32, ptr, double.
std::string name_of(const llvm::Type& type) {
  std::string name;
  llvm::raw_string_ostream(name) << type;
  return name;
}

std::string text_of(const AddressRange& range) {
  return fmt::format("0x{:x}-0x{:x}", range.first, range.last);
}

}  // namespace

llvm::CallInst* make_input(llvm::IRBuilder<>& builder, const std::string& what, llvm::Type* type) {
  PENDULUM_CHECK(type->isIntegerTy() || type->isPointerTy() || type->isFloatingPointTy(),
                 "an input should be a number or a pointer, not {}", name_of(*type));
  llvm::Module& module = *builder.GetInsertBlock()->getModule();
  const std::string name = "__VERIFIER_nondet_" + what + "_" + name_of(*type);
  return builder.CreateCall(module.getOrInsertFunction(name, llvm::FunctionType::get(type, false)));
}

void fill_arbitrarily(llvm::IRBuilder<>& builder, llvm::Value* address, std::uint64_t size) {
  PENDULUM_CHECK(size > 0, "there should be a byte to fill");
  llvm::BasicBlock& entry = builder.GetInsertBlock()->getParent()->getEntryBlock();
  llvm::Module& module = *entry.getModule();
  llvm::Value* content =
      llvm::IRBuilder<>(&entry, entry.begin())
          .CreateAlloca(llvm::ArrayType::get(builder.getInt8Ty(), size), nullptr, "content");
  const llvm::FunctionCallee havoc = module.getOrInsertFunction(
      llvm::StringRef(nondet_object_function), builder.getVoidTy(), builder.getPtrTy(), builder.getInt64Ty());
  builder.CreateCall(havoc, {content, builder.getInt64(size)});
  builder.CreateMemCpy(address, llvm::MaybeAlign(), content, llvm::MaybeAlign(), size);
}

std::vector<std::string> model_hardware(llvm::Module& module, const Options& options) {
  const Hardware& hardware = options.hardware;
  std::vector<std::string> assumptions = replace_assembler_statements(module, hardware);
  if (!hardware.registers.empty()) replace_register_accesses(module, hardware.registers);
  for (const AddressRange& range : hardware.registers)
    assumptions.push_back("--mmio: reads of the addresses " + text_of(range) +
                          " return arbitrary values, and writes change no other memory");
  if (hardware.volatile_reads == VolatileReads::Arbitrary) {
    replace_volatile_reads(module);
    assumptions.emplace_back("--volatile havoc: each read of a volatile object returns an arbitrary value");
  }
  if (hardware.volatile_reads == VolatileReads::MemoryUnlessWaiting && hardware.interrupt_handlers.empty())
    mark_waiting_loops(module);
  const std::vector<std::string> of_handlers =
      insert_interrupts(module, options.entry, hardware.interrupt_handlers);
  assumptions.insert(assumptions.end(), of_handlers.begin(), of_handlers.end());
  const std::string violations = violated_rules(module);
  PENDULUM_CHECK(violations.empty(), "the module should be valid after modelling the hardware: {}",
                 violations);
  return assumptions;
}

}  // namespace pendulum::frontend
