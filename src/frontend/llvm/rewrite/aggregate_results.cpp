// Functions that return a struct in registers, such as { ptr, i32 } in LP64, or a vector. The translation
// supports only values of a single word. Such a function gets an additional first parameter, an address to
// which it writes the struct; clang translates functions that return larger structs in the same form.
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <vector>

#include "base/check.h"
#include "frontend/llvm/ir/ir_facts.h"
#include "frontend/llvm/ir/module_checks.h"
#include "frontend/llvm/rewrite/prepare.h"

namespace pendulum::frontend {

namespace {

bool is_aggregate(const llvm::Type* type) {
  return type->isAggregateType() || type->isVectorTy();
}

bool returns_aggregate(const llvm::FunctionType& type) {
  return is_aggregate(type.getReturnType());
}

/// The same type with result void and an additional pointer as first parameter.
llvm::FunctionType* with_address(llvm::FunctionType& type) {
  PENDULUM_CHECK(returns_aggregate(type), "only the type of functions that return structs should change");
  std::vector<llvm::Type*> parameters{llvm::PointerType::getUnqual(type.getContext())};
  parameters.insert(parameters.end(), type.param_begin(), type.param_end());
  return llvm::FunctionType::get(llvm::Type::getVoidTy(type.getContext()), parameters, type.isVarArg());
}

/// The attributes of a function or call of type `result`; the new parameter is marked as the result.
llvm::AttributeList with_address(const llvm::AttributeList& attributes, std::size_t parameters,
                                 llvm::Type* result) {
  llvm::LLVMContext& context = result->getContext();
  const llvm::Attribute mark = llvm::Attribute::getWithStructRetType(context, result);
  std::vector<llvm::AttributeSet> shifted{llvm::AttributeSet::get(context, {mark})};
  for (unsigned i = 0; i < parameters; ++i) shifted.push_back(attributes.getParamAttrs(i));
  return llvm::AttributeList::get(context, attributes.getFnAttrs(), llvm::AttributeSet(), shifted);
}

std::uint64_t size_of(const llvm::IRBuilder<>& builder, llvm::Type* type) {
  return builder.GetInsertBlock()->getModule()->getDataLayout().getTypeStoreSize(type).getFixedValue();
}

void copy_struct(llvm::IRBuilder<>& builder, llvm::Value* to, llvm::Value* from, llvm::Type* type) {
  builder.CreateMemCpy(to, llvm::MaybeAlign(), from, llvm::MaybeAlign(), size_of(builder, type));
}

/// Replaces `return value` by a copy to `address` and `return`. For structs it supports the pattern that
/// clang generates, which loads the struct right before the return.
void return_to_address(llvm::ReturnInst& end, llvm::Value* address) {
  llvm::Value* value = end.getReturnValue();
  PENDULUM_CHECK(value != nullptr, "a function that returns a struct should return a value");
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(value); load != nullptr && load->hasOneUse()) {
    llvm::IRBuilder<> builder(load);
    copy_struct(builder, address, load->getPointerOperand(), load->getType());
    llvm::IRBuilder<>(&end).CreateRetVoid();
    end.eraseFromParent();
    load->eraseFromParent();
    return;
  }
  llvm::IRBuilder<> builder(&end);
  if (value->getType()->isVectorTy())
    builder.CreateStore(value, address);
  else if (!llvm::isa<llvm::UndefValue>(value))
    mark_unsupported(builder, "struct as a value");
  builder.CreateRetVoid();
  end.eraseFromParent();
}

void change_function(llvm::Function& function) {
  llvm::Function* changed = llvm::Function::Create(with_address(*function.getFunctionType()),
                                                   function.getLinkage(), "", *function.getParent());
  changed->takeName(&function);
  changed->setAttributes(
      with_address(function.getAttributes(), function.arg_size(), function.getReturnType()));
  changed->setSubprogram(function.getSubprogram());
  changed->splice(changed->begin(), &function);
  for (llvm::Argument& argument : function.args()) {
    llvm::Argument* parameter = changed->getArg(argument.getArgNo() + 1);
    parameter->takeName(&argument);
    argument.replaceAllUsesWith(parameter);
  }
  std::vector<llvm::ReturnInst*> ends;
  for (llvm::Instruction& instruction : llvm::instructions(*changed))
    if (auto* end = llvm::dyn_cast<llvm::ReturnInst>(&instruction)) ends.push_back(end);
  for (llvm::ReturnInst* end : ends) return_to_address(*end, changed->getArg(0));
  function.replaceAllUsesWith(changed);
  function.eraseFromParent();
}

/// Replaces uses of the call's result, or of parts of it, by reads from `result`.
void read_from(llvm::CallBase& call, llvm::AllocaInst& result) {
  if (call.getType()->isVectorTy()) {
    llvm::IRBuilder<> builder(&call);
    call.replaceAllUsesWith(builder.CreateLoad(call.getType(), &result));
    return;
  }
  for (llvm::User* user : llvm::make_early_inc_range(call.users())) {
    auto* instruction = llvm::cast<llvm::Instruction>(user);
    llvm::IRBuilder<> builder(instruction);
    if (auto* part = llvm::dyn_cast<llvm::ExtractValueInst>(instruction)) {
      std::vector<llvm::Value*> indices{builder.getInt32(0)};
      for (const unsigned index : part->indices()) indices.push_back(builder.getInt32(index));
      llvm::Value* place = builder.CreateInBoundsGEP(call.getType(), &result, indices);
      part->replaceAllUsesWith(builder.CreateLoad(part->getType(), place));
    } else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(instruction)) {
      copy_struct(builder, store->getPointerOperand(), &result, call.getType());
    } else {
      mark_unsupported(builder, "struct as a value");
      instruction->replaceAllUsesWith(llvm::PoisonValue::get(instruction->getType()));
      if (instruction->isTerminator()) continue;
    }
    instruction->eraseFromParent();
  }
}

