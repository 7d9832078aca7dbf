// Quantifier elimination by Z3's tactics. The tactic `qe` first eliminates the Boolean symbols, on which it
// is 10 to 100 times faster than `qe2`. Then `qe2` eliminates the other symbols, on which it performs better.
//
// Soundness: the result is used only if it contains no quantifier and no bound symbol. A tactic that stops
// early returns no result.
#include <algorithm>

#include "base/check.h"
#include "base/stop.h"
#include "smt/z3/z3_solver.h"
#include "smt/z3/z3_translate.h"
#include "term/traverse.h"

namespace pendulum::smt {

using term::Term;

namespace {

std::optional<z3::expr> eliminate_by(const char* tactic_name, z3::context& context,
                                     const z3::expr_vector& bound, const z3::expr& body,
                                     std::chrono::milliseconds limit) {
  if (bound.empty()) return body;
  if (limit.count() <= 0) return std::nullopt;
  try {
    z3::goal goal(context);
    goal.add(z3::exists(bound, body));
    const z3::tactic tactic =
        z3::try_for(z3::tactic(context, "simplify") & z3::tactic(context, tactic_name) &
                        z3::tactic(context, "ctx-simplify"),
                    static_cast<unsigned>(std::min<std::int64_t>(limit.count(), 1'000'000'000)));
    const z3::apply_result subgoals = tactic(goal);
    // Several subgoals would represent a disjunction; these tactics produce a single one.
    PENDULUM_CHECK(subgoals.size() == 1, "quantifier elimination should give one goal");
    return subgoals[0].as_expr();
  } catch (const z3::exception&) {
    return std::nullopt;  // timeout, or the tactic does not support this formula
  }
}

}  // namespace

std::optional<Term> z3_eliminate(term::TermManager& manager, std::span<const Term> bound, Term body,
                                 std::chrono::milliseconds limit) {
  PENDULUM_CHECK(body && body.sort().is_bool(), "the body of a quantifier should be a Bool term");
  const auto deadline = base::Clock::now() + limit;
  const auto left = [&] {
    return std::chrono::duration_cast<std::chrono::milliseconds>(deadline - base::Clock::now());
  };
  Z3Environment environment(manager);
  z3::expr_vector booleans(environment.context()), others(environment.context());
  for (const Term symbol : bound) {
    PENDULUM_CHECK(symbol.is_symbol(), "a bound variable should be a symbol");
    (symbol.sort().is_bool() ? booleans : others).push_back(environment.to_z3(symbol));
  }
  z3::context& context = environment.context();
  std::optional<z3::expr> result = eliminate_by("qe", context, booleans, environment.to_z3(body), left());
  if (result) result = eliminate_by("qe2", context, others, *result, left());
  if (!result) return std::nullopt;
  const Term eliminated = environment.from_z3(*result);
  if (!eliminated) return std::nullopt;
  for (const Term symbol : term::symbols(eliminated)) {
    if (std::ranges::find(bound, symbol) != bound.end()) return std::nullopt;
  }
  return eliminated;
}

}  // namespace pendulum::smt
