#include "frontend/llvm/calls/call_translator.h"

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include "base/check.h"
#include "frontend/llvm/ir/ir_facts.h"

namespace pendulum::frontend {

Step CallTranslator::call(Walk& walk, const llvm::CallBase& call) const {
  PENDULUM_CHECK(walk.current == &call, "the call should be the current instruction");
  if (call.isInlineAsm()) throw UnsupportedHere{"inline assembler"};
  if (const auto how = allocation(call)) {
    memory_calls_.allocate(walk, call, *how);
    return Step::Goes;
  }
  if (is_free(call)) {
    memory_calls_.release(walk, call);
    return Step::Goes;
  }
  if (const auto bulk = bulk_memory(call)) {
    memory_calls_.move_memory(walk, call, *bulk);
    return Step::Goes;
  }
  if (const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call))
    return intrinsics_.call(walk, *intrinsic);
  if (const llvm::Function* callee = direct_callee(call)) return call_function(walk, call, *callee);
  return indirect_call(walk, call);
}

Step CallTranslator::indirect_call(Walk& walk, const llvm::CallBase& call) const {
  const Pointer pointer = evaluator_.pointer_of(walk.path, walk.frames.back(), *call.getCalledOperand());
  const std::vector<const llvm::Function*> candidates = context_.points_to.callees(call);
  if (!pointer.object.is_value() && ends_.needs_stop(walk)) return ends_.stop_at(walk, call);
  walk.path.end_step();
  const Term unknown = terms_.mk_and(
      terms_.mk_eq(pointer.object, context_.pointer_constant(absolute_object)),
      terms_.mk_distinct(context_.constants.flatten(pointer.offset), context_.pointer_constant(0)));
  walk.path.unsupported_if(unknown, "call of a function at an unknown address");
  term::TermVector functions;
  for (const llvm::Function* candidate : candidates)
    functions.push_back(terms_.mk_eq(
        pointer.object, context_.constants.address_of(context_.points_to.object_of(candidate)).object));
  const Term is_function = terms_.mk_or(functions);
  if (context_.checks(property::Property::ValidDeref)) {
    walk.path.error_if(terms_.mk_not(is_function), property::Property::ValidDeref,
                       "call through a pointer that does not point to a function");
  } else if (!is_function.is_true()) {
    context_.notes.drops.insert(Drop::WrongCall);
  }
  edges_.emit_exits(walk);
  for (const llvm::Function* candidate : candidates) {
    PENDULUM_CHECK(context_.object(context_.points_to.object_of(candidate)).kind == Object::Kind::Function,
                   "{} should have the object of a function", candidate->getName().str());
    Walk fork = walk;
    fork.path.require(terms_.mk_eq(
        pointer.object, context_.constants.address_of(context_.points_to.object_of(candidate)).object));
    if (fork.path.is_dead()) continue;
    try {
      if (call_function(fork, call, *candidate) == Step::Goes) queue_.push(std::move(fork));
    } catch (const UnsupportedHere& what) {
      edges_.emit_exits(fork);
      edges_.emit_unsupported(fork, what.construct);
    }
  }
  return Step::Ends;
}

Step CallTranslator::call_function(Walk& walk, const llvm::CallBase& call,
                                   const llvm::Function& callee) const {
  if (callee.isDeclaration()) return external_.call(walk, call, callee);
  if (context_.call_graph.is_recursive(callee)) return shared_.call_recursive(walk, call, callee);
  if (shared_.is_shared(callee)) return shared_.call_and_wait(walk, call, callee);
  std::vector<Value> values = arguments_.values(walk, call, callee);
  PENDULUM_CHECK(values.size() == callee.arg_size(), "every parameter of {} should have an argument",
                 callee.getName().str());
  Frame frame{
      &locations_.child(*walk.frames.back().instance, call, callee), &*callee.begin()->begin(), {}, {}};
  for (const llvm::Argument& argument : callee.args())
    frame.set(&argument, std::move(values[argument.getArgNo()]));
  walk.frames.push_back(std::move(frame));
  if (context_.recorder != nullptr) context_.recorder->enter(walk.path, callee);
  return Step::Goes;
}

}  // namespace pendulum::frontend