void change_call(llvm::CallInst& call) {
  llvm::BasicBlock& entry = call.getFunction()->getEntryBlock();
  llvm::AllocaInst* result =
      llvm::IRBuilder<>(&entry, entry.begin()).CreateAlloca(call.getType(), nullptr, "result");
  llvm::IRBuilder<> builder(&call);
  // The call of an external function only havocs the result, so the result needs a value before the call.
  if (const llvm::Function* callee = direct_callee(call); callee == nullptr || callee->isDeclaration())
    builder.CreateMemSet(result, builder.getInt8(0), size_of(builder, call.getType()), llvm::MaybeAlign());
  std::vector<llvm::Value*> arguments{result};
  arguments.insert(arguments.end(), call.arg_begin(), call.arg_end());
  llvm::CallInst* changed =
      builder.CreateCall(with_address(*call.getFunctionType()), call.getCalledOperand(), arguments);
  changed->setAttributes(with_address(call.getAttributes(), call.arg_size(), call.getType()));
  read_from(call, *result);
  PENDULUM_CHECK(call.use_empty(), "no instruction should use the struct that {} returned",
                 changed->getCalledOperand()->getName().str());
  call.eraseFromParent();
}

}  // namespace

void return_through_memory(llvm::Module& module) {
  std::vector<llvm::Function*> functions;
  std::vector<llvm::CallInst*> calls;
  for (llvm::Function& function : module) {
    if (!function.isIntrinsic() && returns_aggregate(*function.getFunctionType()))
      functions.push_back(&function);
    for (llvm::Instruction& instruction : llvm::instructions(function))
      if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
          call != nullptr && !llvm::isa<llvm::IntrinsicInst>(call) && !call->isInlineAsm() &&
          is_aggregate(call->getType()))
        calls.push_back(call);
  }
  for (llvm::CallInst* call : calls) change_call(*call);
  for (llvm::Function* function : functions) change_function(*function);
  PENDULUM_DCHECK(violated_rules(module).empty(),
                  "the module should be valid after returning structs through memory: {}",
                  violated_rules(module));
}

}  // namespace pendulum::frontend
