#include "check/replay/machine.h"

#include "base/check.h"
#include "term/traverse.h"

namespace pendulum::check {

using program::Edge;
using program::Input;
using term::Term;
using term::WordArray;

/// The value `unchanged` of a havocked input is computed by a separate evaluator, because the values that
/// `evaluator_` has cached must not depend on how the inputs are supplied.
void Machine::load_inputs(const Edge& edge, const Supply& supply) {
  PENDULUM_CHECK(edge.source == location_, "inputs should belong to an edge that leaves location {}, not {}",
                 location_, edge.source);
  for (const Input& input : edge.inputs) {
    const Term symbol = input.symbol;
    const Term value = supply(input);
    PENDULUM_CHECK(!value || value.sort() == symbol.sort(), "the value of {} should have its sort",
                   symbol.name());
    PENDULUM_DCHECK(!value || term::symbols(value).empty(), "the value of {} should contain no symbols",
                    symbol.name());
    const bool is_array = WordArray::fits(symbol.sort());
    if (!value && input.origin.unchanged) {
      PENDULUM_CHECK(input.origin.unchanged.sort() == symbol.sort(),
                     "the unchanged value of {} should have its sort", symbol.name());
      kept_.insert(symbol);
      term::Evaluator evaluator(program_.terms(), state_, arrays_);
      if (is_array) {
        arrays_.insert_or_assign(symbol, evaluator.array(input.origin.unchanged));
      } else {
        state_[symbol] = evaluator(input.origin.unchanged);
      }
      continue;
    }
    kept_.erase(symbol);
    state_[symbol] = value ? value : program_.terms().mk_zero(symbol.sort());
    if (is_array) arrays_.insert_or_assign(symbol, WordArray::from_value(state_[symbol]));
  }
}

void Machine::take(const Edge& edge) {
  PENDULUM_CHECK(edge.source == location_ && evaluator_, "an edge should be taken from its source");
  PENDULUM_DCHECK((*evaluator_)(edge.guard).is_true(), "the guard of an edge that is taken should hold");
  std::vector<Term> values;
  std::vector<WordArray> arrays;
  for (const program::Assignment& update : edge.updates) {
    if (WordArray::fits(update.variable.sort())) {
      arrays.push_back(evaluator_->array(update.value));
    } else {
      values.push_back((*evaluator_)(update.value));
    }
  }
  auto value = values.begin();
  auto array = arrays.begin();
  for (const auto& [variable, term] : edge.updates) {
    if (keeps_log_) log(variable);
    if (WordArray::fits(variable.sort())) {
      arrays_.insert_or_assign(variable, std::move(*array++));
    } else {
      state_[variable] = *value++;
    }
  }
  drop_inputs(edge);
  location_ = edge.target;
  evaluator_.reset();
}

void Machine::drop_inputs(const Edge& edge) {
  for (const Input& input : edge.inputs) {
    state_.erase(input.symbol);
    arrays_.erase(input.symbol);
  }
}

std::vector<ConsumedInput> Machine::consumed(const Edge& edge) const {
  std::vector<ConsumedInput> result;
  for (const Input& input : edge.inputs) {
    if (kept_.contains(input.symbol)) continue;
    const auto value = state_.find(input.symbol);
    PENDULUM_CHECK(value != state_.end(), "input {} should be loaded", input.symbol.name());
    const Term address = input.origin.address;
    result.push_back({input, value->second,
                      address ? term::Evaluator(program_.terms(), state_, arrays_)(address) : Term()});
  }
  return result;
}

std::uint64_t Machine::word(Term variable) const {
  PENDULUM_CHECK(term::is_word_sort(variable.sort()), "{} should be a word", variable.name());
  const auto found = state_.find(variable);
  return found == state_.end() ? 0 : term::word_of(found->second);
}

WordArray Machine::array(Term variable) const {
  PENDULUM_CHECK(WordArray::fits(variable.sort()), "{} should be an array of words", variable.name());
  const auto found = arrays_.find(variable);
  return found == arrays_.end() ? WordArray(0) : found->second;
}

void Machine::assign(Term variable, std::uint64_t word) {
  PENDULUM_CHECK(program_.is_variable(variable) && term::is_word_sort(variable.sort()),
                 "{} should be a variable that is a word", variable.name());
  PENDULUM_CHECK(!evaluator_, "{} should not change while edges are tried", variable.name());
  if (keeps_log_) log(variable);
  state_[variable] = term::term_of_word(program_.terms(), word, variable.sort());
}

void Machine::assign(Term variable, WordArray array) {
  PENDULUM_CHECK(program_.is_variable(variable) && WordArray::fits(variable.sort()),
                 "{} should be a variable that is an array of words", variable.name());
  PENDULUM_CHECK(!evaluator_, "{} should not change while edges are tried", variable.name());
  if (keeps_log_) log(variable);
  arrays_.insert_or_assign(variable, std::move(array));
}

void Machine::log(Term variable) {
  PENDULUM_DCHECK(program_.is_variable(variable), "{} should be a variable", variable.name());
  Overwritten& entry = log_.emplace_back(variable);
  if (const auto found = state_.find(variable); found != state_.end()) entry.value = found->second;
  if (const auto found = arrays_.find(variable); found != arrays_.end()) entry.array = found->second;
}

void Machine::rewind(std::size_t position, program::LocationId location) {
  PENDULUM_CHECK(keeps_log_ && position <= log_.size(), "the log should contain position {}", position);
  PENDULUM_CHECK(location < program_.locations().size(), "location {} should be one of the program",
                 location);
  for (; log_.size() > position; log_.pop_back()) {
    Overwritten& entry = log_.back();
    state_.erase(entry.variable);
    arrays_.erase(entry.variable);
    if (entry.value) state_.emplace(entry.variable, entry.value);
    if (entry.array) arrays_.emplace(entry.variable, std::move(*entry.array));
  }
  location_ = location;
  evaluator_.reset();
}

void Machine::final_state(Run& run) const {
  PENDULUM_CHECK(run.state.empty() && run.arrays.empty(), "the final state should be written once");
  for (const program::Variable& variable : program_.variables()) {
    const Term symbol = variable.symbol;
    if (WordArray::fits(symbol.sort())) {
      run.arrays.emplace(symbol, array(symbol));
    } else if (const auto value = state_.find(symbol); value != state_.end()) {
      run.state.emplace(*value);
    } else if (symbol.sort().kind() != term::SortKind::Uninterpreted) {
      run.state.emplace(symbol, program_.terms().mk_zero(symbol.sort()));
    }
  }
}

}  // namespace pendulum::check
