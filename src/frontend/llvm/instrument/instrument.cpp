// Instrumentation of errors and of uninitialised objects. See instrument.h.
#include "frontend/llvm/instrument/instrument.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/ValueHandle.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Local.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/check.h"
#include "base/error.h"
#include "frontend/llvm/instrument/guards.h"
#include "frontend/llvm/instrument/overflow.h"
#include "frontend/llvm/ir/intrinsics.h"
#include "frontend/llvm/ir/ir_facts.h"
#include "frontend/llvm/ir/labels.h"
#include "frontend/llvm/ir/module_checks.h"
#include "frontend/llvm/models/extern_functions.h"

namespace pendulum::frontend {

namespace {

/// Effect of a call of a function on the property.
enum class ErrorKind {
  None,
  Call,
  Assertion,  ///< libc's function that a failing assert calls
  Condition,  ///< an assert whose first argument is the condition
  Claim,      ///< the same, but the execution continues if the condition is false
};

ErrorKind kind_of(const llvm::Function& function) {
  const llvm::StringRef name = function.getName();
  if (name == "reach_error" || name == "__VERIFIER_error") return ErrorKind::Call;
  if (!function.isDeclaration()) return ErrorKind::None;
  if (name == "__assert_fail" || name == "__assert_perror_fail" || name == "__assert_rtn" ||
      name == "__assert") {
    return ErrorKind::Assertion;
  }
  if (name == "assert" || name == "__VERIFIER_assert" || name == "pendulum_assert")
    return ErrorKind::Condition;
  if (name == "__CPROVER_assert" || name == "__ESBMC_assert") return ErrorKind::Claim;
  return ErrorKind::None;
}

/// Soundness: casts are looked through, because calls without prototype (K&R C) call the function through a
/// cast.
const llvm::Function* callee_of(const llvm::CallBase& call) {
  return llvm::dyn_cast<llvm::Function>(call.getCalledOperand()->stripPointerCastsAndAliases());
}

/// Is there a block whose name clang may have derived from a label ERROR?
bool has_error_block(const llvm::Function& function) {
  return std::any_of(function.begin(), function.end(), [](const llvm::BasicBlock& block) {
    const llvm::StringRef name = block.getName();
    return name.starts_with("ERROR") && name.drop_front(5).find_first_not_of("0123456789") == name.npos;
  });
}

class ErrorInstrumentation {
 public:
  ErrorInstrumentation(llvm::Module& module, ReachedError meaning) : module_(module), meaning_(meaning) {
    llvm::LLVMContext& context = module.getContext();
    llvm::Type* pointer = llvm::PointerType::getUnqual(context);
    error_ = module.getOrInsertFunction(llvm::StringRef(error_function), llvm::Type::getVoidTy(context),
                                        pointer, pointer);
    stop_ = module.getOrInsertFunction(llvm::StringRef(stop_function), llvm::Type::getVoidTy(context));
    for (llvm::FunctionCallee callee : {error_, stop_})
      llvm::cast<llvm::Function>(callee.getCallee())->setDoesNotReturn();
  }

  void run() {
    if (meaning_ == ReachedError::Violates)
      for (llvm::Function& function : module_) instrument_labels(function);
    for (const llvm::WeakVH& call : error_calls()) {
      // Calls after another error call in the same block have been removed in the meantime.
      if (llvm::Value* value = call) instrument_call(llvm::cast<llvm::CallBase>(*value));
    }
    for (llvm::Function& function : module_) {
      if (kind_of(function) == ErrorKind::Call) instrument_body(function);
    }
  }

 private:
  /// Reaching a label ERROR is an error, before any instruction after the label is executed.
  void instrument_labels(llvm::Function& function) {
    if (function.getSubprogram() == nullptr && has_error_block(function))
      throw base::Unsupported(
          "label ERROR in the function " + function.getName().str() + ", which has no debug information", "");
    for (const Label& label : labels_of(function)) {
      if (label.label->getName() != "ERROR") continue;
      llvm::IRBuilder<> builder(label.first);
      builder.SetCurrentDebugLocation(label.where);
      emit_error(builder, "label ERROR reached");
      llvm::changeToUnreachable(label.first);
    }
  }

  std::vector<llvm::WeakVH> error_calls() const {
    std::vector<llvm::WeakVH> calls;
    for (llvm::Function& function : module_) {
      for (llvm::Instruction& instruction : llvm::instructions(function)) {
        auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
        const llvm::Function* callee = call == nullptr ? nullptr : callee_of(*call);
        if (callee != nullptr && kind_of(*callee) != ErrorKind::None) calls.emplace_back(call);
      }
    }
    return calls;
  }

  void instrument_call(llvm::CallBase& call) {
    PENDULUM_CHECK(callee_of(call) != nullptr, "an error should be a direct call");
    const llvm::Function& callee = *callee_of(call);
    switch (kind_of(callee)) {
      case ErrorKind::None:
        return;
      case ErrorKind::Call:
        if (meaning_ == ReachedError::Stops && !callee.isDeclaration()) return;
        return end_in_error(call, "call of " + callee.getName().str() + "()");
      case ErrorKind::Assertion:
        // A program's own `__assert(c)` without body has a condition where libc's function has a text.
        if (call.arg_size() == 0 || call.getArgOperand(0)->getType()->isPointerTy()) {
          return end_in_error(call, assertion_text(call));
        }
        return check_condition(call);
      case ErrorKind::Condition:
        return check_condition(call);
      case ErrorKind::Claim:
        // If reachability is not checked, a claim has no effect.
        if (meaning_ == ReachedError::Violates) return check_condition(call);
        if (call.use_empty() && llvm::isa<llvm::CallInst>(call)) call.eraseFromParent();
    }
  }

