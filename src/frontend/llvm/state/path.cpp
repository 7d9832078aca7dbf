#include "frontend/llvm/state/path.h"

#include <algorithm>

#include "base/check.h"
#include "term/traverse.h"

namespace pendulum::frontend {

Term Path::read(Term variable) const {
  PENDULUM_DCHECK(variable.is_symbol(), "only variables should be read");
  const auto it = values_.find(variable);
  return it == values_.end() ? variable : it->second;
}

void Path::write(Term variable, Term value) {
  PENDULUM_DCHECK(variable.is_symbol(), "only variables should be written");
  PENDULUM_DCHECK(variable.sort() == value.sort(), "a variable should get a value of its sort");
  const auto [it, is_new] = values_.try_emplace(variable, value);
  if (can_stop_) overwritten_.emplace_back(variable, is_new ? Term() : it->second);
  if (is_new) {
    written_.push_back(variable);
  } else {
    it->second = value;
  }
}

void Path::require(Term condition) {
  PENDULUM_CHECK(condition.sort().is_bool(), "a condition should be Boolean");
  if (condition.is_true()) return;
  if (condition.is_false()) is_dead_ = true;
  guard_.push_back(condition);
}

void Path::drop_unless(Term condition, Drop rule) {
  if (!condition.is_true() && !is_dead_) drops_->insert(rule);
  require(condition);
}

void Path::begin_step() {
  can_stop_ = !inputs_.empty();
  guard_mark_ = guard_.size();
  input_mark_ = inputs_.size();
  action_mark_ = actions_.size();
  overwritten_.clear();
}

void Path::roll_back() {
  PENDULUM_CHECK(can_stop_, "only a step that needs a stop should be rolled back");
  PENDULUM_CHECK(guard_mark_ <= guard_.size() && input_mark_ <= inputs_.size(),
                 "a step should only add to the guard and the inputs");
  guard_.resize(guard_mark_);
  is_dead_ = false;
  inputs_.erase(inputs_.begin() + static_cast<std::ptrdiff_t>(input_mark_), inputs_.end());
  actions_.resize(std::min(action_mark_, actions_.size()));
  for (std::size_t i = overwritten_.size(); i-- > 0;) {
    const auto& [variable, value] = overwritten_[i];
    if (value.is_null()) {
      PENDULUM_CHECK(written_.back() == variable, "the first writes should be undone in reverse order");
      values_.erase(variable);
      written_.pop_back();
    } else {
      values_[variable] = value;
    }
  }
  end_step();
}

Term Path::make_input(std::string_view name, term::Sort sort, program::InputOrigin origin) {
  PENDULUM_CHECK(origin.unchanged.is_null() || origin.unchanged.sort() == sort,
                 "the input {} should have the sort of its unchanged value", name);
  const Term symbol = terms_.mk_fresh(name, sort);
  inputs_.push_back({symbol, std::move(origin)});
  return symbol;
}

Term Path::make_havocked_input(std::string_view name, std::string cause, Term unchanged) {
  PENDULUM_CHECK(!unchanged.is_null(), "a havocked input should have a value for counterexamples");
  program::InputOrigin origin;
  origin.kind = program::InputOrigin::Kind::Havoc;
  origin.name = std::move(cause);
  origin.unchanged = unchanged;
  return make_input(name, unchanged.sort(), std::move(origin));
}

std::vector<program::Assignment> Path::updates() const {
  PENDULUM_CHECK(written_.size() == values_.size(), "each written variable should have one value");
  std::vector<program::Assignment> result;
  result.reserve(written_.size());
  for (const Term variable : written_) result.push_back({variable, values_.at(variable)});
  return result;
}

std::vector<program::SourceAction> Path::renamed_actions(const term::Substitution& renamed) const {
  std::vector<program::SourceAction> result = actions_;
  if (renamed.empty()) return result;
  for (program::SourceAction& action : result)
    for (Term* term :
         {&action.target.object, &action.target.offset, &action.value.object, &action.value.offset})
      if (*term) *term = term::substitute(terms_, *term, renamed);
  return result;
}

void Path::exit_if(Term condition, std::string text, std::optional<property::Property> property) {
  if (condition.is_false() || is_dead_) return;
  if (can_stop_) throw NeedsStop{};
  Exit exit{terms_.mk_and(guard(), condition), {}, std::move(text), property};
  // An input belongs to one edge, so the exit gets its own copies of the inputs.
  term::Substitution renamed;
  for (const program::Input& input : inputs_) {
    exit.inputs.push_back({terms_.mk_fresh("copy", input.symbol.sort()), input.origin});
    // The terms of the origin contain only inputs that precede this one.
    program::InputOrigin& origin = exit.inputs.back().origin;
    for (Term* term : {&origin.unchanged, &origin.address})
      if (*term && !renamed.empty()) *term = term::substitute(terms_, *term, renamed);
    renamed.emplace(input.symbol, exit.inputs.back().symbol);
  }
  if (!renamed.empty()) exit.guard = term::substitute(terms_, exit.guard, renamed);
  exit.actions = renamed_actions(renamed);
  exits_.push_back(std::move(exit));
  require(terms_.mk_not(condition));
}

}  // namespace pendulum::frontend
