#include "frontend/horn/horn_program.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "frontend/horn/derivation_stack.h"
#include "frontend/horn/linearize.h"
#include "system/new_symbol.h"
#include "system/solve_equations.h"
#include "term/signature/symbol_syntax.h"
#include "term/traverse.h"

namespace pendulum::frontend {

namespace {

using program::Edge;
using program::LocationId;
using term::Sort;
using term::Substitution;
using term::Term;
using term::TermVector;

class Translator {
 public:
  Translator(term::TermManager& terms, const HornSystem& system)
      : terms_(terms), system_(system), builder_(terms) {}

  HornProgram translate() {
    PENDULUM_DCHECK(is_well_formed(system_), "the clauses should be well-formed");
    facts_ = queries_ = entry_ = builder_.add_location("entry");
    error_ = builder_.add_location("error");
    builder_.set_entry(entry_);
    builder_.set_error(error_);
    if (!is_linear(system_)) {
      stack_.emplace(builder_);
      queries_ = builder_.add_location("query");
      facts_ = builder_.add_location("derive");
    }
    for (const Predicate& predicate : system_.predicates) {
      result_.location.push_back(builder_.add_location(predicate.name));
      TermVector arguments;
      for (std::size_t i = 0; i < predicate.domain.size(); ++i)
        arguments.push_back(variable(i, predicate.domain[i]));
      result_.arguments.push_back(std::move(arguments));
    }
    for (std::size_t i = 0; i < system_.clauses.size(); ++i) apply(i);
    if (stack_) add_start();
    result_.program = builder_.build();
    PENDULUM_CHECK(result_.origin.size() == result_.program.edges().size(),
                   "each edge should have an entry in the vector of origins");
    return std::move(result_);
  }

 private:
  /// The application of a clause after the tuples of the first atoms of its body have been derived.
  struct Application {
    std::size_t clause = 0;
    LocationId location = 0;
    TermVector tuple;     ///< the variables of the last tuple
    TermVector saved;     ///< variables of the application, with the tuples before
    Substitution values;  ///< symbols of the clause that a tuple determines -> variable
    TermVector relation;  ///< conjuncts over the variables and the other symbols of the clause
  };

  /// The variable for the argument at `position` if it has sort `sort`; all predicates share it.
  Term variable(std::size_t position, Sort sort) {
    Term& known = variables_[{position, sort}];
    if (!known.is_null()) return known;
    known = add_variable(fmt::format("arg{}", position), sort);
    return known;
  }

  Term add_variable(const std::string& name, Sort sort) {
    const Term symbol = system::new_symbol(terms_, name, sort);
    builder_.add_variable({symbol, symbol.name(), ""});
    return symbol;
  }

  void add_start() {
    // A call without return: every predicate that the clauses may derive is reachable in the graph, even if
    // no query needs it. Models rely on this.
    Edge call{.source = queries_, .target = facts_, .guard = terms_.mk_true()};
    stack_->push({}, call);
    add(std::move(call));
    Edge start{.source = entry_, .target = queries_, .guard = terms_.mk_true()};
    stack_->initialize(start);
    add(std::move(start));
  }

  void add(Edge edge, std::optional<HornProgram::Origin> origin = std::nullopt) {
    if (builder_.add_edge(std::move(edge))) result_.origin.push_back(std::move(origin));
  }

  /// Adds the edges that apply the clause. The first atom of a body continues the derivation of the state's
  /// tuple; the tuples of the other atoms are derived by calls.
  void apply(std::size_t index) {
    const Clause& clause = system_.clauses[index];
    Application application{.clause = index, .location = clause.head ? facts_ : queries_};
    application.relation.push_back(clause.constraint);
    std::size_t next = 0;
    if (!clause.body.empty() && (clause.head || !stack_)) {
      application.location = result_.location[clause.body[0].predicate];
      bind(clause.body[next++], application);
    }
    for (; next < clause.body.size(); ++next) {
      save_tuple(application);
      call(clause.body[next], application);
    }
    complete(clause, application);
  }

  /// Adds equations between the tuple and the arguments of the atom, at whose location the application is. An
  /// argument that is a symbol not seen before gets the variable as its value instead of an equation.
  void bind(const PredicateAtom& atom, Application& application) {
    application.tuple = result_.arguments[atom.predicate];
    PENDULUM_CHECK(atom.arguments.size() == application.tuple.size(), "{} should have {} arguments",
                   system_.predicates[atom.predicate].name, application.tuple.size());
    Substitution& values = application.values;
    for (std::size_t i = 0; i < application.tuple.size(); ++i)
      if (!atom.arguments[i].is_symbol() || !values.emplace(atom.arguments[i], application.tuple[i]).second)
        application.relation.push_back(terms_.mk_eq(application.tuple[i], atom.arguments[i]));
    for (Term& conjunct : application.relation) conjunct = term::substitute(terms_, conjunct, values);
  }

