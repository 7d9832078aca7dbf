#include "frontend/llvm/analysis/points_to_graph.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>

#include "base/check.h"

namespace pendulum::frontend {

NodeId PointsToGraph::new_node() {
  nodes_.emplace_back();
  return static_cast<NodeId>(nodes_.size() - 1);
}

const Node& PointsToGraph::node(NodeId node) const {
  PENDULUM_DCHECK(node < nodes_.size(), "node {} should exist", node);
  return nodes_[node];
}

void PointsToGraph::enqueue(NodeId node) {
  PENDULUM_DCHECK(node < nodes_.size(), "node {} should exist", node);
  if (nodes_[node].is_queued) return;
  nodes_[node].is_queued = true;
  queue_.push_back(node);
}

NodeId PointsToGraph::dequeue() {
  PENDULUM_CHECK(has_queued(), "a node should be in the queue");
  const NodeId node = queue_.front();
  queue_.pop_front();
  nodes_[node].is_queued = false;
  return node;
}

void PointsToGraph::add_target(NodeId node, ObjectId object, Congruence offsets) {
  PENDULUM_DCHECK(node < nodes_.size() && object < objects_.all().size(),
                  "node {} and object {} should exist", node, object);
  auto [it, is_new] = nodes_[node].targets.try_emplace(object, offsets);
  if (!is_new) {
    if (it->second == offsets) return;
    const Congruence joined = object == absolute_object ? any_integer : join(it->second, offsets);
    if (joined == it->second) return;
    it->second = joined;
  }
  enqueue(node);
}

void PointsToGraph::add_copy(NodeId from, NodeId to, std::int64_t constant, std::uint64_t stride) {
  PENDULUM_DCHECK(from < nodes_.size() && to < nodes_.size(), "the nodes {} and {} should exist", from, to);
  if (from == to && constant == 0 && stride == 0) return;
  if (!copy_edges_.emplace(from, to, constant, stride).second) return;
  nodes_[from].copies.push_back({to, constant, stride});
  if (!nodes_[from].targets.empty()) enqueue(from);
}

void PointsToGraph::add_load(NodeId pointer, NodeId result) {
  nodes_[pointer].loads.push_back(result);
  enqueue(pointer);
}

void PointsToGraph::add_store(NodeId pointer, NodeId value) {
  nodes_[pointer].stores.push_back(value);
  enqueue(pointer);
}

void PointsToGraph::add_call(NodeId pointer, const llvm::CallBase& call) {
  nodes_[pointer].calls.push_back(&call);
  enqueue(pointer);
}

void PointsToGraph::copy_content(NodeId from, NodeId to) {
  const NodeId between = new_node();
  nodes_[from].bulk_loads.push_back(between);
  nodes_[to].bulk_stores.push_back(between);
  enqueue(from);
  enqueue(to);
}

void PointsToGraph::give_away(NodeId pointer) {
  nodes_[pointer].is_given_away = true;
  enqueue(pointer);
}

const Content* PointsToGraph::content(ObjectId object) const {
  PENDULUM_CHECK(object < objects_.all().size(), "object {} should be one of {}", object,
                 objects_.all().size());
  const auto it = contents_.find(object);
  return it == contents_.end() ? nullptr : &it->second;
}

const Content& PointsToGraph::materialize(ObjectId object) {
  PENDULUM_CHECK(object != absolute_object && objects_[object].kind != Object::Kind::Function,
                 "only objects in memory should contain pointers");
  const auto [it, is_new] = contents_.try_emplace(object);
  Content& content = it->second;
  if (!is_new) return content;
  content.any = new_node();
  content.summary = new_node();
  add_copy(content.any, content.summary);
  add_initial_targets(object, content.any);
  return content;
}

/// Adds the targets that pointers in the object have before the program stores any.
void PointsToGraph::add_initial_targets(ObjectId object, NodeId node) {
  if (objects_[object].is_stored_first) return;
  if (objects_[object].kind == Object::Kind::ArgumentVector) {
    for (const MainArguments& arguments : objects_.main_arguments())
      if (arguments.vector == object) add_target(node, arguments.strings, {});
    add_target(node, absolute_object, {});
    return;
  }
  // Soundness: a read of memory in which no pointer was stored returns an unknown address, or null if the
  // initialiser is zero.
  const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(objects_[object].value);
  const bool is_zero =
      global != nullptr && global->hasInitializer() && global->getInitializer()->isNullValue();
  add_target(node, absolute_object, is_zero ? Congruence{} : any_integer);
}

NodeId PointsToGraph::field(ObjectId object, std::int64_t offset) {
  materialize(object);
  Content& content = contents_.at(object);
  const auto it = content.fields.find(offset);
  if (it != content.fields.end()) return it->second;
  const NodeId node = new_node();
  content.fields.emplace(offset, node);
  add_copy(content.any, node);
  add_copy(node, content.summary);
  return node;
}

std::set<ObjectId> PointsToGraph::reached_from(std::vector<ObjectId> pending) const {
  std::set<ObjectId> reached;
  while (!pending.empty()) {
    const ObjectId object = pending.back();
    pending.pop_back();
    if (object == absolute_object || objects_[object].kind == Object::Kind::Function ||
        !reached.insert(object).second)
      continue;
    const Content* inside = content(object);
    if (inside == nullptr) continue;
    for (const auto& [pointed, where] : node(inside->summary).targets) pending.push_back(pointed);
  }
  return reached;
}

}  // namespace pendulum::frontend
