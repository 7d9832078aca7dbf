// Interrupt handlers (--isr). A handler may run, any number of times, between any two instructions of the
// program, but neither inside of a handler nor while interrupts are disabled.
//
// The function __pendulum_interrupts contains these runs: `while (n = nondet()) { if (n == 1) f(); ... }`. It
// is called at the start of the entry function, and after each instruction that conflicts with a handler: a
// read of memory that a handler may write, a write to memory that a handler may access, and a change of the
// flag that enables interrupts.
//
// Soundness: an instruction without conflict commutes with the handlers. A run of a handler can therefore be
// moved back, over such instructions, to the last instruction with a conflict or to the start of the program,
// where the inserted call represents it. An error in the handler or after it is reached as before, since only
// instructions that the handler does not observe have been passed. The inserted calls are no more than runs
// that may happen. Functions that both the program and a handler call are copied for the handlers, so that
// handlers are not interrupted.
//
// Accesses are atomic: a handler does not run between two bytes of one access (doc/hardware.md).
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <algorithm>
#include <set>
#include <vector>

#include "base/check.h"
#include "base/error.h"
#include "frontend/llvm/hardware/hardware.h"
#include "frontend/llvm/hardware/shared_memory.h"
#include "frontend/llvm/ir/intrinsics.h"
#include "frontend/llvm/ir/ir_facts.h"
#include "frontend/llvm/ir/module_checks.h"

namespace pendulum::frontend {

namespace {

std::vector<llvm::Function*> find_handlers(llvm::Module& module, const std::vector<std::string>& names) {
  std::vector<llvm::Function*> handlers;
  for (const std::string& name : names) {
    if (!is_defined(module, name))
      throw base::UsageError("--isr: there is no function `" + name + "` in the program");
    llvm::Function* handler = module.getFunction(name);
    if (handler->arg_size() != 0)
      throw base::UsageError("--isr: the interrupt handler `" + name + "` should not have parameters");
    handlers.push_back(handler);
  }
  return handlers;
}

/// The functions with a body that the handlers call, directly or through others, and the handlers themselves.
/// Throws Unsupported if a handler calls a function through a pointer.
std::vector<llvm::Function*> functions_of(const std::vector<llvm::Function*>& handlers) {
  std::vector<llvm::Function*> found = handlers;
  std::set<llvm::Function*> known(found.begin(), found.end());
  for (std::size_t i = 0; i < found.size(); ++i)
    for (llvm::Instruction& instruction : llvm::instructions(*found[i])) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (call == nullptr || call->isInlineAsm()) continue;
      auto* callee = const_cast<llvm::Function*>(direct_callee(*call));
      if (callee == nullptr)
        throw base::Unsupported("call through a pointer in an interrupt handler",
                                source_location(instruction).to_string());
      if (!callee->isDeclaration() && known.insert(callee).second) found.push_back(callee);
    }
  return found;
}

/// Copies the functions, and lets the copies call each other. Functions that nothing uses any more are
/// removed. Requires: a function comes before those that only it calls. Ensures: no other function calls the
/// copies.
std::vector<llvm::Function*> separate(const std::vector<llvm::Function*>& functions,
                                      const std::string& entry) {
  const std::set<const llvm::Function*> of_handlers(functions.begin(), functions.end());
  llvm::ValueToValueMapTy copies;
  std::vector<llvm::Function*> result;
  for (llvm::Function* function : functions) {
    llvm::ValueToValueMapTy map;
    llvm::Function* copy = llvm::CloneFunction(function, map);
    copy->setName(function->getName() + ".isr");
    copy->setLinkage(llvm::GlobalValue::InternalLinkage);
    copies[function] = copy;
    result.push_back(copy);
  }
  for (llvm::Function* function : result)
    for (llvm::Instruction& instruction : llvm::instructions(*function))
      if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction); call != nullptr && !call->isInlineAsm())
        if (const auto copy = copies.find(direct_callee(*call)); copy != copies.end())
          call->setCalledOperand(copy->second);
  for (std::size_t i = 0; i < functions.size(); ++i) {
    if (!functions[i]->use_empty() || functions[i]->getName() == entry) continue;
    result[i]->takeName(functions[i]);
    functions[i]->eraseFromParent();
  }
  return result;
}

