#include "frontend/llvm/analysis/points_to_escapes.h"

#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

#include "base/check.h"
#include "frontend/llvm/ir/ir_facts.h"

namespace pendulum::frontend {

bool EscapeAnalysis::gives_address(const llvm::CallBase& call) {
  return constraints_.is_tracked(*call.getType()) ||
         std::any_of(call.arg_begin(), call.arg_end(), [&](const llvm::Value* argument) {
           if (!constraints_.is_tracked(*argument->getType())) return false;
           const Targets& targets = constraints_.targets(argument);
           return std::any_of(targets.begin(), targets.end(),
                              [&](const auto& target) { return graph_.content(target.first) != nullptr; });
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

void EscapeAnalysis::give_away(const llvm::Value* value, std::vector<ObjectId>& given) {
  if (!constraints_.is_tracked(*value->getType())) return;
  for (const auto& [object, offsets] : constraints_.targets(value)) given.push_back(object);
}

void EscapeAnalysis::give_away_content(const llvm::Value* pointer, std::vector<ObjectId>& given) {
  for (const auto& [object, offsets] : constraints_.targets(pointer))
    if (const Content* content = graph_.content(object))
      for (const auto& [pointed, where] : graph_.node(content->summary).targets) given.push_back(pointed);
}

void EscapeAnalysis::give_away_overwritten(const llvm::StoreInst& store, std::vector<ObjectId>& given) {
  const auto size =
      static_cast<std::int64_t>(constraints_.layout().getTypeStoreSize(store.getValueOperand()->getType()));
  const auto pointer_size = static_cast<std::int64_t>(constraints_.layout().getPointerSize());
  if (size >= pointer_size) return;
  for (const auto& [object, offsets] : constraints_.targets(store.getPointerOperand())) {
    const Content* content = graph_.content(object);
    if (content == nullptr || !offsets.is_constant()) continue;
    const auto& fields = content->fields;
    for (auto it = fields.upper_bound(offsets.residue - pointer_size);
         it != fields.end() && it->first < offsets.residue + size; ++it)
      for (const auto& [pointed, where] : graph_.node(it->second).targets) given.push_back(pointed);
  }
}

void EscapeAnalysis::give_away(const llvm::Instruction& instruction, std::vector<ObjectId>& given) {
  const auto is_unknown = [&](const llvm::Value* pointer) {
    return may_be_unknown(constraints_.targets(pointer));
  };
  if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    if (is_unknown(store->getPointerOperand())) give_away(store->getValueOperand(), given);
    give_away_overwritten(*store, given);
  } else if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
    const auto bulk = bulk_memory(*call);
    if (bulk && bulk->from != nullptr && is_unknown(bulk->to)) give_away_content(bulk->from, given);
  } else if (auto* number = llvm::dyn_cast<llvm::PtrToIntInst>(&instruction)) {
    // If integers are not tracked, addresses are converted to integers only for differences.
    if (constraints_.tracks_integers() && !constraints_.is_tracked(*number->getType()))
      give_away(number->getPointerOperand(), given);
  } else if (!llvm::isa<llvm::IntToPtrInst>(instruction) && is_numeric_use(instruction)) {
    for (const llvm::Value* operand : instruction.operands()) give_away(operand, given);
  }
}

/// Soundness: an address that was passed to functions without body matters only if an address can come back
/// to the program. A function may hand one to the program, or the program itself has stored an address in
/// unknown memory or used one as a number, which needs no function to become a pointer again.
void EscapeAnalysis::find_known_outside() {
  std::vector<ObjectId> given;
  for (const llvm::Function* function : constraints_.functions())
    for (const llvm::BasicBlock& block : *function)
      for (const llvm::Instruction& instruction : block) {
        give_away(instruction, given);
        find_unknown_writes(instruction);
      }
  const bool comes_back =
      std::any_of(given.begin(), given.end(), [](ObjectId object) { return object != absolute_object; }) ||
      std::any_of(constraints_.external_calls().begin(), constraints_.external_calls().end(),
                  [&](const auto* call) { return gives_address(*call); });
  const std::vector<ObjectId> of_calls = arguments_of_external_calls();
  given.insert(given.end(), of_calls.begin(), of_calls.end());
  // Code outside of the program can read all that is stored in objects that the program only declares.
  for (ObjectId object = 1; object < objects_.all().size(); ++object) {
    const auto* global = llvm::dyn_cast_or_null<llvm::GlobalVariable>(objects_[object].value);
    if (global != nullptr && global->isDeclaration()) given.push_back(object);
  }
  known_outside_ = comes_back ? graph_.reached_from(std::move(given)) : std::set<ObjectId>{};
}

std::vector<ObjectId> EscapeAnalysis::arguments_of_external_calls() {
  std::vector<ObjectId> given;
  for (const llvm::CallBase* call : constraints_.external_calls())
    for (const llvm::Value* argument : call->args()) give_away(argument, given);
  return given;
}

void EscapeAnalysis::find_unknown_writes(const llvm::Instruction& instruction) {
  const auto is_unknown = [&](const llvm::Value* pointer) {
    return may_be_unknown(constraints_.targets(pointer));
  };
  if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    if (!is_unknown(store->getPointerOperand())) return;
    const llvm::Type& type = *store->getValueOperand()->getType();
    writes_pointers_ |= constraints_.is_tracked(type);
    writes_integers_ |= !type.isPointerTy();
  } else if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
    const auto bulk = bulk_memory(*call);
    if (!bulk || !is_unknown(bulk->to)) return;
    writes_pointers_ |= bulk->from != nullptr;
    writes_integers_ = true;
  }
}

bool EscapeAnalysis::seed_unknown(const std::set<ObjectId>& holders) {
  PENDULUM_CHECK(!holders.contains(absolute_object), "pointers should be stored in objects of the program");
  bool has_changed = false;
  for (const ObjectId object : holders) {
    const Content* content = graph_.content(object);
    if (content == nullptr || may_be_unknown(graph_.node(content->any).targets)) continue;
    graph_.add_target(content->any, absolute_object, any_integer);
    has_changed = true;
  }
  return has_changed;
}

bool EscapeAnalysis::seed_known_outside() {
  find_known_outside();
  // Soundness: the program may read integers that functions without body have written as pointers.
  std::set<ObjectId> changed = graph_.reached_from(arguments_of_external_calls());
  std::erase_if(changed, [&](ObjectId object) { return objects_[object].is_stored_first; });
  const bool has_changed = seed_unknown(changed);
  return (writes_pointers_ && seed_unknown(known_outside_)) || has_changed;
}

}  // namespace pendulum::frontend
