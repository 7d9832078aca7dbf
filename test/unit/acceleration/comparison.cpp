#include "acceleration/comparison.h"

#include <fmt/core.h>

#include <algorithm>

#include "base/check.h"

namespace pendulum::acceleration::test {

using term::Model;
using term::Term;
using term::TermVector;

namespace {

bool is_unknown_of(Term unknown, Term variable) {
  const std::string name = unknown.name().substr(0, unknown.name().rfind('!'));
  return name == "unknown." + variable.name();
}

std::string text(const Model& state, const TermVector& variables) {
  std::string result;
  for (const Term variable : variables)
    result += fmt::format(" {}={}", variable.name(), state.at(variable).to_string());
  return result;
}

}  // namespace

Comparison::Comparison(term::TermManager& terms, const Accelerator& accelerator, TermVector variables)
    : terms_(terms), accelerator_(accelerator), variables_(std::move(variables)) {
  find_choices();
}

/// Enumerates the maps from unknowns of written arrays to writes of the same array that preserve the order of
/// execution.
void Comparison::find_choices() {
  const std::vector<Write>& writes = accelerator_.path.writes;
  choices_ = {{}};
  for (const Term unknown : accelerator_.unknowns) {
    const auto is_of = [&](const Write& write) { return is_unknown_of(unknown, write.array); };
    if (std::ranges::none_of(writes, is_of)) continue;
    write_unknowns_.push_back(unknown);
    std::vector<std::vector<std::size_t>> longer;
    for (const auto& choice : choices_)
      for (std::size_t w = 0; w < writes.size(); ++w) {
        const bool is_later =
            choice.empty() || writes[choice.back()].array != writes[w].array || choice.back() < w;
        if (!is_of(writes[w]) || !is_later) continue;
        longer.push_back(choice);
        longer.back().push_back(w);
      }
    choices_ = std::move(longer);
  }
}

std::string Comparison::mistake(std::size_t n) {
  PENDULUM_CHECK(n <= inputs_.size(), "the run should be long enough");
  Model values = model(n);
  const bool is_feasible = n <= num_feasible_;
  const bool is_accepted = accepts(values);
  const auto where = [&] { return fmt::format("n={}{}", n, text(states_.front(), variables_)); };
  if (is_accepted) {
    ++num_accepted_;
    if (n > 16) ++num_long_;
    if (n == 0) return "accepted without an iteration: " + where();
    if (!is_feasible)
      return fmt::format("accepted, but infeasible in iteration {}: {}", num_feasible_, where());
    if (const std::string wrong = wrong_state(values, n); !wrong.empty()) return wrong + ": " + where();
  }
  if (accelerator_.is_exact && n > 0 && is_feasible) {
    ++num_exact_;
    if (!is_accepted) return "exact, but a feasible run is not accepted: " + where();
  }
  return "";
}

/// Executes all iterations, even if a literal is false. This is possible because all operators are total.
void Comparison::run(const Model& start, std::vector<Model> inputs) {
  // An input whose value the path fixes has this value in all iterations.
  for (const auto& [input, values] : accelerator_.input_values)
    if (!values.is_symbol())
      for (Model& iteration : inputs) iteration[input] = values[0];
  const LoopPath& path = accelerator_.path;
  inputs_ = std::move(inputs);
  states_ = {start};
  written_.assign(path.writes.size(), {});
  num_feasible_ = inputs_.size();
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    Model before = states_.back();
    Model next = before;
    before.insert(inputs_[i].begin(), inputs_[i].end());
    term::Evaluator evaluate(terms_, before);
    const bool holds =
        std::ranges::all_of(path.literals, [&](Term literal) { return evaluate(literal).is_true(); });
    if (!holds) num_feasible_ = std::min(num_feasible_, i);
    for (const program::Assignment& update : path.updates) next[update.variable] = evaluate(update.value);
    for (std::size_t w = 0; w < path.writes.size(); ++w) {
      const Write& write = path.writes[w];
      written_[w].push_back(evaluate(write.value));
      next[write.array] = term::normalize_array_value(
          terms_, terms_.mk_store(next.at(write.array), evaluate(write.index), written_[w].back()));
    }
    states_.push_back(std::move(next));
  }
}

Term Comparison::values_over_iterations(const TermVector& values, Term symbol) {
  Term result = terms_.mk_zero(symbol.sort());
  for (std::size_t i = 0; i < values.size(); ++i)
    result = terms_.mk_store(result, terms_.mk_bv(static_cast<std::int64_t>(i), count_width), values[i]);
  return term::normalize_array_value(terms_, result);
}

