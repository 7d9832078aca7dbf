// Building programs: names are made unique, updates are sorted, edges with guard false are dropped, and
// build() computes the adjacency lists.
#include "program/program.h"

#include <algorithm>

#include "base/check.h"

namespace pendulum::program {

ProgramBuilder::ProgramBuilder(term::TermManager& terms) {
  program_.terms_ = &terms;
}

ProgramBuilder ProgramBuilder::without_edges(const Program& program) {
  ProgramBuilder builder(program.terms());
  for (const Variable& variable : program.variables()) builder.add_variable(variable);
  for (const Location& location : program.locations()) builder.add_location(location.name, location.where);
  builder.set_entry(program.entry());
  builder.set_error(program.error());
  return builder;
}

LocationId ProgramBuilder::add_location(std::string name, SourceLocation where) {
  if (name.empty()) name.push_back('l');
  // names_ maps each used name to the last suffix that was tried for it, so that n locations of one name need
  // n lookups and not n^2.
  const auto [entry, is_new] = names_.try_emplace(name, 0u);
  if (!is_new) {
    unsigned& suffix = entry->second;
    std::string candidate;
    do {
      candidate = fmt::format("{}.{}", name, ++suffix);
    } while (!names_.try_emplace(candidate, 0u).second);
    name = std::move(candidate);
  }
  program_.locations_.push_back({std::move(name), std::move(where)});
  return static_cast<LocationId>(program_.locations_.size() - 1);
}

void ProgramBuilder::add_variable(Variable variable) {
  PENDULUM_CHECK(variable.symbol && variable.symbol.is_symbol(), "a variable should be a symbol");
  const bool is_new = program_.variable_index_.emplace(variable.symbol, program_.variables_.size()).second;
  PENDULUM_CHECK(is_new, "variable {} should be declared once", variable.symbol.name());
  program_.variables_.push_back(std::move(variable));
}

std::optional<EdgeId> ProgramBuilder::add_edge(Edge edge) {
  PENDULUM_CHECK(edge.guard, "an edge should have a guard");
  if (edge.guard.is_false()) return std::nullopt;
  return keep_edge(std::move(edge));
}

EdgeId ProgramBuilder::keep_edge(Edge edge) {
  PENDULUM_CHECK(edge.guard, "an edge should have a guard");
  for (const Assignment& update : edge.updates)
    PENDULUM_CHECK(update.variable && update.value, "an update should have a variable and a value");
  std::vector<Assignment>& updates = edge.updates;
  std::sort(updates.begin(), updates.end(),
            [](const Assignment& a, const Assignment& b) { return a.variable < b.variable; });
  for (std::size_t i = 1; i < updates.size(); ++i)
    PENDULUM_CHECK(updates[i - 1].variable != updates[i].variable,
                   "an edge should assign {} at most once: the assignment is parallel",
                   updates[i].variable.to_string());
  std::erase_if(updates, [](const Assignment& update) { return update.variable == update.value; });
  program_.edges_.push_back(std::move(edge));
  return static_cast<EdgeId>(program_.edges_.size() - 1);
}

Program ProgramBuilder::build() {
  Program& program = program_;
  const std::size_t size = program.locations_.size();
  program.outgoing_.assign(size, {});
  program.incoming_.assign(size, {});
  for (EdgeId id = 0; id < program.edges_.size(); ++id) {
    const Edge& edge = program.edges_[id];
    PENDULUM_CHECK(edge.source < size && edge.target < size,
                   "edge {} should connect declared locations, not {} -> {}", id, edge.source, edge.target);
    program.outgoing_[edge.source].push_back(id);
    program.incoming_[edge.target].push_back(id);
  }
  verify_program(program);
  return std::move(program);
}

term::TermVector terms_of(const Program& program) {
  term::TermVector terms;
  for (const Edge& edge : program.edges()) {
    terms.push_back(edge.guard);
    for (const Assignment& update : edge.updates) terms.push_back(update.value);
  }
  return terms;
}

term::Substitution substitution_of(const Edge& edge) {
  term::Substitution result;
  for (const Assignment& update : edge.updates) result.emplace(update.variable, update.value);
  return result;
}

bool has_same_terms(const Edge& a, const Edge& b) {
  const auto is_same_update = [](const Assignment& x, const Assignment& y) {
    return x.variable == y.variable && x.value == y.value;
  };
  return a.guard == b.guard && std::ranges::equal(a.updates, b.updates, is_same_update) &&
         std::ranges::equal(a.inputs, b.inputs, {}, &Input::symbol, &Input::symbol);
}

}  // namespace pendulum::program