  /// Adds an edge that copies the tuple to variables of the application, and tests the conjuncts of the
  /// relation whose symbols are all determined.
  void save_tuple(Application& application) {
    if (application.tuple.empty()) return;
    Edge edge{.source = application.location};
    Substitution copies;
    for (const Term variable : std::exchange(application.tuple, {})) {
      const std::string name = fmt::format("clause{}.{}", application.clause, application.saved.size());
      application.saved.push_back(add_variable(name, variable.sort()));
      copies.emplace(variable, application.saved.back());
      edge.updates.push_back({application.saved.back(), variable});
    }
    edge.guard = take_determined(application);
    for (auto& [symbol, value] : application.values) value = term::substitute(terms_, value, copies);
    for (Term& conjunct : application.relation) conjunct = term::substitute(terms_, conjunct, copies);
    application.location = edge.target = add_step(application);
    add(std::move(edge));
  }

  Term take_determined(Application& application) {
    const TermVector open = symbols_of(system_.clauses[application.clause]);
    const auto is_determined = [&](Term conjunct) {
      const TermVector symbols = term::symbols(conjunct);
      return std::ranges::none_of(symbols,
                                  [&](Term symbol) { return std::ranges::binary_search(open, symbol); });
    };
    TermVector determined, rest;
    for (const Term part : application.relation)
      for (const Term conjunct : term::conjuncts(part))
        (is_determined(conjunct) ? determined : rest).push_back(conjunct);
    application.relation = std::move(rest);
    return terms_.mk_and(determined);
  }

  LocationId add_step(const Application& application) {
    return builder_.add_location(fmt::format("clause{}", application.clause));
  }

  void call(const PredicateAtom& atom, Application& application) {
    Edge call{.source = application.location, .target = facts_, .guard = terms_.mk_true()};
    const Term site = stack_->push(application.saved, call);
    add(std::move(call));
    application.location = add_step(application);
    Edge back{.source = result_.location[atom.predicate], .target = application.location};
    stack_->pop(site, application.saved, back);
    add(std::move(back));
    bind(atom, application);
  }

  /// Adds the edge that tests the rest of the relation and derives the head.
  void complete(const Clause& clause, Application& application) {
    Substitution& values = application.values;
    // Each input belongs to exactly one edge, so the clause's symbols get new names.
    TermVector inputs;
    const TermVector symbols = symbols_of(clause);
    for (const Term symbol : symbols) {
      if (values.contains(symbol)) continue;
      inputs.push_back(terms_.mk_fresh(term::portable_name(symbol.name()), symbol.sort()));
      values.emplace(symbol, inputs.back());
    }
    const Term relation = term::substitute(terms_, terms_.mk_and(application.relation), values);
    const system::SolvedRelation solved = system::solve_equations(terms_, relation, inputs);
    for (const Term symbol : symbols) {
      Term& value = values.at(symbol);
      value = term::substitute(terms_, value, solved.values);
    }
    Edge edge{.source = application.location,
              .target = clause.head ? result_.location[clause.head->predicate] : error_,
              .guard = solved.rest};
    edge.where = {system_.origin, clause.line};
    if (!clause.head) edge.violation = "the clause is violated";
    if (clause.head) add_updates(*clause.head, values, edge);
    add_inputs(inputs, edge);
    add(std::move(edge), HornProgram::Origin{application.clause, std::move(values)});
  }

  void add_updates(const PredicateAtom& head, const Substitution& values, Edge& edge) {
    PENDULUM_CHECK(head.arguments.size() == result_.arguments[head.predicate].size(),
                   "{} should have all its arguments", system_.predicates[head.predicate].name);
    term::Substituter over_state(terms_, values);
    for (std::size_t i = 0; i < head.arguments.size(); ++i)
      edge.updates.push_back({result_.arguments[head.predicate][i], over_state(head.arguments[i])});
  }

  void add_inputs(const TermVector& inputs, Edge& edge) {
    TermVector used{edge.guard};
    for (const program::Assignment& update : edge.updates) used.push_back(update.value);
    const TermVector symbols = term::symbols(used);
    for (const Term input : inputs)
      if (std::binary_search(symbols.begin(), symbols.end(), input)) edge.inputs.push_back({input, {}});
  }

  term::TermManager& terms_;
  const HornSystem& system_;
  program::ProgramBuilder builder_;
  HornProgram result_;
  std::optional<DerivationStack> stack_;  ///< set if a body contains several predicates
  LocationId entry_ = 0, error_ = 0;
  LocationId facts_ = 0;    ///< where a derivation starts
  LocationId queries_ = 0;  ///< where the derivation of false starts
  std::map<std::pair<std::size_t, Sort>, Term> variables_;
};

}  // namespace

HornProgram to_program(term::TermManager& terms, const HornSystem& system) {
  return Translator(terms, system).translate();
}

}  // namespace pendulum::frontend
