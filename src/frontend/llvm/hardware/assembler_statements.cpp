// Replaces statements of inline assembler.
//
// A statement without effect leaves its operands as they are: an output that is tied to an input ("+r", or
// "0") has the value of that input, and any other output is arbitrary. All outputs of another statement are
// arbitrary.
//
// Soundness: of such a statement the verdict assumes that it changes nothing but its outputs and its operands
// in memory. A statement stays in the module if no option applies to it; the translator does not
// support it. asm goto is not replaced because it also chooses the next statement.
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <set>
#include <vector>

#include "base/check.h"
#include "frontend/llvm/hardware/assembler.h"
#include "frontend/llvm/hardware/hardware.h"
#include "frontend/llvm/ir/intrinsics.h"
#include "frontend/llvm/ir/ir_facts.h"

namespace pendulum::frontend {

namespace {

struct Operand {
  bool is_output = false;
  int matching_input = -1;          ///< number of the operand that provides the value of an output
  llvm::Value* argument = nullptr;  ///< input, or address of an operand in memory; null for other outputs
  llvm::Type* type_in_memory = nullptr;  ///< set for an output in memory
};

/// The operands of the statement in the order of its constraints.
std::vector<Operand> operands_of(const llvm::CallInst& call) {
  std::vector<Operand> result;
  unsigned next = 0;
  for (const auto& constraint : llvm::cast<llvm::InlineAsm>(call.getCalledOperand())->ParseConstraints()) {
    Operand operand;
    const bool is_output = constraint.Type == llvm::InlineAsm::isOutput;
    operand.is_output = is_output;
    operand.matching_input = constraint.MatchingInput;
    if (constraint.hasArg()) {
      if (is_output) operand.type_in_memory = call.getParamElementType(next);
      operand.argument = call.getArgOperand(next++);
    }
    result.push_back(operand);
  }
  PENDULUM_CHECK(next == call.arg_size(), "each argument should belong to a constraint");
  return result;
}

/// The values of the outputs that are not in memory.
std::vector<llvm::Value*> outputs(llvm::IRBuilder<>& builder, const llvm::CallInst& call,
                                  bool keeps_operands) {
  std::vector<llvm::Type*> types;
  if (const auto* several = llvm::dyn_cast<llvm::StructType>(call.getType()))
    types.assign(several->element_begin(), several->element_end());
  else if (!call.getType()->isVoidTy())
    types.push_back(call.getType());
  const std::vector<Operand> operands = operands_of(call);
  std::vector<llvm::Value*> values;
  for (const Operand& operand : operands) {
    if (!operand.is_output || operand.argument != nullptr) continue;
    llvm::Type* type = types.at(values.size());
    const Operand* input = keeps_operands && operand.matching_input >= 0
                               ? &operands.at(static_cast<std::size_t>(operand.matching_input))
                               : nullptr;
    const bool is_kept = input != nullptr && input->argument != nullptr && input->argument->getType() == type;
    values.push_back(is_kept ? input->argument : make_input(builder, "assembler", type));
  }
  return values;
}

bool can_be_input(const llvm::Type* type) {
  return type->isIntegerTy() || type->isPointerTy() || type->isFloatingPointTy();
}

/// Whether all outputs are numbers or pointers, of which parts are used only one by one.
bool has_simple_outputs(const llvm::CallInst& call) {
  const auto* several = llvm::dyn_cast<llvm::StructType>(call.getType());
  if (several == nullptr) return call.getType()->isVoidTy() || can_be_input(call.getType());
  return std::all_of(several->element_begin(), several->element_end(), can_be_input) &&
         std::all_of(call.user_begin(), call.user_end(),
                     [](const llvm::User* user) { return llvm::isa<llvm::ExtractValueInst>(user); });
}

void replace_results(llvm::CallInst& call, const std::vector<llvm::Value*>& values) {
  if (!call.getType()->isStructTy()) {
    if (!values.empty()) call.replaceAllUsesWith(values.front());
    return;
  }
  for (llvm::User* user : llvm::make_early_inc_range(call.users())) {
    auto* part = llvm::cast<llvm::ExtractValueInst>(user);
    part->replaceAllUsesWith(values.at(part->getIndices()[0]));
    part->eraseFromParent();
  }
}

void replace(llvm::CallInst& call, bool keeps_operands) {
  llvm::IRBuilder<> builder(&call);
  const std::vector<llvm::Value*> values = outputs(builder, call, keeps_operands);
  const llvm::DataLayout& layout = call.getModule()->getDataLayout();
  for (const Operand& operand : operands_of(call))
    if (!keeps_operands && operand.type_in_memory != nullptr)
      fill_arbitrarily(builder, operand.argument,
                       layout.getTypeStoreSize(operand.type_in_memory).getFixedValue());
  replace_results(call, values);
  call.eraseFromParent();
}

/// Replaces a statement that turns interrupts off or on.
void set_interrupts(llvm::CallInst& call, bool is_enabled) {
  llvm::Module& module = *call.getModule();
  llvm::IRBuilder<> builder(&call);
  llvm::GlobalVariable* flag = module.getGlobalVariable(interrupts_enabled_global, /*AllowInternal=*/true);
  if (flag == nullptr)
    flag = new llvm::GlobalVariable(module, builder.getInt32Ty(), /*isConstant=*/false,
                                    llvm::GlobalValue::InternalLinkage, builder.getInt32(1),
                                    interrupts_enabled_global);
  builder.CreateStore(builder.getInt32(is_enabled ? 1 : 0), flag);
  call.eraseFromParent();
}

class AssemblerStatements {
 public:
  AssemblerStatements(const Hardware& hardware, std::set<std::string>& assumptions)
      : hardware_(hardware),
        ignored_(hardware.ignored_assembler.begin(), hardware.ignored_assembler.end()),
        assumptions_(assumptions) {}

