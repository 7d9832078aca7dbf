#include "frontend/llvm/models/library_arguments.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "base/check.h"
#include "frontend/llvm/ir/ir_facts.h"
#include "frontend/llvm/models/extern_functions.h"
#include "frontend/llvm/models/format_calls.h"
#include "frontend/llvm/models/format_parts.h"
#include "frontend/llvm/models/library_functions.h"

namespace pendulum::frontend {

namespace {

using Access = LibraryParameter::Access;

void access(llvm::CallBase& call, const char* part, llvm::Value* pointer) {
  PENDULUM_CHECK(pointer->getType()->isPointerTy(), "{} should get a pointer", part);
  llvm::IRBuilder<> builder(&call);
  call_part(builder, part, builder.getVoidTy(), {pointer});
}

void access(llvm::CallBase& call, const LibraryFunction& function, unsigned number) {
  PENDULUM_CHECK(number < function.parameters.size() && number < call.arg_size(),
                 "parameter {} of {} should exist", number, function.name);
  llvm::Value* argument = call.getArgOperand(number);
  if (!argument->getType()->isPointerTy()) return;
  // Models and expanded formats access strings and objects themselves.
  const bool has_body = function.library_class == LibraryClass::Model || function.has_format;
  switch (function.parameters[number].access) {
    case Access::Unspecified:
    case Access::Descriptor:
      return;
    case Access::Valid:
      if (!has_body) access(call, "__pendulum_access_object", argument);
      return;
    case Access::String:
      if (!has_body) access(call, "__pendulum_access_string", argument);
      return;
    case Access::Stream:
      access(call, "__pendulum_access_stream", argument);
      return;
  }
}

/// Inserts accesses to the strings that the printf family reads for %s.
void access_printed_strings(llvm::CallBase& call, const LibraryFunction& function) {
  if (function.library_class != LibraryClass::Output || !function.is_variadic) return;
  PENDULUM_CHECK(!function.parameters.empty(), "{} should have a format", function.name);
  const auto place = static_cast<unsigned>(function.parameters.size()) - 1;
  llvm::StringRef text;
  if (call.arg_size() <= place || !llvm::getConstantStringInfo(call.getArgOperand(place), text)) return;
  const auto format = parse_format(std::string_view(text.data(), text.size()));
  if (!format) return;
  unsigned argument = place + 1;
  for (const Directive& directive : *format) {
    if (directive.conversion == 0) continue;
    argument += directive.lead_arguments();
    if (argument >= call.arg_size()) return;
    llvm::Value* value = call.getArgOperand(argument++);
    const bool has_precision = directive.precision || directive.has_precision_argument;
    if (directive.conversion == 's' && !has_precision && value->getType()->isPointerTy())
      access(call, "__pendulum_access_string", value);
  }
}

template <typename Predicate>
std::vector<llvm::CallBase*> library_calls(llvm::Module& module, const Predicate& is_wanted) {
  return calls_without_body(module, [&](llvm::StringRef name) {
    const llvm::Function* function = module.getFunction(name);
    const LibraryFunction* known = function == nullptr ? nullptr : library_function(*function);
    return known != nullptr && is_wanted(*known);
  });
}

}  // namespace

void check_library_arguments(llvm::Module& module) {
  const auto calls = library_calls(module, [](const LibraryFunction& function) {
    return function.library_class != LibraryClass::Unsupported;
  });
  for (llvm::CallBase* call : calls) {
    const LibraryFunction& function = *library_function(*direct_callee(*call));
    for (unsigned i = 0; i < function.parameters.size() && i < call->arg_size(); ++i)
      access(*call, function, i);
    access_printed_strings(*call, function);
  }
}

void set_errno_after_failures(llvm::Module& module) {
  const llvm::Function* place = module.getFunction("__errno_location");
  if (place == nullptr || place->use_empty()) return;
  for (llvm::CallBase* call : library_calls(module, [](const LibraryFunction& f) { return f.sets_errno; })) {
    if (!call->getType()->isIntegerTy() && !call->getType()->isPointerTy()) continue;
    PENDULUM_CHECK(!call->isTerminator(), "an instruction should follow a call");
    llvm::IRBuilder<> builder(call->getNextNode());
    builder.SetCurrentDebugLocation(call->getDebugLoc());
    llvm::Value* failure = call->getType()->isPointerTy() ? llvm::Constant::getNullValue(call->getType())
                                                          : llvm::Constant::getAllOnesValue(call->getType());
    llvm::Value* has_failed = builder.CreateZExt(builder.CreateICmpEQ(call, failure), builder.getInt32Ty());
    call_part(builder, "__pendulum_set_errno", builder.getVoidTy(), {has_failed});
  }
}

}  // namespace pendulum::frontend
