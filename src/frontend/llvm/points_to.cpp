#include "frontend/llvm/points_to.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <deque>
#include <numeric>
#include <set>
#include <tuple>

#include "base/check.h"
#include "frontend/llvm/extern_models.h"
#include "frontend/llvm/ir_facts.h"
#include "frontend/llvm/lifetimes.h"

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

namespace {

using NodeId = std::uint32_t;

struct CopyEdge {
  NodeId to;
  std::int64_t constant;
  std::uint64_t stride;
};

struct Node {
  Targets targets;
  std::vector<CopyEdge> copies;
  std::vector<NodeId> loads;       ///< their targets contain what this points to
  std::vector<NodeId> stores;      ///< are stored where this points to
  std::vector<NodeId> bulk_loads;  ///< as loads and stores, at any offset
  std::vector<NodeId> bulk_stores;
  std::vector<const llvm::CallBase*> calls;
  bool is_given_away = false;  ///< to a function without body, which may store where this points to
  bool is_queued = false;
};

/// The pointers inside of an object.
struct Content {
  std::map<std::int64_t, NodeId> fields;
  NodeId any = 0;      ///< written at unknown offsets
  NodeId summary = 0;  ///< everything
  bool exists = false;
};

bool is_conversion(const llvm::Value& value) {
  const auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(&value);
  return llvm::isa<llvm::PtrToIntInst>(value) ||
         (expression != nullptr && expression->getOpcode() == llvm::Instruction::PtrToInt);
}

/// Does a call see a pointer where the function has an integer, or malloc as a function of integers?
bool mixes_types(const llvm::CallBase& call) {
  const llvm::Function* callee = direct_callee(call);
  if (callee == nullptr) return false;
  if (allocation(call)) return !call.getType()->isPointerTy();
  if (callee->isDeclaration()) return false;
  if (callee->getReturnType()->isPointerTy() != call.getType()->isPointerTy()) return true;
  for (unsigned i = 0; i < std::min<std::size_t>(call.arg_size(), callee->arg_size()); ++i)
    if (call.getArgOperand(i)->getType()->isPointerTy() != callee->getArg(i)->getType()->isPointerTy())
      return true;
  return false;
}

/// Do addresses travel as integers anywhere? Differences of pointers alone need no tracking.
bool converts_pointers(const llvm::Module& module) {
  for (const llvm::Function& function : module) {
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
          call != nullptr && mixes_types(*call))
        return true;
      if (is_conversion(instruction)) {
        for (const llvm::User* user : instruction.users())
          if (user->getType() != instruction.getType() || !llvm::isa<llvm::BinaryOperator>(user) ||
              llvm::cast<llvm::BinaryOperator>(user)->getOpcode() != llvm::Instruction::Sub)
            return true;
      }
      for (const llvm::Value* operand : instruction.operands())
        if (is_conversion(*operand) && llvm::isa<llvm::Constant>(operand)) return true;
    }
  }
  return false;
}

bool has_object_target(const Targets& targets) {
  return std::any_of(targets.begin(), targets.end(),
                     [](const auto& target) { return target.first != absolute_object; });
}

}  // namespace

struct PointsTo::Impl {
  const llvm::Module& module;
  const llvm::DataLayout& layout;
  std::vector<Object> objects{Object{}};
  std::unordered_map<const llvm::Value*, ObjectId> object_ids;
  std::deque<Node> nodes;
  std::unordered_map<const llvm::Value*, NodeId> value_nodes;
  std::unordered_map<const llvm::Function*, NodeId> result_nodes;
  std::deque<Content> contents{Content{}};
  std::set<std::tuple<NodeId, NodeId, std::int64_t, std::uint64_t>> copy_edges;
  std::set<std::pair<const llvm::CallBase*, const llvm::Function*>> linked_calls;
  std::vector<const llvm::CallBase*> foreign_calls;  ///< of functions that may do anything
  std::vector<const llvm::Function*> functions;
  std::set<const llvm::Function*> known_functions;
  std::deque<NodeId> queue;
  std::size_t next_function = 0;
  const Targets nothing;
  bool tracks_integers;

