// Targets of the parameters of the entry function.
//
// argv and envp of main are two objects each: the array of pointers, and one object with instances for all
// strings that the array points to when the program starts (doc/adr/0013-arguments-of-main.md). Pointer
// parameters of another entry function are unknown addresses here; entry_parameters.h creates objects for
// them before the analysis.
#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <bit>

#include "base/check.h"
#include "frontend/llvm/analysis/points_to_graph.h"
#include "frontend/llvm/ir/hosted_main.h"
#include "frontend/llvm/ir/ir_facts.h"

namespace pendulum::frontend {

void PointsTo::Impl::add_entry_parameters(const llvm::Function& entry) {
  for (const llvm::Argument& parameter : entry.args()) {
    if (!parameter.getType()->isPointerTy()) continue;
    if (is_argument_vector(parameter)) {
      add_main_arguments(parameter, parameter.getArgNo() == 2);
    } else {
      add_target(node_of(&parameter), absolute_object, make_congruence(0, 1));
    }
  }
}

void PointsTo::Impl::add_main_arguments(const llvm::Argument& parameter, bool is_environment) {
  const std::string name = is_environment ? "envp" : "argv";
  const auto add = [&](Object::Kind kind, const std::string& object_name) {
    argument_names.push_back(std::make_unique<llvm::Argument>(parameter.getType(), object_name));
    return add_object({kind, argument_names.back().get(), std::nullopt, false});
  };
  MainArguments arguments{&parameter, add(Object::Kind::ArgumentVector, name),
                          add(Object::Kind::ArgumentString, name + "[...]"), is_environment};
  objects[arguments.strings].has_instances = true;
  main_arguments.push_back(arguments);
  add_target(node_of(&parameter), arguments.vector, {});
}

void PointsTo::Impl::mark_written(const llvm::Instruction& instruction) {
  const auto mark = [&](const llvm::Value* pointer) {
    for (const auto& [object, offsets] : nodes[node_of(pointer)].targets) written_arguments.insert(object);
  };
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) mark(store->getPointerOperand());
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction))
    if (const auto bulk = bulk_memory(*call)) mark(bulk->to);
}

void PointsTo::Impl::finish_main_arguments() {
  PENDULUM_CHECK(queue.empty() && next_function == functions.size(), "the constraints should be solved");
  // Width of instance numbers of heap objects and locals: 65535 instances. Executions
  // with more of them are unsupported.
  constexpr std::uint32_t usual_bits = 16;
  instance_bits = usual_bits;
  if (main_arguments.empty()) return;
  written_arguments = reached_from(arguments_of_external_calls());
  for (const llvm::Function* function : functions)
    for (const llvm::Instruction& instruction : llvm::instructions(*function)) mark_written(instruction);
  // Instance numbers need to be wide enough for all strings only if the program uses a string.
  const bool uses_strings = std::any_of(value_nodes.begin(), value_nodes.end(), [&](const auto& entry) {
    return std::any_of(main_arguments.begin(), main_arguments.end(), [&](const MainArguments& arguments) {
      return nodes[entry.second].targets.contains(arguments.strings);
    });
  });
  const auto object_bits = static_cast<std::uint32_t>(std::bit_width(objects.size()));
  const std::uint32_t room =
      layout.getPointerSizeInBits() - std::min(object_bits, layout.getPointerSizeInBits());
  if (uses_strings) instance_bits = std::max(usual_bits, std::min(argument_bits, room));
}

const std::vector<MainArguments>& PointsTo::main_arguments() const {
  return impl_->main_arguments;
}

const MainArguments& PointsTo::arguments_of(ObjectId object) const {
  const auto it = std::find_if(impl_->main_arguments.begin(), impl_->main_arguments.end(),
                               [&](const MainArguments& arguments) {
                                 return arguments.vector == object || arguments.strings == object;
                               });
  PENDULUM_CHECK(it != impl_->main_arguments.end(), "the object should belong to the arguments of main");
  return *it;
}

bool PointsTo::is_written(ObjectId object) const {
  PENDULUM_CHECK(
      object < impl_->objects.size() && (impl_->objects[object].kind == Object::Kind::ArgumentVector ||
                                         impl_->objects[object].kind == Object::Kind::ArgumentString),
      "object {} should belong to the arguments of main", object);
  return impl_->written_arguments.contains(object);
}

std::uint32_t PointsTo::instance_bits() const {
  PENDULUM_CHECK(impl_->instance_bits > 0, "the width of instance numbers should be determined");
  return impl_->instance_bits;
}

}  // namespace pendulum::frontend
