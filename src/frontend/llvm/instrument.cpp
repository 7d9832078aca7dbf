// Where the error is, and where values come to life. See instrument.h.
#include "frontend/llvm/instrument.h"

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

#include "base/error.h"
#include "frontend/llvm/extern_models.h"
#include "frontend/llvm/guards.h"
#include "frontend/llvm/ir_facts.h"
#include "frontend/llvm/labels.h"
#include "frontend/llvm/overflow.h"

namespace pendulum::frontend {

namespace {

/// What a call means for the property.
enum class ErrorKind { None, Call, Assertion, Condition };

ErrorKind kind_of(const llvm::Function& function) {
  const llvm::StringRef name = function.getName();
  if (name == "reach_error" || name == "__VERIFIER_error") return ErrorKind::Call;
  if (!function.isDeclaration()) return ErrorKind::None;
  if (name == "__assert_fail" || name == "__assert_perror_fail" || name == "__assert_rtn" ||
      name == "__assert") {
    return ErrorKind::Assertion;
  }
  if (name == "assert" || name == "__VERIFIER_assert") return ErrorKind::Condition;
  return ErrorKind::None;
}

/// Soundness: functions are compared by what is called at the end of casts, since K&R calls go through them.
const llvm::Function* callee_of(const llvm::CallBase& call) {
  return llvm::dyn_cast<llvm::Function>(call.getCalledOperand()->stripPointerCastsAndAliases());
}

/// Is there a block whose name clang may have made of a label ERROR?
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
      // What stands behind an error call in the same block is gone by now.
      if (llvm::Value* value = call) instrument_call(llvm::cast<llvm::CallBase>(*value));
    }
    for (llvm::Function& function : module_) {
      if (kind_of(function) == ErrorKind::Call) instrument_body(function);
    }
  }

 private:
  /// A label ERROR that is reached is an error before anything that follows it is executed.
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
    const llvm::Function& callee = *callee_of(call);
    switch (kind_of(callee)) {
      case ErrorKind::None:
        return;
      case ErrorKind::Call:
        if (meaning_ == ReachedError::Stops && !callee.isDeclaration()) return;
        return end_in_error(call, "call of " + callee.getName().str() + "()");
      case ErrorKind::Assertion:
        // Someone's own `__assert(c)` without body has a condition where libc has a text.
        if (call.arg_size() == 0 || call.getArgOperand(0)->getType()->isPointerTy()) {
          return end_in_error(call, assertion_text(call));
        }
        return check_condition(call);
      case ErrorKind::Condition:
        return check_condition(call);
    }
  }

  static std::string assertion_text(const llvm::CallBase& call) {
    llvm::StringRef text;
    if (call.arg_size() > 0 && llvm::getConstantStringInfo(call.getArgOperand(0), text)) {
      return "assertion `" + text.str() + "` failed";
    }
    return "assertion failed";
  }

  /// The compiled program prints the place of the call, and the judge compares it with the place of the edge.
  void emit_error(llvm::IRBuilder<>& builder, const std::string& text) {
    if (meaning_ == ReachedError::Stops) {
      builder.CreateCall(stop_);
      return;
    }
    llvm::CallInst* call = builder.CreateCall(error_, {builder.CreateGlobalString(text, "__pendulum_text"),
                                                       llvm::UndefValue::get(builder.getPtrTy())});
    call->setArgOperand(1,
                        builder.CreateGlobalString(source_location(*call).to_string(), "__pendulum_place"));
  }

  /// The error does not return: nothing behind it can happen.
  void end_in_error(llvm::Instruction& place, const std::string& text) {
    llvm::IRBuilder<> builder(&place);
    emit_error(builder, text);
    llvm::changeToUnreachable(&place);
  }

  /// Where reachability is not asked for, an assert is a function without body like others: nothing says that
  /// it does not return when the condition is false. Of __VERIFIER_assert SV-COMP's rules say so.
  void check_condition(llvm::CallBase& call) {
    if (meaning_ == ReachedError::Stops && !callee_of(call)->getName().starts_with("__VERIFIER_")) return;
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
    emit_error(builder, "assertion failed");
    if (call.use_empty() && llvm::isa<llvm::CallInst>(call)) call.eraseFromParent();
  }

  /// A function that is an error itself: whoever gets into it, through a pointer for example, is in error.
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

/// For the native run: AddressSanitizer guards functions that ask for it.
void mark_for_sanitizer(llvm::Module& module) {
  for (llvm::Function& function : module)
    if (!function.isDeclaration()) function.addFnAttr(llvm::Attribute::SanitizeAddress);
}

}  // namespace

void instrument_errors(llvm::Module& module, ReachedError meaning) {
  ErrorInstrumentation(module, meaning).run();
}

void instrument(llvm::Module& module, const property::Properties& properties) {
  // Uninitialised objects first: they are found by dominance in the program as clang made it, and an error
  // call only cuts executions short.
  instrument_uninitialised(module);
  if (properties.contains(property::Property::NoOverflow)) instrument_overflow(module);
  instrument_errors(
      module, properties.contains(property::Property::Reach) ? ReachedError::Violates : ReachedError::Stops);
  if (is_about_memory(properties)) mark_for_sanitizer(module);
  if (properties.contains(property::Property::ValidDeref)) mark_guards(module);
}

}  // namespace pendulum::frontend
