#include "frontend/llvm/prepare.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <map>
#include <string>
#include <vector>

#include "frontend/llvm/ir_facts.h"

namespace pendulum::frontend {

namespace {

/// void NAME(ptr to, ptr from | i8 byte, iN size): one byte after the other.
llvm::Function* make_loop(llvm::Module& module, llvm::Type& number, bool is_copy) {
  llvm::LLVMContext& context = module.getContext();
  llvm::IRBuilder<> builder(context);
  llvm::Type* second = is_copy ? static_cast<llvm::Type*>(builder.getPtrTy()) : builder.getInt8Ty();
  auto* type = llvm::FunctionType::get(builder.getVoidTy(), {builder.getPtrTy(), second, &number}, false);
  auto* function = llvm::Function::Create(type, llvm::GlobalValue::InternalLinkage,
                                          is_copy ? "__pendulum_copy" : "__pendulum_fill", module);
  auto* entry = llvm::BasicBlock::Create(context, "entry", function);
  auto* head = llvm::BasicBlock::Create(context, "head", function);
  auto* body = llvm::BasicBlock::Create(context, "body", function);
  auto* end = llvm::BasicBlock::Create(context, "end", function);
  builder.SetInsertPoint(entry);
  builder.CreateBr(head);
  builder.SetInsertPoint(head);
  llvm::PHINode* index = builder.CreatePHI(&number, 2);
  index->addIncoming(llvm::ConstantInt::get(&number, 0), entry);
  builder.CreateCondBr(builder.CreateICmpULT(index, function->getArg(2)), body, end);
  builder.SetInsertPoint(body);
  llvm::Value* byte = function->getArg(1);
  if (is_copy)
    byte = builder.CreateLoad(builder.getInt8Ty(), builder.CreateGEP(builder.getInt8Ty(), byte, index));
  builder.CreateStore(byte, builder.CreateGEP(builder.getInt8Ty(), function->getArg(0), index));
  index->addIncoming(builder.CreateAdd(index, llvm::ConstantInt::get(&number, 1)), body);
  builder.CreateBr(head);
  builder.SetInsertPoint(end);
  builder.CreateRetVoid();
  return function;
}

bool is_move(const llvm::CallBase& call) {
  return llvm::isa<llvm::AnyMemMoveInst>(call) || direct_callee(call)->getName() == "memmove";
}

/// A function of moderate size that calls malloc itself and returns a pointer.
bool is_allocator(const llvm::Function& function) {
  constexpr unsigned most_instructions = 200;
  if (function.isDeclaration() || function.isVarArg() || !function.getReturnType()->isPointerTy() ||
      function.getInstructionCount() > most_instructions)
    return false;
  bool allocates = false;
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call == nullptr) continue;
    if (direct_callee(*call) == &function) return false;
    allocates |= allocation(*call).has_value();
  }
  return allocates;
}

/// The only call of the function passes these constants: sizes of objects are known then.
void specialise(llvm::Function& function, const llvm::CallBase& call) {
  for (llvm::Argument& argument : function.args())
    if (auto* constant = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(argument.getArgNo())))
      argument.replaceAllUsesWith(constant);
}

}  // namespace

void expand_bulk_memory(llvm::Module& module) {
  std::vector<llvm::CallBase*> calls;
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::instructions(function))
      if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction))
        if (const auto bulk = bulk_memory(*call); bulk && !bulk->size && !is_move(*call))
          calls.push_back(call);
  std::map<std::pair<llvm::Type*, bool>, llvm::Function*> loops;
  for (llvm::CallBase* call : calls) {
    const auto bulk = *bulk_memory(*call);
    const bool is_copy = bulk.from != nullptr;
    llvm::Function*& loop = loops[{bulk.length->getType(), is_copy}];
    if (loop == nullptr) loop = make_loop(module, *bulk.length->getType(), is_copy);
    llvm::IRBuilder<> builder(call);
    llvm::Value* second = call->getArgOperand(1);
    if (!is_copy) second = builder.CreateZExtOrTrunc(second, builder.getInt8Ty());
    builder.CreateCall(loop, {call->getArgOperand(0), second, call->getArgOperand(2)});
    if (!call->getType()->isVoidTy()) call->replaceAllUsesWith(call->getArgOperand(0));
    call->eraseFromParent();
  }
}

void copy_allocators(llvm::Module& module) {
  constexpr std::size_t most_copies = 100;
  std::vector<llvm::Function*> allocators;
  for (llvm::Function& function : module)
    if (is_allocator(function)) allocators.push_back(&function);
  std::size_t copies = 0;
  for (llvm::Function* function : allocators) {
    std::vector<llvm::CallBase*> calls;
    for (llvm::User* user : function->users())
      if (auto* call = llvm::dyn_cast<llvm::CallBase>(user);
          call != nullptr && call->getCalledOperand() == function &&
          call->getFunctionType() == function->getFunctionType())
        calls.push_back(call);
    // The first call keeps the original.
    for (std::size_t i = 1; i < calls.size() && copies < most_copies; ++i, ++copies) {
      llvm::ValueToValueMapTy map;
      llvm::Function* copy = llvm::CloneFunction(function, map);
      copy->setName(function->getName() + "." + std::to_string(i + 1));
      calls[i]->setCalledFunction(copy);
      specialise(*copy, *calls[i]);
    }
    if (!calls.empty() && function->hasOneUse()) specialise(*function, *calls.front());
  }
}

void prepare(llvm::Module& module) {
  expand_bulk_memory(module);
  copy_allocators(module);
}

}  // namespace pendulum::frontend