  static std::string assertion_text(const llvm::CallBase& call) {
    llvm::StringRef text;
    if (call.arg_size() > 0 && llvm::getConstantStringInfo(call.getArgOperand(0), text)) {
      return "assertion `" + text.str() + "` failed";
    }
    return "assertion failed";
  }

  /// CBMC's and ESBMC's asserts have a description as their second argument.
  static std::string condition_text(const llvm::CallBase& call) {
    llvm::StringRef text;
    if (call.arg_size() > 1 && call.getArgOperand(1)->getType()->isPointerTy() &&
        llvm::getConstantStringInfo(call.getArgOperand(1), text))
      return "assertion `" + text.str() + "` failed";
    return "assertion failed";
  }

  /// Inserts the error call. The compiled program prints the source location of the call, and the judge
  /// compares it with that of the edge.
  void emit_error(llvm::IRBuilder<>& builder, const std::string& text) {
    if (meaning_ == ReachedError::Stops) {
      builder.CreateCall(stop_);
      return;
    }
    llvm::CallInst* call = builder.CreateCall(
        error_, {builder.CreateGlobalString(text, text_global), llvm::UndefValue::get(builder.getPtrTy())});
    call->setArgOperand(1, builder.CreateGlobalString(source_location(*call).to_string(), location_global));
  }

  /// Inserts an error call and removes the code after it, since the error does not return.
  void end_in_error(llvm::Instruction& place, const std::string& text) {
    llvm::IRBuilder<> builder(&place);
    emit_error(builder, text);
    llvm::changeToUnreachable(&place);
  }

  /// Inserts an error call for executions in which the condition is zero. If reachability is not checked, an
  /// assert without body is an external function, which may return even if the condition is false. Only for
  /// __VERIFIER_assert (by the rules of SV-COMP) and pendulum_assert is it certain that it does not return.
  void check_condition(llvm::CallBase& call) {
    if (meaning_ == ReachedError::Stops && callee_of(call)->getName() == "assert") return;
    if (call.arg_size() == 0)
      throw base::Unsupported("assert without argument", source_location(call).to_string());
    llvm::IRBuilder<> builder(&call);
    llvm::Value* condition = call.getArgOperand(0);
    llvm::Type* type = condition->getType();
    if (!type->isIntegerTy() && !type->isPointerTy() && !type->isFloatingPointTy()) {
      throw base::Unsupported("assert of a value that is no number", source_location(call).to_string());
    }
    llvm::Value* is_zero = type->isFloatingPointTy()
                               ? builder.CreateFCmpOEQ(condition, llvm::ConstantFP::get(type, 0.0))
                               : builder.CreateIsNull(condition);
    llvm::Instruction* end = llvm::SplitBlockAndInsertIfThen(is_zero, &call, /*Unreachable=*/true);
    builder.SetInsertPoint(end);
    builder.SetCurrentDebugLocation(call.getDebugLoc());
    emit_error(builder, condition_text(call));
    if (call.use_empty() && llvm::isa<llvm::CallInst>(call)) call.eraseFromParent();
  }

  /// Makes the body of an error function an error, for calls through a pointer.
  void instrument_body(llvm::Function& function) {
    const std::string text = "call of " + function.getName().str() + "()";
    if (!function.isDeclaration() && meaning_ == ReachedError::Stops) return;
    if (!function.isDeclaration()) return end_in_error(*function.getEntryBlock().getFirstInsertionPt(), text);
    llvm::IRBuilder<> builder(llvm::BasicBlock::Create(module_.getContext(), "entry", &function));
    emit_error(builder, text);
    builder.CreateUnreachable();
  }

  llvm::Module& module_;
  ReachedError meaning_;
  llvm::FunctionCallee error_;
  llvm::FunctionCallee stop_;
};

bool is_about_memory(const property::Properties& properties) {
  return properties.contains(property::Property::ValidDeref) ||
         properties.contains(property::Property::ValidFree) ||
         properties.contains(property::Property::ValidMemtrack);
}

/// Enables AddressSanitizer for all functions of the native module.
void mark_for_sanitizer(llvm::Module& module) {
  for (llvm::Function& function : module)
    if (!function.isDeclaration()) function.addFnAttr(llvm::Attribute::SanitizeAddress);
}

}  // namespace

void instrument_errors(llvm::Module& module, ReachedError meaning) {
  ErrorInstrumentation(module, meaning).run();
  PENDULUM_DCHECK(violated_rules(module).empty(), "the module should be valid after instrumenting errors: {}",
                  violated_rules(module));
}

void instrument(llvm::Module& module, const property::Properties& properties) {
  PENDULUM_CHECK(!properties.empty(), "some property should be checked");
  PENDULUM_CHECK(module.getFunction(uninitialised_function) == nullptr,
                 "a module should be instrumented once");
  // Uninitialised objects first, because they are found by dominance in the program as clang generated it;
  // error calls only cut executions short.
  instrument_uninitialised(module);
  if (properties.contains(property::Property::NoOverflow)) instrument_overflow(module);
  instrument_errors(
      module, properties.contains(property::Property::Reach) ? ReachedError::Violates : ReachedError::Stops);
  if (is_about_memory(properties)) mark_for_sanitizer(module);
  if (properties.contains(property::Property::ValidDeref)) mark_guards(module);
}

}  // namespace pendulum::frontend
