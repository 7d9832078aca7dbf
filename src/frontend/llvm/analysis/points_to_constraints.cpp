#include "frontend/llvm/analysis/points_to_constraints.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <algorithm>

#include "base/check.h"
#include "frontend/llvm/ir/intrinsics.h"
#include "frontend/llvm/ir/ir_facts.h"
#include "frontend/llvm/models/extern_functions.h"

namespace pendulum::frontend {

NodeId PointsToConstraints::node_of(const llvm::Value* value) {
  const auto [it, is_new] = value_nodes_.try_emplace(value, 0);
  if (!is_new) return it->second;
  const NodeId node = graph_.new_node();
  it->second = node;
  define(value, node);
  return node;
}

std::optional<NodeId> PointsToConstraints::find_node(const llvm::Value* value) const {
  const auto it = value_nodes_.find(value);
  return it == value_nodes_.end() ? std::nullopt : std::optional(it->second);
}

std::optional<NodeId> PointsToConstraints::find_result(const llvm::Function* function) const {
  const auto it = result_nodes_.find(function);
  return it == result_nodes_.end() ? std::nullopt : std::optional(it->second);
}

bool PointsToConstraints::is_pointed_to(ObjectId object) const {
  return std::any_of(value_nodes_.begin(), value_nodes_.end(),
                     [&](const auto& entry) { return graph_.node(entry.second).targets.contains(object); });
}

void PointsToConstraints::define(const llvm::Value* value, NodeId node) {
  if (auto* global = llvm::dyn_cast<llvm::GlobalVariable>(value)) {
    graph_.add_target(node, global_object(*global), {});
  } else if (auto* function = llvm::dyn_cast<llvm::Function>(value)) {
    graph_.add_target(node, objects_.function(*function), {});
  } else if (auto* alias = llvm::dyn_cast<llvm::GlobalAlias>(value)) {
    graph_.add_copy(node_of(alias->getAliasee()), node);
  } else if (auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(value)) {
    graph_.add_target(node, objects_.local(*alloca), {});
  } else if (auto* argument = llvm::dyn_cast<llvm::Argument>(value);
             argument != nullptr && argument->hasByValAttr()) {
    graph_.add_target(node, objects_.parameter(*argument), {});
  } else if (auto* gep = llvm::dyn_cast<llvm::GEPOperator>(value)) {
    const GepOffset offset = gep_offset(*gep, layout_);
    graph_.add_copy(node_of(gep->getPointerOperand()), node, offset.constant, offset.stride());
  } else if (auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(value);
             expression != nullptr && expression->isCast()) {
    graph_.add_copy(node_of(expression->getOperand(0)), node);
    graph_.add_target(node, absolute_object, any_integer);
  } else if (llvm::isa<llvm::ConstantPointerNull>(value)) {
    graph_.add_target(node, absolute_object, {});
  } else if (llvm::isa<llvm::Constant>(value)) {
    graph_.add_target(node, absolute_object, any_integer);
  }
}

ObjectId PointsToConstraints::global_object(const llvm::GlobalVariable& global) {
  if (const auto known = objects_.find(&global)) return *known;
  const ObjectId id = objects_.global(global);
  if (global.hasInitializer()) add_initializer(id, *global.getInitializer(), 0);
  return id;
}

void PointsToConstraints::add_initializer(ObjectId object, const llvm::Constant& constant,
                                          std::int64_t offset) {
  PENDULUM_CHECK(
      offset >= 0 && (!objects_[object].size || static_cast<std::uint64_t>(offset) <= *objects_[object].size),
      "the initialiser at offset {} should be inside of its object", offset);
  if (llvm::isa<llvm::ConstantAggregateZero, llvm::ConstantDataSequential>(constant)) return;
  if (constant.getType()->isPointerTy() || is_conversion(constant)) {
    if (!constant.isNullValue()) graph_.add_copy(node_of(&constant), graph_.field(object, offset));
    return;
  }
  llvm::Type* type = constant.getType();
  if (!llvm::isa<llvm::ConstantAggregate>(constant)) return;
  for (unsigned i = 0; i < constant.getNumOperands(); ++i) {
    std::uint64_t place = 0;
    if (auto* structure = llvm::dyn_cast<llvm::StructType>(type)) {
      place = layout_.getStructLayout(structure)->getElementOffset(i).getFixedValue();
    } else {
      place = i * layout_.getTypeAllocSize(constant.getOperand(i)->getType()).getFixedValue();
    }
    // The depth of the recursion is that of a C type.
    add_initializer(object, *llvm::cast<llvm::Constant>(constant.getOperand(i)),
                    offset + static_cast<std::int64_t>(place));
  }
}

void PointsToConstraints::constrain_sum(const llvm::BinaryOperator& operation) {
  PENDULUM_CHECK(is_tracked(*operation.getType()), "the result should be an integer that may be an address");
  const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(operation.getOperand(1));
  const bool is_sum = operation.getOpcode() == llvm::Instruction::Add;
  if (!is_sum && operation.getOpcode() != llvm::Instruction::Sub) return;
  const NodeId result = node_of(&operation);
  if (constant != nullptr) {
    const std::int64_t distance = constant->getSExtValue();
    graph_.add_copy(node_of(operation.getOperand(0)), result, is_sum ? distance : -distance, 0);
    return;
  }
  graph_.add_copy(node_of(operation.getOperand(0)), result, 0, 1);
  if (is_sum) graph_.add_copy(node_of(operation.getOperand(1)), result, 0, 1);
}

void PointsToConstraints::constrain(const llvm::Instruction& instruction) {
  const bool gives_pointer = is_tracked(*instruction.getType());
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    if (!gives_pointer) {
      node_of(load->getPointerOperand());
      return;
    }
    const NodeId pointer = node_of(load->getPointerOperand());
    const NodeId result = node_of(load);
    graph_.add_load(pointer, result);
  } else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    const NodeId pointer = node_of(store->getPointerOperand());
    if (!is_tracked(*store->getValueOperand()->getType())) return;
    const NodeId value = node_of(store->getValueOperand());
    graph_.add_store(pointer, value);
  } else if (auto* phi = llvm::dyn_cast<llvm::PHINode>(&instruction)) {
    if (!gives_pointer) return;
    for (const llvm::Value* incoming : phi->incoming_values())
      graph_.add_copy(node_of(incoming), node_of(phi));
  } else if (auto* select = llvm::dyn_cast<llvm::SelectInst>(&instruction)) {
    if (!gives_pointer) return;
    graph_.add_copy(node_of(select->getTrueValue()), node_of(select));
    graph_.add_copy(node_of(select->getFalseValue()), node_of(select));
  } else if (auto* ret = llvm::dyn_cast<llvm::ReturnInst>(&instruction)) {
    const llvm::Value* value = ret->getReturnValue();
    if (value != nullptr && is_tracked(*value->getType()))
      graph_.add_copy(node_of(value), result_of(*ret->getFunction()));
  } else if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
    constrain_call(*call);
  } else if (llvm::isa<llvm::FreezeInst>(instruction) || llvm::isa<llvm::AddrSpaceCastInst>(instruction) ||
             llvm::isa<llvm::BitCastInst>(instruction)) {
    if (gives_pointer) graph_.add_copy(node_of(instruction.getOperand(0)), node_of(&instruction));
  } else if (auto* cast = llvm::dyn_cast<llvm::IntToPtrInst>(&instruction)) {
    graph_.add_target(node_of(cast), absolute_object, any_integer);
    if (is_tracked(*cast->getOperand(0)->getType()))
      graph_.add_copy(node_of(cast->getOperand(0)), node_of(cast));
  } else if (auto* number = llvm::dyn_cast<llvm::PtrToIntInst>(&instruction)) {
    const NodeId pointer = node_of(number->getPointerOperand());
    if (gives_pointer) graph_.add_copy(pointer, node_of(number));
  } else if (auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction)) {
    for (const llvm::Value* operand : operation->operands())
      if (llvm::isa<llvm::Constant>(operand) && is_conversion(*operand)) node_of(operand);
    if (gives_pointer) constrain_sum(*operation);
  } else {
    for (const llvm::Value* operand : instruction.operands())
      if (operand->getType()->isPointerTy()) node_of(operand);
    if (instruction.getType()->isPointerTy()) node_of(&instruction);
  }
}

