// Executions of the result are the executions of the original program in which each havocked input has its
// `unchanged` value.
#include <algorithm>

#include "base/check.h"
#include "program/passes/passes.h"
#include "term/traverse.h"

namespace pendulum::program {

namespace {

bool is_change(const Input& input) {
  return input.origin.kind == InputOrigin::Kind::Havoc;
}

/// Variables that occur in `unchanged` values. Without the havocked inputs they may be read before they are
/// assigned; they are zero then, as in the interpreter.
term::TermSet kept_variables(const Program& program) {
  term::TermSet result;
  for (const Edge& edge : program.edges())
    for (const Input& input : edge.inputs)
      if (is_change(input))
        for (const term::Term symbol : term::symbols(input.origin.unchanged))
          if (program.is_variable(symbol)) result.insert(symbol);
  return result;
}

/// Sets the variables to zero on an edge from entry, unless the edge assigns them itself.
void set_to_zero(term::TermManager& terms, const term::TermSet& variables, Edge& edge) {
  term::Substitution zeros;
  for (const term::Term variable : variables) zeros.emplace(variable, terms.mk_zero(variable.sort()));
  term::Substituter substitute(terms, zeros);
  edge.guard = substitute(edge.guard);
  for (Assignment& update : edge.updates) update.value = substitute(update.value);
  for (const auto& [variable, zero] : zeros)
    if (std::ranges::find(edge.updates, variable, &Assignment::variable) == edge.updates.end())
      edge.updates.push_back({variable, zero});
  std::ranges::sort(edge.updates, {}, &Assignment::variable);
}

Edge without_havocked_inputs(term::TermManager& terms, const Edge& edge) {
  term::Substitution unchanged;
  for (const Input& input : edge.inputs)  // in order: an `unchanged` value may use earlier inputs
    if (is_change(input)) {
      PENDULUM_CHECK(input.origin.unchanged, "the havocked input {} should have an unchanged value",
                     input.symbol.name());
      unchanged.emplace(input.symbol, term::substitute(terms, input.origin.unchanged, unchanged));
    }
  Edge result = edge;
  if (unchanged.empty()) return result;
  std::erase_if(result.inputs, is_change);
  for (Input& input : result.inputs) input.origin.forget_terms();
  term::Substituter substitute(terms, unchanged);
  result.guard = substitute(result.guard);
  for (Assignment& update : result.updates) update.value = substitute(update.value);
  return result;
}

}  // namespace

bool has_havocked_inputs(const Program& program) {
  return std::ranges::any_of(program.edges(),
                             [](const Edge& edge) { return std::ranges::any_of(edge.inputs, is_change); });
}

Program without_havocked_inputs(const Program& program) {
  ProgramBuilder builder = ProgramBuilder::without_edges(program);
  const term::TermSet kept = kept_variables(program);
  for (const Edge& edge : program.edges()) {
    Edge copy = without_havocked_inputs(program.terms(), edge);
    if (copy.source == program.entry()) set_to_zero(program.terms(), kept, copy);
    builder.keep_edge(std::move(copy));
  }
  Program result = builder.build();
  PENDULUM_DCHECK(!has_havocked_inputs(result), "no havocked input should remain");
  PENDULUM_CHECK(result.edges().size() == program.edges().size(), "edges should keep their ids");
  return result;
}

}  // namespace pendulum::program
