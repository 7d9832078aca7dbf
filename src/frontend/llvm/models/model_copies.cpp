#include "frontend/llvm/models/model_copies.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/check.h"
#include "frontend/llvm/ir/intrinsics.h"
#include "frontend/llvm/ir/ir_facts.h"

namespace pendulum::frontend {

namespace {

/// Maximum number of copies of one model; further calls share the last copy. It bounds the size of generated
/// programs with thousands of calls.
constexpr std::size_t max_copies = 200;

/// Whether the program only loads from `place`, and stores nothing but `argument` to it.
bool holds_only(const llvm::AllocaInst& place, const llvm::Argument& argument) {
  return std::all_of(place.user_begin(), place.user_end(), [&](const llvm::User* user) {
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
    return store != nullptr ? store->getValueOperand() == &argument : llvm::isa<llvm::LoadInst>(user);
  });
}

/// Replaces a parameter by a constant. At -O0 the parameter is stored to an alloca first and loaded wherever
/// it is used; these loads are replaced.
void set_argument(llvm::Argument& argument, llvm::ConstantInt& constant) {
  if (!argument.hasOneUse() || argument.getType() != constant.getType()) return;
  const auto* store = llvm::dyn_cast<llvm::StoreInst>(*argument.user_begin());
  const auto* place =
      store == nullptr ? nullptr : llvm::dyn_cast<llvm::AllocaInst>(store->getPointerOperand());
  if (place == nullptr || !holds_only(*place, argument)) return;
  for (const llvm::User* user : place->users())
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(user); load != nullptr)
      const_cast<llvm::LoadInst*>(load)->replaceAllUsesWith(&constant);
}

/// Replaces calls of __pendulum_element(array, i, size), the address of element i, by GEPs. If the size is
/// constant, the GEP is over an array type, so that the analyses recognise the stride.
void address_elements(llvm::Function& model) {
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(model))) {
    auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    const llvm::Function* callee = call == nullptr ? nullptr : direct_callee(*call);
    if (callee == nullptr || callee->getName() != llvm::StringRef(element_function)) continue;
    llvm::IRBuilder<> builder(call);
    PENDULUM_CHECK(call->arg_size() == 3, "{} should have an array, an index and a size", element_function);
    llvm::Value* index = call->getArgOperand(1);
    llvm::Value* size = call->getArgOperand(2);
    llvm::Type* element = builder.getInt8Ty();
    if (const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(size))
      element = llvm::ArrayType::get(element, constant->getZExtValue());
    else
      index = builder.CreateMul(index, size);
    call->replaceAllUsesWith(builder.CreateGEP(element, call->getArgOperand(0), index));
    call->eraseFromParent();
  }
}

/// Specialises a copy for its call, if it has only one.
void make_for_call(llvm::Function& model) {
  const auto* call = model.hasOneUse() ? llvm::dyn_cast<llvm::CallBase>(*model.user_begin()) : nullptr;
  if (call != nullptr && call->getCalledOperand() == &model && call->arg_size() == model.arg_size())
    for (llvm::Argument& argument : model.args())
      if (auto* constant = llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(argument.getArgNo())))
        set_argument(argument, *constant);
  address_elements(model);
}

}  // namespace

void copy_for_calls(llvm::Function& model) {
  PENDULUM_CHECK(!model.isDeclaration() && model.hasInternalLinkage(),
                 "the model {} should be an internal function", model.getName().str());
  std::vector<llvm::CallBase*> calls;
  for (llvm::User* user : model.users())
    if (auto* call = llvm::dyn_cast<llvm::CallBase>(user);
        call != nullptr && call->getCalledOperand() == &model)
      calls.push_back(call);
  std::vector<llvm::Function*> copies{&model};
  for (std::size_t i = 1; i < calls.size(); ++i) {
    if (i < max_copies) {
      llvm::ValueToValueMapTy values;
      copies.push_back(llvm::CloneFunction(&model, values));
      copies.back()->setName(model.getName() + "." + std::to_string(i));
    }
    calls[i]->setCalledOperand(copies.back());
  }
  for (llvm::Function* copy : copies) make_for_call(*copy);
}

}  // namespace pendulum::frontend
