// Unknown memory in the points-to analysis (doc/adr/0008-unknown-memory.md): which addresses of the program's
// objects may be known outside of the program, and which pointers may therefore become unknown addresses.
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

#include "base/check.h"
#include "frontend/llvm/analysis/points_to_graph.h"
#include "frontend/llvm/ir/ir_facts.h"

namespace pendulum::frontend {

bool PointsTo::Impl::gives_address(const llvm::CallBase& call) {
  return is_tracked(*call.getType()) ||
         std::any_of(call.arg_begin(), call.arg_end(), [&](const llvm::Value* argument) {
           if (!is_tracked(*argument->getType())) return false;
           const Targets& targets = nodes[node_of(argument)].targets;
           return std::any_of(targets.begin(), targets.end(),
                              [&](const auto& target) { return contents[target.first].exists; });
         });
}

namespace {

/// Whether the result of the instruction depends on the numeric value of an address that is its operand.
bool is_numeric_use(const llvm::Instruction& instruction) {
  if (const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction))
    return operation->getOpcode() != llvm::Instruction::Add &&
           operation->getOpcode() != llvm::Instruction::Sub;
  if (const auto* cast = llvm::dyn_cast<llvm::CastInst>(&instruction))
    return !llvm::isa<llvm::BitCastInst>(cast) && !llvm::isa<llvm::AddrSpaceCastInst>(cast);
  if (const auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(&instruction))
    return comparison->isRelational() && comparison->getOperand(0)->getType()->isIntegerTy();
  return llvm::isa<llvm::SwitchInst>(instruction);
}

}  // namespace

void PointsTo::Impl::give_away(const llvm::Value* value, std::vector<ObjectId>& given) {
  if (!is_tracked(*value->getType())) return;
  for (const auto& [object, offsets] : nodes[node_of(value)].targets) given.push_back(object);
}

void PointsTo::Impl::give_away_content(const llvm::Value* pointer, std::vector<ObjectId>& given) {
  for (const auto& [object, offsets] : nodes[node_of(pointer)].targets)
    if (contents[object].exists)
      for (const auto& [pointed, where] : nodes[contents[object].summary].targets) given.push_back(pointed);
}

void PointsTo::Impl::give_away_overwritten(const llvm::StoreInst& store, std::vector<ObjectId>& given) {
  const auto size = static_cast<std::int64_t>(layout.getTypeStoreSize(store.getValueOperand()->getType()));
  const auto pointer_size = static_cast<std::int64_t>(layout.getPointerSize());
  if (size >= pointer_size) return;
  for (const auto& [object, offsets] : nodes[node_of(store.getPointerOperand())].targets) {
    if (!contents[object].exists || !offsets.is_constant()) continue;
    const auto& fields = contents[object].fields;
    for (auto it = fields.upper_bound(offsets.residue - pointer_size);
         it != fields.end() && it->first < offsets.residue + size; ++it)
      for (const auto& [pointed, where] : nodes[it->second].targets) given.push_back(pointed);
  }
}

void PointsTo::Impl::give_away(const llvm::Instruction& instruction, std::vector<ObjectId>& given) {
  const auto is_unknown = [&](const llvm::Value* pointer) {
    return may_be_unknown(nodes[node_of(pointer)].targets);
  };
  if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    if (is_unknown(store->getPointerOperand())) give_away(store->getValueOperand(), given);
    give_away_overwritten(*store, given);
  } else if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
    const auto bulk = bulk_memory(*call);
    if (bulk && bulk->from != nullptr && is_unknown(bulk->to)) give_away_content(bulk->from, given);
  } else if (auto* number = llvm::dyn_cast<llvm::PtrToIntInst>(&instruction)) {
    // If integers are not tracked, addresses are converted to integers only for differences.
    if (tracks_integers && !is_tracked(*number->getType())) give_away(number->getPointerOperand(), given);
  } else if (!llvm::isa<llvm::IntToPtrInst>(instruction) && is_numeric_use(instruction)) {
    for (const llvm::Value* operand : instruction.operands()) give_away(operand, given);
  }
}

