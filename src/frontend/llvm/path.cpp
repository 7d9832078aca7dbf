#include "frontend/llvm/path.h"

#include "term/traverse.h"

namespace pendulum::frontend {

Term Path::read(Term variable) const {
  const auto it = values_.find(variable);
  return it == values_.end() ? variable : it->second;
}

void Path::write(Term variable, Term value) {
  const auto [it, is_new] = values_.insert_or_assign(variable, value);
  if (is_new) written_.push_back(variable);
}

void Path::assume(Term condition) {
  if (condition.is_true()) return;
  if (condition.is_false()) is_dead_ = true;
  guard_.push_back(condition);
}

Term Path::make_input(std::string_view name, term::Sort sort, program::InputOrigin origin) {
  const Term symbol = terms_.mk_fresh(name, sort);
  inputs_.push_back({symbol, std::move(origin)});
  return symbol;
}

std::vector<program::Assignment> Path::updates() const {
  std::vector<program::Assignment> result;
  result.reserve(written_.size());
  for (const Term variable : written_) result.push_back({variable, values_.at(variable)});
  return result;
}

void Path::unsupported_if(Term condition, std::string construct) {
  if (condition.is_false() || is_dead_) return;
  Exit exit{terms_.mk_and(guard(), condition), {}, std::move(construct)};
  // An input belongs to one edge: the exit gets copies of its own.
  term::Substitution renamed;
  for (const program::Input& input : inputs_) {
    exit.inputs.push_back({terms_.mk_fresh("copy", input.symbol.sort()), input.origin});
    renamed.emplace(input.symbol, exit.inputs.back().symbol);
  }
  if (!renamed.empty()) exit.guard = term::substitute(terms_, exit.guard, renamed);
  exits_.push_back(std::move(exit));
  assume(terms_.mk_not(condition));
}

}  // namespace pendulum::frontend