/// Defines __pendulum_interrupts.
llvm::Function& make_dispatcher(llvm::Module& module, const std::vector<llvm::Function*>& handlers) {
  llvm::LLVMContext& context = module.getContext();
  llvm::Function* dispatcher = llvm::Function::Create(
      llvm::FunctionType::get(llvm::Type::getVoidTy(context), false), llvm::GlobalValue::InternalLinkage,
      llvm::StringRef(interrupts_function), module);
  const auto block = [&](const char* name) { return llvm::BasicBlock::Create(context, name, dispatcher); };
  llvm::BasicBlock* entry = block("entry");
  llvm::BasicBlock* check = block("check");
  llvm::BasicBlock* choice = block("choice");
  llvm::BasicBlock* end = block("end");
  llvm::IRBuilder<> builder(entry);
  builder.CreateBr(check);
  builder.SetInsertPoint(check);
  llvm::GlobalVariable* flag = module.getGlobalVariable(interrupts_enabled_global, /*AllowInternal=*/true);
  if (flag == nullptr)
    builder.CreateBr(choice);
  else
    builder.CreateCondBr(builder.CreateIsNotNull(builder.CreateLoad(builder.getInt32Ty(), flag)), choice,
                         end);
  builder.SetInsertPoint(choice);
  llvm::SwitchInst* which = builder.CreateSwitch(make_input(builder, "interrupt", builder.getInt8Ty()), end);
  for (std::size_t i = 0; i < handlers.size(); ++i) {
    llvm::BasicBlock* run = block("run");
    which->addCase(builder.getInt8(static_cast<std::uint8_t>(i + 1)), run);
    builder.SetInsertPoint(run);
    builder.CreateCall(handlers[i]->getFunctionType(), handlers[i]);
    builder.CreateBr(check);
  }
  builder.SetInsertPoint(end);
  builder.CreateRetVoid();
  return *dispatcher;
}

void call_before(llvm::Function& dispatcher, llvm::Instruction& place, const llvm::DebugLoc& where) {
  llvm::IRBuilder<> builder(&place);
  builder.SetCurrentDebugLocation(where);
  builder.CreateCall(&dispatcher);
}

/// The source location of the function's head, for code at its start.
llvm::DebugLoc head_of(llvm::Function& function) {
  llvm::DISubprogram* place = function.getSubprogram();
  if (place == nullptr) return {};
  return llvm::DILocation::get(function.getContext(), place->getLine(), 0, place);
}

}  // namespace

std::vector<std::string> insert_interrupts(llvm::Module& module, const std::string& entry,
                                           const std::vector<std::string>& names) {
  if (names.empty()) return {};
  PENDULUM_CHECK(is_defined(module, entry), "the entry function {} should be defined", entry);
  const std::vector<llvm::Function*> handlers = find_handlers(module, names);
  const std::vector<llvm::Function*> functions = separate(functions_of(handlers), entry);
  const std::set<const llvm::Function*> of_handlers(functions.begin(), functions.end());
  const SharedMemory shared(module, functions);
  std::vector<llvm::Instruction*> places;
  for (llvm::Function& function : module) {
    if (of_handlers.contains(&function)) continue;
    for (llvm::Instruction& instruction : llvm::instructions(function))
      if (shared.has_conflict(instruction)) places.push_back(&instruction);
  }
  llvm::Function& dispatcher =
      make_dispatcher(module, {functions.begin(), functions.begin() + static_cast<long>(handlers.size())});
  for (llvm::Instruction* place : places) {
    PENDULUM_CHECK(!place->isTerminator(), "an instruction should follow an access to shared memory");
    call_before(dispatcher, *place->getNextNode(), place->getDebugLoc());
  }
  llvm::Function& start = *module.getFunction(entry);
  call_before(dispatcher, *start.getEntryBlock().getFirstNonPHIOrDbgOrAlloca(), head_of(start));
  std::vector<std::string> assumptions;
  for (const std::string& name : names)
    assumptions.push_back(
        "--isr: " + name +
        "() may run between any two accesses to memory, but not during an interrupt handler");
  return assumptions;
}

}  // namespace pendulum::frontend
