// Marks the objects that get guards with the sizes of these guards. add_guards.cpp describes how the guards
// are added.
#include "frontend/llvm/instrument/guards.h"

#include <llvm/ADT/SCCIterator.h>
#include <llvm/Analysis/CallGraph.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include <algorithm>
#include <optional>
#include <set>
#include <vector>

#include "base/check.h"
#include "frontend/llvm/ir/intrinsics.h"
#include "frontend/llvm/ir/ir_facts.h"

namespace pendulum::frontend {

namespace {

/// Minimum size of guards. Smaller ones would detect hardly more than AddressSanitizer's own red zones.
constexpr std::uint64_t smallest_guard = 64;
/// Maximum size of guards. The translation relies on guards of this size (program/native_source.h).
constexpr std::uint64_t largest_guard = program::guard_bytes;
/// Maximum size of guards in recursive functions, since the stack has to hold many activations.
constexpr std::uint64_t largest_recursive_guard = 256;
/// Size of AddressSanitizer's own red zones around objects without guards: parameters passed by value,
/// objects that the harness defines, ...
constexpr std::uint64_t unguarded = 12;

/// Is the address used by anything except loads and stores through it?
bool is_more_than_a_value(const llvm::Value& object) {
  return std::any_of(object.use_begin(), object.use_end(), [](const llvm::Use& use) {
    const auto* user = llvm::dyn_cast<llvm::Instruction>(use.getUser());
    if (user == nullptr) return true;
    if (llvm::isa<llvm::LoadInst>(user) || is_silent(*user)) return false;
    if (llvm::isa<llvm::StoreInst>(user))
      return use.getOperandNo() != llvm::StoreInst::getPointerOperandIndex();
    const auto* call = llvm::dyn_cast<llvm::CallBase>(user);
    const llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
    return callee == nullptr || callee->getName() != llvm::StringRef(uninitialised_function);
  });
}

/// The largest guard size, `largest` divided by a power of two, with which `count` guards and the rest stay
/// below the limit; 0 if there is none.
std::uint64_t fitting_guard(std::uint64_t largest, std::uint64_t count, std::uint64_t rest,
                            std::uint64_t limit) {
  PENDULUM_CHECK(largest >= smallest_guard, "a guard of {} bytes should be larger than the smallest one",
                 largest);
  constexpr std::uint64_t red_zone = 128;  // of one guard
  for (std::uint64_t size = largest; size >= smallest_guard; size /= 2)
    if (rest + count * (size + red_zone) < limit) return size;
  return 0;
}

llvm::MDNode* make_mark(llvm::LLVMContext& context, std::uint64_t size) {
  PENDULUM_CHECK(size >= smallest_guard && size <= largest_guard, "a guard should not have {} bytes", size);
  auto* constant = llvm::ConstantInt::get(llvm::Type::getInt64Ty(context), size);
  return llvm::MDNode::get(context, llvm::ConstantAsMetadata::get(constant));
}

std::uint64_t read_mark(const llvm::MDNode* mark) {
  return mark == nullptr ? 0 : llvm::mdconst::extract<llvm::ConstantInt>(mark->getOperand(0))->getZExtValue();
}

std::set<const llvm::Function*> recursive_functions(llvm::Module& module) {
  std::set<const llvm::Function*> result;
  llvm::CallGraph graph(module);
  for (auto component = llvm::scc_begin(&graph); !component.isAtEnd(); ++component) {
    if (!component.hasCycle()) continue;
    for (const llvm::CallGraphNode* node : *component) result.insert(node->getFunction());
  }
  return result;
}

/// Size of the guards of the locals. AddressSanitizer detects uses of locals after the return of their
/// function only in frames below 64 KiB, so guards must not make a frame larger than that.
std::uint64_t guard_of_locals(std::uint64_t count, std::uint64_t rest, bool is_recursive) {
  constexpr std::uint64_t largest_frame = 1 << 16;
  const std::uint64_t largest = is_recursive ? largest_recursive_guard : largest_guard;
  return rest >= largest_frame ? largest : fitting_guard(largest, count + 1, rest, largest_frame);
}

void mark_locals(llvm::Function& function, bool is_recursive) {
  constexpr std::uint64_t red_zone = 256;  // of one large local
  const llvm::DataLayout& layout = function.getParent()->getDataLayout();
  std::vector<llvm::AllocaInst*> locals;
  std::uint64_t count = 0;
  std::uint64_t frame = 0;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* local = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
    if (local == nullptr) continue;
    if (local->isStaticAlloca()) {
      const auto bytes = local->getAllocationSize(layout);
      PENDULUM_CHECK(bytes.has_value(), "a local of the entry block should have a constant size");
      frame += bytes->getFixedValue() + red_zone;
    }
    if (!is_more_than_a_value(*local)) continue;
    locals.push_back(local);
    if (local->isStaticAlloca()) ++count;
  }
  const std::uint64_t size = guard_of_locals(count, frame, is_recursive);
  if (size == 0) return;
  for (llvm::AllocaInst* local : locals)
    local->setMetadata(guard_kind, make_mark(function.getContext(), size));
}

/// Marks allocations of possibly zero bytes, for which AddressSanitizer allocates one byte.
void mark_empty_objects(llvm::Function& function) {
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    const auto how = call == nullptr ? std::nullopt : allocation(*call);
    if (how && call->getType()->isPointerTy() && constant_size(*how).value_or(0) == 0)
      call->setMetadata(guard_kind, make_mark(function.getContext(), largest_guard));
  }
}

