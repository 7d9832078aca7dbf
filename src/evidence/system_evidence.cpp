#include "evidence/system_evidence.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "base/check.h"
#include "base/file.h"
#include "program/reachability.h"
#include "term/print.h"
#include "term/signature/symbol_syntax.h"
#include "term/traverse.h"

namespace pendulum::evidence {

namespace {

using frontend::Clause;
using frontend::HornSource;
using frontend::PredicateAtom;
using program::Edge;
using program::LocationId;
using program::Program;
using term::Term;
using term::TermManager;
using term::TermVector;

std::string text_of(Term term) {
  std::ostringstream out;
  term::print(out, term);
  return out.str();
}

/// A let expression that binds the symbols to their values in `body`.
std::string let(const std::vector<std::pair<Term, Term>>& values, const std::string& body) {
  if (values.empty()) return body;
  std::string bindings;
  for (const auto& [symbol, value] : values)
    bindings += fmt::format("({} {})", term::quote_symbol(symbol.name()), text_of(value));
  return fmt::format("(let ({}) {})", bindings, body);
}

std::string declarations(const TermVector& symbols) {
  std::ostringstream out;
  term::print_declarations(out, symbols);
  return out.str();
}

// ---- VMT

TermVector symbols_of(const system::TransitionSystem& system) {
  TermVector all = system.inputs;
  for (const system::StateVariable& variable : system.state) {
    all.push_back(variable.current);
    all.push_back(variable.next);
  }
  return all;
}

std::string vmt_invariant(TermManager& terms, const system::TransitionSystem& system, Term invariant) {
  term::Substitution to_next;
  for (const system::StateVariable& variable : system.state) to_next.emplace(variable.current, variable.next);
  const Term after = term::substitute(terms, invariant, to_next);
  std::string text =
      "; An inductive invariant that implies the property: three times unsat.\n(set-logic ALL)\n";
  text += declarations(symbols_of(system));
  const auto check = [&](const char* name, const TermVector& formulas) {
    text += fmt::format("; {}\n(push 1)\n", name);
    for (const Term formula : formulas) text += fmt::format("(assert {})\n", text_of(formula));
    text += "(check-sat)\n(pop 1)\n";
  };
  check("initiation", {system.init, terms.mk_not(invariant)});
  check("consecution", {invariant, system.trans, terms.mk_not(after)});
  check("property", {invariant, terms.mk_not(system.property)});
  return text;
}

/// Follows a path and computes the state before each step.
class Walk {
 public:
  /// Expands repeated segments, because the scripts contain every step.
  Walk(const Program& program, const certificate::ErrorPath& path) : program_(program) {
    for (certificate::Segment& segment : certificate::expanded(program.terms(), path).segments)
      steps_ = std::move(segment.steps);
  }
  bool is_done() const { return next_ == steps_.size(); }
  const Edge& edge() const { return program_.edge(steps_[next_].edge); }
  program::EdgeId edge_id() const { return steps_[next_].edge; }
  /// The state before the next step and the inputs of that step.
  const term::Model& model() {
    for (const auto& [input, value] : steps_[next_].inputs) state_.insert_or_assign(input, value);
    return state_;
  }
  void step() {
    term::Evaluator evaluate(program_.terms(), model());
    TermVector values;
    for (const program::Assignment& update : edge().updates) values.push_back(evaluate(update.value));
    for (std::size_t i = 0; i < values.size(); ++i)
      state_.insert_or_assign(edge().updates[i].variable, values[i]);
    ++next_;
  }
  Term value(Term term) { return term::evaluate(program_.terms(), term, state_); }

