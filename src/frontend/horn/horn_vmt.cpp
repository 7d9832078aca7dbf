#include "frontend/horn/horn_vmt.h"

#include <fmt/format.h>

#include "base/check.h"
#include "system/new_symbol.h"
#include "term/signature/symbol_syntax.h"
#include "term/traverse.h"

namespace pendulum::frontend {

using system::StateVariable;
using term::Term;
using term::TermVector;

namespace {

class Horn2Vmt {
 public:
  Horn2Vmt(term::TermManager& terms, const HornSystem& horn) : terms_(terms), horn_(horn) {
    for (const Predicate& predicate : horn.predicates) add_relation(predicate.name, predicate.domain);
    add_relation("query", {});
    for (const Clause& clause : horn.clauses) translate(clause);
    TermVector none;
    for (const Relation& relation : relations_) none.push_back(terms.mk_not(relation.derived.current));
    system_.init = terms.mk_and(none);
    system_.property = terms.mk_not(relations_.back().derived.current);
  }

  system::TransitionSystem relational() {
    TermVector disjuncts;
    for (const Rule& rule : rules_) disjuncts.push_back(terms_.mk_and(step_of(rule)));
    system_.trans = terms_.mk_or(disjuncts);
    return std::move(system_);
  }

  system::TransitionSystem functional();

 private:
  struct Relation {
    StateVariable derived;              ///< l_R: R has been derived
    std::vector<StateVariable> places;  ///< P_R,i: the tuple
  };
  /// A clause over the state variables and its own inputs.
  struct Rule {
    Term body;             ///< H[[A and phi]]
    std::size_t head = 0;  ///< index into relations_
    TermVector tuple;      ///< H[[.]] of the head's arguments
  };

  Term fresh(const std::string& name, term::Sort sort) { return system::new_symbol(terms_, name, sort); }

  StateVariable add_state(const std::string& name, term::Sort sort) {
    system_.state.push_back({fresh(name, sort), fresh(name + "+", sort)});
    return system_.state.back();
  }

  void add_relation(const std::string& name, const std::vector<term::Sort>& domain) {
    const std::string portable = term::portable_name(name);
    Relation relation{add_state("at-" + portable, terms_.bool_sort()), {}};
    for (std::size_t i = 0; i < domain.size(); ++i)
      relation.places.push_back(add_state(fmt::format("{}-{}", portable, i), domain[i]));
    relations_.push_back(std::move(relation));
  }

  /// Translates a clause to a rule (Definition 4.2).
  void translate(const Clause& clause) {
    PENDULUM_CHECK(clause.body.size() <= 1, "Horn2VMT should get linear clauses");
    term::Substitution inputs;
    for (const Term symbol : symbols_of(clause)) {
      const std::string name = fmt::format("y{}-{}", rules_.size(), term::portable_name(symbol.name()));
      system_.inputs.push_back(fresh(name, symbol.sort()));
      inputs.emplace(symbol, system_.inputs.back());
    }
    term::Substituter over_inputs(terms_, inputs);
    TermVector body{over_inputs(clause.constraint)};
    for (const PredicateAtom& atom : clause.body) {
      const Relation& relation = relations_[atom.predicate];
      PENDULUM_CHECK(atom.arguments.size() == relation.places.size(), "{} should have {} arguments",
                     horn_.predicates[atom.predicate].name, relation.places.size());
      body.push_back(relation.derived.current);
      for (std::size_t i = 0; i < atom.arguments.size(); ++i)
        body.push_back(terms_.mk_eq(relation.places[i].current, over_inputs(atom.arguments[i])));
    }
    Rule rule{terms_.mk_and(body), clause.head ? clause.head->predicate : relations_.size() - 1, {}};
    if (clause.head)
      for (const Term argument : clause.head->arguments) rule.tuple.push_back(over_inputs(argument));
    rules_.push_back(std::move(rule));
  }

  /// Formulas (4.1*) to (4.5*): the body holds, the head's variables get their new values, and all other
  /// state variables keep theirs.
  TermVector step_of(const Rule& rule) {
    const Relation& head = relations_[rule.head];
    PENDULUM_CHECK(rule.tuple.size() == head.places.size(), "a rule should define all places of its head");
    TermVector parts{rule.body, head.derived.next};
    term::TermSet changed{head.derived.current};
    for (std::size_t i = 0; i < rule.tuple.size(); ++i) {
      parts.push_back(terms_.mk_eq(head.places[i].next, rule.tuple[i]));
      changed.insert(head.places[i].current);
    }
    for (const StateVariable& variable : system_.state)
      if (!changed.contains(variable.current)) parts.push_back(terms_.mk_eq(variable.next, variable.current));
    return parts;
  }

  term::TermManager& terms_;
  const HornSystem& horn_;
  system::TransitionSystem system_;
  std::vector<Relation> relations_;  ///< one per predicate, then the query
  std::vector<Rule> rules_;
};

/// Algorithm 9; `beta` is the paper's map from state variables to their next-state functions.
system::TransitionSystem Horn2Vmt::functional() {
  term::TermMap<Term> beta;
  for (const Relation& relation : relations_) {
    beta.emplace(relation.derived.current, terms_.mk_false());
    for (const StateVariable& place : relation.places) beta.emplace(place.current, place.current);
  }
  PENDULUM_CHECK(beta.size() == system_.state.size(), "each state variable should have a next value");
  TermVector parts, acts;
  for (std::size_t i = 0; i < rules_.size(); ++i) {
    const Rule& rule = rules_[i];
    const Term act = fresh(fmt::format("act-{}", i), terms_.bool_sort());
    system_.inputs.push_back(act);
    const Relation& head = relations_[rule.head];
    Term& derived = beta.at(head.derived.current);
    derived = terms_.mk_or(act, derived);  // line 4
    for (std::size_t j = 0; j < rule.tuple.size(); ++j) {
      Term& value = beta.at(head.places[j].current);
      value = terms_.mk_ite(act, rule.tuple[j], value);  // line 6
    }
    parts.push_back(terms_.mk_implies(act, rule.body));  // line 8
    for (const Term other : acts) parts.push_back(terms_.mk_not(terms_.mk_and(act, other)));
    acts.push_back(act);
  }
  for (const StateVariable& variable : system_.state)
    parts.push_back(terms_.mk_eq(variable.next, beta.at(variable.current)));  // line 10
  parts.push_back(terms_.mk_or(acts));                                        // line 11, and pairs above
  system_.trans = terms_.mk_and(parts);
  return std::move(system_);
}

}  // namespace

system::TransitionSystem to_transition_system(term::TermManager& terms, const HornSystem& system,
                                              HornEncoding encoding) {
  Horn2Vmt translation(terms, system);
  system::TransitionSystem result =
      encoding == HornEncoding::Relational ? translation.relational() : translation.functional();
  PENDULUM_DCHECK(system::is_well_formed(result), "the transition system should be well-formed");
  return result;
}

}  // namespace pendulum::frontend