NodeId PointsToConstraints::result_of(const llvm::Function& function) {
  const auto [it, is_new] = result_nodes_.try_emplace(&function, 0);
  if (is_new) it->second = graph_.new_node();
  return it->second;
}

/// A call of __pendulum_uninitialised that havocs a global: the pointers in the global may be unknown
/// addresses afterwards. For objects of other kinds `materialize` adds this.
void PointsToConstraints::constrain_mark(const llvm::CallBase& call) {
  const llvm::Function* callee = direct_callee(call);
  if (callee == nullptr || callee->getName() != llvm::StringRef(uninitialised_function)) return;
  PENDULUM_CHECK(call.arg_size() == 3, "a mark should have an object, a size and a number");
  const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(call.getArgOperand(0));
  if (global == nullptr) return;
  const Content& content = graph_.materialize(global_object(*global));
  graph_.add_target(content.any, absolute_object, any_integer);
}

void PointsToConstraints::constrain_call(const llvm::CallBase& call) {
  if (llvm::isa<llvm::DbgInfoIntrinsic>(call)) return;
  constrain_mark(call);
  for (const llvm::Value* argument : call.args())
    if (argument->getType()->isPointerTy()) node_of(argument);
  if (const auto bulk = bulk_memory(call)) {
    if (call.getType()->isPointerTy()) graph_.add_copy(node_of(bulk->to), node_of(&call));
    if (bulk->from == nullptr) return;
    graph_.copy_content(node_of(bulk->from), node_of(bulk->to));
    return;
  }
  if (const llvm::Function* function = direct_callee(call)) {
    link(call, *function);
    return;
  }
  graph_.add_call(node_of(call.getCalledOperand()), call);
}

