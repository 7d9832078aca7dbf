#include "frontend/llvm/analysis/points_to.h"

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <numeric>

#include "base/check.h"
#include "frontend/llvm/analysis/lifetimes.h"
#include "frontend/llvm/analysis/points_to_arguments.h"
#include "frontend/llvm/analysis/points_to_solver.h"
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

namespace {

/// Whether the targets contain any object but the absolute one.
bool has_object_target(const Targets& targets) {
  return std::any_of(targets.begin(), targets.end(),
                     [](const auto& target) { return target.first != absolute_object; });
}

}  // namespace

struct PointsTo::Impl {
  explicit Impl(const llvm::Module& module)
      : objects(module.getDataLayout()),
        graph(objects),
        constraints(module, objects, graph),
        solver(objects, graph, constraints),
        escapes(objects, graph, constraints) {}

  const Targets& targets(std::optional<NodeId> node) const {
    return node ? graph.node(*node).targets : nothing;
  }

  ObjectTable objects;
  PointsToGraph graph;
  PointsToConstraints constraints;
  PointsToSolver solver;
  EscapeAnalysis escapes;
  ArgumentUse arguments;
  const Targets nothing;
};

PointsTo::PointsTo(const llvm::Module& module, const llvm::Function& entry)
    : impl_(std::make_unique<Impl>(module)) {
  PENDULUM_CHECK(entry.getParent() == &module, "the entry function should belong to the module");
  impl_->constraints.add_function(entry);
  add_entry_parameters(entry, impl_->objects, impl_->graph, impl_->constraints);
  do {
    impl_->solver.solve();
  } while (impl_->solver.seed_integers() || impl_->escapes.seed_known_outside() ||
           !impl_->solver.is_solved());
  mark_instances(*this, entry, impl_->objects.all());
  impl_->arguments = find_argument_use(impl_->objects, impl_->graph, impl_->constraints, impl_->escapes);
  PENDULUM_CHECK(impl_->solver.is_solved(), "the constraints should be solved when the analysis ends");
}

PointsTo::~PointsTo() = default;

const std::vector<Object>& PointsTo::objects() const {
  return impl_->objects.all();
}

bool PointsTo::has_object(const llvm::Value* value) const {
  return impl_->objects.find(value).has_value();
}

ObjectId PointsTo::object_of(const llvm::Value* value) const {
  const std::optional<ObjectId> object = impl_->objects.find(value);
  PENDULUM_CHECK(object.has_value(), "an object should be known to the points-to analysis");
  return *object;
}

const Targets& PointsTo::targets(const llvm::Value* pointer) const {
  PENDULUM_CHECK(pointer != nullptr, "the pointer should exist");
  return impl_->targets(impl_->constraints.find_node(pointer));
}

const Targets& PointsTo::result(const llvm::Function* function) const {
  return impl_->targets(impl_->constraints.find_result(function));
}

Targets PointsTo::content(ObjectId object, Congruence offsets) const {
  const Content* content = impl_->graph.content(object);
  if (content == nullptr) return {};
  if (!offsets.is_constant()) return impl_->graph.node(content->summary).targets;
  const auto it = content->fields.find(offsets.residue);
  return impl_->graph.node(it == content->fields.end() ? content->any : it->second).targets;
}

bool PointsTo::is_address(const llvm::Value* value) const {
  return value->getType()->isPointerTy() || has_object_target(targets(value));
}

bool PointsTo::returns_address(const llvm::Function* function) const {
  return function->getReturnType()->isPointerTy() || has_object_target(result(function));
}

bool PointsTo::tracks_integers() const {
  return impl_->constraints.tracks_integers();
}

bool PointsTo::holds_address(ObjectId object, Congruence offsets) const {
  return has_object_target(content(object, offsets));
}

const std::vector<const llvm::Function*>& PointsTo::functions() const {
  return impl_->constraints.functions();
}

std::vector<const llvm::Function*> PointsTo::callees(const llvm::CallBase& call) const {
  if (const llvm::Function* function = direct_callee(call)) return {function};
  std::vector<const llvm::Function*> functions;
  for (const auto& [object, offsets] : targets(call.getCalledOperand()))
    if (impl_->objects[object].kind == Object::Kind::Function)
      functions.push_back(llvm::cast<llvm::Function>(impl_->objects[object].value));
  return functions;
}

bool PointsTo::may_be_overwritten(ObjectId object, std::optional<Congruence> pointers) const {
  PENDULUM_CHECK(object < impl_->objects.all().size(), "object {} should be one of {}", object,
                 impl_->objects.all().size());
  const EscapeAnalysis& escapes = impl_->escapes;
  if (!escapes.known_outside().contains(object)) return false;
  if (!pointers) return escapes.writes_integers_to_unknown_memory();
  return escapes.writes_pointers_to_unknown_memory() && may_be_unknown(content(object, *pointers));
}

const std::set<ObjectId>& PointsTo::known_outside() const {
  return impl_->escapes.known_outside();
}

const std::vector<MainArguments>& PointsTo::main_arguments() const {
  return impl_->objects.main_arguments();
}

const MainArguments& PointsTo::arguments_of(ObjectId object) const {
  const std::vector<MainArguments>& all = main_arguments();
  const auto it = std::find_if(all.begin(), all.end(), [&](const MainArguments& arguments) {
    return arguments.vector == object || arguments.strings == object;
  });
  PENDULUM_CHECK(it != all.end(), "the object should belong to the arguments of main");
  return *it;
}

bool PointsTo::is_written(ObjectId object) const {
  PENDULUM_CHECK(object < objects().size() && (objects()[object].kind == Object::Kind::ArgumentVector ||
                                               objects()[object].kind == Object::Kind::ArgumentString),
                 "object {} should belong to the arguments of main", object);
  return impl_->arguments.written.contains(object);
}

std::uint32_t PointsTo::instance_bits() const {
  PENDULUM_CHECK(impl_->arguments.instance_bits > 0, "the width of instance numbers should be determined");
  return impl_->arguments.instance_bits;
}

}  // namespace pendulum::frontend
