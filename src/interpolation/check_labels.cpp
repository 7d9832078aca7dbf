// Every obligation is a formula that has to be unsatisfiable. cvc5 is called first, because the interpolation
// procedures are based on Z3; Z3 is called if cvc5 does not decide.
#include "interpolation/check_labels.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/check.h"
#include "term/traverse.h"

namespace pendulum::interpolation {

using term::Term;
using term::TermVector;

namespace {

/// Time limit of a query. Long, because a label that is not proved is lost. Not measured.
constexpr std::chrono::milliseconds query_limit{10'000};
/// Time limit of a query whose failure is accepted, so that debug builds stay usable.
constexpr std::chrono::milliseconds short_query_limit{1'000};

class Judge {
 public:
  Judge(const Context& context, Undecided undecided) : context_(context), undecided_(undecided) {}

  /// Returns nullopt if `parts` are proved to be contradictory, otherwise the result of the solvers.
  std::optional<std::string> refute(const TermVector& parts) {
    const Term all = context_.terms.mk_and(parts);
    if (all.is_false()) return std::nullopt;
    for (std::size_t i = 0; i < backends.size(); ++i) {
      context_.stop.throw_if_stopped();
      switch (ask(i, all)) {
        case smt::SatResult::Sat:
          return "does not hold";
        case smt::SatResult::Unsat:
          return std::nullopt;
        case smt::SatResult::Unknown:
          break;
      }
    }
    if (undecided_ == Undecided::IsAccepted) return std::nullopt;
    return "not proved";
  }

 private:
  static constexpr std::array backends{smt::Backend::Cvc5, smt::Backend::Z3};

  smt::SatResult ask(std::size_t index, Term formula) {
    std::unique_ptr<smt::Solver>& solver = solvers_[index];
    if (!solver) {
      solver = context_.solvers.make(
          context_.terms,
          {.backend = backends[index], .logic = context_.logic, .seed = context_.seed, .cores = false});
      solver->set_time_limit(undecided_ == Undecided::IsFault ? query_limit : short_query_limit);
    }
    solver->push();
    solver->assert_term(formula);
    const smt::SatResult result = solver->check();
    solver->pop();
    return result;
  }

  const Context& context_;
  Undecided undecided_;
  std::array<std::unique_ptr<smt::Solver>, 2> solvers_;
};

/// The first symbol of `term` that is not in `allowed` (ordered); null if there is none.
Term symbol_outside(Term term, const TermVector& allowed) {
  const TermVector used = term::symbols(term);
  const auto found =
      std::ranges::find_if(used, [&](Term symbol) { return !std::ranges::binary_search(allowed, symbol); });
  return found == used.end() ? Term() : *found;
}

std::optional<std::string> check_form(Term formula, const TermVector& scope, const std::string& what) {
  if (formula.is_null()) return what + " is missing";
  if (!formula.sort().is_bool()) return what + " is no formula";
  if (formula.has_quantifier()) return what + " has a quantifier";
  if (const Term symbol = symbol_outside(formula, scope))
    return fmt::format("{} mentions {}, which is not in its scope", what, symbol.name());
  return std::nullopt;
}

/// known(u) and label(u) and guard and not label(v) after the updates.
TermVector obligation(const Dag& dag, const Labels& labels, const DagEdge& edge, term::TermManager& terms) {
  PENDULUM_CHECK(edge.source < labels.size() && edge.target < labels.size(),
                 "the edge {} -> {} should connect nodes", edge.source, edge.target);
  const term::Substitution after = program::substitution_of(*edge.action);
  return {dag.nodes[edge.source].known, labels[edge.source], edge.action->guard,
          terms.mk_not(term::substitute(terms, labels[edge.target], after))};
}

}  // namespace

std::optional<std::string> check_labels(const Dag& dag, const Labels& labels, const Context& context,
                                        Undecided undecided) {
  if (labels.size() != dag.nodes.size()) return "there is not one label per node";
  for (NodeId node = 0; node < dag.nodes.size(); ++node) {
    if (auto wrong =
            check_form(labels[node], dag.nodes[node].scope, fmt::format("the label of node {}", node)))
      return wrong;
  }
  if (!labels[dag.root()].is_true()) return "the label of the root is not true";
  if (!labels[dag.goal()].is_false()) return "the label of the goal is not false";
  Judge judge(context, undecided);
  for (const DagEdge& edge : dag.edges) {
    if (const auto wrong = judge.refute(obligation(dag, labels, edge, context.terms)))
      return fmt::format("the edge {} -> {} as a Hoare triple: {}", edge.source, edge.target, *wrong);
  }
  return std::nullopt;
}

std::optional<std::string> check_interpolant(Term a, Term interpolant, Term b, const Context& context) {
  term::TermManager& terms = context.terms;
  return check_sequence(TermVector{a, b}, TermVector{terms.mk_true(), interpolant, terms.mk_false()},
                        context);
}

std::optional<std::string> check_sequence(std::span<const Term> formulas, std::span<const Term> interpolants,
                                          const Context& context) {
  if (interpolants.size() != formulas.size() + 1) return "there is not one interpolant per cut";
  Judge judge(context, Undecided::IsFault);
  for (std::size_t i = 0; i < interpolants.size(); ++i) {
    const TermVector before = term::symbols(formulas.first(i)), after = term::symbols(formulas.subspan(i));
    TermVector shared;
    std::ranges::set_intersection(before, after, std::back_inserter(shared));
    if (auto wrong = check_form(interpolants[i], shared, fmt::format("interpolant {}", i + 1))) return wrong;
  }
  if (!interpolants.front().is_true()) return "the first interpolant is not true";
  if (!interpolants.back().is_false()) return "the last interpolant is not false";
  for (std::size_t i = 0; i < formulas.size(); ++i) {
    if (const auto wrong =
            judge.refute({interpolants[i], formulas[i], context.terms.mk_not(interpolants[i + 1])}))
      return fmt::format("interpolant {} and formula {} imply interpolant {}: {}", i + 1, i + 1, i + 2,
                         *wrong);
  }
  return std::nullopt;
}

}  // namespace pendulum::interpolation
