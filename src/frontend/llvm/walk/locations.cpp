#include "frontend/llvm/walk/locations.h"

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include "base/check.h"
#include "base/error.h"
#include "frontend/llvm/ir/ir_facts.h"

namespace pendulum::frontend {

namespace {

/// Maximum number of locations; a program that exceeds it after inlining is unsupported. The translation of
/// a larger program would need several gigabytes of memory, and no engine could analyse it.
constexpr std::size_t max_locations = 2'000'000;

}  // namespace

program::LocationId Locations::location(Instance& instance, const llvm::Instruction& instruction) {
  PENDULUM_CHECK(instruction.getFunction() == instance.function, "the instruction should be one of {}",
                 instance.function->getName().str());
  const auto it = instance.locations.find(&instruction);
  if (it != instance.locations.end()) return it->second;
  if (++count_ > max_locations)
    throw base::Unsupported(
        "program with more than " + std::to_string(max_locations) + " locations after inlining", "");
  const llvm::BasicBlock& block = *instruction.getParent();
  std::string name =
      instance.function->getName().str() + "." + (block.hasName() ? block.getName().str() : "block");
  program::SourceLocation where = requested_.where(instruction);
  for (const llvm::Instruction* next = &instruction; next != nullptr && !where.is_known();
       next = next->getNextNode())
    where = source_location(*next);
  const program::LocationId id = builder_.add_location(std::move(name), std::move(where));
  instance.locations.emplace(&instruction, id);
  queue_.push(WalkQueue::Item{id, &instance, &instruction});
  return id;
}

Instance& Locations::child(Instance& parent, const llvm::CallBase& call, const llvm::Function& callee) {
  PENDULUM_CHECK(call.getFunction() == parent.function, "the call should be in {}",
                 parent.function->getName().str());
  PENDULUM_CHECK(!callee.isDeclaration(), "the inlined function {} should have a body",
                 callee.getName().str());
  std::vector<Instance*>& known = parent.children[&call];
  for (Instance* instance : known)
    if (instance->function == &callee) return *instance;
  instances_.push_back({&callee, &parent, &call, {}, {}});
  known.push_back(&instances_.back());
  return instances_.back();
}

Instance& Locations::root(const llvm::Function& function) {
  PENDULUM_CHECK(!function.isDeclaration(), "{} should have a body", function.getName().str());
  const auto [it, is_new] = roots_.try_emplace(&function, nullptr);
  if (is_new) {
    instances_.push_back({&function, nullptr, nullptr, {}, {}});
    it->second = &instances_.back();
  }
  return *it->second;
}

}  // namespace pendulum::frontend
