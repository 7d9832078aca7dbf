#include "evidence/horn_script.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "evidence/smt_script.h"
#include "term/signature/symbol_syntax.h"
#include "term/traverse.h"

namespace pendulum::evidence {

namespace {

using frontend::Clause;
using frontend::HornSource;
using frontend::PredicateAtom;
using program::Program;
using term::Term;
using term::TermManager;
using term::TermVector;

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
    PENDULUM_CHECK(atom.predicate < system_.predicates.size(), "predicate {} should be one of the clauses",
                   atom.predicate);
    std::string name = term::quote_symbol(system_.predicates[atom.predicate].name);
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
  std::string name = term::quote_symbol(system.predicates[predicate].name);
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

}  // namespace

std::string chc_model(const Program& program, const HornSource& horn, const std::vector<Term>& invariant) {
  const frontend::HornSystem& system = horn.nonlinear ? *horn.nonlinear : horn.system;
  PENDULUM_CHECK(invariant.size() == program.locations().size(),
                 "each of {} locations should have an invariant", program.locations().size());
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

namespace {

/// An equation for each argument of the atom with its value in the tuple.
std::string equations(HornText& print, const PredicateAtom& atom, const TermVector& tuple) {
  PENDULUM_CHECK(tuple.size() == atom.arguments.size(), "each of {} arguments should have a value, not {}",
                 atom.arguments.size(), tuple.size());
  std::string text;
  for (std::size_t i = 0; i < tuple.size(); ++i)
    text += fmt::format(" (= {} {})", print.formula(atom.arguments[i]), text_of(tuple[i]));
  return text;
}

/// The predicates of the clause's body, for a comment.
std::string body_names(const frontend::HornSystem& system, const Clause& clause) {
  if (clause.body.empty()) return "true";
  std::string text;
  for (const PredicateAtom& atom : clause.body)
    text += (text.empty() ? "" : " and ") + system.predicates[atom.predicate].name;
  return text;
}

}  // namespace

std::string chc_derivation(const Program& program, const HornSource& horn,
                           const certificate::ErrorPath& path) {
  HornText print(program.terms(), horn.system);
  std::string text =
      "; A derivation of false: each assertion is the instance of a clause's body, with the tuples of the\n"
      "; predicates before and after it; sat.\n(set-logic ALL)\n";
  // The tuples that were derived and that no clause has used yet. A clause uses the last ones.
  std::vector<TermVector> tuples;
  for (PathWalk walk(program, path); !walk.is_done();) {
    PENDULUM_CHECK(walk.edge_id() < horn.edge_origin.size(), "edge {} should represent a clause",
                   walk.edge_id());
    const auto& origin = horn.edge_origin[walk.edge_id()];
    if (!origin) {
      walk.step();
      continue;
    }
    const Clause& clause = horn.system.clauses[origin->clause];
    PENDULUM_CHECK(clause.body.size() <= tuples.size(), "the tuples of the body should have been derived");
    walk.load_inputs();
    TermVector symbols;
    for (const auto& [symbol, value] : origin->values) symbols.push_back(symbol);
    std::sort(symbols.begin(), symbols.end());
    Values values;
    for (const Term symbol : symbols)
      values.emplace_back(print.renamed(symbol), walk.value(origin->values.at(symbol)));
    std::string body = print.formula(clause.constraint);
    const std::size_t first = tuples.size() - clause.body.size();
    for (std::size_t i = 0; i < clause.body.size(); ++i)
      body += equations(print, clause.body[i], tuples[first + i]);
    tuples.resize(first);
    walk.step();
    if (clause.head) {
      TermVector& tuple = tuples.emplace_back();
      for (const Term argument : horn.arguments[clause.head->predicate])
        tuple.push_back(walk.value(argument));
      body += equations(print, *clause.head, tuple);
    }
    text +=
        fmt::format("; line {}: {} implies {}\n(assert {})\n", clause.line, body_names(horn.system, clause),
                    clause.head ? horn.system.predicates[clause.head->predicate].name : "false",
                    let(values, fmt::format("(and {} true)", body)));
  }
  return text + "(check-sat)\n";
}

}  // namespace pendulum::evidence
