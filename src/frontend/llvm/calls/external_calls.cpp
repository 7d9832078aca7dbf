#include "frontend/llvm/calls/external_calls.h"

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

#include "base/check.h"
#include "frontend/llvm/models/extern_functions.h"

namespace pendulum::frontend {

Step ExternalCalls::call(Walk& walk, const llvm::CallBase& call, const llvm::Function& callee) const {
  PENDULUM_CHECK(callee.isDeclaration(), "the function should have no body");
  const llvm::StringRef name = callee.getName();
  Frame& frame = walk.frames.back();
  switch (extern_kind(callee)) {
    case ExternKind::Error:
      edges_.emit_error(walk, report_text(call));
      return Step::Ends;
    case ExternKind::Overflow:
      edges_.report_overflow(walk, call, terms_.mk_true());
      return Step::Ends;
    case ExternKind::InvalidAccess:
      walk.path.error_if(terms_.mk_true(), property::Property::ValidDeref, report_text(call));
      edges_.emit_exits(walk);
      return Step::Ends;
    case ExternKind::Uninitialised:
      memory_calls_.mark_uninitialised(walk, call);
      return Step::Goes;
    case ExternKind::ObjectSize:
      frame.set(&call, Value::of(context_.memory.lifetimes().heap_size(
                           walk.path, evaluator_.pointer_of(walk.path, frame, *call.getArgOperand(0)),
                           context_.points_to.targets(call.getArgOperand(0)))));
      return Step::Goes;
    case ExternKind::IsAfter:
      frame.set(&call, Value::of(addresses_.is_after(
                           evaluator_.pointer_of(walk.path, frame, *call.getArgOperand(0)),
                           evaluator_.pointer_of(walk.path, frame, *call.getArgOperand(1)))));
      return Step::Goes;
    case ExternKind::IsRegister:
      frame.set(&call, Value::of(is_register(walk, call)));
      return Step::Goes;
    case ExternKind::NotModelled:
      throw UnsupportedHere{report_text(call)};
    case ExternKind::Assume: {
      if (call.arg_size() == 0) return Step::Goes;
      const Term argument = evaluator_.bits_of(walk.path, frame, *call.getArgOperand(0));
      walk.path.require(is_set(argument));
      if (!call.getType()->isVoidTy()) library_.arbitrary_result(walk, call, name);
      return Step::Goes;
    }
    case ExternKind::Fits:
      walk.path.drop_unless(is_set(evaluator_.bits_of(walk.path, frame, *call.getArgOperand(0))),
                            Drop::LargeNumber);
      return Step::Goes;
    case ExternKind::Environment:
      walk.path.drop_unless(is_set(evaluator_.bits_of(walk.path, frame, *call.getArgOperand(0))),
                            Drop::Environment);
      return Step::Goes;
    case ExternKind::Havoc:
      frame.set(&call, Value::of(walk.path.make_havocked_input(
                           "any", "library function",
                           evaluator_.bits_of(walk.path, frame, *call.getArgOperand(0)))));
      return Step::Goes;
    case ExternKind::End:
      context_.memory.leaks().check(walk.path, library_.active_locals(walk));
      return Step::Ends;
    case ExternKind::Nondet:
      library_.arbitrary_result(walk, call, name);
      return Step::Goes;
    case ExternKind::Library: {
      const LibraryFunction* function = library_function(callee);
      PENDULUM_CHECK(function != nullptr, "{} should be in the library table", name.str());
      return library_.call(walk, call, callee, *function);
    }
    case ExternKind::Unknown:
      return call_unknown(walk, call, callee);
  }
  PENDULUM_UNREACHABLE();
}

Term ExternalCalls::is_register(Walk& walk, const llvm::CallBase& call) const {
  const auto number = [&](unsigned i) {
    const auto* constant = llvm::cast<llvm::ConstantInt>(call.getArgOperand(i));
    return context_.pointer_constant(static_cast<std::int64_t>(constant->getZExtValue()));
  };
  const Pointer pointer = evaluator_.pointer_of(walk.path, walk.frames.back(), *call.getArgOperand(0));
  const Term address = context_.constants.flatten(pointer.offset);
  const Term last_byte = terms_.mk_bvadd(address, terms_.mk_bvsub(number(1), context_.pointer_constant(1)));
  const Term is_inside =
      terms_.mk_and({terms_.mk_eq(pointer.object, context_.pointer_constant(absolute_object)),
                     terms_.mk_bvule(number(2), address), terms_.mk_bvule(address, last_byte),
                     terms_.mk_bvule(last_byte, number(3))});
  return terms_.mk_ite(is_inside, terms_.mk_bv(1, 32), terms_.mk_bv(0, 32));
}

/// Calls an external function: its result is arbitrary, and it may change all memory that it can reach
/// through its arguments.
Step ExternalCalls::call_unknown(Walk& walk, const llvm::CallBase& call, const llvm::Function& callee) const {
  const llvm::StringRef name = callee.getName();
  if (callee.doesNotReturn() || call.doesNotReturn()) {
    context_.notes.drops.insert(Drop::NoreturnReturns);
    context_.memory.leaks().check(walk.path, library_.active_locals(walk));
    return Step::Ends;
  }
  library_.havoc_errno(walk.path, callee, ObjectHavoc::ReplayedBy::Stub);
  std::string changed;
  for (const llvm::Value* argument : call.args()) {
    if (!argument->getType()->isPointerTy()) continue;
    const ObjectHavoc::Changes changes = context_.memory.contents().havoc_reachable(
        walk.path, context_.points_to.targets(argument), name.str());
    for (const std::string& object : changes.objects) changed += (changed.empty() ? "" : ", ") + object;
    if (changes.has_kept_pointers)
      context_.notes.assumptions.insert(
          "external functions do not change pointers in memory that they reach through others");
  }
  if (gets_function(call))
    context_.notes.assumptions.insert("external function " + name.str() +
                                      "() does not call the functions whose addresses it gets");
  library_.arbitrary_result(walk, call, name);
  context_.notes.assumptions.insert(
      "external function " + name.str() + "() returns an arbitrary value and changes " +
      (changed.empty() ? "no memory visible to the program"
                       : "only " + changed + " among the memory visible to the program"));
  return Step::Goes;
}

Term ExternalCalls::is_set(Term number) const {
  if (number.sort().is_bool()) return number;
  return context_.arithmetic.compare(Comparison::Ne, number, terms_.mk_bv(0, number.sort().width()));
}

bool ExternalCalls::gets_function(const llvm::CallBase& call) const {
  return std::any_of(call.arg_begin(), call.arg_end(), [&](const llvm::Value* argument) {
    if (!argument->getType()->isPointerTy()) return false;
    const Targets& targets = context_.points_to.targets(argument);
    return std::any_of(targets.begin(), targets.end(), [&](const auto& target) {
      return context_.object(target.first).kind == Object::Kind::Function;
    });
  });
}

}  // namespace pendulum::frontend
