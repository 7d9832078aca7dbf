#include "frontend/llvm/walk/call_stack.h"

#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

#include "base/check.h"
#include "frontend/llvm/ir/ir_facts.h"
#include "frontend/llvm/walk/walk.h"

namespace pendulum::frontend {

namespace {

/// Width of `stack.depth`, which is the index of the arrays of the stack, and of the numbers of call sites.
constexpr std::uint32_t depth_bits = 32;
/// Maximum number of nested calls; see Drop::DeepRecursion. Every real stack is exhausted long before.
constexpr std::int64_t max_depth = 0x7fff'ffff;

/// Whether the value may have been computed when the call is reached. May return true although it has not.
bool is_before(const llvm::Instruction& value, const llvm::Instruction& call) {
  return value.getParent() != call.getParent() || value.comesBefore(&call);
}

}  // namespace

/// The array in which the values of a variable are saved, which is created on the first call.
Term CallStack::stack_of(Term variable) {
  const auto it = stack_index_.find(variable);
  if (it != stack_index_.end()) return it->second;
  const term::Sort sort = terms_.array_sort(terms_.bitvec_sort(depth_bits), variable.sort());
  const Term stack = context_.variables.make("stack." + variable.name(), sort, "");
  stack_index_.emplace(variable, stack);
  stacks_.push_back(stack);
  return stack;
}

/// Soundness: all activations share the variables of a local, so a pointer to the local of an outer
/// activation would access that of the inner one. Pointers in functions outside of the cycle are harmless:
/// these functions return before an inner activation of `caller` starts.
void CallStack::check_locals(const llvm::Function& caller) const {
  const auto is_local = [&](const Targets& targets) {
    return std::any_of(targets.begin(), targets.end(), [&](const auto& target) {
      const Object& object = context_.object(target.first);
      if (object.kind != Object::Kind::Local) return false;
      if (const auto* parameter = llvm::dyn_cast<llvm::Argument>(object.value))
        return parameter->getParent() == &caller;
      return llvm::cast<llvm::AllocaInst>(object.value)->getFunction() == &caller;
    });
  };
  const std::string message = "address of a local in the recursive function " + caller.getName().str();
  for (const llvm::Function* function : context_.points_to.functions()) {
    if (!context_.call_graph.is_same_cycle(*function, caller)) continue;
    for (const llvm::Argument& argument : function->args())
      if (is_local(context_.points_to.targets(&argument))) throw UnsupportedHere{message};
    for (const llvm::Instruction& instruction : llvm::instructions(*function)) {
      if (!instruction.getType()->isPointerTy()) continue;
      if (llvm::isa<llvm::LoadInst, llvm::PHINode, llvm::SelectInst, llvm::CallBase>(instruction) &&
          is_local(context_.points_to.targets(&instruction)))
        throw UnsupportedHere{message};
    }
  }
  for (ObjectId object = 0; object < context_.points_to.objects().size(); ++object) {
    const Object::Kind kind = context_.object(object).kind;
    if ((kind == Object::Kind::Global || kind == Object::Kind::ArgumentVector) &&
        is_local(context_.points_to.content(object, make_congruence(0, 1))))
      throw UnsupportedHere{message};
  }
}

void CallStack::create() {
  if (!depth_.is_null()) return;
  depth_ = context_.variables.make("stack.depth", terms_.bitvec_sort(depth_bits), "");
  const term::Sort sort = terms_.array_sort(terms_.bitvec_sort(depth_bits), terms_.bitvec_sort(depth_bits));
  return_sites_ = context_.variables.make("stack.site", sort, "");
  stacks_.push_back(return_sites_);
}

void CallStack::push(Path& path, CallSite& site, const llvm::Function& caller) {
  PENDULUM_CHECK(!depth_.is_null(), "the stack should have been created");
  PENDULUM_CHECK(site.call->getFunction() == &caller, "the call should be in {}", caller.getName().str());
  PENDULUM_CHECK(site.saved.empty(), "the variables of a call site should be determined once");
  const auto after = blocks_after(*site.call->getParent());
  const llvm::Instruction& next = *site.call->getNextNode();
  const auto is_used_after = [&](const llvm::Value& value) {
    return std::any_of(value.user_begin(), value.user_end(), [&](const llvm::User* user) {
      const auto* instruction = llvm::cast<llvm::Instruction>(user);
      if (after.contains(instruction->getParent())) return true;
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
    if (is_live(argument, next)) save(context_.variables.temporary(argument));
  for (const llvm::Instruction& instruction : llvm::instructions(caller)) {
    if (llvm::isa<llvm::AllocaInst>(instruction)) {
      if (!is_used_after(instruction)) continue;
      const ObjectId object = context_.points_to.object_of(&instruction);
      if (!context_.object(object).size)
        throw UnsupportedHere{"array in the recursive function " + caller.getName().str()};
      for (std::size_t i = 0; i < context_.layout(object).pieces.size(); ++i)
        save(context_.variables.piece(object, i));
    } else if (&instruction != site.call && !instruction.getType()->isVoidTy() &&
               is_live(instruction, next) && is_before(instruction, *site.call)) {
      save(context_.variables.temporary(instruction));
    }
  }
  const Term depth = path.read(depth_);
  for (const Term variable : site.saved) {
    const Term stack = stack_of(variable);
    path.write(stack, terms_.mk_store(path.read(stack), depth, path.read(variable)));
  }
}

void CallStack::open(Path& path, unsigned number) const {
  PENDULUM_CHECK(!depth_.is_null(), "the stack should have been created");
  PENDULUM_CHECK(number > 0, "call sites should be numbered from 1");
  const Term depth = path.read(depth_);
  path.drop_unless(terms_.mk_bvult(depth, terms_.mk_bv(max_depth, depth_bits)), Drop::DeepRecursion);
  path.write(return_sites_, terms_.mk_store(path.read(return_sites_), depth,
                                            terms_.mk_bv(static_cast<std::int64_t>(number), depth_bits)));
  path.write(depth_, terms_.mk_bvadd(depth, terms_.mk_bv(1, depth_bits)));
}

void CallStack::pop(Path& path, const CallSite& site) {
  PENDULUM_CHECK(!depth_.is_null(), "the stack should have been created");
  const Term top = terms_.mk_bvsub(depth_, terms_.mk_bv(1, depth_bits));
  path.require(terms_.mk_bvult(terms_.mk_bv(0, depth_bits), depth_));
  path.require(terms_.mk_eq(terms_.mk_select(return_sites_, top),
                            terms_.mk_bv(static_cast<std::int64_t>(site.number), depth_bits)));
  path.write(depth_, top);
  for (const Term variable : site.saved) {
    PENDULUM_CHECK(stack_index_.contains(variable), "{} should have been saved", variable.name());
    path.write(variable, terms_.mk_select(stack_of(variable), top));
  }
}

void CallStack::initialize(Path& path) const {
  if (depth_.is_null()) return;
  path.write(depth_, terms_.mk_bv(0, depth_bits));
  for (const Term stack : stacks_) path.write(stack, terms_.mk_zero(stack.sort()));
}

}  // namespace pendulum::frontend