  void run(llvm::CallInst& call) {
    const std::string text = llvm::cast<llvm::InlineAsm>(call.getCalledOperand())->getAsmString();
    const std::vector<std::string> instructions = assembler_instructions(text);
    std::string name;
    for (const std::string& instruction : instructions) name += (name.empty() ? "`" : "; ") + instruction;
    name = name.empty() ? "without instructions" : name + "`";
    if (!has_simple_outputs(call)) return;
    switch (assembler_effect(instructions, ignored_)) {
      case AssemblerEffect::None:
        assumptions_.insert("inline assembler " + name + " only orders or delays instructions");
        return replace(call, /*keeps_operands=*/true);
      case AssemblerEffect::Ignored:
        assumptions_.insert("--asm-ignore: inline assembler " + name + " changes nothing but its outputs");
        return replace(call, /*keeps_operands=*/false);
      case AssemblerEffect::Disables:
      case AssemblerEffect::Enables:
        if (!hardware_.interrupt_handlers.empty() && call.getType()->isVoidTy())
          return set_interrupts(call, assembler_effect(instructions, ignored_) == AssemblerEffect::Enables);
        break;
      case AssemblerEffect::Unknown:
        break;
    }
    if (hardware_.other_assembler != OtherAssembler::Arbitrary) return;
    assumptions_.insert("--asm havoc: inline assembler " + name + " changes nothing but its outputs");
    replace(call, /*keeps_operands=*/false);
  }

 private:
  const Hardware& hardware_;
  const std::set<std::string> ignored_;
  std::set<std::string>& assumptions_;
};

}  // namespace

std::vector<std::string> replace_assembler_statements(llvm::Module& module, const Hardware& hardware) {
  std::vector<llvm::CallInst*> calls;
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::instructions(function))
      if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
          call != nullptr && call->isInlineAsm() && !is_silent(*call))
        calls.push_back(call);
  std::set<std::string> assumptions;
  AssemblerStatements statements(hardware, assumptions);
  for (llvm::CallInst* call : calls) statements.run(*call);
  return {assumptions.begin(), assumptions.end()};
}

}  // namespace pendulum::frontend
