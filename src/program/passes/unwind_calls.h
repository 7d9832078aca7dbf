// Inlining of recursive calls along a call tree.
//
// The nodes of a call tree are activations: the root is the activation of the program's entry, and the child
// of a node for call site c is the activation that the node's call at site c starts. A node represents all
// activations with the same sequence of call sites from the root, so a call in a loop has one node.
//
// unwind_calls copies each location for each node from which it can be reached. Calls lead to the child, and
// returns to the parent, so the depth and the call sites are constants and the explicit stack disappears: at
// nesting depth k, the value that a call saves in the array `stack` becomes the variable `stack[k]`. If the
// node has no child for a call site, the call leads to a location with an unsupported edge into the error,
// called a missing call. A proof must show that no missing call is reached.
//
// Soundness: every execution of the original program is one of the result, up to its first missing call. The
// judge applies this pass itself (certificate::UnwoundCalls). It does not matter how the tree was found: a
// smaller tree only has more missing calls.
#pragma once

#include <map>

#include "program/call_structure.h"
#include "program/passes/passes.h"

namespace pendulum::program {

class CallTree {
 public:
  using NodeId = std::uint32_t;
  static constexpr NodeId root = 0;
  struct Node {
    NodeId parent = root;     ///< of the root: itself
    std::uint64_t site = 0;   ///< number of the call site; of the root: 0
    std::uint32_t depth = 0;  ///< number of calls from the root
    friend bool operator==(const Node&, const Node&) = default;
  };

  /// Adds a child. Requires: `parent` is a node and has no child for `site`.
  NodeId add(NodeId parent, std::uint64_t site);
  std::optional<NodeId> child(NodeId parent, std::uint64_t site) const;
  /// Parents precede their children.
  const std::vector<Node>& nodes() const { return nodes_; }
  friend bool operator==(const CallTree&, const CallTree&) = default;

 private:
  std::vector<Node> nodes_{Node{}};
  std::map<std::pair<NodeId, std::uint64_t>, NodeId> children_;
};

/// The number of a call site, as nodes contain it. Requires: `site` is the site of a call or return of a call
/// structure.
std::uint64_t number_of_site(term::Term site);

struct UnwoundProgram {
  Transformed transformed;
  /// By location of the result: the node that it belongs to. Missing calls belong to the caller's node. Unset
  /// for the error.
  std::vector<std::optional<CallTree::NodeId>> node;
  /// The missing calls: location of the result -> number of the call site.
  std::map<LocationId, std::uint64_t> missing;
};

/// Requires: `calls` is the call structure of `program`, and numbers of call sites have at most 64 bits.
UnwoundProgram unwind_calls(const Program& program, const CallStructure& calls, const CallTree& tree);

}  // namespace pendulum::program
