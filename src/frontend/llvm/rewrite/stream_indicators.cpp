// Results of feof and ferror that C determines.
//
// Input is arbitrary, and so are the results of feof and ferror after an operation on a stream. But both
// indicators are clear after the stream was opened (C17 7.21.5.3p7) or cleared (7.21.10.1p2), and they keep
// their values until the next operation. Variables of the program hold what is known about one stream, the
// last one that was opened, cleared or asked about. A call of any other function without a body, and every
// indirect call, ends this knowledge, unless the function is known not to use streams.
//
// Soundness: results that are not known remain arbitrary, so the pass only removes executions that C
// excludes.
#include "frontend/llvm/rewrite/stream_indicators.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "frontend/llvm/ir/module_checks.h"
#include "frontend/llvm/models/extern_functions.h"

namespace pendulum::frontend {

namespace {

constexpr std::array opening{"fopen", "fopen64", "fdopen", "freopen", "freopen64", "tmpfile", "tmpfile64"};
constexpr std::array clearing{"clearerr", "clearerr_unlocked"};
constexpr std::array asking_for_end{"feof", "feof_unlocked"};
constexpr std::array asking_for_error{"ferror", "ferror_unlocked"};
/// Functions that use no stream the program can ask about afterwards.
constexpr std::array without_streams{"malloc", "calloc",        "realloc",  "free",  "strlen", "strcmp",
                                     "memset", "__assert_fail", "__assert", "abort", "exit",   "reach_error"};

bool is_one_of(const auto& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

/// The function of the library that the call calls; empty for other calls.
std::string_view library_callee(const llvm::CallBase& call) {
  const llvm::Function* callee = call.getCalledFunction();
  return callee != nullptr && callee->isDeclaration() && library_function(*callee) != nullptr
             ? std::string_view(callee->getName())
             : "";
}

/// Does the call run code that is neither part of the program nor known not to use streams?
bool may_use_streams(const llvm::CallBase& call) {
  if (llvm::isa<llvm::IntrinsicInst>(call)) return false;
  const llvm::Function* callee = call.getCalledFunction();
  if (callee == nullptr) return true;
  if (!callee->isDeclaration()) return false;
  return !callee->getName().starts_with("__VERIFIER_") &&
         !is_one_of(without_streams, std::string_view(callee->getName()));
}

class Indicators {
 public:
  explicit Indicators(llvm::Module& module)
      : stream_(
            make_variable(module, llvm::PointerType::getUnqual(module.getContext()), "indicators.stream")),
        end_(module, "indicators.end"),
        error_(module, "indicators.error") {}

  void rewrite(llvm::CallBase& call) {
    const std::string_view name = library_callee(call);
    llvm::IRBuilder<> builder(call.getNextNode());
    if (is_one_of(opening, name) && call.getType()->isPointerTy()) return clear(builder, &call);
    if (is_one_of(clearing, name) && takes_stream(call)) return clear(builder, call.getArgOperand(0));
    const bool is_question = takes_stream(call) && call.getType()->isIntegerTy();
    if (is_question && is_one_of(asking_for_end, name)) return answer(builder, call, end_, error_);
    if (is_question && is_one_of(asking_for_error, name)) return answer(builder, call, error_, end_);
    if (may_use_streams(call))
      builder.CreateStore(llvm::ConstantPointerNull::get(builder.getPtrTy()), stream_);
  }

 private:
  struct Indicator {
    Indicator(llvm::Module& module, const std::string& name)
        : is_known(make_variable(module, llvm::Type::getInt1Ty(module.getContext()), name + ".known")),
          is_set(make_variable(module, llvm::Type::getInt1Ty(module.getContext()), name + ".set")) {}
    llvm::GlobalVariable* is_known;
    llvm::GlobalVariable* is_set;
  };

  static llvm::GlobalVariable* make_variable(llvm::Module& module, llvm::Type* type,
                                             const std::string& name) {
    return new llvm::GlobalVariable(module, type, false, llvm::GlobalValue::InternalLinkage,
                                    llvm::Constant::getNullValue(type), "__pendulum_" + name);
  }

  static bool takes_stream(const llvm::CallBase& call) {
    return call.arg_size() == 1 && call.getArgOperand(0)->getType()->isPointerTy();
  }

  void clear(llvm::IRBuilder<>& builder, llvm::Value* stream) {
    builder.CreateStore(stream, stream_);
    for (const Indicator* indicator : {&end_, &error_}) {
      builder.CreateStore(builder.getTrue(), indicator->is_known);
      builder.CreateStore(builder.getFalse(), indicator->is_set);
    }
  }

  /// Replaces the result of the call if it is known, and remembers it. Two results of an indicator that is
  /// set need not be the same number.
  void answer(llvm::IRBuilder<>& builder, llvm::CallBase& call, const Indicator& asked,
              const Indicator& other) {
    llvm::Value* stream = call.getArgOperand(0);
    llvm::Constant* zero = llvm::ConstantInt::get(call.getType(), 0);
    llvm::Constant* one = llvm::ConstantInt::get(call.getType(), 1);
    llvm::Value* is_same = builder.CreateICmpEQ(stream, builder.CreateLoad(builder.getPtrTy(), stream_));
    llvm::Value* is_known =
        builder.CreateAnd(is_same, builder.CreateLoad(builder.getInt1Ty(), asked.is_known));
    llvm::Value* was_set = builder.CreateLoad(builder.getInt1Ty(), asked.is_set);
    llvm::Value* is_zero = builder.CreateICmpEQ(&call, zero);
    llvm::Value* positive = builder.CreateSelect(is_zero, one, &call);
    llvm::Value* result =
        builder.CreateSelect(is_known, builder.CreateSelect(was_set, positive, zero), &call);
    call.replaceUsesWithIf(result, [&](const llvm::Use& use) {
      return use.getUser() != is_zero && use.getUser() != positive && use.getUser() != result;
    });
    llvm::Value* knows_other =
        builder.CreateAnd(is_same, builder.CreateLoad(builder.getInt1Ty(), other.is_known));
    builder.CreateStore(knows_other, other.is_known);
    builder.CreateStore(stream, stream_);
    builder.CreateStore(builder.getTrue(), asked.is_known);
    builder.CreateStore(builder.CreateICmpNE(result, zero), asked.is_set);
  }

  llvm::GlobalVariable* stream_;
  Indicator end_;
  Indicator error_;
};

bool is_question(const llvm::CallBase& call) {
  const std::string_view name = library_callee(call);
  return is_one_of(asking_for_end, name) || is_one_of(asking_for_error, name);
}

}  // namespace

void remember_stream_indicators(llvm::Module& module) {
  std::vector<llvm::CallBase*> calls;
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::instructions(function))
      if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) calls.push_back(call);
  if (std::ranges::none_of(calls, [](const llvm::CallBase* call) { return is_question(*call); })) return;
  Indicators indicators(module);
  for (llvm::CallBase* call : calls)
    if (!call->isTerminator()) indicators.rewrite(*call);
  PENDULUM_DCHECK(violated_rules(module).empty(), "the module should be valid after the rewrite: {}",
                  violated_rules(module));
}

}  // namespace pendulum::frontend
