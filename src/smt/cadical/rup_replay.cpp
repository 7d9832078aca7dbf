#include "smt/cadical/rup_replay.h"

#include <algorithm>
#include <cstdlib>

#include "base/check.h"

namespace pendulum::smt {

RupReplay::RupReplay(int num_variables) {
  PENDULUM_CHECK(num_variables >= 0, "the number of variables should not be {}", num_variables);
  const auto n = static_cast<std::size_t>(num_variables) + 1;
  watches_.resize(2 * n);
  values_.resize(2 * n, 0);
  reasons_.resize(n, none);
  is_seen_.resize(n, false);
}

std::size_t RupReplay::index(Literal literal) {
  return 2 * static_cast<std::size_t>(std::abs(literal)) + (literal < 0 ? 1 : 0);
}

void RupReplay::assign(Literal literal, Id reason) {
  values_[index(literal)] = 1;
  values_[index(-literal)] = -1;
  reasons_[static_cast<std::size_t>(std::abs(literal))] = reason;
  trail_.push_back(literal);
}

void RupReplay::undo(std::size_t trail_size) {
  for (; trail_.size() > trail_size; trail_.pop_back())
    values_[index(trail_.back())] = values_[index(-trail_.back())] = 0;
}

void RupReplay::add_input(const Clause& clause, std::size_t index) {
  if (is_refuted_) return;
  Clause literals = clause;
  std::ranges::sort(literals);
  literals.erase(std::unique(literals.begin(), literals.end()), literals.end());
  const auto is_complemented = [&](Literal literal) {
    return std::ranges::binary_search(literals, -literal);
  };
  if (std::ranges::any_of(literals, is_complemented)) return;  // a tautology
  Derivation derivation;
  derivation.input = index;
  const Id id = add_derivation(std::move(literals), std::move(derivation));
  attach(id, clause);
}

bool RupReplay::add_lemma(const Clause& lemma) {
  if (is_refuted_) return true;
  // A lemma that contains a literal which is true without assumptions is never needed.
  if (std::ranges::any_of(lemma, [&](Literal literal) { return value(literal) > 0; })) return true;
  const std::size_t size = trail_.size();
  for (const Literal literal : lemma)
    if (value(literal) == 0) assign(-literal, none);
  is_assuming_ = true;
  const Id conflict = propagate(size);
  is_assuming_ = false;
  if (conflict != none) derive_lemma(conflict, lemma);
  undo(size);
  if (conflict == none) return false;
  attach(derivations_.size() - 1, lemma);
  return true;
}

void RupReplay::remove(Clause clause) {
  std::ranges::sort(clause);
  const auto found = by_key_.find(clause);
  if (found == by_key_.end()) return;
  is_removed_[found->second.back()] = true;
  found->second.pop_back();
  if (found->second.empty()) by_key_.erase(found);
}

RupReplay::Id RupReplay::add_derivation(Clause literals, Derivation derivation) {
  derivations_.push_back(std::move(derivation));
  clauses_.push_back(std::move(literals));
  is_removed_.push_back(false);
  return derivations_.size() - 1;
}

void RupReplay::attach(Id id, Clause key) {
  PENDULUM_DCHECK(!is_assuming_, "clauses should be attached without assumptions");
  std::ranges::sort(key);
  by_key_[std::move(key)].push_back(id);
  Clause& clause = clauses_[id];
  const auto rest =
      std::ranges::stable_partition(clause, [&](Literal literal) { return value(literal) >= 0; });
  const std::size_t num_open = clause.size() - rest.size();
  if (num_open == 0) return derive_empty(id);
  if (clause.size() >= 2)
    for (const std::size_t i : {0, 1}) watches_[index(clause[i])].push_back(id);
  if (num_open > 1 || value(clause[0]) > 0) return;
  const std::size_t size = trail_.size();
  derive_unit(id, clause[0]);
  const Id conflict = propagate(size);
  if (conflict != none) derive_empty(conflict);
}

RupReplay::Id RupReplay::propagate(std::size_t head) {
  for (; head < trail_.size(); ++head)
    if (const Id conflict = visit(trail_[head]); conflict != none) return conflict;
  return none;
}

RupReplay::Id RupReplay::visit(Literal literal) {
  std::vector<Id>& list = watches_[index(-literal)];
  Id conflict = none;
  std::size_t num_kept = 0;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Id id = list[i];
    if (conflict == none && (is_removed_[id] || move_watch(id, -literal))) continue;
    list[num_kept++] = id;
    if (conflict != none) continue;
    const Literal other = clauses_[id][0];
    if (value(other) < 0) conflict = id;
    if (value(other) != 0) continue;
    if (is_assuming_)
      assign(other, id);
    else
      derive_unit(id, other);
  }
  list.resize(num_kept);
  return conflict;
}

bool RupReplay::move_watch(Id id, Literal falsified) {
  Clause& clause = clauses_[id];
  if (clause[0] == falsified) std::swap(clause[0], clause[1]);
  if (value(clause[0]) > 0) return false;
  const auto found =
      std::find_if(clause.begin() + 2, clause.end(), [&](Literal literal) { return value(literal) >= 0; });
  if (found == clause.end()) return false;
  std::swap(clause[1], *found);
  watches_[index(clause[1])].push_back(id);
  return true;
}

void RupReplay::derive_unit(Id id, Literal literal) {
  if (clauses_[id].size() == 1) return assign(literal, id);
  Derivation derivation;
  derivation.first = id;
  for (const Literal other : clauses_[id])
    if (other != literal)
      derivation.steps.push_back({reasons_[static_cast<std::size_t>(std::abs(other))], -other});
  assign(literal, add_derivation({literal}, std::move(derivation)));
}

void RupReplay::derive_empty(Id conflict) {
  Derivation derivation;
  derivation.first = conflict;
  for (const Literal literal : clauses_[conflict])
    derivation.steps.push_back({reasons_[static_cast<std::size_t>(std::abs(literal))], -literal});
  add_derivation({}, std::move(derivation));
  is_refuted_ = true;
}

void RupReplay::derive_lemma(Id conflict, const Clause& lemma) {
  const auto mark = [&](Literal literal) { is_seen_[static_cast<std::size_t>(std::abs(literal))] = true; };
  std::ranges::for_each(clauses_[conflict], mark);
  Derivation derivation;
  derivation.first = conflict;
  Clause literals;
  for (std::size_t i = trail_.size(); i-- > 0;) {
    const Literal literal = trail_[i];
    const auto variable = static_cast<std::size_t>(std::abs(literal));
    if (!is_seen_[variable]) continue;
    const Id reason = reasons_[variable];
    if (reason == none) {
      literals.push_back(-literal);
    } else {
      derivation.steps.push_back({reason, literal});
      std::ranges::for_each(clauses_[reason], mark);
    }
    is_seen_[variable] = false;
  }
  PENDULUM_CHECK(literals.size() <= lemma.size(), "a derived clause should be a part of the lemma");
  add_derivation(std::move(literals), std::move(derivation));
}

}  // namespace pendulum::smt
