// The constraint graph of the points-to analysis. It has a node for each pointer value, for each field of an
// object, and for the return value of each function. The edges and lists of a node state to which other nodes
// its targets are propagated. A node whose targets or constraints have changed waits in a queue until the
// solver propagates its targets (points_to_solver.h).
#pragma once

#include <deque>
#include <set>
#include <tuple>

#include "frontend/llvm/analysis/points_to_objects.h"

namespace pendulum::frontend {

using NodeId = std::uint32_t;

/// The targets of `to` include those of the source node, shifted by `constant` and multiples of `stride`.
struct CopyEdge {
  NodeId to;
  std::int64_t constant;
  std::uint64_t stride;
};

struct Node {
  Targets targets;
  std::vector<CopyEdge> copies;
  std::vector<NodeId> loads;                 ///< results of loads through this pointer
  std::vector<NodeId> stores;                ///< values that are stored through this pointer
  std::vector<NodeId> bulk_loads;            ///< results of loads at any offset of the target
  std::vector<NodeId> bulk_stores;           ///< values that are stored at any offset of the target
  std::vector<const llvm::CallBase*> calls;  ///< calls through this pointer
  bool is_given_away = false;  ///< passed to a function without body, which may store through it
  bool is_queued = false;
};

/// The nodes for the pointers inside of an object.
struct Content {
  std::map<std::int64_t, NodeId> fields;  ///< by constant offset
  NodeId any = 0;                         ///< pointers that are written at unknown offsets
  NodeId summary = 0;                     ///< all pointers in the object
};

/// Offsets of the absolute object for an arbitrary integer. The offset of a pointer without object is a
/// constant (null or a field of null) or arbitrary: other congruences are not tracked.
inline constexpr Congruence any_integer{0, 1};

class PointsToGraph {
 public:
  explicit PointsToGraph(const ObjectTable& objects) : objects_(objects) {}

  NodeId new_node();
  /// The reference stays valid when nodes are added.
  const Node& node(NodeId node) const;

  // Constraints.
  void add_target(NodeId node, ObjectId object, Congruence offsets);
  void add_copy(NodeId from, NodeId to, std::int64_t constant = 0, std::uint64_t stride = 0);
  void add_load(NodeId pointer, NodeId result);
  void add_store(NodeId pointer, NodeId value);
  void add_call(NodeId pointer, const llvm::CallBase& call);
  /// Pointers that are stored in the targets of `from` are also stored in the targets of `to`.
  void copy_content(NodeId from, NodeId to);
  /// A function without body may store through the pointer.
  void give_away(NodeId pointer);

  // The queue.
  bool has_queued() const { return !queue_.empty(); }
  /// Removes the first node from the queue. Requires: has_queued().
  NodeId dequeue();

  // The content of objects.
  /// Null if `materialize` was not called for the object.
  const Content* content(ObjectId object) const;
  /// Creates the nodes for the content of the object, with the targets that it has initially, unless they
  /// exist. The reference stays valid.
  const Content& materialize(ObjectId object);
  /// The node for the content at a constant offset.
  NodeId field(ObjectId object, std::int64_t offset);
  /// The given objects and all objects whose address can be read from them directly or indirectly, without
  /// functions.
  std::set<ObjectId> reached_from(std::vector<ObjectId> pending) const;

 private:
  void enqueue(NodeId node);
  void add_initial_targets(ObjectId object, NodeId node);

  const ObjectTable& objects_;
  std::deque<Node> nodes_;
  std::unordered_map<ObjectId, Content> contents_;
  std::set<std::tuple<NodeId, NodeId, std::int64_t, std::uint64_t>> copy_edges_;
  std::deque<NodeId> queue_;
};

}  // namespace pendulum::frontend
