#include "facts/flags/flag_values.h"

#include <algorithm>
#include <set>

#include "facts/ite_leaves.h"
#include "program/wto.h"
#include "term/traverse.h"

namespace pendulum::facts {

namespace {

using program::LocationId;
using term::Term;
using term::TermVector;

/// Maximum number of values in a set; a variable with more values is treated as a number. Large enough for
/// the states of protocols and for counters of rounds, and small enough that a loop over an unbounded counter
/// costs few iterations.
constexpr std::size_t max_values = 32;
/// Maximum number of combinations of values for which a term is evaluated.
constexpr std::size_t max_combinations = 1024;
/// Maximum number of ites and leaves of an update; small blocks have few.
constexpr std::size_t max_leaves = 64;

/// A term with its symbols, ordered by id.
struct Expression {
  Term term;
  TermVector symbols;
};

/// An edge in the form that the analysis evaluates repeatedly.
struct Action {
  std::vector<Expression> conjuncts;
  /// For each update the leaves of its ites; empty if there are too many.
  std::vector<std::pair<Term, std::vector<Expression>>> updates;
};

Action action_of(const program::Edge& edge) {
  Action result;
  for (const Term conjunct : term::conjuncts(edge.guard))
    if (!conjunct.is_true()) result.conjuncts.push_back({conjunct, term::symbols(conjunct)});
  for (const program::Assignment& update : edge.updates) {
    std::vector<Expression> leaves;
    const bool is_small = visit_ite_leaves(update.value, max_leaves, [&](Term leaf) {
      leaves.push_back({leaf, term::symbols(leaf)});
      return true;
    });
    if (!is_small || !is_scalar(update.variable.sort())) leaves.clear();
    result.updates.emplace_back(update.variable, std::move(leaves));
  }
  return result;
}

/// The variable x and the values of a disjunction x = c1 or x = c2 or ...; nothing for other formulas.
std::optional<std::pair<Term, TermVector>> alternatives(const Expression& formula) {
  if (formula.symbols.size() != 1) return std::nullopt;
  const Term variable = formula.symbols[0];
  TermVector values;
  for (const Term disjunct : term::disjuncts(formula.term)) {
    if (disjunct.kind() != term::Kind::Eq) return std::nullopt;
    const Term value = disjunct[0] == variable ? disjunct[1] : disjunct[0];
    if (!value.is_value() || (disjunct[0] != variable && disjunct[1] != variable)) return std::nullopt;
    values.push_back(value);
  }
  if (values.size() > max_values) return std::nullopt;
  std::ranges::sort(values);
  return std::pair(variable, values);
}

class Analysis {
 public:
  Analysis(const program::Program& program, const base::StopToken& stop)
      : program_(program),
        terms_(program.terms()),
        stop_(stop),
        wto_(program),
        live_(program::live_variables(program)),
        result_(program.locations().size()) {
    for (const program::Edge& edge : program.edges()) actions_.push_back(action_of(edge));
  }

  LocationValues run() {
    result_[program_.entry()].emplace();
    std::set<std::size_t> open{wto_.position(program_.entry())};
    while (!open.empty()) {
      stop_.throw_if_stopped();
      const LocationId location = wto_.order()[*open.begin()];
      open.erase(open.begin());
      for (const program::EdgeId id : program_.outgoing(location)) {
        const std::optional<ValueSets> after = post(id, *result_[location]);
        const LocationId target = program_.edge(id).target;
        if (after && join(result_[target], *after)) open.insert(wto_.position(target));
      }
    }
    return std::move(result_);
  }

 private:
  /// The values after the edge, for the variables that are live at its target; nothing if no state in
  /// `before` satisfies the guard.
  std::optional<ValueSets> post(program::EdgeId id, const ValueSets& before) {
    const Action& action = actions_[id];
    ValueSets filtered = before;
    for (const Expression& conjunct : action.conjuncts)
      if (!filter(conjunct, filtered)) return std::nullopt;
    ValueSets after;
    const TermVector& live = live_[program_.edge(id).target];
    const auto is_live = [&](Term variable) { return std::ranges::binary_search(live, variable); };
    for (const auto& [variable, values] : filtered)
      if (is_live(variable)) after.emplace(variable, values);
    for (const auto& [variable, leaves] : action.updates) {
      after.erase(variable);
      if (is_live(variable))
        if (TermVector values = values_of(leaves, filtered); !values.empty())
          after.emplace(variable, std::move(values));
    }
    return after;
  }