 private:
  const Program& program_;
  std::vector<certificate::Step> steps_;
  std::size_t next_ = 0;
  term::Model state_;
};

using Values = std::vector<std::pair<Term, Term>>;

std::string vmt_trace(const Program& program, const system::TransitionSystem& system,
                      const certificate::ErrorPath& path) {
  TermManager& terms = program.terms();
  std::string text = "; A run that ends in a state which violates the property: sat.\n(set-logic ALL)\n";
  Walk walk(program, path);
  // The program may not have all inputs of the system, so the script leaves the values of inputs to the
  // solver.
  const auto claim = [&](const Values& values, Term formula) {
    term::Substitution renaming;
    TermVector copies;
    for (const Term input : system.inputs) {
      copies.push_back(terms.mk_fresh(input.name(), input.sort()));
      renaming.emplace(input, copies.back());
    }
    text += declarations(copies);
    text += fmt::format("(assert {})\n", let(values, text_of(term::substitute(terms, formula, renaming))));
  };
  const auto state = [&](Term system::StateVariable::* symbol) {
    Values values;
    for (const system::StateVariable& variable : system.state)
      values.emplace_back(variable.*symbol, walk.value(variable.current));
    return values;
  };
  Values before;
  while (!walk.is_done()) {
    const bool is_first = before.empty() && walk.edge().source == program.entry();
    if (walk.edge().target == program.error()) {
      claim(before, terms.mk_not(system.property));
      break;
    }
    walk.step();
    const Values now = state(&system::StateVariable::current);
    Values both = before;
    for (const auto& entry : state(&system::StateVariable::next)) both.push_back(entry);
    if (is_first) claim(now, system.init);
    if (!is_first) claim(both, system.trans);
    before = now;
  }
  return text + "(check-sat)\n";
}

// ---- Horn clauses

TermVector symbols_of(const frontend::HornSystem& system) {
  TermVector all;
  for (const Clause& clause : system.clauses) {
    all.push_back(clause.constraint);
    for (const PredicateAtom& atom : clause.body)
      all.insert(all.end(), atom.arguments.begin(), atom.arguments.end());
    if (clause.head) all.insert(all.end(), clause.head->arguments.begin(), clause.head->arguments.end());
  }
  return term::symbols(all);
}

/// Renames variables that have the name of a predicate or a name that SMT-LIB reserves.
term::Substitution renaming_of(TermManager& terms, const frontend::HornSystem& system) {
  term::Substitution renaming;
  for (const frontend::Predicate& predicate : system.predicates) {
    const Term symbol = terms.find_symbol(predicate.name);
    if (!symbol.is_null())
      renaming.emplace(symbol, terms.mk_fresh(term::portable_name(predicate.name), symbol.sort()));
  }
  for (const Term symbol : symbols_of(system))
    if (term::portable_name(symbol.name()) != symbol.name())
      renaming.emplace(symbol, terms.mk_fresh(term::portable_name(symbol.name()), symbol.sort()));
  return renaming;
}

class HornText {
 public:
  HornText(TermManager& terms, const frontend::HornSystem& system)
      : system_(system), rename_(terms, renaming_of(terms, system)) {}

  std::string application(const PredicateAtom& atom) {
    const std::string name = term::quote_symbol(system_.predicates[atom.predicate].name);
    if (atom.arguments.empty()) return name;
    std::string text = "(" + name;
    for (const Term argument : atom.arguments) text += " " + text_of(rename_(argument));
    return text + ")";
  }
  std::string formula(Term term) { return text_of(rename_(term)); }
  Term renamed(Term symbol) { return rename_(symbol); }

  TermVector symbols() {
    TermVector all = symbols_of(system_);
    for (Term& symbol : all) symbol = rename_(symbol);
    return all;
  }

