#include "acceleration/path/path_selection.h"

#include <algorithm>
#include <array>

#include "base/check.h"
#include "term/traverse.h"

namespace pendulum::acceleration {

using program::Assignment;
using term::Kind;
using term::Term;

PathSelection::PathSelection(const program::Program& program, Cycle cycle, smt::Expander& expander,
                             smt::Solver& solver, Repetition repetition)
    : program_(program),
      terms_(program.terms()),
      cycle_(std::move(cycle)),
      expander_(expander),
      solver_(solver),
      repetition_(repetition) {
  find_reads();
}

/// Collects the elements of array symbols that the cycle may read. A read of a term with stores and ites may
/// read any of the array symbols below it.
void PathSelection::find_reads() {
  term::TermVector roots{cycle_.guard};
  for (const Assignment& update : cycle_.updates) roots.push_back(update.value);
  for (const Term read : term::subterms(roots)) {
    if (read.kind() != Kind::Select) continue;
    const std::array array{read[0]};
    for (const Term base : term::subterms(array))
      if (base.is_symbol() && base.sort() == read[0].sort())
        reads_.push_back(terms_.mk_select(base, read[1]));
  }
}

PathSelection::Copy PathSelection::make_copy(term::Substitution state) {
  for (const CycleInput& input : cycle_.inputs)
    state[input.symbol] = terms_.mk_fresh(input.symbol.name(), input.symbol.sort());
  Copy copy{std::move(state), {}};
  copy.guard = expanded(cycle_.guard, copy);
  return copy;
}

Term PathSelection::expanded(Term term, const Copy& copy) {
  return expander_.expand(term::substitute(terms_, term, copy.state));
}

term::Substitution PathSelection::after(const Copy& copy) {
  term::Substitution state = copy.state;
  for (const Assignment& update : cycle_.updates) {
    const Term value = term::substitute(terms_, update.value, copy.state);
    state[update.variable] = update.variable.sort().is_array() ? value : expander_.expand(value);
  }
  return state;
}

void PathSelection::start_from(Term reach, const std::vector<Term>& values) {
  PENDULUM_CHECK(reach.sort().is_bool(), "the start states should be given by a formula");
  PENDULUM_CHECK(values.size() == program_.variables().size(),
                 "each of the {} variables should have an entry in the {} start values",
                 program_.variables().size(), values.size());
  term::Substitution start;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Term variable = program_.variables()[i].symbol;
    PENDULUM_CHECK(!values[i] || values[i].sort() == variable.sort(),
                   "the start value of {} should have its sort", variable.name());
    start[variable] = values[i] ? values[i] : terms_.mk_fresh(variable.name(), variable.sort());
  }
  first_ = make_copy(std::move(start));
  term::TermVector parts{expander_.expand(reach), first_->guard};
  if (repetition_ == Repetition::Twice) {
    const Copy second = make_copy(after(*first_));
    parts.push_back(second.guard);
    for (const Term condition : branch_conditions(terms_, cycle_))
      parts.push_back(terms_.mk_eq(expanded(condition, *first_), expanded(condition, second)));
  }
  question_ = terms_.mk_and(parts);
  // Reads that occur only in array updates have to be expanded as well. Otherwise their values in the model
  // could contradict those of the other reads.
  for (const Term read : reads_) expanded(read, *first_);
  for (const LoopPath& path : found_) block(path);
}

void PathSelection::block(const LoopPath& path) {
  term::TermVector literals;
  for (const Term literal : path.literals) literals.push_back(expanded(literal, *first_));
  question_ = terms_.mk_and(question_, terms_.mk_not(terms_.mk_and(literals)));
}

void PathSelection::assert_constraints() {
  const term::TermVector& constraints = expander_.constraints();
  for (; num_asserted_ < constraints.size(); ++num_asserted_) solver_.assert_term(constraints[num_asserted_]);
}

std::optional<LoopPath> PathSelection::next() {
  PENDULUM_CHECK(first_.has_value(), "a start state should be given before paths are selected");
  if (question_.is_false()) return std::nullopt;
  assert_constraints();
  const std::array assumptions{question_};
  if (smt::check_with_reads(solver_, expander_, assumptions) != smt::SatResult::Sat) return std::nullopt;
  std::optional<LoopPath> path = resolve(terms_, cycle_, model());
  if (!path) return std::nullopt;
  // Otherwise blocking the path would not change the question, and the selection would not end.
  PENDULUM_DCHECK(std::ranges::find(found_, path->literals, &LoopPath::literals) == found_.end(),
                  "a path should be selected only once");
  block(*path);
  found_.push_back(*path);
  return path;
}

/// The values of variables and inputs in the first copy, after a satisfiable solver call.
term::Model PathSelection::model() {
  term::Model result;
  for (const auto& [symbol, term] : first_->state) {
    if (symbol.sort().is_array()) continue;
    if (const Term value = solver_.value(expander_.expand(term))) result.emplace(symbol, value);
  }
  return array_contents(std::move(result));
}

/// Adds the values of arrays to the model: elements that the cycle may read have the values of the solver,
/// all other elements are zero. The path does not depend on the latter.
term::Model PathSelection::array_contents(term::Model model) {
  term::TermMap<Term> contents;
  for (const Term read : reads_) {
    const Term index = solver_.value(expanded(read[1], *first_));
    const Term element = solver_.value(expanded(read, *first_));
    if (!index || !element) continue;
    Term& content = contents[read[0]];
    if (!content) content = terms_.mk_zero(read[0].sort());
    content = terms_.mk_store(content, index, element);
  }
  for (const auto& [array, content] : contents) model[array] = term::normalize_array_value(terms_, content);
  return model;
}

}  // namespace pendulum::acceleration