  explicit Impl(const llvm::Module& m)
      : module(m), layout(m.getDataLayout()), tracks_integers(converts_pointers(m)) {}

  /// Can values of this type be addresses?
  bool is_tracked(const llvm::Type& type) const {
    return type.isPointerTy() || (tracks_integers && type.isIntegerTy(layout.getPointerSizeInBits()));
  }

  NodeId new_node() {
    nodes.emplace_back();
    return static_cast<NodeId>(nodes.size() - 1);
  }

  void enqueue(NodeId node) {
    if (nodes[node].is_queued) return;
    nodes[node].is_queued = true;
    queue.push_back(node);
  }

  void add_target(NodeId node, ObjectId object, Congruence offsets) {
    auto [it, is_new] = nodes[node].targets.try_emplace(object, offsets);
    if (!is_new) {
      // All integers are one target: where a pointer has no object, its offset says nothing.
      const Congruence joined = object == absolute_object ? make_congruence(0, 1) : join(it->second, offsets);
      if (joined == it->second) return;
      it->second = joined;
    }
    enqueue(node);
  }

  void add_copy(NodeId from, NodeId to, std::int64_t constant = 0, std::uint64_t stride = 0) {
    if (from == to && constant == 0 && stride == 0) return;
    if (!copy_edges.emplace(from, to, constant, stride).second) return;
    nodes[from].copies.push_back({to, constant, stride});
    if (!nodes[from].targets.empty()) enqueue(from);
  }

  ObjectId add_object(Object object) {
    const auto id = static_cast<ObjectId>(objects.size());
    object_ids.emplace(object.value, id);
    objects.push_back(object);
    contents.emplace_back();
    return id;
  }

  ObjectId global_object(const llvm::GlobalVariable& global) {
    if (const auto it = object_ids.find(&global); it != object_ids.end()) return it->second;
    Object object{Object::Kind::Global, &global, std::nullopt, false};
    llvm::Type* type = global.getValueType();
    // `extern int a[];` has no size here.
    if (type->isSized() && (!global.isDeclaration() || layout.getTypeAllocSize(type) > 0))
      object.size = layout.getTypeAllocSize(type).getFixedValue();
    const ObjectId id = add_object(object);
    if (global.hasInitializer()) add_initializer(id, *global.getInitializer(), 0);
    return id;
  }

  /// Pointers in initialisers; null pointers are seeded when the content comes to life.
  void add_initializer(ObjectId object, const llvm::Constant& constant, std::int64_t offset) {
    if (llvm::isa<llvm::ConstantAggregateZero, llvm::ConstantDataSequential>(constant)) return;
    if (constant.getType()->isPointerTy() || is_conversion(constant)) {
      if (!constant.isNullValue()) add_copy(node_of(&constant), field(object, offset));
      return;
    }
    llvm::Type* type = constant.getType();
    if (!llvm::isa<llvm::ConstantAggregate>(constant)) return;
    for (unsigned i = 0; i < constant.getNumOperands(); ++i) {
      std::uint64_t place = 0;
      if (auto* structure = llvm::dyn_cast<llvm::StructType>(type)) {
        place = layout.getStructLayout(structure)->getElementOffset(i).getFixedValue();
      } else {
        place = i * layout.getTypeAllocSize(constant.getOperand(i)->getType()).getFixedValue();
      }
      // The depth of C types, not of data: recursion is fine here.
      add_initializer(object, *llvm::cast<llvm::Constant>(constant.getOperand(i)),
                      offset + static_cast<std::int64_t>(place));
    }
  }

  ObjectId local_object(const llvm::AllocaInst& alloca) {
    if (const auto it = object_ids.find(&alloca); it != object_ids.end()) return it->second;
    Object object{Object::Kind::Local, &alloca, std::nullopt, !has_uninitialised_mark(alloca)};
    if (const auto size = alloca.getAllocationSize(layout)) object.size = size->getFixedValue();
    return add_object(object);
  }