  /// Removes values that contradict the formula. Returns false if none remain for some variable.
  bool filter(const Expression& formula, ValueSets& sets) {
    if (formula.term.is_false()) return false;
    if (const auto found = alternatives(formula);
        found && program_.is_variable(found->first) && !sets.contains(found->first)) {
      sets.emplace(found->first, found->second);
      return true;
    }
    std::map<Term, std::set<Term>> kept;
    const bool is_finite = for_each_combination(formula, sets, [&](const term::Model& model, Term value) {
      if (!value.is_true()) return true;
      for (const auto& [variable, constant] : model) kept[variable].insert(constant);
      return true;
    });
    if (!is_finite || formula.symbols.empty()) return true;
    for (const Term variable : formula.symbols) {
      if (kept[variable].empty()) return false;
      sets[variable].assign(kept[variable].begin(), kept[variable].end());
    }
    return true;
  }

  /// The values of the leaves; empty if there may be more than max_values.
  TermVector values_of(const std::vector<Expression>& leaves, const ValueSets& sets) {
    std::set<Term> values;
    for (const Expression& leaf : leaves) {
      const bool is_finite = for_each_combination(leaf, sets, [&](const term::Model&, Term value) {
        values.insert(value);
        return values.size() <= max_values;
      });
      if (!is_finite) return {};
    }
    return {values.begin(), values.end()};
  }

  /// Calls `visit` with each combination of values of the symbols and the value of the term, until it returns
  /// false. Returns false then, and without a call if there are too many combinations or if a symbol has no
  /// set.
  template <typename Visit>
  bool for_each_combination(const Expression& expression, const ValueSets& sets, Visit visit) {
    std::size_t combinations = 1;
    for (const Term symbol : expression.symbols) {
      const auto found = sets.find(symbol);
      if (found == sets.end()) return false;
      combinations *= found->second.size();
      if (combinations > max_combinations) return false;
    }
    for (std::size_t i = 0; i < combinations; ++i) {
      term::Model model;
      std::size_t rest = i;
      for (const Term symbol : expression.symbols) {
        const TermVector& values = sets.at(symbol);
        model.emplace(symbol, values[rest % values.size()]);
        rest /= values.size();
      }
      const Term value = value_of(expression.term, model);
      if (!value || !visit(model, value)) return false;
    }
    return true;
  }

  /// Null if the term has no value, for example because of an uninterpreted function.
  Term value_of(Term term, const term::Model& model) {
    if (term.is_value()) return term;
    if (term.is_symbol()) return model.at(term);
    const Term value = term::substitute(terms_, term, model);
    return value.is_value() ? value : Term();
  }

  /// Returns true if `to` has changed.
  bool join(std::optional<ValueSets>& to, const ValueSets& from) {
    if (!to) {
      to = from;
      return true;
    }
    bool has_changed = false;
    for (auto entry = to->begin(); entry != to->end();) {
      const auto other = from.find(entry->first);
      TermVector all;
      if (other != from.end()) std::ranges::set_union(entry->second, other->second, std::back_inserter(all));
      has_changed |= all != entry->second;
      const bool is_finite = !all.empty() && all.size() <= max_values;
      if (is_finite) entry->second = std::move(all);
      entry = is_finite ? std::next(entry) : to->erase(entry);
    }
    return has_changed;
  }

  const program::Program& program_;
  term::TermManager& terms_;
  const base::StopToken& stop_;
  const program::Wto wto_;
  const std::vector<TermVector> live_;
  std::vector<Action> actions_;  ///< by edge
  LocationValues result_;
};

}  // namespace

bool is_scalar(term::Sort sort) {
  return sort.is_bool() || sort.is_bitvec() || sort.is_int();
}

LocationValues flag_values(const program::Program& program, const base::StopToken& stop) {
  return Analysis(program, stop).run();
}

}  // namespace pendulum::facts
