#include "engine/summaries/procedure_clauses.h"

#include <algorithm>

#include "base/check.h"
#include "system/solve_equations.h"
#include "term/traverse.h"

namespace pendulum::engine::summaries {

using program::Edge;
using program::EdgeId;
using program::LocationId;
using term::Substitution;
using term::Term;
using term::TermVector;
using Kind = program::CallStructure::Edge::Kind;

namespace {

/// Resolution eliminates a predicate if this adds at most this many clauses. Not measured.
constexpr std::size_t max_added_clauses = 2;

class ClauseMaker {
 public:
  ClauseMaker(const ProcedureProgram& procedures, Term ranges)
      : procedures_(procedures), program_(procedures.program), terms_(program_.terms()) {
    for (const Term range : term::conjuncts(ranges))
      for (const Term symbol : term::symbols(range)) ranges_[symbol].push_back(range);
  }

  ProcedureClauses make() {
    set_parameters();
    for (EdgeId id = 0; id < program_.edges().size(); ++id) {
      const Edge& edge = program_.edge(id);
      if (!procedures_.procedures.of_location[edge.source]) continue;  // unreachable
      if (procedures_.kinds[id] != Kind::Return) add_step(id);
    }
    for (const program::CallPair& pair : procedures_.pairs) add_pair(pair);
    result_.error = program_.error();
    result_.is_used.assign(program_.locations().size(), true);
    return std::move(result_);
  }

 private:
  void set_parameters() {
    const std::vector<term::TermSet> live = procedures_.live_variables();
    for (LocationId location = 0; location < live.size(); ++location) {
      TermVector& parameters = result_.parameters.emplace_back();
      const auto procedure = procedures_.procedures.of_location[location];
      if (!procedure || location == program_.entry() || location == program_.error()) continue;
      for (const auto& [variable, copy] : procedures_.copies[*procedure]) parameters.push_back(copy);
      if (!procedures_.procedure_at(location))
        parameters.insert(parameters.end(), live[location].begin(), live[location].end());
      std::ranges::sort(parameters);
    }
  }

  /// The values of the variables at a location over its parameters. The other variables keep
  /// their symbols, that is, they are arbitrary.
  Substitution state_at(LocationId location) const {
    Substitution state;
    if (const auto procedure = procedures_.procedure_at(location))
      for (const auto& [variable, copy] : procedures_.copies[*procedure]) state.emplace(variable, copy);
    return state;
  }

  static Substitution after(const Edge& edge, const Substitution& state, term::TermManager& terms) {
    Substitution result = state;
    for (const program::Assignment& update : edge.updates)
      result.insert_or_assign(update.variable, term::substitute(terms, update.value, state));
    return result;
  }

  ProcedureAtom atom_at(LocationId location, const Substitution& state) const {
    ProcedureAtom atom{location, {}};
    for (const Term parameter : result_.parameters[location]) {
      const auto found = state.find(parameter);
      atom.arguments.push_back(found == state.end() ? parameter : found->second);
    }
    return atom;
  }

  TraceItem take(EdgeId id) const {
    TraceItem item{id, {}};
    for (const program::Input& input : program_.edge(id).inputs)
      item.inputs.emplace_back(input.symbol, input.symbol);
    return item;
  }

  /// A clause whose body is the predicate of the location, unless that is the entry of the program.
  ProcedureClause begin(LocationId source) const {
    ProcedureClause clause;
    if (source == program_.entry()) return clause;
    clause.body.push_back({source, result_.parameters[source]});
    clause.trace.push_back({});
    return clause;
  }

  void add_step(EdgeId id) {
    const Edge& edge = program_.edge(id);
    const Substitution state = state_at(edge.source);
    ProcedureClause clause = begin(edge.source);
    clause.trace.push_back(take(id));
    clause.constraint = term::substitute(terms_, edge.guard, state);
    clause.head = atom_at(edge.target, after(edge, state, terms_));
    add(std::move(clause));
  }