  ObjectId parameter_object(const llvm::Argument& parameter) {
    if (const auto it = object_ids.find(&parameter); it != object_ids.end()) return it->second;
    Object object{Object::Kind::Local, &parameter, std::nullopt, true};
    object.size = layout.getTypeAllocSize(parameter.getParamByValType()).getFixedValue();
    return add_object(object);
  }

  ObjectId heap_object(const llvm::CallBase& call, const Allocation& how) {
    if (const auto it = object_ids.find(&call); it != object_ids.end()) return it->second;
    return add_object({Object::Kind::Heap, &call, constant_size(how), false});
  }

  ObjectId function_object(const llvm::Function& function) {
    if (const auto it = object_ids.find(&function); it != object_ids.end()) return it->second;
    return add_object({Object::Kind::Function, &function, 0, false});
  }

  void materialize(ObjectId object) {
    Content& content = contents[object];
    if (content.exists) return;
    content.exists = true;
    content.any = new_node();
    content.summary = new_node();
    add_copy(content.any, content.summary);
    // Soundness: what was not stored as a pointer is read as an integer address (null, mostly).
    if (!objects[object].is_stored_first) add_target(content.any, absolute_object, make_congruence(0, 1));
  }

  NodeId field(ObjectId object, std::int64_t offset) {
    materialize(object);
    Content& content = contents[object];
    const auto it = content.fields.find(offset);
    if (it != content.fields.end()) return it->second;
    const NodeId node = new_node();
    content.fields.emplace(offset, node);
    add_copy(content.any, node);
    add_copy(node, content.summary);
    return node;
  }

  NodeId node_of(const llvm::Value* value) {
    const auto [it, is_new] = value_nodes.try_emplace(value, 0);
    if (!is_new) return it->second;
    const NodeId node = new_node();
    it->second = node;
    define(value, node);
    return node;
  }

