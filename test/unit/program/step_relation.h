// Test helper: the steps of tiny programs by brute force, with term::evaluate.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "program/program.h"
#include "term/evaluation/evaluate.h"

namespace pendulum::program::testing {

/// All values of a small sort (Bool, narrow bit-vectors).
inline term::TermVector all_values(term::TermManager& terms, term::Sort sort) {
  if (sort.is_bool()) return {terms.mk_false(), terms.mk_true()};
  term::TermVector result;
  for (std::int64_t i = 0; i < (std::int64_t{1} << sort.width()); ++i)
    result.push_back(terms.mk_bv(i, sort.width()));
  return result;
}

/// Calls `use` for every assignment of values to the symbols, in addition to `model`.
inline void for_all_values(term::TermManager& terms, const term::TermVector& symbols, term::Model& model,
                           const std::function<void()>& use, std::size_t from = 0) {
  if (from == symbols.size()) return use();
  for (term::Term value : all_values(terms, symbols[from].sort())) {
    model[symbols[from]] = value;
    for_all_values(terms, symbols, model, use, from + 1);
  }
  model.erase(symbols[from]);
}

/// A state as values of the given variables, in their order.
using State = term::TermVector;

inline State state_of(const term::Model& model, const term::TermVector& variables) {
  State state;
  for (term::Term variable : variables) state.push_back(model.at(variable));
  return state;
}

/// The states after an edge, for all values of its inputs. `model` is over all variables.
inline std::vector<term::Model> successors(const Program& program, const Edge& edge,
                                           const term::Model& model) {
  term::TermManager& terms = program.terms();
  term::TermVector inputs;
  for (const Input& input : edge.inputs) inputs.push_back(input.symbol);
  std::vector<term::Model> result;
  term::Model extended = model;
  for_all_values(terms, inputs, extended, [&] {
    if (!term::evaluate(terms, edge.guard, extended).is_true()) return;
    term::Model next = model;
    for (const Assignment& update : edge.updates)
      next[update.variable] = term::evaluate(terms, update.value, extended);
    result.push_back(std::move(next));
  });
  return result;
}

/// The targets of executions from a cutpoint: name of the next cutpoint, the values of the variables live
/// there, and whether the last step was unsupported.
struct Outcome {
  std::string location;
  State state;
  bool is_unsupported = false;
  auto operator<=>(const Outcome&) const = default;
};

}  // namespace pendulum::program::testing
