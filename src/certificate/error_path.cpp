#include "certificate/error_path.h"

#include <algorithm>

#include "base/check.h"
#include "term/traverse.h"

namespace pendulum::certificate {

using term::Term;

ErrorPath::ErrorPath(std::vector<Step> steps) {
  append(Segment{std::move(steps), 1});
}

void ErrorPath::append(Step step) {
  if (segments.empty() || segments.back().count != 1) segments.emplace_back();
  segments.back().steps.push_back(std::move(step));
}

void ErrorPath::append(Segment segment) {
  if (segment.steps.empty() || segment.count == 0) return;
  if (segment.count != 1 || segments.empty() || segments.back().count != 1) {
    segments.push_back(std::move(segment));
    return;
  }
  for (Step& step : segment.steps) segments.back().steps.push_back(std::move(step));
}

std::uint64_t ErrorPath::num_steps() const {
  std::uint64_t total = 0;
  for (const Segment& segment : segments) {
    std::uint64_t steps = 0;
    if (__builtin_mul_overflow(segment.steps.size(), segment.count, &steps) ||
        __builtin_add_overflow(total, steps, &total))
      return ~std::uint64_t{0};
  }
  return total;
}

Term iteration(term::TermManager& terms) {
  return terms.mk_symbol(iteration_name, terms.bitvec_sort(64));
}

bool has_iteration(Term value) {
  if (value.is_value()) return false;
  const term::TermVector symbols = term::symbols(value);
  PENDULUM_DCHECK(std::ranges::all_of(symbols, [](Term symbol) { return symbol.name() == iteration_name; }),
                  "the iteration should be the only symbol of an input value");
  return !symbols.empty();
}

Term value_at(term::TermManager& terms, Term value, std::uint64_t repetition) {
  if (!has_iteration(value)) return value;
  return term::evaluate(terms, value,
                        {{iteration(terms), terms.mk_bv(static_cast<std::int64_t>(repetition), 64)}});
}

Term value_from(term::TermManager& terms, Term value, std::uint64_t offset, std::uint64_t period) {
  PENDULUM_CHECK(period > 0, "a segment should cover at least one repetition");
  if ((offset == 0 && period == 1) || !has_iteration(value)) return value;
  const auto number = [&](std::uint64_t word) { return terms.mk_bv(static_cast<std::int64_t>(word), 64); };
  const Term symbol = iteration(terms);
  const Term later = terms.mk_bvadd(terms.mk_bvmul(symbol, number(period)), number(offset));
  return term::substitute(terms, value, {{symbol, later}});
}

Step step_at(term::TermManager& terms, const Step& step, std::uint64_t repetition) {
  Step result{step.edge, {}};
  for (const auto& [symbol, value] : step.inputs)
    result.inputs.emplace(symbol, value_at(terms, value, repetition));
  PENDULUM_DCHECK(
      std::ranges::all_of(result.inputs,
                          [](const auto& input) { return input.first.sort() == input.second.sort(); }),
      "the inputs of edge {} should have values of their sorts", step.edge);
  return result;
}

ErrorPath expanded(term::TermManager& terms, const ErrorPath& path) {
  ErrorPath result;
  for (const Segment& segment : path.segments)
    for (std::uint64_t repetition = 0; repetition < segment.count; ++repetition)
      for (const Step& step : segment.steps) result.append(step_at(terms, step, repetition));
  PENDULUM_CHECK(result.num_steps() == path.num_steps(), "expansion should keep the {} steps of the path",
                 path.num_steps());
  return result;
}

}  // namespace pendulum::certificate