  /// Constants and addresses; instructions get their constraints from `constrain`.
  void define(const llvm::Value* value, NodeId node) {
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
    } else if (llvm::isa<llvm::Constant>(value)) {
      add_target(node, absolute_object, make_congruence(0, 1));
    }
  }

  /// Arithmetic with an address that travels as an integer; what is not a sum is not an address any more.
  void constrain_sum(const llvm::BinaryOperator& operation) {
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

  void constrain(const llvm::Instruction& instruction) {
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
      if (gives_pointer) constrain_sum(*operation);
    } else {
      for (const llvm::Value* operand : instruction.operands())
        if (operand->getType()->isPointerTy()) node_of(operand);
      if (instruction.getType()->isPointerTy()) node_of(&instruction);
    }
  }

  NodeId result_of(const llvm::Function& function) {
    const auto [it, is_new] = result_nodes.try_emplace(&function, 0);
    if (is_new) it->second = new_node();
    return it->second;
  }

  void constrain_call(const llvm::CallBase& call) {
    if (llvm::isa<llvm::DbgInfoIntrinsic>(call)) return;
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

  /// What is stored where `from` points to is also stored where `to` points to.
  void copy_content(NodeId from, NodeId to) {
    const NodeId between = new_node();
    nodes[from].bulk_loads.push_back(between);
    nodes[to].bulk_stores.push_back(between);
    enqueue(from);
    enqueue(to);
  }

  void link_external(const llvm::CallBase& call, const llvm::Function& callee) {
    if (const auto how = allocation(call)) {
      const NodeId result = node_of(&call);
      add_target(result, heap_object(call, *how), {});
      if (how->old != nullptr) copy_content(node_of(how->old), result);
      return;
    }
    if (call.getType()->isPointerTy()) add_target(node_of(&call), absolute_object, make_congruence(0, 1));
    if (!changes_memory(callee)) return;
    foreign_calls.push_back(&call);
    for (const llvm::Value* argument : call.args()) {
      if (!argument->getType()->isPointerTy()) continue;
      nodes[node_of(argument)].is_given_away = true;
      enqueue(node_of(argument));
    }
  }

  static bool changes_memory(const llvm::Function& function) {
    const llvm::StringRef name = function.getName();
    return !function.isIntrinsic() &&
           extern_model(std::string_view(name.data(), name.size())) == ExternModel::Unknown;
  }

  bool gives_address(const llvm::CallBase& call) {
    return is_tracked(*call.getType()) ||
           std::any_of(call.arg_begin(), call.arg_end(), [&](const llvm::Value* argument) {
             if (!is_tracked(*argument->getType())) return false;
             const Targets& targets = nodes[node_of(argument)].targets;
             return std::any_of(targets.begin(), targets.end(),
                                [&](const auto& target) { return contents[target.first].exists; });
           });
  }

  /// Constant objects do not count: what is read from foreign memory is arbitrary anyway.
  bool gets_address(const llvm::CallBase& call) {
    return std::any_of(call.arg_begin(), call.arg_end(), [&](const llvm::Value* argument) {
      if (!is_tracked(*argument->getType())) return false;
      const Targets& targets = nodes[node_of(argument)].targets;
      return std::any_of(targets.begin(), targets.end(), [&](const auto& target) {
        const Object& object = objects[target.first];
        const auto* global = llvm::dyn_cast_or_null<llvm::GlobalVariable>(object.value);
        return target.first != absolute_object && object.kind != Object::Kind::Function &&
               !(global != nullptr && global->isConstant());
      });
    });
  }

  /// May the instruction store the address of an object where nobody knows?
  bool stores_address_away(const llvm::Instruction& instruction) {
    const auto may_be_foreign = [&](const llvm::Value* pointer) {
      return nodes[node_of(pointer)].targets.contains(absolute_object);
    };
    if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
      const llvm::Value* value = store->getValueOperand();
      return is_tracked(*value->getType()) && has_object_target(nodes[node_of(value)].targets) &&
             may_be_foreign(store->getPointerOperand());
    }
    auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call == nullptr) return false;
    const auto bulk = bulk_memory(*call);
    return bulk && bulk->from != nullptr && may_be_foreign(bulk->to);
  }

  void link(const llvm::CallBase& call, const llvm::Function& function) {
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
        add_target(node_of(function.getArg(static_cast<unsigned>(i))), absolute_object,
                   make_congruence(0, 1));
    if (is_tracked(*call.getType())) {
      add_copy(result_of(function), node_of(&call));
      if (call.getType()->isPointerTy() && !function.getReturnType()->isPointerTy())
        add_target(node_of(&call), absolute_object, make_congruence(0, 1));
    }
  }

  void add_function(const llvm::Function& function) {
    if (known_functions.insert(&function).second) functions.push_back(&function);
  }

  void visit(NodeId id) {
    // Copies of the lists: adding constraints may move them.
    const Targets targets = nodes[id].targets;
    for (std::size_t i = 0; i < nodes[id].copies.size(); ++i) {
      const CopyEdge edge = nodes[id].copies[i];
      for (const auto& [object, offsets] : targets)
        add_target(
            edge.to, object,
            object == absolute_object ? make_congruence(0, 1) : shift(offsets, edge.constant, edge.stride));
    }
    for (const auto& [object, offsets] : targets) {
      if (object == absolute_object) {
        // Foreign memory holds addresses of foreign memory.
        for (std::size_t i = 0; i < nodes[id].loads.size(); ++i)
          add_target(nodes[id].loads[i], absolute_object, make_congruence(0, 1));
        continue;
      }
      if (objects[object].kind == Object::Kind::Function) {
        const auto* function = llvm::cast<llvm::Function>(objects[object].value);
        for (std::size_t i = 0; i < nodes[id].calls.size(); ++i) link(*nodes[id].calls[i], *function);
        continue;
      }
      visit_memory(id, object, offsets);
    }
  }

  void visit_memory(NodeId id, ObjectId object, Congruence offsets) {
    const auto is_field = offsets.is_constant();
    // The content of a pointer that a function without body can reach directly is its own or unknown.
    if (nodes[id].is_given_away) {
      materialize(object);
      add_target(is_field ? field(object, offsets.residue) : contents[object].any, absolute_object,
                 make_congruence(0, 1));
    }
    for (std::size_t i = 0; i < nodes[id].loads.size(); ++i) {
      materialize(object);
      add_copy(is_field ? field(object, offsets.residue) : contents[object].summary, nodes[id].loads[i]);
    }
    for (std::size_t i = 0; i < nodes[id].stores.size(); ++i) {
      materialize(object);
      add_copy(nodes[id].stores[i], is_field ? field(object, offsets.residue) : contents[object].any);
    }
    for (std::size_t i = 0; i < nodes[id].bulk_loads.size(); ++i) {
      materialize(object);
      add_copy(contents[object].summary, nodes[id].bulk_loads[i]);
    }
    for (std::size_t i = 0; i < nodes[id].bulk_stores.size(); ++i) {
      materialize(object);
      add_copy(nodes[id].bulk_stores[i], contents[object].any);
    }
  }

  void solve() {
    while (next_function < functions.size() || !queue.empty()) {
      if (!queue.empty()) {
        const NodeId node = queue.front();
        queue.pop_front();
        nodes[node].is_queued = false;
        visit(node);
        continue;
      }
      const llvm::Function& function = *functions[next_function++];
      for (const llvm::BasicBlock& block : function)
        for (const llvm::Instruction& instruction : block) constrain(instruction);
    }
  }

  /// Memory that is also written as integers can hold any integer where a pointer is read.
  bool seed_integers() {
    bool has_changed = false;
    for (const llvm::Function* function : functions) {
      for (const llvm::BasicBlock& block : *function) {
        for (const llvm::Instruction& instruction : block) has_changed |= seed_integers(instruction);
      }
    }
    return has_changed;
  }

  bool seed_integers(const llvm::Instruction& instruction) {
    const llvm::Value* pointer = nullptr;
    if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
      if (store->getValueOperand()->getType()->isPointerTy()) return false;
      pointer = store->getPointerOperand();
    } else if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
      const auto bulk = bulk_memory(*call);
      if (!bulk || bulk->from != nullptr) return false;
      pointer = bulk->to;
    } else {
      return false;
    }
    bool has_changed = false;
    for (const auto& [object, offsets] : nodes[node_of(pointer)].targets) {
      if (!contents[object].exists || nodes[contents[object].any].targets.contains(absolute_object)) continue;
      add_target(contents[object].any, absolute_object, make_congruence(0, 1));
      has_changed = true;
    }
    return has_changed;
  }
};

