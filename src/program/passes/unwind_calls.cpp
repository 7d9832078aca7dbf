#include "program/passes/unwind_calls.h"

#include <fmt/core.h>

#include "base/check.h"
#include "term/traverse.h"

namespace pendulum::program {

using term::Term;

CallTree::NodeId CallTree::add(NodeId parent, std::uint64_t site) {
  PENDULUM_CHECK(parent < nodes_.size(), "the parent {} should be a node", parent);
  const NodeId id = static_cast<NodeId>(nodes_.size());
  const bool is_new = children_.emplace(std::pair(parent, site), id).second;
  PENDULUM_CHECK(is_new, "node {} should have one child for call site {}", parent, site);
  nodes_.push_back({parent, site, nodes_[parent].depth + 1});
  return id;
}

std::optional<CallTree::NodeId> CallTree::child(NodeId parent, std::uint64_t site) const {
  const auto found = children_.find({parent, site});
  return found == children_.end() ? std::nullopt : std::optional(found->second);
}

std::uint64_t number_of_site(Term site) {
  PENDULUM_CHECK(site.is_value() && mpz_fits_ulong_p(site.integer_value().get_mpz_t()) != 0,
                 "{} should be the number of a call site", site.to_string());
  return site.integer_value().get_ui();
}

namespace {

using EdgeKind = CallStructure::Edge::Kind;
using NodeId = CallTree::NodeId;

class CallUnwinder {
 public:
  CallUnwinder(const Program& program, const CallStructure& calls, const CallTree& tree)
      : program_(program), terms_(program.terms()), calls_(calls), tree_(tree), builder_(terms_) {}

  UnwoundProgram run() {
    for (const Variable& variable : program_.variables())
      if (!calls_.is_stack_variable(variable.symbol)) builder_.add_variable(variable);
    error_ = add_location(program_.error(), program_.location(program_.error()).name, std::nullopt);
    builder_.set_error(error_);
    builder_.set_entry(copy(CallTree::root, program_.entry()));
    while (!pending_.empty()) {
      const auto [node, location] = pending_.back();
      pending_.pop_back();
      for (const EdgeId id : program_.outgoing(location)) take(node, id);
    }
    result_.transformed.program = builder_.build();
    return std::move(result_);
  }

 private:
  LocationId add_location(LocationId origin, std::string name, std::optional<NodeId> node) {
    result_.transformed.origin.push_back(origin);
    result_.node.push_back(node);
    return builder_.add_location(std::move(name), program_.location(origin).where);
  }

  /// The copy of a location for a node. Requires: it is not the error.
  LocationId copy(NodeId node, LocationId location) {
    const auto [it, is_new] = copies_.try_emplace({node, location}, 0);
    if (is_new) {
      const std::string& name = program_.location(location).name;
      it->second =
          add_location(location, node == CallTree::root ? name : fmt::format("{}@{}", name, node), node);
      pending_.emplace_back(node, location);
    }
    return it->second;
  }

  LocationId target(NodeId node, LocationId location) {
    return location == program_.error() ? error_ : copy(node, location);
  }

  /// Adds the copy of an edge for a node, unless the depth or the call site excludes it.
  void take(NodeId node, EdgeId id) {
    const CallStructure::Edge& plain = calls_.edges[id];
    const std::uint32_t depth = tree_.nodes()[node].depth;
    if (plain.limit && plain.limit.integer_value() <= depth) return;
    Edge edge = program_.edge(id);
    edge.source = copy(node, edge.source);
    edge.guard = plain.guard;
    edge.updates = plain.updates;
    switch (plain.kind) {
      case EdgeKind::Local:
        edge.target = target(node, edge.target);
        break;
      case EdgeKind::Call:
        edge.target = enter(node, id);
        for (const auto& [stack, value] : plain.saves) edge.updates.push_back({slot(stack, depth), value});
        break;
      case EdgeKind::Return:
        if (node == CallTree::root || number_of_site(plain.site) != tree_.nodes()[node].site) return;
        edge.target = target(tree_.nodes()[node].parent, edge.target);
        restore(edge, depth - 1);
        break;
    }
    rename_inputs(edge, node);
    builder_.add_edge(std::move(edge));
  }

  /// The location that a call leads to.
  LocationId enter(NodeId node, EdgeId call) {
    const std::uint64_t site = number_of_site(calls_.edges[call].site);
    const LocationId callee = program_.edge(call).target;
    if (const auto child = tree_.child(node, site)) return copy(*child, callee);
    const auto [it, is_new] = missing_.try_emplace({node, site}, 0);
    if (is_new) {
      const std::string name = fmt::format("{}@{}.{}", program_.location(callee).name, node, site);
      it->second = add_location(callee, name, node);
      result_.missing.emplace(it->second, site);
      builder_.add_edge({.source = it->second,
                         .target = error_,
                         .guard = terms_.mk_true(),
                         .where = program_.edge(call).where,
                         .violation = fmt::format("call that is not unwound, nested in {} calls",
                                                  tree_.nodes()[node].depth),
                         .is_unsupported = true});
    }
    return it->second;
  }

  /// The variable of the value that a call at nesting depth `depth` saves in `stack`.
  Term slot(Term stack, std::uint32_t depth) {
    Term& variable = slots_[{stack, depth}];
    if (variable) return variable;
    std::string name = fmt::format("{}[{}]", stack.name(), depth);
    const term::Sort sort = calls_.saved_value(terms_, stack).sort();
    while ((variable = terms_.mk_symbol(name, sort)), program_.is_variable(variable)) name += "'";
    builder_.add_variable({variable, "", "", Variable::Signedness::Unknown});
    return variable;
  }

  /// Replaces the saved values that the edge of a return reads.
  void restore(Edge& edge, std::uint32_t depth) {
    term::Substitution map;
    for (const Term stack : calls_.stacks)
      if (slots_.contains({stack, depth}))
        map.emplace(calls_.saved_value(terms_, stack), slots_.at({stack, depth}));
    substitute(edge, map);
  }

  /// An input belongs to one edge, so the copies of an edge for other nodes than the root get new inputs.
  void rename_inputs(Edge& edge, NodeId node) {
    if (node == CallTree::root || edge.inputs.empty()) return;
    term::Substitution map;
    for (Input& input : edge.inputs) {
      const Term original = input.symbol;
      input.symbol = terms_.mk_fresh(original.name(), original.sort());
      input.origin.forget_terms();
      map.emplace(original, input.symbol);
      result_.transformed.input_origin.emplace(input.symbol, original);
    }
    substitute(edge, map);
  }

  void substitute(Edge& edge, const term::Substitution& map) {
    term::Substituter replace(terms_, map);
    edge.guard = replace(edge.guard);
    for (Assignment& update : edge.updates) update.value = replace(update.value);
  }

  const Program& program_;
  term::TermManager& terms_;
  const CallStructure& calls_;
  const CallTree& tree_;
  ProgramBuilder builder_;
  UnwoundProgram result_;
  LocationId error_ = 0;
  std::map<std::pair<NodeId, LocationId>, LocationId> copies_;
  std::map<std::pair<NodeId, std::uint64_t>, LocationId> missing_;
  std::map<std::pair<Term, std::uint32_t>, Term> slots_;
  std::vector<std::pair<NodeId, LocationId>> pending_;
};

}  // namespace

UnwoundProgram unwind_calls(const Program& program, const CallStructure& calls, const CallTree& tree) {
  PENDULUM_CHECK(calls.edges.size() == program.edges().size(), "the calls should be those of the program");
  return CallUnwinder(program, calls, tree).run();
}

}  // namespace pendulum::program
