// Recursion: functions on a cycle of the call graph are translated once each, with an explicit call stack.
//
// `stack.depth` is the number of active calls. A call of such a function stores the number of its call site
// in `stack.site` at index `stack.depth`. If caller and callee are on the same cycle, it also stores the
// caller's variables that are used after the call in `stack.<variable>`. A return takes the edge of the call
// site on top of the stack and restores these variables. This is exact, but calls that are nested deeper than
// 2^31 - 1 are not followed.
#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

#include "base/check.h"
#include "frontend/llvm/ir/ir_facts.h"
#include "frontend/llvm/translate/executor.h"

namespace pendulum::frontend {

namespace {

constexpr std::uint32_t depth_bits = 32;

}  // namespace

/// The array in which the values of a variable are saved, which is created on the first call.
Term Executor::stack_of(Term variable) {
  const auto it = stack_index_.find(variable);
  if (it != stack_index_.end()) return it->second;
  const term::Sort sort = terms_.array_sort(terms_.bitvec_sort(depth_bits), variable.sort());
  const Term stack = variables_.make("stack." + variable.name(), sort, "");
  stack_index_.emplace(variable, stack);
  stacks_.push_back(stack);
  return stack;
}

/// Throws UnsupportedHere if a pointer to a local of `caller` may be used in another activation of `caller`.
/// Soundness: all activations share the variables of a local, so a pointer to the local of an outer
/// activation would access that of the inner one. Pointers in functions outside of the cycle are harmless:
/// these functions return before an inner activation of `caller` starts.
void Executor::check_locals(const llvm::Function& caller) const {
  const auto is_local = [&](const Targets& targets) {
    return std::any_of(targets.begin(), targets.end(), [&](const auto& target) {
      const Object& object = points_to_.objects()[target.first];
      if (object.kind != Object::Kind::Local) return false;
      if (const auto* parameter = llvm::dyn_cast<llvm::Argument>(object.value))
        return parameter->getParent() == &caller;
      return llvm::cast<llvm::AllocaInst>(object.value)->getFunction() == &caller;
    });
  };
  const std::string message = "address of a local in the recursive function " + caller.getName().str();
  for (const llvm::Function* function : points_to_.functions()) {
    if (!call_graph_.is_same_cycle(*function, caller)) continue;
    for (const llvm::Argument& argument : function->args())
      if (is_local(points_to_.targets(&argument))) throw UnsupportedHere{message};
    for (const llvm::Instruction& instruction : llvm::instructions(*function)) {
      if (!instruction.getType()->isPointerTy()) continue;
      if (llvm::isa<llvm::LoadInst, llvm::PHINode, llvm::SelectInst, llvm::CallBase>(instruction) &&
          is_local(points_to_.targets(&instruction)))
        throw UnsupportedHere{message};
    }
  }
  for (ObjectId object = 0; object < points_to_.objects().size(); ++object) {
    const Object::Kind kind = points_to_.objects()[object].kind;
    if ((kind == Object::Kind::Global || kind == Object::Kind::ArgumentVector) &&
        is_local(points_to_.content(object, make_congruence(0, 1))))
      throw UnsupportedHere{message};
  }
}

Executor::Step Executor::call_recursive(Walk& walk, const llvm::CallBase& call,
                                        const llvm::Function& callee) {
  const llvm::Function& caller = *walk.frames.back().instance->function;
  if (call_graph_.is_same_cycle(caller, callee)) check_locals(caller);
  if (depth_.is_null()) {
    depth_ = variables_.make("stack.depth", terms_.bitvec_sort(depth_bits), "");
    const term::Sort sort = terms_.array_sort(terms_.bitvec_sort(depth_bits), terms_.bitvec_sort(depth_bits));
    return_sites_ = variables_.make("stack.site", sort, "");
    stacks_.push_back(return_sites_);
  }
  const std::vector<Value> values = arguments(walk, call, callee);
  const llvm::Instruction& next = *call.getNextNode();
  keep_values(walk.path, walk.frames, next);
  CallSite site{&callee, 0, static_cast<unsigned>(sites_.size() + 1), &call, {}};
  site.resume = location(*walk.frames.back().instance, next);
  if (call_graph_.is_same_cycle(caller, callee)) push(walk.path, site, caller);
  const Term depth = walk.path.read(depth_);
  walk.path.drop_unless(terms_.mk_bvult(depth, terms_.mk_bv(0x7fffffff, depth_bits)), Drop::DeepRecursion);
  walk.path.write(return_sites_,
                  terms_.mk_store(walk.path.read(return_sites_), depth,
                                  terms_.mk_bv(static_cast<std::int64_t>(site.number), depth_bits)));
  walk.path.write(depth_, terms_.mk_bvadd(depth, terms_.mk_bv(1, depth_bits)));
  sites_.push_back(std::move(site));
  enter_shared(walk, callee, values);
  return Step::Ends;
}

/// Saves the variables that the caller uses after the call: locals that are used there, and temporaries that
/// are live.
void Executor::push(Path& path, CallSite& site, const llvm::Function& caller) {
  const auto behind = blocks_after(*site.call->getParent());
  const llvm::Instruction& next = *site.call->getNextNode();
  const auto is_used_behind = [&](const llvm::Value& value) {
    return std::any_of(value.user_begin(), value.user_end(), [&](const llvm::User* user) {
      const auto* instruction = llvm::cast<llvm::Instruction>(user);
      if (behind.contains(instruction->getParent())) return true;
      return instruction->getParent() == next.getParent() && site.call->comesBefore(instruction);
    });
  };
  const auto save = [&](const Slot& slot) {
    for (const Term variable : {slot.value, slot.object}) {
      if (variable.is_null()) continue;
      if (variable.sort().is_array())
        throw UnsupportedHere{"array in the recursive function " + caller.getName().str()};
      site.saved.push_back(variable);
    }
  };
  for (const llvm::Argument& argument : caller.args())
    if (is_live(argument, next)) save(variables_.temporary(argument));
  for (const llvm::Instruction& instruction : llvm::instructions(caller)) {
    if (llvm::isa<llvm::AllocaInst>(instruction)) {
      if (!is_used_behind(instruction)) continue;
      const ObjectId object = points_to_.object_of(&instruction);
      if (!points_to_.objects()[object].size)
        throw UnsupportedHere{"array in the recursive function " + caller.getName().str()};
      for (std::size_t i = 0; i < layouts_[object].pieces.size(); ++i) save(variables_.piece(object, i));
    } else if (&instruction != site.call && !instruction.getType()->isVoidTy() &&
               is_live(instruction, next) && is_before(instruction, *site.call)) {
      save(variables_.temporary(instruction));
    }
  }
  const Term depth = path.read(depth_);
  for (const Term variable : site.saved) {
    const Term stack = stack_of(variable);
    path.write(stack, terms_.mk_store(path.read(stack), depth, path.read(variable)));
  }
}

/// Whether the value may have been computed when the call is reached. May return true although it has not.
bool Executor::is_before(const llvm::Instruction& value, const llvm::Instruction& call) const {
  return value.getParent() != call.getParent() || value.comesBefore(&call);
}

/// Completes the edge that returns to `site`: its guard requires that the call site is on top of the stack,
/// and its assignments restore the saved variables.
void Executor::pop(Path& path, const CallSite& site) {
  const Term top = terms_.mk_bvsub(depth_, terms_.mk_bv(1, depth_bits));
  path.require(terms_.mk_bvult(terms_.mk_bv(0, depth_bits), depth_));
  path.require(terms_.mk_eq(terms_.mk_select(return_sites_, top),
                            terms_.mk_bv(static_cast<std::int64_t>(site.number), depth_bits)));
  path.write(depth_, top);
  for (const Term variable : site.saved) path.write(variable, terms_.mk_select(stack_of(variable), top));
}

void Executor::initialize_stacks(Path& path) {
  if (depth_.is_null()) return;
  path.write(depth_, terms_.mk_bv(0, depth_bits));
  for (const Term stack : stacks_) path.write(stack, terms_.mk_zero(stack.sort()));
}

}  // namespace pendulum::frontend