PointsTo::PointsTo(const llvm::Module& module, const llvm::Function& entry)
    : impl_(std::make_unique<Impl>(module)) {
  impl_->add_function(entry);
  for (const llvm::Argument& argument : entry.args())
    if (argument.getType()->isPointerTy())
      impl_->add_target(impl_->node_of(&argument), absolute_object, make_congruence(0, 1));
  do {
    impl_->solve();
  } while (impl_->seed_integers());
  mark_instances(*this, entry, impl_->objects);
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
  const auto it = impl_->value_nodes.find(pointer);
  return it == impl_->value_nodes.end() ? impl_->nothing : impl_->nodes[it->second].targets;
}

const Targets& PointsTo::result(const llvm::Function* function) const {
  const auto it = impl_->result_nodes.find(function);
  return it == impl_->result_nodes.end() ? impl_->nothing : impl_->nodes[it->second].targets;
}

Targets PointsTo::content(ObjectId object, Congruence offsets) const {
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

bool PointsTo::foreign_memory_is_apart() const {
  const auto& calls = impl_->foreign_calls;
  return std::none_of(calls.begin(), calls.end(),
                      [&](const auto* call) { return impl_->gives_address(*call); }) ||
         std::none_of(calls.begin(), calls.end(),
                      [&](const auto* call) { return impl_->gets_address(*call); });
}

bool PointsTo::foreign_memory_holds_objects() const {
  for (const llvm::Function* function : impl_->functions)
    for (const llvm::BasicBlock& block : *function)
      for (const llvm::Instruction& instruction : block)
        if (impl_->stores_address_away(instruction)) return true;
  return false;
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
