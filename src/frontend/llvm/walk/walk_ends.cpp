#include "frontend/llvm/walk/walk_ends.h"

#include <llvm/IR/Instructions.h>

#include "base/check.h"

namespace pendulum::frontend {

bool WalkEnds::needs_stop(const Walk& walk) const {
  return !walk.path.inputs().empty();
}

void WalkEnds::branch_edge(const Walk& walk, Term condition, const llvm::BasicBlock& target) const {
  if (condition.is_false()) return;
  const Frame& frame = walk.frames.back();
  PENDULUM_CHECK(frame.next->isTerminator(), "a branch should be at the end of its block");
  const llvm::BasicBlock& from = *frame.next->getParent();
  Path path = walk.path;
  // Phis are assigned in parallel: all values are read before the first one is written.
  std::vector<std::pair<const llvm::PHINode*, Value>> phis;
  for (const llvm::PHINode& phi : target.phis())
    phis.emplace_back(&phi, conversions_.storable(
                                path, evaluator_.value_of(path, frame, *phi.getIncomingValueForBlock(&from)),
                                context_.points_to.is_address(&phi)));
  keep_values(path, walk.frames, *target.getFirstNonPHIIt());
  for (const auto& [phi, value] : phis)
    context_.memory.slots().write(path, context_.variables.temporary(*phi), value);
  if (context_.recorder != nullptr && frame.next->getNumSuccessors() > 1)
    context_.recorder->branch(path, target.getName().str());
  edges_.emit(walk, path, locations_.location(*frame.instance, *target.begin()), condition);
}

void WalkEnds::assign_phis(Walk& walk, const llvm::BasicBlock& from, const llvm::BasicBlock& to) const {
  std::vector<std::pair<const llvm::PHINode*, Value>> values;
  for (const llvm::PHINode& phi : to.phis())
    values.emplace_back(
        &phi, evaluator_.value_of(walk.path, walk.frames.back(), *phi.getIncomingValueForBlock(&from)));
  for (auto& [phi, value] : values) walk.frames.back().set(phi, std::move(value));
}

Step WalkEnds::stop_at(Walk& walk, const llvm::Instruction& instruction) const {
  PENDULUM_CHECK(!walk.frames.empty(), "the walk should be in a function");
  keep_values(walk.path, walk.frames, instruction);
  edges_.emit(walk, walk.path, locations_.location(*walk.frames.back().instance, instruction),
              terms_.mk_true());
  return Step::Ends;
}

void WalkEnds::keep_values(Path& path, const std::vector<Frame>& frames,
                           const llvm::Instruction& next) const {
  for (const Frame& frame : frames) {
    PENDULUM_CHECK(frame.instance != nullptr && frame.next != nullptr,
                   "an activation should have an instruction at which it continues");
    const llvm::Instruction& resume = &frame == &frames.back() ? next : *frame.next;
    for (const auto& [value, content] : frame.values) {
      if (!is_live(*value, resume)) continue;
      context_.memory.slots().write(
          path, context_.variables.temporary(*value),
          conversions_.storable(path, content, context_.points_to.is_address(value)));
    }
  }
}

}  // namespace pendulum::frontend