/// Adds the constraints of a call of a function without body.
void PointsToConstraints::link_external(const llvm::CallBase& call, const llvm::Function& callee) {
  PENDULUM_CHECK(callee.isDeclaration(), "{} should have no body", callee.getName().str());
  if (const auto how = allocation(call)) {
    graph_.add_target(node_of(&call), objects_.heap(call, *how), {});
    if (may_be_too_large(call, *how)) graph_.add_target(node_of(&call), absolute_object, {});
    return;
  }
  if (call.getType()->isPointerTy()) graph_.add_target(node_of(&call), absolute_object, any_integer);
  if (!changes_memory(callee)) return;
  external_calls_.push_back(&call);
  for (const llvm::Value* argument : call.args())
    if (argument->getType()->isPointerTy()) graph_.give_away(node_of(argument));
}

void PointsToConstraints::link(const llvm::CallBase& call, const llvm::Function& function) {
  if (!linked_calls_.emplace(&call, &function).second) return;
  if (function.isDeclaration()) {
    link_external(call, function);
    return;
  }
  add_function(function);
  const std::size_t shared = std::min<std::size_t>(call.arg_size(), function.arg_size());
  for (unsigned i = 0; i < shared; ++i) {
    const llvm::Argument* parameter = function.getArg(i);
    const llvm::Value* argument = call.getArgOperand(i);
    if (parameter->hasByValAttr()) {
      node_of(parameter);
      graph_.copy_content(node_of(argument), node_of(parameter));
      continue;
    }
    if (!is_tracked(*parameter->getType())) continue;
    if (is_tracked(*argument->getType())) graph_.add_copy(node_of(argument), node_of(parameter));
    if (parameter->getType()->isPointerTy() && !argument->getType()->isPointerTy())
      graph_.add_target(node_of(parameter), absolute_object, any_integer);
  }
  for (std::size_t i = shared; i < function.arg_size(); ++i)
    if (function.getArg(static_cast<unsigned>(i))->getType()->isPointerTy())
      graph_.add_target(node_of(function.getArg(static_cast<unsigned>(i))), absolute_object, any_integer);
  if (is_tracked(*call.getType())) {
    graph_.add_copy(result_of(function), node_of(&call));
    if (call.getType()->isPointerTy() && !function.getReturnType()->isPointerTy())
      graph_.add_target(node_of(&call), absolute_object, any_integer);
  }
}

void PointsToConstraints::add_function(const llvm::Function& function) {
  PENDULUM_CHECK(!function.isDeclaration(), "{} should have a body", function.getName().str());
  if (known_functions_.insert(&function).second) functions_.push_back(&function);
}

}  // namespace pendulum::frontend
