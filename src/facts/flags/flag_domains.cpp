#include "facts/flags/flag_domains.h"

#include <algorithm>
#include <set>

#include "facts/ite_leaves.h"
#include "term/traverse.h"

namespace pendulum::facts {

namespace {

using program::LocationId;
using term::Term;
using term::TermVector;

/// Maximum number of values of a flag, as for the sets of flag_values.cpp.
constexpr std::size_t max_domain = 32;
/// Maximum number of ites and leaves of an update that are inspected.
constexpr std::size_t max_inspected_leaves = 64;

mpz_class number_of(Term value) {
  return value.sort().is_bitvec() ? value.signed_value() : value.integer_value();
}

/// An interval of signed numbers.
struct Interval {
  mpz_class low, high;
};

struct Candidate {
  std::set<Term> values;
  bool is_open = false;  ///< some location where the variable is live has no set of values for it
  std::optional<Interval> range = {};  ///< if set, results of operations outside of it are not listed

  bool admits(Term value) const {
    return !range || (range->low <= number_of(value) && number_of(value) <= range->high);
  }
};

/// The unions of the sets of values.
std::map<Term, Candidate> unions(const program::Program& program, const LocationValues& values) {
  std::map<Term, Candidate> result;
  const std::vector<TermVector> live = program::live_variables(program);
  for (LocationId location = 0; location < values.size(); ++location) {
    if (!values[location]) continue;
    for (const Term variable : live[location]) {
      if (!is_scalar(variable.sort())) continue;
      Candidate& candidate = result[variable];
      const auto found = values[location]->find(variable);
      if (variable.sort().is_bool())
        candidate.values = {program.terms().mk_true(), program.terms().mk_false()};
      else if (found == values[location]->end())
        candidate.is_open = true;
      else
        candidate.values.insert(found->second.begin(), found->second.end());
    }
  }
  return result;
}

/// Adds the constants with which guards compare an open variable for equality.
void add_compared(const program::Program& program, std::map<Term, Candidate>& candidates) {
  TermVector guards;
  for (const program::Edge& edge : program.edges()) guards.push_back(edge.guard);
  for (const Term term : term::subterms(guards)) {
    if (term.kind() != term::Kind::Eq) continue;
    for (const std::size_t i : {0, 1})
      if (const auto found = candidates.find(term[i]);
          found != candidates.end() && found->second.is_open && term[1 - i].is_value())
        found->second.values.insert(term[1 - i]);
  }
}

/// An operation on at most one variable that an open variable is assigned.
struct Flow {
  Term target;
  Term source;  ///< null for constants
  Term value;
};

std::vector<Flow> flows_into_open(const program::Program& program,
                                  const std::map<Term, Candidate>& candidates) {
  std::vector<Flow> result;
  for (const program::Edge& edge : program.edges())
    for (const program::Assignment& update : edge.updates) {
      const auto found = candidates.find(update.variable);
      if (found == candidates.end() || !found->second.is_open) continue;
      visit_ite_leaves(update.value, max_inspected_leaves, [&](Term leaf) {
        const TermVector symbols = term::symbols(leaf);
        if (symbols.size() <= 1)
          result.push_back({update.variable, symbols.empty() ? Term() : symbols[0], leaf});
        return true;
      });
    }
  return result;
}

/// Variable -> the constants of the atoms over this variable only, for example 3 for x < 3.
std::map<Term, std::set<Term>> constants_of_comparisons(const program::Program& program) {
  TermVector all = program::terms_of(program);
  std::map<Term, std::set<Term>> result;
  for (const Term term : term::subterms(all)) {
    if (!term.sort().is_bool() || term.num_children() != 2) continue;
    for (const std::size_t i : {0, 1})
      if (program.is_variable(term[i]) && term[1 - i].is_value() && !term[i].sort().is_bool())
        result[term[i]].insert(term[1 - i]);
  }
  return result;
}

/// The interval from which the values of a counter are listed: the small constants that it is assigned or
/// compared with, and one more value on both sides. Large constants are ignored, because most of them are the
/// limits of types in overflow checks. Nothing if the interval has too many values.
std::optional<Interval> counter_range(const std::set<Term>& constants) {
  std::optional<Interval> result;
  for (const Term constant : constants) {
    const mpz_class number = number_of(constant);
    if (abs(number) > static_cast<long>(max_domain)) continue;
    if (!result) result = Interval{number - 1, number + 1};
    result->low = std::min<mpz_class>(result->low, number - 1);
    result->high = std::max<mpz_class>(result->high, number + 1);
  }
  if (result && result->high - result->low >= static_cast<long>(max_domain)) return std::nullopt;
  return result;
}

/// Adds the values of `flow` to its target. Returns true if there are new ones.
bool propagate(term::TermManager& terms, const Flow& flow, std::map<Term, Candidate>& candidates) {
  Candidate& target = candidates.at(flow.target);
  std::set<Term>& to = target.values;
  const std::size_t before = to.size();
  if (!flow.source) {
    if (flow.value.is_value()) to.insert(flow.value);
  } else if (const auto from = candidates.find(flow.source); from != candidates.end()) {
    const std::set<Term> values = from->second.values;
    for (const Term value : values) {
      const Term result =
          flow.value == flow.source ? value : term::substitute(terms, flow.value, {{flow.source, value}});
      if (result.is_value() && target.admits(result)) to.insert(result);
    }
  }
  return to.size() != before;
}

/// Propagates to a fixpoint or until a variable has too many values. Returns that variable, or null.
Term propagate_all(term::TermManager& terms, const std::vector<Flow>& flows,
                   std::map<Term, Candidate>& candidates) {
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (const Flow& flow : flows) {
      has_changed |= propagate(terms, flow, candidates);
      if (candidates.at(flow.target).values.size() > max_domain) return flow.target;
    }
  }
  return {};
}

}  // namespace

std::map<Term, FlagDomain> flag_domains(const program::Program& program, const LocationValues& values) {
  std::map<Term, Candidate> start = unions(program, values);
  add_compared(program, start);
  std::erase_if(start, [](const auto& entry) { return entry.second.values.size() > max_domain; });
  std::vector<Flow> flows = flows_into_open(program, start);
  std::map<Term, Candidate> candidates = start;
  const std::map<Term, std::set<Term>> compared = constants_of_comparisons(program);
  // A variable with too many values is a counter: its values are limited to a range, or it keeps those of
  // `start`. The search for values starts again, because its values have spread to other variables.
  while (const Term counter = propagate_all(program.terms(), flows, candidates)) {
    Candidate& limited = start.at(counter);
    std::set<Term> constants = limited.values;
    if (const auto found = compared.find(counter); found != compared.end())
      constants.insert(found->second.begin(), found->second.end());
    if (!limited.range) limited.range = counter_range(constants);
    if (!limited.range || candidates.at(counter).range)
      std::erase_if(flows, [&](const Flow& flow) { return flow.target == counter; });
    candidates = start;
  }
  std::map<Term, FlagDomain> result;
  for (const auto& [variable, candidate] : candidates)
    if (!candidate.values.empty())
      result.emplace(variable,
                     FlagDomain{{candidate.values.begin(), candidate.values.end()}, candidate.is_open});
  return result;
}

}  // namespace pendulum::facts