  void add_pair(const program::CallPair& pair) {
    const Edge& call = program_.edge(pair.call);
    const Edge& back = program_.edge(pair.back);
    const Substitution before = state_at(call.source);
    const Substitution at_entry = after(call, before, terms_);
    Substitution at_exit = at_entry;
    if (!procedures_.procedure_at(back.source)) {
      TermVector assigned;
      for (const Term variable : procedures_.assigned[*procedures_.procedures.of_location[back.source]])
        assigned.push_back(variable);
      std::ranges::sort(assigned);
      for (const Term variable : assigned)
        at_exit.insert_or_assign(variable, terms_.mk_fresh(variable.name(), variable.sort()));
    }
    ProcedureClause clause = begin(call.source);
    clause.trace.push_back(take(pair.call));
    clause.trace.push_back({.edge = {}, .inputs = {}, .atom = clause.body.size()});
    clause.trace.push_back(take(pair.back));
    clause.body.push_back(atom_at(back.source, at_exit));
    clause.constraint = terms_.mk_and(term::substitute(terms_, call.guard, before),
                                      term::substitute(terms_, back.guard, at_exit));
    // The caller keeps its entry copies.
    Substitution at_resume = after(back, at_exit, terms_);
    for (const auto& copies : procedures_.copies)
      for (const auto& [variable, copy] : copies) at_resume.erase(copy);
    clause.head = atom_at(back.target, at_resume);
    add(std::move(clause));
  }

  void add(ProcedureClause clause) {
    TermVector conjuncts{clause.constraint};
    for (const ProcedureAtom& atom : clause.body)
      for (std::size_t i = 0; i < atom.arguments.size(); ++i) {
        const auto found = ranges_.find(result_.parameters[atom.location][i]);
        if (found == ranges_.end()) continue;
        for (const Term range : found->second)
          conjuncts.push_back(
              term::substitute(terms_, range, {{result_.parameters[atom.location][i], atom.arguments[i]}}));
      }
    clause.constraint = terms_.mk_and(conjuncts);
    if (!clause.constraint.is_false()) result_.clauses.push_back(std::move(clause));
  }

  const ProcedureProgram& procedures_;
  const program::Program& program_;
  term::TermManager& terms_;
  term::TermMap<TermVector> ranges_;
  ProcedureClauses result_;
};

ProcedureClause substituted(term::TermManager& terms, ProcedureClause clause, const Substitution& values) {
  term::Substituter substitute(terms, values);
  clause.constraint = substitute(clause.constraint);
  for (ProcedureAtom& atom : clause.body)
    for (Term& argument : atom.arguments) argument = substitute(argument);
  for (Term& argument : clause.head.arguments) argument = substitute(argument);
  for (TraceItem& item : clause.trace)
    for (auto& [symbol, value] : item.inputs) value = substitute(value);
  return clause;
}

ProcedureClause renamed(term::TermManager& terms, const ProcedureClause& clause) {
  Substitution fresh;
  for (const Term symbol : symbols_of(clause))
    fresh.emplace(symbol, terms.mk_fresh(symbol.name(), symbol.sort()));
  return substituted(terms, clause, fresh);
}

/// Eliminates the predicates of locations by resolution.
class Elimination {
 public:
  Elimination(const ProcedureProgram& procedures, ProcedureClauses clauses)
      : terms_(procedures.program.terms()), result_(std::move(clauses)) {
    is_kept_.resize(result_.parameters.size());
    is_kept_[result_.error] = true;
    for (LocationId location = 0; location < is_kept_.size(); ++location)
      if (procedures.procedure_at(location)) is_kept_[location] = true;
    for (const program::CallPair& pair : procedures.pairs)
      is_kept_[procedures.program.edge(pair.back).source] = true;
  }

  ProcedureClauses run() {
    for (bool changed = true; changed;) {
      changed = false;
      for (LocationId location = 0; location < is_kept_.size(); ++location)
        changed = eliminate(location) || changed;
    }
    std::fill(result_.is_used.begin(), result_.is_used.end(), false);
    result_.is_used[result_.error] = true;
    for (const ProcedureClause& clause : result_.clauses) {
      result_.is_used[clause.head.location] = true;
      for (const ProcedureAtom& atom : clause.body) result_.is_used[atom.location] = true;
    }
    return std::move(result_);
  }

 private:
  static bool uses(const ProcedureClause& clause, LocationId location) {
    return std::ranges::any_of(clause.body,
                               [&](const ProcedureAtom& atom) { return atom.location == location; });
  }

