#include "frontend/llvm/analysis/points_to.h"

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <numeric>

#include "base/check.h"
#include "frontend/llvm/analysis/lifetimes.h"
#include "frontend/llvm/analysis/points_to_graph.h"
#include "frontend/llvm/ir/ir_facts.h"

namespace pendulum::frontend {

Congruence make_congruence(std::int64_t residue, std::uint64_t modulus) {
  if (modulus == 0) return {residue, 0};
  const auto m = static_cast<std::int64_t>(modulus);
  return {((residue % m) + m) % m, modulus};
}

Congruence join(Congruence a, Congruence b) {
  const auto distance = static_cast<std::uint64_t>(std::abs(a.residue - b.residue));
  return make_congruence(a.residue, std::gcd(std::gcd(a.modulus, b.modulus), distance));
}

Congruence shift(Congruence a, std::int64_t constant, std::uint64_t stride) {
  return make_congruence(a.residue + constant, std::gcd(a.modulus, stride));
}

bool may_be_unknown(Congruence offsets) {
  return !offsets.is_constant() || offsets.residue < 0 ||
         offsets.residue >= static_cast<std::int64_t>(null_page);
}

bool may_be_unknown(const Targets& targets) {
  const auto absolute = targets.find(absolute_object);
  return absolute != targets.end() && may_be_unknown(absolute->second);
}

bool has_object_target(const Targets& targets) {
  return std::any_of(targets.begin(), targets.end(),
                     [](const auto& target) { return target.first != absolute_object; });
}

PointsTo::PointsTo(const llvm::Module& module, const llvm::Function& entry)
    : impl_(std::make_unique<Impl>(module)) {
  PENDULUM_CHECK(entry.getParent() == &module, "the entry function should belong to the module");
  impl_->add_function(entry);
  impl_->add_entry_parameters(entry);
  do {
    impl_->solve();
  } while (impl_->seed_integers() || impl_->seed_known_outside() || !impl_->queue.empty());
  mark_instances(*this, entry, impl_->objects);
  impl_->finish_main_arguments();
  PENDULUM_CHECK(impl_->queue.empty(), "the constraints should be solved when the analysis ends");
}

PointsTo::~PointsTo() = default;

const std::vector<Object>& PointsTo::objects() const {
  return impl_->objects;
}

bool PointsTo::has_object(const llvm::Value* value) const {
  return impl_->object_ids.contains(value);
}

ObjectId PointsTo::object_of(const llvm::Value* value) const {
  const auto it = impl_->object_ids.find(value);
  PENDULUM_CHECK(it != impl_->object_ids.end(), "an object should be known to the points-to analysis");
  return it->second;
}

const Targets& PointsTo::targets(const llvm::Value* pointer) const {
  PENDULUM_CHECK(pointer != nullptr, "the pointer should exist");
  const auto it = impl_->value_nodes.find(pointer);
  return it == impl_->value_nodes.end() ? impl_->nothing : impl_->nodes[it->second].targets;
}

const Targets& PointsTo::result(const llvm::Function* function) const {
  const auto it = impl_->result_nodes.find(function);
  return it == impl_->result_nodes.end() ? impl_->nothing : impl_->nodes[it->second].targets;
}

Targets PointsTo::content(ObjectId object, Congruence offsets) const {
  PENDULUM_CHECK(object < impl_->contents.size(), "object {} should be one of {}", object,
                 impl_->contents.size());
  const Content& content = impl_->contents[object];
  if (!content.exists) return {};
  if (!offsets.is_constant()) return impl_->nodes[content.summary].targets;
  const auto it = content.fields.find(offsets.residue);
  return impl_->nodes[it == content.fields.end() ? content.any : it->second].targets;
}

bool PointsTo::is_address(const llvm::Value* value) const {
  return value->getType()->isPointerTy() || has_object_target(targets(value));
}

bool PointsTo::returns_address(const llvm::Function* function) const {
  return function->getReturnType()->isPointerTy() || has_object_target(result(function));
}

bool PointsTo::tracks_integers() const {
  return impl_->tracks_integers;
}

bool PointsTo::holds_address(ObjectId object, Congruence offsets) const {
  return has_object_target(content(object, offsets));
}

const std::vector<const llvm::Function*>& PointsTo::functions() const {
  return impl_->functions;
}

std::vector<const llvm::Function*> PointsTo::callees(const llvm::CallBase& call) const {
  if (const llvm::Function* function = direct_callee(call)) return {function};
  std::vector<const llvm::Function*> functions;
  for (const auto& [object, offsets] : targets(call.getCalledOperand()))
    if (impl_->objects[object].kind == Object::Kind::Function)
      functions.push_back(llvm::cast<llvm::Function>(impl_->objects[object].value));
  return functions;
}

}  // namespace pendulum::frontend
