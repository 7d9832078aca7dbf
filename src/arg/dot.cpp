// Prints abstract reachability graphs as Graphviz graphs: covered nodes are grey, covers dashed.
#include "program/text/dot.h"

#include <ostream>

#include "arg/arg.h"

namespace pendulum::arg {

namespace {

/// Maximum length of a formula or a name in the label of a node, in bytes. Chosen so that
/// drawings stay readable; not measured.
constexpr std::size_t max_label = 160;

std::string quoted(const std::string& text) {
  return program::dot_escape(program::shorten(text, max_label));
}

}  // namespace

void print_dot(std::ostream& out, const Arg& arg) {
  out << "digraph arg {\n  node [shape=box, fontname=\"monospace\"];\n  edge [fontname=\"monospace\"];\n";
  const auto is_covered = arg.covered_nodes();
  for (NodeId id = 0; id < arg.nodes().size(); ++id) {
    const Node& node = arg.node(id);
    if (node.is_removed) continue;
    out << "  n" << id << " [label=\"" << id << ": " << quoted(arg.program().location(node.location).name)
        << "\\n"
        << quoted(node.label.to_string()) << '"';
    if (is_covered[id]) out << ", style=filled, fillcolor=lightgrey";
    if (node.location == arg.program().error()) out << ", color=red, peripheries=2";
    out << "];\n";
    for (const NodeId by : node.covered_by)
      out << "  n" << id << " -> n" << by << " [style=dashed, constraint=false, color=blue];\n";
    for (const ArgEdgeId edge : node.outgoing)
      out << "  n" << id << " -> n" << arg.edge(edge).target << " [label=\"" << arg.edge(edge).action
          << "\"];\n";
  }
  out << "}\n";
}

}  // namespace pendulum::arg
