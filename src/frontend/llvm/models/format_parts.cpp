#include "frontend/llvm/models/format_parts.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

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