Model Comparison::model(std::size_t n) {
  Model result = states_.front();
  result[accelerator_.count] = terms_.mk_bv(static_cast<std::int64_t>(n), count_width);
  for (const auto& [input, values] : accelerator_.input_values) {
    if (!values.is_symbol()) continue;
    if (input.sort().is_array()) {
      result[values] = inputs_.front().at(input);
      continue;
    }
    TermVector sequence;
    for (const Model& iteration : inputs_) sequence.push_back(iteration.at(input));
    result[values] = values_over_iterations(sequence, values);
  }
  return result;
}

void Comparison::set_unknowns(Model& model, const std::vector<std::size_t>& choice, std::size_t n) {
  for (const program::Assignment& update : accelerator_.path.updates)
    for (const Term unknown : accelerator_.unknowns) {
      if (!is_unknown_of(unknown, update.variable)) continue;
      TermVector after;
      for (std::size_t i = 1; i < states_.size(); ++i) after.push_back(states_[i].at(update.variable));
      model[unknown] = update.variable.sort().is_array() ? states_[n].at(update.variable)
                                                         : values_over_iterations(after, unknown);
    }
  for (std::size_t i = 0; i < choice.size(); ++i)
    model[write_unknowns_[i]] = values_over_iterations(written_[choice[i]], write_unknowns_[i]);
}

std::string Comparison::wrong_state(Model& model, std::size_t n) {
  std::string wrong;
  std::erase_if(choices_, [&](const std::vector<std::size_t>& choice) {
    set_unknowns(model, choice, n);
    const std::string here = wrong_variable(model, n);
    if (!here.empty()) wrong = here;
    return !here.empty();
  });
  return choices_.empty() ? wrong : "";
}

bool Comparison::accepts(const Model& model) {
  term::Evaluator evaluate(terms_, model);
  if (!evaluate(accelerator_.guard).is_true()) return false;
  return std::ranges::all_of(accelerator_.universals, [&](const Universal& universal) {
    const unsigned long count = evaluate(universal.count).integer_value().get_ui();
    Model instance = model;
    for (unsigned long j = 0; j < count; ++j) {
      instance[universal.iteration] = terms_.mk_bv(static_cast<std::int64_t>(j), count_width);
      if (!term::evaluate(terms_, universal.body, instance).is_true()) return false;
    }
    return true;
  });
}

std::string Comparison::wrong_variable(const Model& model, std::size_t n) {
  term::Evaluator evaluate(terms_, model);
  for (const Term variable : variables_) {
    const Term expected = states_[n].at(variable);
    const auto update = std::ranges::find_if(
        accelerator_.updates, [&](const program::Assignment& u) { return u.variable == variable; });
    const Term value = update == accelerator_.updates.end() ? variable : update->value;
    const auto definition =
        std::ranges::find_if(accelerator_.definitions, [&](const Definition& d) { return d.array == value; });
    if (definition != accelerator_.definitions.end()) {
      if (const std::string wrong = wrong_element(*definition, expected, model); !wrong.empty())
        return fmt::format("wrong element {} of {}", wrong, variable.name());
      continue;
    }
    Term predicted = evaluate(value);
    if (variable.sort().is_array()) predicted = term::normalize_array_value(terms_, predicted);
    const Term actual = variable.sort().is_array() ? term::normalize_array_value(terms_, expected) : expected;
    if (predicted != actual)
      return fmt::format("{} is {}, predicted {}", variable.name(), actual.to_string(),
                         predicted.to_string());
  }
  return "";
}

/// The array indices to compare: all of them, or for wide indices those near the values at which signed and
/// unsigned numbers wrap around.
TermVector Comparison::indices(term::Sort sort) {
  const std::uint32_t width = sort.width();
  TermVector result;
  if (width <= 12)
    for (std::int64_t k = 0; k < std::int64_t(1) << width; ++k) result.push_back(terms_.mk_bv(k, width));
  else
    for (const mpz_class& center : {mpz_class(0), mpz_class(mpz_class(1) << (width - 1))})
      for (int k = -40; k <= 70; ++k) result.push_back(terms_.mk_bv(mpz_class(center + k), width));
  return result;
}

std::string Comparison::wrong_element(const Definition& definition, Term expected, const Model& model) {
  Model instance = model;
  for (const Term index : indices(definition.index.sort())) {
    instance[definition.index] = index;
    const Term predicted = term::evaluate(terms_, definition.body, instance);
    const Term actual = term::evaluate(terms_, terms_.mk_select(expected, index), instance);
    if (predicted != actual)
      return fmt::format("{}: {}, predicted {}", index.to_string(), actual.to_string(),
                         predicted.to_string());
  }
  return "";
}

}  // namespace pendulum::acceleration::test