/// Can the global be moved into a structure? Not if its position matters to the linker, or if it is
/// thread-local.
bool can_be_guarded(const llvm::GlobalVariable& global, const std::set<const llvm::GlobalValue*>& used) {
  const bool is_plain = global.hasExternalLinkage() || global.hasLocalLinkage();
  return !global.isDeclaration() && is_plain && !global.isThreadLocal() && !global.hasSection() &&
         !global.hasComdat() && !used.contains(&global) && !global.getName().starts_with("llvm.") &&
         !global.getName().starts_with(intrinsic_prefix);
}

/// Globals that are listed in llvm.used and llvm.compiler.used, which may contain only globals.
std::set<const llvm::GlobalValue*> used_globals(const llvm::Module& module) {
  llvm::SmallVector<llvm::GlobalValue*, 8> used;
  llvm::collectUsedGlobalVariables(module, used, /*CompilerUsed=*/false);
  llvm::collectUsedGlobalVariables(module, used, /*CompilerUsed=*/true);
  return {used.begin(), used.end()};
}

void mark_globals(llvm::Module& module) {
  constexpr std::uint64_t largest_image = 1 << 24;  // maximum size of all guards, in bytes
  const auto used = used_globals(module);
  std::vector<llvm::GlobalVariable*> globals;
  for (llvm::GlobalVariable& global : module.globals())
    if (can_be_guarded(global, used) && is_more_than_a_value(global)) globals.push_back(&global);
  const std::uint64_t size = fitting_guard(largest_guard, 2 * globals.size(), 0, largest_image);
  if (size == 0) return;
  for (llvm::GlobalVariable* global : globals)
    global->setMetadata(guard_kind, make_mark(module.getContext(), size));
}

}  // namespace

void mark_guards(llvm::Module& module) {
  const std::set<const llvm::Function*> recursive = recursive_functions(module);
  for (llvm::Function& function : module) {
    mark_locals(function, recursive.contains(&function));
    mark_empty_objects(function);
  }
  mark_globals(module);
}

std::uint64_t guarded_bytes(const llvm::Value& object) {
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&object); call != nullptr && allocation(*call))
    return program::guard_bytes;
  const llvm::MDNode* mark = nullptr;
  if (const auto* local = llvm::dyn_cast<llvm::AllocaInst>(&object)) mark = local->getMetadata(guard_kind);
  if (const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(&object))
    mark = global->getMetadata(guard_kind);
  return mark == nullptr ? unguarded : read_mark(mark);
}

}  // namespace pendulum::frontend