  bool eliminate(LocationId location) {
    if (is_kept_[location]) return false;
    std::vector<const ProcedureClause*> producers, consumers;
    for (const ProcedureClause& clause : result_.clauses) {
      const bool is_consumer = uses(clause, location);
      if (is_consumer && clause.head.location == location) return false;  // a loop
      if (is_consumer) consumers.push_back(&clause);
      if (clause.head.location == location) producers.push_back(&clause);
    }
    if (producers.empty() && consumers.empty()) return false;
    if (producers.size() * consumers.size() > producers.size() + consumers.size() + max_added_clauses)
      return false;
    std::vector<ProcedureClause> resolvents;
    for (const ProcedureClause* consumer : consumers)
      for (const ProcedureClause* producer : producers)
        if (auto resolvent = resolve(*consumer, *producer)) resolvents.push_back(std::move(*resolvent));
    std::erase_if(result_.clauses, [&](const ProcedureClause& clause) {
      return clause.head.location == location || uses(clause, location);
    });
    std::ranges::move(resolvents, std::back_inserter(result_.clauses));
    return true;
  }

  /// Replaces the atom of `consumer` by the body of `producer`. Only the first atom can be one of a location
  /// that is not kept, and it is the first item of the trace. Nothing if the constraint is false.
  std::optional<ProcedureClause> resolve(const ProcedureClause& consumer, const ProcedureClause& producer) {
    PENDULUM_CHECK(consumer.body[0].location == producer.head.location && !consumer.trace[0].edge,
                   "the first atom of a clause should be resolved");
    const ProcedureClause other = renamed(terms_, producer);
    ProcedureClause result{.body = other.body, .head = consumer.head, .trace = other.trace};
    for (TraceItem item : std::span(consumer.trace).subspan(1)) {
      if (!item.edge) item.atom = item.atom - 1 + other.body.size();
      result.trace.push_back(std::move(item));
    }
    result.body.insert(result.body.end(), consumer.body.begin() + 1, consumer.body.end());
    TermVector conjuncts{consumer.constraint, other.constraint};
    for (std::size_t i = 0; i < other.head.arguments.size(); ++i)
      conjuncts.push_back(terms_.mk_eq(consumer.body[0].arguments[i], other.head.arguments[i]));
    result.constraint = terms_.mk_and(conjuncts);
    const system::SolvedRelation solved =
        system::solve_equations(terms_, result.constraint, symbols_of(result));
    result = substituted(terms_, std::move(result), solved.values);
    result.constraint = solved.rest;
    if (result.constraint.is_false()) return std::nullopt;
    return result;
  }

  term::TermManager& terms_;
  ProcedureClauses result_;
  std::vector<bool> is_kept_;
};

}  // namespace

TermVector symbols_of(const ProcedureClause& clause) {
  TermVector all{clause.constraint};
  for (const ProcedureAtom& atom : clause.body)
    all.insert(all.end(), atom.arguments.begin(), atom.arguments.end());
  all.insert(all.end(), clause.head.arguments.begin(), clause.head.arguments.end());
  for (const TraceItem& item : clause.trace)
    for (const auto& [symbol, value] : item.inputs) all.push_back(value);
  return term::symbols(all);
}

ProcedureClauses make_clauses(const ProcedureProgram& procedures, Term ranges) {
  return Elimination(procedures, ClauseMaker(procedures, ranges).make()).run();
}

ProcedureClauses with_facts(ProcedureClauses clauses, const TermVector& facts, term::TermManager& terms) {
  PENDULUM_CHECK(facts.size() == clauses.parameters.size(), "each location should have a fact");
  for (ProcedureClause& clause : clauses.clauses)
    for (const ProcedureAtom& atom : clause.body) {
      term::Substitution values;
      const TermVector& parameters = clauses.parameters[atom.location];
      for (std::size_t i = 0; i < parameters.size(); ++i) values.emplace(parameters[i], atom.arguments[i]);
      const Term fact = term::substitute(terms, facts[atom.location], values);
      clause.constraint = terms.mk_and(clause.constraint, fact);
    }
  return clauses;
}

smt::HornSystem to_horn(const ProcedureClauses& clauses) {
  smt::HornSystem system;
  system.predicates = clauses.parameters;
  system.query = clauses.error;
  const auto to_atom = [](const ProcedureAtom& atom) { return smt::HornAtom{atom.location, atom.arguments}; };
  for (const ProcedureClause& clause : clauses.clauses) {
    smt::HornClause image{.body = {}, .constraint = clause.constraint, .head = to_atom(clause.head)};
    for (const ProcedureAtom& atom : clause.body) image.body.push_back(to_atom(atom));
    system.clauses.push_back(std::move(image));
  }
  return system;
}

}  // namespace pendulum::engine::summaries