/// Soundness: an address that was passed to functions without body matters only if an address can come back
/// to the program. A function may hand one to the program, or the program itself has stored an address in
/// unknown memory or used one as a number, which needs no function to become a pointer again.
void PointsTo::Impl::find_known_outside() {
  std::vector<ObjectId> given;
  for (const llvm::Function* function : functions)
    for (const llvm::BasicBlock& block : *function)
      for (const llvm::Instruction& instruction : block) {
        give_away(instruction, given);
        find_unknown_writes(instruction);
      }
  const bool comes_back =
      std::any_of(given.begin(), given.end(), [](ObjectId object) { return object != absolute_object; }) ||
      std::any_of(external_calls.begin(), external_calls.end(),
                  [&](const auto* call) { return gives_address(*call); });
  const std::vector<ObjectId> of_calls = arguments_of_external_calls();
  given.insert(given.end(), of_calls.begin(), of_calls.end());
  // Code outside of the program can read all that is stored in objects that the program only declares.
  for (ObjectId object = 1; object < objects.size(); ++object) {
    const auto* global = llvm::dyn_cast_or_null<llvm::GlobalVariable>(objects[object].value);
    if (global != nullptr && global->isDeclaration()) given.push_back(object);
  }
  known_outside = comes_back ? reached_from(std::move(given)) : std::set<ObjectId>{};
}

std::vector<ObjectId> PointsTo::Impl::arguments_of_external_calls() {
  std::vector<ObjectId> given;
  for (const llvm::CallBase* call : external_calls)
    for (const llvm::Value* argument : call->args()) give_away(argument, given);
  return given;
}

std::set<ObjectId> PointsTo::Impl::reached_from(std::vector<ObjectId> pending) const {
  std::set<ObjectId> reached;
  while (!pending.empty()) {
    const ObjectId object = pending.back();
    pending.pop_back();
    PENDULUM_DCHECK(object < objects.size(), "object {} should exist", object);
    if (object == absolute_object || objects[object].kind == Object::Kind::Function ||
        !reached.insert(object).second || !contents[object].exists)
      continue;
    for (const auto& [pointed, where] : nodes[contents[object].summary].targets) pending.push_back(pointed);
  }
  return reached;
}

void PointsTo::Impl::find_unknown_writes(const llvm::Instruction& instruction) {
  const auto is_unknown = [&](const llvm::Value* pointer) {
    return may_be_unknown(nodes[node_of(pointer)].targets);
  };
  if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    if (!is_unknown(store->getPointerOperand())) return;
    const llvm::Type& type = *store->getValueOperand()->getType();
    writes_pointers_to_unknown_memory |= is_tracked(type);
    writes_integers_to_unknown_memory |= !type.isPointerTy();
  } else if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
    const auto bulk = bulk_memory(*call);
    if (!bulk || !is_unknown(bulk->to)) return;
    writes_pointers_to_unknown_memory |= bulk->from != nullptr;
    writes_integers_to_unknown_memory = true;
  }
}

bool PointsTo::Impl::seed_unknown(const std::set<ObjectId>& holders) {
  PENDULUM_CHECK(!holders.contains(absolute_object), "pointers should be stored in objects of the program");
  bool has_changed = false;
  for (const ObjectId object : holders) {
    if (!contents[object].exists || may_be_unknown(nodes[contents[object].any].targets)) continue;
    add_target(contents[object].any, absolute_object, make_congruence(0, 1));
    has_changed = true;
  }
  return has_changed;
}

bool PointsTo::Impl::seed_known_outside() {
  find_known_outside();
  // Soundness: the program may read integers that functions without body have written as pointers.
  std::set<ObjectId> changed = reached_from(arguments_of_external_calls());
  std::erase_if(changed, [&](ObjectId object) { return objects[object].is_stored_first; });
  const bool has_changed = seed_unknown(changed);
  return (writes_pointers_to_unknown_memory && seed_unknown(known_outside)) || has_changed;
}

bool PointsTo::may_be_overwritten(ObjectId object, std::optional<Congruence> pointers) const {
  PENDULUM_CHECK(object < impl_->objects.size(), "object {} should be one of {}", object,
                 impl_->objects.size());
  if (!impl_->known_outside.contains(object)) return false;
  if (!pointers) return impl_->writes_integers_to_unknown_memory;
  return impl_->writes_pointers_to_unknown_memory && may_be_unknown(content(object, *pointers));
}

const std::set<ObjectId>& PointsTo::known_outside() const {
  return impl_->known_outside;
}

}  // namespace pendulum::frontend
