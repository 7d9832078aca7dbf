#include "facts/flags/flag_relation.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/check.h"
#include "program/wto.h"

namespace pendulum::facts {

using program::LocationId;
using term::Term;

FlagRelation::FlagRelation(const program::Program& program, const LocationValues& values,
                           const FlagLimits& limits, const base::StopToken& stop)
    : program_(program),
      flags_(select_flags(program, values, limits.max_bits)),
      package_(num_bits(flags_), limits.max_nodes, stop),
      encoding_(flags_, package_),
      cases_(program.terms(), encoding_),
      live_(program::live_variables(program)),
      transitions_(program.edges().size()),
      reached_(program.locations().size()) {
  PENDULUM_CHECK(values.size() == program.locations().size(), "every location should have sets of values");
  run(stop);
}

FlagRelation::Transition FlagRelation::make_transition(const program::Edge& edge) {
  Transition result{cases_.may_hold(edge.guard), {}, {}, package_.mk_true()};
  const term::TermVector& live = live_[edge.target];
  std::vector<const Flag*> quantified;
  for (const Flag& flag : flags_)
    if (!std::ranges::binary_search(live, flag.variable)) quantified.push_back(&flag);
  for (const program::Assignment& assignment : edge.updates) {
    const Flag* flag = encoding_.find(assignment.variable);
    if (flag == nullptr || !std::ranges::binary_search(live, flag->variable)) continue;
    quantified.push_back(flag);
    if (assignment.value.is_value()) {
      // Soundness: a flag without this code does not hold the value in any state of `values`.
      if (const auto code = flag->code_of(assignment.value))
        result.constants = package_.mk_and(result.constants, encoding_.current(*flag, *code));
      else
        result.constants = package_.mk_false();
    } else {
      const Flag* copied = encoding_.find(assignment.value);
      result.updates.push_back(copied != nullptr ? copy(*flag, *copied)
                                                 : update(*flag, cases_(assignment.value)));
    }
  }
  result.quantified = encoding_.cube(quantified);
  return result;
}

Bdd FlagRelation::update(const Flag& flag, const Cases& value) {
  Bdd result;
  if (!value.unknown.is_false()) result = package_.mk_and(value.unknown, encoding_.any_next(flag));
  for (const auto& [constant, when] : value.values)
    if (const auto code = flag.code_of(constant))
      result = package_.mk_or(result, package_.mk_and(when, encoding_.next(flag, *code)));
  return result;
}

/// The general update would allow every value if `from` has another value than those of its domain.
Bdd FlagRelation::copy(const Flag& to, const Flag& from) {
  Bdd result;
  const auto add = [&](std::size_t source, std::size_t target) {
    result =
        package_.mk_or(result, package_.mk_and(encoding_.current(from, source), encoding_.next(to, target)));
  };
  for (std::size_t source = 0; source < from.values.size(); ++source)
    if (const auto target = to.code_of(from.values[source])) add(source, *target);
  for (std::size_t target = 0; from.has_other && target < to.num_codes(); ++target)
    if (target == to.values.size() || !std::ranges::binary_search(from.values, to.values[target]))
      add(from.values.size(), target);
  return result;
}

Bdd FlagRelation::image(const Transition& transition, const Bdd& states) {
  ++num_images_;
  if (transition.updates.empty())
    return package_.mk_and(package_.and_exists(states, transition.guard, transition.quantified),
                           transition.constants);
  Bdd result = package_.mk_and(states, transition.guard);
  for (std::size_t i = 0; i + 1 < transition.updates.size(); ++i)
    result = package_.mk_and(result, transition.updates[i]);
  result = package_.and_exists(result, transition.updates.back(), transition.quantified);
  return package_.mk_and(package_.next_to_current(result), transition.constants);
}

void FlagRelation::run(const base::StopToken& stop) {
  const program::Wto wto(program_);
  std::vector<Bdd> fresh(reached_.size());  // by location: reached states that were not propagated yet
  reached_[program_.entry()] = fresh[program_.entry()] = package_.mk_true();
  std::set<std::size_t> open{wto.position(program_.entry())};
  while (!open.empty()) {
    stop.throw_if_stopped();
    const LocationId location = wto.order()[*open.begin()];
    open.erase(open.begin());
    const Bdd states = std::exchange(fresh[location], Bdd());
    for (const program::EdgeId id : program_.outgoing(location)) {
      const LocationId target = program_.edge(id).target;
      if (!transitions_[id]) transitions_[id] = make_transition(program_.edge(id));
      const Bdd added = package_.difference(image(*transitions_[id], states), reached_[target]);
      if (added.is_false()) continue;
      reached_[target] = package_.mk_or(reached_[target], added);
      fresh[target] = package_.mk_or(fresh[target], added);
      open.insert(wto.position(target));
    }
  }
}

Bdd FlagRelation::projected(LocationId location, const term::TermVector& scope) const {
  std::vector<const Flag*> others;
  for (const Flag& flag : flags_)
    if (!std::ranges::binary_search(scope, flag.variable)) others.push_back(&flag);
  return package_.exists(reached_[location], encoding_.cube(others));
}

}  // namespace pendulum::facts
