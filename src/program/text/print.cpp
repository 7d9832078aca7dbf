// Prints a program in the text format, see words.h.
#include "term/print.h"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "base/check.h"
#include "program/text/text.h"
#include "program/text/words.h"
#include "term/signature/symbol_syntax.h"

namespace pendulum::program {

namespace {

/// Quotes `text` as a string of the text format.
std::string quote(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (c == '\n') {
      result += "\\n";
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      result += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    } else {
      result += c;
    }
  }
  PENDULUM_DCHECK(result.find('\n') == std::string::npos, "a string should stay in one line");
  return result + '"';
}

void print_source_location(std::ostream& out, const SourceLocation& where) {
  if (!where.file.empty() || where.line != 0 || where.column != 0)
    out << " at " << quote(where.file) << ':' << where.line << ':' << where.column;
  if (!where.function.empty()) out << " in " << quote(where.function);
}

void print_variable(std::ostream& out, const Variable& variable) {
  out << "variable " << term::quote_symbol(variable.symbol.name()) << ' '
      << variable.symbol.sort().to_string();
  switch (variable.signedness) {
    case Variable::Signedness::Unknown:
      break;
    case Variable::Signedness::Signed:
      out << " signed";
      break;
    case Variable::Signedness::Unsigned:
      out << " unsigned";
      break;
    case Variable::Signedness::Floating:
      out << " floating";
      break;
  }
  if (!variable.source_name.empty()) out << " source " << quote(variable.source_name);
  if (!variable.function.empty()) out << " function " << quote(variable.function);
  out << '\n';
}

void print_input(std::ostream& out, const Input& input) {
  const InputOrigin& origin = input.origin;
  const auto word = std::find_if(input_kind_words.begin(), input_kind_words.end(),
                                 [&](const auto& entry) { return entry.first == origin.kind; });
  PENDULUM_CHECK(word != input_kind_words.end(), "every kind of input should have a word");
  out << "  input " << term::quote_symbol(input.symbol.name()) << ' ' << input.symbol.sort().to_string()
      << ' ' << word->second;
  if (!origin.name.empty()) out << ' ' << quote(origin.name);
  if (origin.byte_offset != 0) out << " offset " << origin.byte_offset;
  if (origin.stride != 0) out << " stride " << origin.stride;
  if (origin.object != 0) out << " object " << origin.object;
  if (origin.unchanged) {
    out << " unchanged ";
    term::print(out, origin.unchanged, term::OverflowText::Named);
  }
  if (origin.address) {
    out << " address ";
    term::print(out, origin.address, term::OverflowText::Named);
  }
  print_source_location(out, origin.where);
  out << '\n';
}

void print_edge(std::ostream& out, const Program& program, const Edge& edge) {
  out << "edge " << edge.source << " -> " << edge.target;
  print_source_location(out, edge.where);
  out << '\n';
  if (!edge.violation.empty()) out << "  violation " << quote(edge.violation) << '\n';
  if (edge.is_unsupported) out << "  unsupported\n";
  for (const Input& input : edge.inputs) print_input(out, input);
  if (!edge.guard.is_true()) {
    out << "  guard ";
    term::print(out, edge.guard, term::OverflowText::Named);
    out << '\n';
  }
  // Order updates by declaration: unlike term ids, this order is the same after parsing into another manager.
  std::vector<Assignment> updates = edge.updates;
  std::sort(updates.begin(), updates.end(), [&](const Assignment& a, const Assignment& b) {
    return program.variable_index(a.variable) < program.variable_index(b.variable);
  });
  for (const Assignment& update : updates) {
    out << "  set " << term::quote_symbol(update.variable.name()) << ' ';
    term::print(out, update.value, term::OverflowText::Named);
    out << '\n';
  }
}

}  // namespace

void print(std::ostream& out, const Program& program) {
  out << "program\n";
  for (const Variable& variable : program.variables()) print_variable(out, variable);
  for (LocationId id = 0; id < program.locations().size(); ++id) {
    out << "location " << id << ' ' << quote(program.location(id).name);
    print_source_location(out, program.location(id).where);
    out << '\n';
  }
  out << "entry " << program.entry() << "\nerror " << program.error() << '\n';
  for (const Edge& edge : program.edges()) print_edge(out, program, edge);
}

}  // namespace pendulum::program
