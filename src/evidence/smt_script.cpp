#include "evidence/smt_script.h"

#include <fmt/format.h>

#include <sstream>

#include "base/check.h"
#include "term/print.h"
#include "term/signature/symbol_syntax.h"

namespace pendulum::evidence {

using term::Term;
using term::TermVector;

std::string text_of(Term term) {
  std::ostringstream out;
  term::print(out, term);
  return out.str();
}

std::string let(const Values& values, const std::string& body) {
  if (values.empty()) return body;
  std::string bindings;
  for (const auto& [symbol, value] : values) {
    PENDULUM_CHECK(symbol.sort() == value.sort(), "the value of {} should have its sort", symbol.name());
    bindings += fmt::format("({} {})", term::quote_symbol(symbol.name()), text_of(value));
  }
  return fmt::format("(let ({}) {})", bindings, body);
}

std::string declarations(const TermVector& symbols) {
  std::ostringstream out;
  term::print_declarations(out, symbols);
  return out.str();
}

PathWalk::PathWalk(const program::Program& program, const certificate::ErrorPath& path) : program_(program) {
  certificate::ErrorPath expanded = certificate::expanded(program.terms(), path);
  PENDULUM_CHECK(expanded.segments.size() <= 1, "an expanded path should have one segment, not {}",
                 expanded.segments.size());
  if (!expanded.empty()) steps_ = std::move(expanded.segments.front().steps);
}

program::EdgeId PathWalk::edge_id() const {
  PENDULUM_CHECK(!is_done(), "a path of {} steps should have a next step", steps_.size());
  return steps_[next_].edge;
}

void PathWalk::load_inputs() {
  PENDULUM_CHECK(!is_done(), "a path of {} steps should have a next step", steps_.size());
  for (const auto& [input, value] : steps_[next_].inputs) state_.insert_or_assign(input, value);
}

void PathWalk::step() {
  load_inputs();
  term::Evaluator evaluate(program_.terms(), state_);
  TermVector values;
  for (const program::Assignment& update : edge().updates) values.push_back(evaluate(update.value));
  for (std::size_t i = 0; i < values.size(); ++i)
    state_.insert_or_assign(edge().updates[i].variable, values[i]);
  ++next_;
  PENDULUM_CHECK(is_done() || edge().source == program_.edge(steps_[next_ - 1].edge).target,
                 "step {} of the path should start where the previous one ends", next_);
}

Term PathWalk::value(Term term) const {
  return term::evaluate(program_.terms(), term, state_);
}

}  // namespace pendulum::evidence
