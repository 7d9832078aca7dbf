// Prints programs as Graphviz graphs.
#include "program/text/dot.h"

#include <fmt/format.h>

#include <ostream>

#include "base/check.h"

namespace pendulum::program {

std::string dot_escape(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '\n') {
      result += "\\n";
      continue;
    }
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  PENDULUM_DCHECK(result.find('\n') == std::string::npos, "a quoted string should stay in one line");
  return result;
}

namespace {

constexpr std::string_view cut_mark = "...";
/// The label of an edge ends after this multiple of the length of one line, because many assignments on one
/// edge make the graph as unreadable as long terms do.
constexpr std::size_t max_label_lines = 4;

}  // namespace

std::string shorten(std::string text, std::size_t length) {
  PENDULUM_CHECK(length >= cut_mark.size(), "a text should not be shortened to {} bytes", length);
  if (text.size() <= length) return text;
  std::size_t end = length - cut_mark.size();
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
  return text.substr(0, end).append(cut_mark);
}

namespace {

std::string label(const Edge& edge, std::size_t max_label) {
  std::string result;
  if (!edge.guard.is_true()) result += fmt::format("[{}]\n", shorten(edge.guard.to_string(), max_label));
  for (const Assignment& update : edge.updates) {
    if (result.size() > max_label_lines * max_label) {
      result += "...\n";
      break;
    }
    const std::string text = fmt::format("{} := {}", update.variable.name(), update.value.to_string());
    result += shorten(text, max_label) + "\n";
  }
  if (!edge.violation.empty()) result += shorten(edge.violation, max_label) + "\n";
  return result;
}

}  // namespace

void print_dot(std::ostream& out, const Program& program, std::size_t max_label) {
  out << "digraph program {\n  node [shape=box, fontname=\"monospace\"];\n  edge [fontname=\"monospace\"];\n";
  for (LocationId id = 0; id < program.locations().size(); ++id) {
    const Location& location = program.location(id);
    out << "  l" << id << " [label=\"" << dot_escape(location.name);
    if (location.where.is_known()) out << "\\n" << dot_escape(location.where.to_string());
    out << '"';
    if (id == program.entry()) out << ", style=bold";
    if (id == program.error()) out << ", color=red, peripheries=2";
    out << "];\n";
  }
  for (const Edge& edge : program.edges()) {
    out << "  l" << edge.source << " -> l" << edge.target << " [label=\""
        << dot_escape(label(edge, max_label)) << '"';
    if (edge.is_unsupported) out << ", style=dashed";
    out << "];\n";
  }
  out << "}\n";
}

}  // namespace pendulum::program