 private:
  const frontend::HornSystem& system_;
  term::Substituter rename_;
};

std::string parameters_of(const TermVector& arguments) {
  std::string text;
  for (const Term argument : arguments)
    text += fmt::format("({} {})", term::quote_symbol(argument.name()), argument.sort().to_string());
  return text;
}

std::string name_of(const frontend::HornSystem& system, std::size_t predicate, const TermVector& arguments) {
  const std::string name = term::quote_symbol(system.predicates[predicate].name);
  if (arguments.empty()) return name;
  std::string text = "(" + name;
  for (const Term argument : arguments) text += " " + term::quote_symbol(argument.name());
  return text + ")";
}

/// Definitions of the predicates of nonlinear clauses by the predicates of their linear form
/// (frontend/horn/linearize.h).
std::string nonlinear_model(const HornSource& horn) {
  std::string text = "; The predicates of the file.\n";
  for (std::size_t p = 0; p < horn.nonlinear->predicates.size(); ++p) {
    std::string parts, parameters;
    for (std::size_t i = 0; i < horn.copies.size(); ++i) {
      const frontend::LinearSystem::Copy& copy = horn.copies[i];
      if (copy.original != p) continue;
      const TermVector& all = horn.arguments[i];
      const auto split = all.begin() + static_cast<std::ptrdiff_t>(copy.saved);
      if (!copy.start) parameters = parameters_of(all);
      std::string part = name_of(horn.system, i, all);
      if (copy.start) {
        // A copy's own arguments follow its saved arguments, so their names differ from those of the
        // parameters.
        const TermVector saved(all.begin(), split);
        std::string bindings;
        for (auto own = split; own != all.end(); ++own)
          bindings += fmt::format("({} !{})", term::quote_symbol(own->name()), own - split);
        part = fmt::format("(=> {} {})", name_of(horn.system, *copy.start, saved), part);
        if (!saved.empty()) part = fmt::format("(forall ({}) {})", parameters_of(saved), part);
        if (!bindings.empty()) part = fmt::format("(let ({}) {})", bindings, part);
      }
      parts += " " + part;
    }
    std::string numbered;  // binds the names !0, !1, ... to the parameters, for the copies
    const TermVector& own = horn.arguments[p];
    for (std::size_t i = 0; i < own.size(); ++i)
      numbered += fmt::format("(!{} {})", i, term::quote_symbol(own[i].name()));
    std::string body = fmt::format("(and true{})", parts);
    if (!numbered.empty()) body = fmt::format("(let ({}) {})", numbered, body);
    text += fmt::format("(define-fun {} ({}) Bool {})\n",
                        term::quote_symbol(horn.nonlinear->predicates[p].name), parameters, body);
  }
  return text;
}

std::string chc_model(const Program& program, const HornSource& horn, const std::vector<Term>& invariant) {
  const frontend::HornSystem& system = horn.nonlinear ? *horn.nonlinear : horn.system;
  HornText print(program.terms(), system);
  std::string text =
      "; A solution of the clauses, and for each clause the question who violates it: unsat.\n"
      "(set-logic ALL)\n";
  for (std::size_t i = 0; i < horn.system.predicates.size(); ++i)
    text += fmt::format("(define-fun {} ({}) Bool {})\n", term::quote_symbol(horn.system.predicates[i].name),
                        parameters_of(horn.arguments[i]), text_of(invariant[horn.location[i]]));
  if (horn.nonlinear) text += nonlinear_model(horn);
  text += declarations(print.symbols());
  for (const Clause& clause : system.clauses) {
    text += fmt::format("; the clause of line {}\n(push 1)\n", clause.line);
    for (const PredicateAtom& atom : clause.body)
      text += fmt::format("(assert {})\n", print.application(atom));
    text += fmt::format("(assert {})\n", print.formula(clause.constraint));
    if (clause.head) text += fmt::format("(assert (not {}))\n", print.application(*clause.head));
    text += "(check-sat)\n(pop 1)\n";
  }
  return text;
}

/// An equation for each argument of the atom with its value in the current state.
std::string equations(HornText& print, const PredicateAtom& atom, const TermVector& state, Walk& walk) {
  std::string text;
  for (std::size_t i = 0; i < state.size(); ++i)
    text += fmt::format(" (= {} {})", print.formula(atom.arguments[i]), text_of(walk.value(state[i])));
  return text;
}

std::string chc_derivation(const Program& program, const HornSource& horn,
                           const certificate::ErrorPath& path) {
  HornText print(program.terms(), horn.system);
  std::string text =
      "; A derivation of false: each assertion is the instance of a clause's body, with the tuples of the\n"
      "; predicates before and after it; sat.\n(set-logic ALL)\n";
  for (Walk walk(program, path); !walk.is_done();) {
    const frontend::HornProgram::Origin& origin = horn.edge_origin[walk.edge_id()];
    const Clause& clause = horn.system.clauses[origin.clause];
    walk.model();
    TermVector symbols;
    for (const auto& [symbol, value] : origin.values) symbols.push_back(symbol);
    std::sort(symbols.begin(), symbols.end());
    Values values;
    for (const Term symbol : symbols)
      values.emplace_back(print.renamed(symbol), walk.value(origin.values.at(symbol)));
    std::string body = print.formula(clause.constraint);
    for (const PredicateAtom& atom : clause.body)
      body += equations(print, atom, horn.arguments[atom.predicate], walk);
    walk.step();
    if (clause.head) body += equations(print, *clause.head, horn.arguments[clause.head->predicate], walk);
    text += fmt::format("; line {}: {} implies {}\n(assert {})\n", clause.line,
                        clause.body.empty() ? "true" : horn.system.predicates[clause.body[0].predicate].name,
                        clause.head ? horn.system.predicates[clause.head->predicate].name : "false",
                        let(values, fmt::format("(and {} true)", body)));
  }
  return text + "(check-sat)\n";
}

}  // namespace

std::vector<Term> complete_invariant(const Program& program, const certificate::Invariant& invariant) {
  TermManager& terms = program.terms();
  std::vector<Term> result(program.locations().size());
  result[program.entry()] = terms.mk_true();
  result[program.error()] = terms.mk_false();
  for (const auto& [location, term] : invariant.at) result[location] = term;
  const std::vector<bool> from_entry = program::reachable_from_entry(program);
  const std::vector<bool> to_error = program::leading_to_error(program);
  for (LocationId location = 0; location < result.size(); ++location)
    if (result[location].is_null() && !(from_entry[location] && to_error[location]))
      result[location] = terms.mk_bool(from_entry[location]);
  // The locations of the invariant cut every cycle, so the other locations can be processed in an order in
  // which all successors of a location precede it.
  for (LocationId root = 0; root < result.size(); ++root) {
    std::vector<LocationId> stack{root};
    while (!stack.empty()) {
      const LocationId location = stack.back();
      if (!result[location].is_null()) {
        stack.pop_back();
        continue;
      }
      TermVector parts;
      bool is_ready = true;
      for (const program::EdgeId id : program.outgoing(location)) {
        const Edge& edge = program.edge(id);
        if (result[edge.target].is_null()) {
          stack.push_back(edge.target);
          is_ready = false;
        } else if (is_ready) {
          const term::Substitution updates = program::substitution_of(edge);
          TermVector inputs;
          for (const program::Input& input : edge.inputs) inputs.push_back(input.symbol);
          const Term after = term::substitute(terms, result[edge.target], updates);
          parts.push_back(terms.mk_forall(inputs, terms.mk_implies(edge.guard, after)));
        }
      }
      if (!is_ready) continue;
      result[location] = terms.mk_and(parts);
      stack.pop_back();
    }
  }
  return result;
}

void write_system_proof(const std::string& directory, const input::Source& source,
                        const certificate::Invariant& invariant) {
  PENDULUM_CHECK(source.system.has_value(), "the source should be a transition system or Horn clauses");
  const Program& program = source.program;
  const std::vector<Term> complete = complete_invariant(program, invariant);
  if (const auto* horn = std::get_if<HornSource>(&*source.system))
    return base::write_file(directory + "/model.smt2", chc_model(program, *horn, complete));
  const auto& system = std::get<system::TransitionSystem>(*source.system);
  // The program that to_program makes has one loop location, which is the target of its first edge.
  const Term at_loop = program.edges().empty() ? program.terms().mk_true() : complete[program.edge(0).target];
  base::write_file(directory + "/invariant.smt2", vmt_invariant(program.terms(), system, at_loop));
}

void write_system_run(const std::string& directory, const input::Source& source,
                      const certificate::ErrorPath& path) {
  PENDULUM_CHECK(source.system.has_value(), "the source should be a transition system or Horn clauses");
  if (const auto* horn = std::get_if<HornSource>(&*source.system))
    return base::write_file(directory + "/derivation.smt2", chc_derivation(source.program, *horn, path));
  base::write_file(directory + "/trace.smt2",
                   vmt_trace(source.program, std::get<system::TransitionSystem>(*source.system), path));
}

}  // namespace pendulum::evidence
