#include "frontend/llvm/models/format_parts.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <limits>

#include "base/check.h"
#include "frontend/llvm/ir/ir_facts.h"

namespace pendulum::frontend {

std::string take_length(std::string_view& rest) {
  for (const std::string_view length : {"hh", "h", "ll", "l", "j", "z", "t"}) {
    if (!rest.starts_with(length)) continue;
    rest.remove_prefix(length.size());
    return std::string(length);
  }
  return "";
}

unsigned bits_of_length(std::string_view length, unsigned word) {
  PENDULUM_CHECK(word == 32 || word == 64, "a pointer should have 32 or 64 bits, not {}", word);
  if (length == "hh") return 8;
  if (length == "h") return 16;
  if (length.empty()) return 32;
  return length == "ll" || length == "j" ? 64 : word;
}

std::optional<unsigned> take_number(std::string_view& rest, unsigned most) {
  PENDULUM_CHECK(most < std::numeric_limits<unsigned>::max() / 10 - 1, "the limit {} should be smaller",
                 most);
  std::optional<unsigned> number;
  for (; !rest.empty() && rest[0] >= '0' && rest[0] <= '9'; rest.remove_prefix(1)) {
    number = number.value_or(0) * 10 + static_cast<unsigned>(rest[0] - '0');
    if (*number > most) number = most + 1;
  }
  return number;
}

namespace {

/// The only value of a local variable whose address is not taken. It is assigned in the first block before
/// the variable is read. Returns null for other variables.
const llvm::Value* only_value(const llvm::AllocaInst& local) {
  const llvm::StoreInst* only = nullptr;
  for (const llvm::User* user : local.users()) {
    if (llvm::isa<llvm::LoadInst>(user)) continue;
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
    // Calls of llvm.dbg.declare refer to the variable by metadata, which the list of users does not contain.
    if (store == nullptr || store->getValueOperand() == &local || only != nullptr) return nullptr;
    only = store;
  }
  if (only == nullptr || only->getParent() != &local.getFunction()->getEntryBlock()) return nullptr;
  const bool is_read_before = std::ranges::any_of(local.users(), [&](const llvm::User* user) {
    const auto* load = llvm::dyn_cast<llvm::LoadInst>(user);
    return load != nullptr && load->getParent() == only->getParent() && load->comesBefore(only);
  });
  return is_read_before ? nullptr : only->getValueOperand();
}

/// The initial value of a global variable that never changes. Returns null for other variables.
const llvm::Value* only_value(const llvm::GlobalVariable& global) {
  if (!global.hasDefinitiveInitializer()) return nullptr;
  const bool is_only_read =
      global.hasLocalLinkage() && std::ranges::all_of(global.users(), [](const llvm::User* user) {
        return llvm::isa<llvm::LoadInst>(user);
      });
  return global.isConstant() || is_only_read ? global.getInitializer() : nullptr;
}

}  // namespace

std::optional<std::string> string_literal(const llvm::Value& value) {
  const llvm::Value* known = &value;
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&value)) {
    const llvm::Value* place = load->getPointerOperand();
    const auto* local = llvm::dyn_cast<llvm::AllocaInst>(place);
    const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(place);
    known = local != nullptr ? only_value(*local) : global != nullptr ? only_value(*global) : nullptr;
  }
  llvm::StringRef text;
  if (known == nullptr || !known->getType()->isPointerTy() || !llvm::getConstantStringInfo(known, text))
    return std::nullopt;
  return text.str();
}

llvm::Value* call_part(llvm::IRBuilder<>& builder, const std::string& name, llvm::Type* result,
                       const std::vector<llvm::Value*>& arguments) {
  std::vector<llvm::Type*> types;
  for (const llvm::Value* argument : arguments) types.push_back(argument->getType());
  PENDULUM_CHECK(builder.GetInsertBlock() != nullptr, "the call of {} should have a position", name);
  llvm::Module& module = *builder.GetInsertBlock()->getModule();
  return builder.CreateCall(module.getOrInsertFunction(name, llvm::FunctionType::get(result, types, false)),
                            arguments);
}

std::vector<llvm::CallBase*> calls_without_body(llvm::Module& module,
                                                const std::function<bool(llvm::StringRef)>& is_wanted) {
  std::vector<llvm::CallBase*> calls;
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      const llvm::Function* callee = call == nullptr ? nullptr : direct_callee(*call);
      if (callee != nullptr && callee->isDeclaration() && is_wanted(callee->getName())) calls.push_back(call);
    }
  return calls;
}

}  // namespace pendulum::frontend
