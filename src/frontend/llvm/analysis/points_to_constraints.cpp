// The constraints of the points-to analysis that each instruction, constant and call adds.
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <algorithm>

#include "base/check.h"
#include "frontend/llvm/analysis/points_to_graph.h"
#include "frontend/llvm/ir/intrinsics.h"
#include "frontend/llvm/ir/ir_facts.h"
#include "frontend/llvm/models/extern_functions.h"

namespace pendulum::frontend {

NodeId PointsTo::Impl::node_of(const llvm::Value* value) {
  const auto [it, is_new] = value_nodes.try_emplace(value, 0);
  if (!is_new) return it->second;
  const NodeId node = new_node();
  it->second = node;
  define(value, node);
  return node;
}

void PointsTo::Impl::define(const llvm::Value* value, NodeId node) {
  if (auto* global = llvm::dyn_cast<llvm::GlobalVariable>(value)) {
    add_target(node, global_object(*global), {});
  } else if (auto* function = llvm::dyn_cast<llvm::Function>(value)) {
    add_target(node, function_object(*function), {});
  } else if (auto* alias = llvm::dyn_cast<llvm::GlobalAlias>(value)) {
    add_copy(node_of(alias->getAliasee()), node);
  } else if (auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(value)) {
    add_target(node, local_object(*alloca), {});
  } else if (auto* argument = llvm::dyn_cast<llvm::Argument>(value);
             argument != nullptr && argument->hasByValAttr()) {
    add_target(node, parameter_object(*argument), {});
  } else if (auto* gep = llvm::dyn_cast<llvm::GEPOperator>(value)) {
    const GepOffset offset = gep_offset(*gep, layout);
    add_copy(node_of(gep->getPointerOperand()), node, offset.constant, offset.stride());
  } else if (auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(value);
             expression != nullptr && expression->isCast()) {
    add_copy(node_of(expression->getOperand(0)), node);
    add_target(node, absolute_object, make_congruence(0, 1));
  } else if (llvm::isa<llvm::ConstantPointerNull>(value)) {
    add_target(node, absolute_object, {});
  } else if (llvm::isa<llvm::Constant>(value)) {
    add_target(node, absolute_object, make_congruence(0, 1));
  }
}

void PointsTo::Impl::constrain_sum(const llvm::BinaryOperator& operation) {
  PENDULUM_CHECK(is_tracked(*operation.getType()), "the result should be an integer that may be an address");
  const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(operation.getOperand(1));
  const bool is_sum = operation.getOpcode() == llvm::Instruction::Add;
  if (!is_sum && operation.getOpcode() != llvm::Instruction::Sub) return;
  const NodeId result = node_of(&operation);
  if (constant != nullptr) {
    const std::int64_t distance = constant->getSExtValue();
    add_copy(node_of(operation.getOperand(0)), result, is_sum ? distance : -distance, 0);
    return;
  }
  add_copy(node_of(operation.getOperand(0)), result, 0, 1);
  if (is_sum) add_copy(node_of(operation.getOperand(1)), result, 0, 1);
}

void PointsTo::Impl::constrain(const llvm::Instruction& instruction) {
  const bool gives_pointer = is_tracked(*instruction.getType());
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    if (!gives_pointer) {
      node_of(load->getPointerOperand());
      return;
    }
    const NodeId pointer = node_of(load->getPointerOperand());
    const NodeId result = node_of(load);
    nodes[pointer].loads.push_back(result);
    enqueue(pointer);
  } else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    const NodeId pointer = node_of(store->getPointerOperand());
    if (!is_tracked(*store->getValueOperand()->getType())) return;
    const NodeId value = node_of(store->getValueOperand());
    nodes[pointer].stores.push_back(value);
    enqueue(pointer);
  } else if (auto* phi = llvm::dyn_cast<llvm::PHINode>(&instruction)) {
    if (!gives_pointer) return;
    for (const llvm::Value* incoming : phi->incoming_values()) add_copy(node_of(incoming), node_of(phi));
  } else if (auto* select = llvm::dyn_cast<llvm::SelectInst>(&instruction)) {
    if (!gives_pointer) return;
    add_copy(node_of(select->getTrueValue()), node_of(select));
    add_copy(node_of(select->getFalseValue()), node_of(select));
  } else if (auto* ret = llvm::dyn_cast<llvm::ReturnInst>(&instruction)) {
    const llvm::Value* value = ret->getReturnValue();
    if (value != nullptr && is_tracked(*value->getType()))
      add_copy(node_of(value), result_of(*ret->getFunction()));
  } else if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
    constrain_call(*call);
  } else if (llvm::isa<llvm::FreezeInst>(instruction) || llvm::isa<llvm::AddrSpaceCastInst>(instruction) ||
             llvm::isa<llvm::BitCastInst>(instruction)) {
    if (gives_pointer) add_copy(node_of(instruction.getOperand(0)), node_of(&instruction));
  } else if (auto* cast = llvm::dyn_cast<llvm::IntToPtrInst>(&instruction)) {
    add_target(node_of(cast), absolute_object, make_congruence(0, 1));
    if (is_tracked(*cast->getOperand(0)->getType())) add_copy(node_of(cast->getOperand(0)), node_of(cast));
  } else if (auto* number = llvm::dyn_cast<llvm::PtrToIntInst>(&instruction)) {
    const NodeId pointer = node_of(number->getPointerOperand());
    if (gives_pointer) add_copy(pointer, node_of(number));
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

NodeId PointsTo::Impl::result_of(const llvm::Function& function) {
  const auto [it, is_new] = result_nodes.try_emplace(&function, 0);
  if (is_new) it->second = new_node();
  return it->second;
}

/// A call of __pendulum_uninitialised that havocs a global: the pointers in the global may be unknown
/// addresses afterwards. For objects of other kinds `materialize` adds this.
void PointsTo::Impl::constrain_mark(const llvm::CallBase& call) {
  const llvm::Function* callee = direct_callee(call);
  if (callee == nullptr || callee->getName() != llvm::StringRef(uninitialised_function)) return;
  PENDULUM_CHECK(call.arg_size() == 3, "a mark should have an object, a size and a number");
  const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(call.getArgOperand(0));
  if (global == nullptr) return;
  const ObjectId object = global_object(*global);
  materialize(object);
  add_target(contents[object].any, absolute_object, make_congruence(0, 1));
}

void PointsTo::Impl::constrain_call(const llvm::CallBase& call) {
  if (llvm::isa<llvm::DbgInfoIntrinsic>(call)) return;
  constrain_mark(call);
  for (const llvm::Value* argument : call.args())
    if (argument->getType()->isPointerTy()) node_of(argument);
  if (const auto bulk = bulk_memory(call)) {
    if (call.getType()->isPointerTy()) add_copy(node_of(bulk->to), node_of(&call));
    if (bulk->from == nullptr) return;
    copy_content(node_of(bulk->from), node_of(bulk->to));
    return;
  }
  if (const llvm::Function* function = direct_callee(call)) {
    link(call, *function);
    return;
  }
  const NodeId node = node_of(call.getCalledOperand());
  nodes[node].calls.push_back(&call);
  enqueue(node);
}

void PointsTo::Impl::copy_content(NodeId from, NodeId to) {
  const NodeId between = new_node();
  nodes[from].bulk_loads.push_back(between);
  nodes[to].bulk_stores.push_back(between);
  enqueue(from);
  enqueue(to);
}

/// Adds the constraints of a call of a function without body.
void PointsTo::Impl::link_external(const llvm::CallBase& call, const llvm::Function& callee) {
  PENDULUM_CHECK(callee.isDeclaration(), "{} should have no body", callee.getName().str());
  if (const auto how = allocation(call)) {
    add_target(node_of(&call), heap_object(call, *how), {});
    if (may_be_too_large(call, *how)) add_target(node_of(&call), absolute_object, {});
    return;
  }
  if (call.getType()->isPointerTy()) add_target(node_of(&call), absolute_object, make_congruence(0, 1));
  if (!changes_memory(callee)) return;
  external_calls.push_back(&call);
  for (const llvm::Value* argument : call.args()) {
    if (!argument->getType()->isPointerTy()) continue;
    nodes[node_of(argument)].is_given_away = true;
    enqueue(node_of(argument));
  }
}

/// Adds the constraints that arguments and return value impose when the call enters `function`.
void PointsTo::Impl::link(const llvm::CallBase& call, const llvm::Function& function) {
  if (!linked_calls.emplace(&call, &function).second) return;
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
      copy_content(node_of(argument), node_of(parameter));
      continue;
    }
    if (!is_tracked(*parameter->getType())) continue;
    if (is_tracked(*argument->getType())) add_copy(node_of(argument), node_of(parameter));
    if (parameter->getType()->isPointerTy() && !argument->getType()->isPointerTy())
      add_target(node_of(parameter), absolute_object, make_congruence(0, 1));
  }
  for (std::size_t i = shared; i < function.arg_size(); ++i)
    if (function.getArg(static_cast<unsigned>(i))->getType()->isPointerTy())
      add_target(node_of(function.getArg(static_cast<unsigned>(i))), absolute_object, make_congruence(0, 1));
  if (is_tracked(*call.getType())) {
    add_copy(result_of(function), node_of(&call));
    if (call.getType()->isPointerTy() && !function.getReturnType()->isPointerTy())
      add_target(node_of(&call), absolute_object, make_congruence(0, 1));
  }
}

void PointsTo::Impl::add_function(const llvm::Function& function) {
  PENDULUM_CHECK(!function.isDeclaration(), "{} should have a body", function.getName().str());
  if (known_functions.insert(&function).second) functions.push_back(&function);
}

}  // namespace pendulum::frontend
