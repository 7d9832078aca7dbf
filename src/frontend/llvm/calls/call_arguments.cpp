#include "frontend/llvm/calls/call_arguments.h"

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include "base/check.h"

namespace pendulum::frontend {

std::vector<Value> CallArguments::values(Walk& walk, const llvm::CallBase& call,
                                         const llvm::Function& callee) const {
  std::vector<Value> result;
  for (const llvm::Argument& parameter : callee.args()) {
    if (parameter.hasByValAttr()) {
      result.push_back(copy_of_argument(walk, call, parameter));
      continue;
    }
    llvm::Type* type = parameter.getType();
    if (parameter.getArgNo() >= call.arg_size()) {
      // A call without prototype that passes too few arguments: the missing values are arbitrary.
      result.push_back(type->isPointerTy() ? Value::of(context_.constants.null())
                                           : Value::of(walk.path.make_input(
                                                 "missing", context_.variables.sort_of(type), {})));
      continue;
    }
    const llvm::Value& argument = *call.getArgOperand(parameter.getArgNo());
    if (argument.getType() == type) {
      result.push_back(evaluator_.value_of(walk.path, walk.frames.back(), argument));
    } else if (type->isPointerTy() && argument.getType()->isIntegerTy()) {
      result.push_back(Value::of(evaluator_.pointer_of(walk.path, walk.frames.back(), argument)));
    } else if (type->isIntegerTy() && argument.getType()->isPointerTy() &&
               type->getIntegerBitWidth() == context_.pointer_bits()) {
      result.push_back(evaluator_.value_of(walk.path, walk.frames.back(), argument));
    } else {
      throw UnsupportedHere{"call with an argument of another type"};
    }
  }
  return result;
}

/// Translates a struct that is passed by value: the parameter is an object of the callee that is initialised
/// with the content of the argument.
Value CallArguments::copy_of_argument(Walk& walk, const llvm::CallBase& call,
                                      const llvm::Argument& parameter) const {
  const unsigned number = parameter.getArgNo();
  const llvm::Value* argument = number < call.arg_size() ? call.getArgOperand(number) : nullptr;
  if (argument == nullptr || !argument->getType()->isPointerTy() ||
      context_.call_graph.is_recursive(*parameter.getParent()))
    throw UnsupportedHere{"struct passed by value"};
  const ObjectId object = context_.points_to.object_of(&parameter);
  PENDULUM_CHECK(context_.object(object).size.has_value(), "a struct that is passed should have a size");
  context_.memory.lifetimes().begin_local(walk.path, object);
  const Pointer address = context_.memory.lifetimes().address_of_local(walk.path, object);
  context_.memory.bulk().copy(walk.path, address, context_.points_to.targets(&parameter),
                              evaluator_.pointer_of(walk.path, walk.frames.back(), *argument),
                              context_.points_to.targets(argument), *context_.object(object).size);
  return Value::of(address);
}

}  // namespace pendulum::frontend
