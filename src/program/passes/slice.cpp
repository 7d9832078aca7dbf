// Keeps the variables on which the error depends, and all control flow.
//
// A variable is relevant if it occurs in the guard of an edge from which the error can be reached, or if an
// assignment to a relevant variable on such an edge reads it. The set does not depend on the location, which
// is coarser than possible but linear.
//
// Soundness: let s and s' be states of the original program and of the slice that agree on the relevant
// variables. Every kept guard and every kept assignment reads only these variables, hence the same kept edges
// can be taken with the same input values and lead to states that agree again: executions to the error
// correspond edge by edge (the converse holds too, with any values for the removed inputs). Dropped edges are
// not on any path to the error. A loop is never skipped: its guards, which are kept, decide whether it ends.
#include <algorithm>

#include "base/check.h"
#include "program/passes/passes.h"
#include "program/reachability.h"
#include "term/traverse.h"

namespace pendulum::program {

namespace {

using term::Term;

/// By variable index: whether the error depends on the variable.
std::vector<bool> relevant_variables(const Program& program, const std::vector<bool>& is_kept) {
  const std::size_t size = program.variables().size();
  std::vector<std::vector<std::size_t>> reads(size);  // variables that its assignments read
  std::vector<bool> is_relevant(size);
  std::vector<std::size_t> queue;
  auto mark = [&](std::size_t variable) {
    if (is_relevant[variable]) return;
    is_relevant[variable] = true;
    queue.push_back(variable);
  };
  for (const Edge& edge : program.edges()) {
    if (!is_kept[edge.target]) continue;
    for (Term symbol : term::symbols(edge.guard))
      if (program.is_variable(symbol)) mark(program.variable_index(symbol));
    for (const Assignment& update : edge.updates)
      for (Term symbol : term::symbols(update.value))
        if (program.is_variable(symbol))
          reads[program.variable_index(update.variable)].push_back(program.variable_index(symbol));
  }
  while (!queue.empty()) {
    const std::size_t variable = queue.back();
    queue.pop_back();
    for (std::size_t read : reads[variable]) mark(read);
  }
  return is_relevant;
}

Edge sliced(const Program& program, const Edge& edge, const std::vector<bool>& is_relevant) {
  Edge result = edge;
  std::erase_if(result.updates, [&](const Assignment& update) {
    return !is_relevant[program.variable_index(update.variable)];
  });
  if (result.inputs.empty()) return result;
  for (Input& input : result.inputs) input.origin.forget_terms();
  term::TermVector roots{result.guard};
  for (const Assignment& update : result.updates) roots.push_back(update.value);
  const term::TermVector used = term::symbols(std::span<const Term>(roots));
  std::erase_if(result.inputs, [&](const Input& input) {
    return !std::binary_search(used.begin(), used.end(), input.symbol);
  });
  PENDULUM_DCHECK(std::ranges::all_of(used,
                                      [&](Term symbol) {
                                        return !program.is_variable(symbol) ||
                                               is_relevant[program.variable_index(symbol)];
                                      }),
                  "a sliced edge should read only relevant variables");
  return result;
}

}  // namespace

Transformed slice(const Program& program) {
  const std::vector<bool> is_kept = leading_to_error(program);
  const std::vector<bool> is_relevant = relevant_variables(program, is_kept);
  ProgramBuilder builder(program.terms());
  for (std::size_t i = 0; i < is_relevant.size(); ++i)
    if (is_relevant[i]) builder.add_variable(program.variables()[i]);
  std::vector<LocationId> origin;
  for (LocationId id = 0; id < program.locations().size(); ++id)
    origin.push_back(builder.add_location(program.location(id).name, program.location(id).where));
  PENDULUM_CHECK(origin[program.entry()] == program.entry() && origin[program.error()] == program.error(),
                 "entry and error should keep their ids");
  for (const Edge& edge : program.edges())
    if (is_kept[edge.target]) builder.add_edge(sliced(program, edge, is_relevant));
  builder.set_entry(program.entry());
  builder.set_error(program.error());
  return {builder.build(), std::move(origin)};
}

}  // namespace pendulum::program
