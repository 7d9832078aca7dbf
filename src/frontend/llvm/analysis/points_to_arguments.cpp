#include "frontend/llvm/analysis/points_to_arguments.h"

#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <bit>

#include "base/check.h"
#include "frontend/llvm/ir/hosted_main.h"
#include "frontend/llvm/ir/ir_facts.h"

namespace pendulum::frontend {

void add_entry_parameters(const llvm::Function& entry, ObjectTable& objects, PointsToGraph& graph,
                          PointsToConstraints& constraints) {
  PENDULUM_CHECK(objects.main_arguments().empty(), "the program should have one entry function");
  for (const llvm::Argument& parameter : entry.args()) {
    if (!parameter.getType()->isPointerTy()) continue;
    if (is_argument_vector(parameter)) {
      const ObjectId vector = objects.add_main_arguments(parameter, parameter.getArgNo() == 2);
      graph.add_target(constraints.node_of(&parameter), vector, {});
    } else {
      graph.add_target(constraints.node_of(&parameter), absolute_object, any_integer);
    }
  }
}

namespace {

/// The pointer through which the instruction writes to memory; null if it writes nothing.
const llvm::Value* written_pointer(const llvm::Instruction& instruction) {
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) return store->getPointerOperand();
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction))
    if (const auto bulk = bulk_memory(*call)) return bulk->to;
  return nullptr;
}

}  // namespace

ArgumentUse find_argument_use(const ObjectTable& objects, const PointsToGraph& graph,
                              PointsToConstraints& constraints, EscapeAnalysis& escapes) {
  PENDULUM_CHECK(!graph.has_queued(), "the constraints should be solved");
  // Width of instance numbers of heap objects and locals: 65535 instances. Executions
  // with more of them are unsupported.
  constexpr std::uint32_t usual_bits = 16;
  ArgumentUse use;
  use.instance_bits = usual_bits;
  const std::vector<MainArguments>& all = objects.main_arguments();
  if (all.empty()) return use;
  use.written = graph.reached_from(escapes.arguments_of_external_calls());
  for (const llvm::Function* function : constraints.functions())
    for (const llvm::Instruction& instruction : llvm::instructions(*function))
      if (const llvm::Value* pointer = written_pointer(instruction))
        for (const auto& [object, offsets] : constraints.targets(pointer)) use.written.insert(object);
  // Instance numbers need to be wide enough for all strings only if the program uses a string.
  const bool uses_strings = std::any_of(all.begin(), all.end(), [&](const MainArguments& arguments) {
    return constraints.is_pointed_to(arguments.strings);
  });
  const auto object_bits = static_cast<std::uint32_t>(std::bit_width(objects.all().size()));
  const std::uint32_t pointer_bits = constraints.layout().getPointerSizeInBits();
  const std::uint32_t room = pointer_bits - std::min(object_bits, pointer_bits);
  if (uses_strings) use.instance_bits = std::max(usual_bits, std::min(argument_bits, room));
  return use;
}

}  // namespace pendulum::frontend
