#include <fmt/format.h>

#include "base/check.h"
#include "base/error.h"
#include "frontend/horn/clausify.h"
#include "term/signature/symbol_syntax.h"
#include "term/smtlib/reader.h"
#include "term/smtlib/sexpr.h"

namespace pendulum::frontend {

namespace {

using term::SExpr;
using term::Term;

class HornReader {
 public:
  HornReader(term::TermManager& terms, const std::string& origin)
      : terms_(terms), reader_(terms, origin), clausifier_(terms, origin) {
    system_.origin = origin;
  }

  HornSystem read(std::string_view text) {
    reader_.read_script(text, [this](const SExpr& command) { return extend(command); });
    PENDULUM_DCHECK(is_well_formed(system_), "the clauses of {} should be well-formed", system_.origin);
    return std::move(system_);
  }

 private:
  bool extend(const SExpr& command) {
    if (command.starts_with("declare-fun") || command.starts_with("declare-rel")) {
      declare(command);
    } else if (command.starts_with("declare-const")) {
      declare_constant(command);
    } else if (command.starts_with("declare-var")) {
      declare_variable(command);
    } else if (command.starts_with("assert") || command.starts_with("rule")) {
      add_clauses(command);
    } else if (command.starts_with("query")) {
      add_query(command);
    } else {
      return command.starts_with("get-model") || command.starts_with("get-info");
    }
    return true;
  }

  std::string place(const SExpr& at) const { return fmt::format("{}:{}", system_.origin, at.line); }

  /// Handles (declare-fun name (sort ...) Bool) and (declare-rel name (sort ...)).
  void declare(const SExpr& command) {
    const bool is_rel = command.starts_with("declare-rel");
    const SExpr* name = command.child(1);
    if (command.length() != (is_rel ? 3u : 4u) || !command.child(2)->is_list() || !name->is_name())
      reader_.fail(command, is_rel ? "(declare-rel name (sort ...))" : "(declare-fun name (sort ...) sort)");
    if (!is_rel && !reader_.sort(*command.child(3)).is_bool())
      throw base::Unsupported("non-Boolean functions in Horn clauses", place(command));
    Predicate predicate{std::string(name->text), {}};
    for (const SExpr* sort = command.child(2)->first; sort != nullptr; sort = sort->next)
      predicate.domain.push_back(reader_.sort(*sort));
    add_predicate(*name, predicate);
    system_.predicates.push_back(std::move(predicate));
  }

  /// Registers the predicate with the clausifier. A nullary predicate is a symbol with a fresh name, which no
  /// bound variable has.
  void add_predicate(const SExpr& name, const Predicate& predicate) {
    const std::size_t index = system_.predicates.size();
    if (!names_.emplace(predicate.name, index).second)
      reader_.fail(name, fmt::format("a new name, found '{}'", predicate.name));
    if (predicate.domain.empty()) {
      const Term symbol = terms_.mk_fresh(predicate.name, terms_.bool_sort());
      reader_.define(name, symbol);
      clausifier_.add_predicate(symbol, index);
    } else {
      clausifier_.add_predicate(terms_.declare_function(predicate.name, predicate.domain, terms_.bool_sort()),
                                index);
    }
  }

  void declare_constant(const SExpr& command) {
    const bool is_predicate = command.length() == 3 && command.child(2)->is("Bool");
    if (command.length() != 3 || !command.child(1)->is_name())
      reader_.fail(command, "(declare-const name sort)");
    if (!is_predicate) throw base::Unsupported("non-Boolean functions in Horn clauses", place(command));
    const Predicate predicate{std::string(command.child(1)->text), {}};
    add_predicate(*command.child(1), predicate);
    system_.predicates.push_back(predicate);
  }

  /// Handles (declare-var name sort): the variable is universally quantified in every rule.
  void declare_variable(const SExpr& command) {
    if (command.length() != 3 || !command.child(1)->is_name())
      reader_.fail(command, "(declare-var name sort)");
    const term::Sort sort = reader_.sort(*command.child(2));
    reader_.define(*command.child(1), terms_.mk_fresh(term::portable_name(command.child(1)->text), sort));
  }

  Term formula(const SExpr& expression) {
    const Term term = reader_.term(expression);
    if (!term.sort().is_bool()) reader_.fail(expression, "a term of sort Bool");
    return term;
  }

  /// Handles (assert formula), (rule formula) and (rule formula name).
  void add_clauses(const SExpr& command) {
    const bool is_rule = command.starts_with("rule");
    const std::size_t length = command.length();
    if (length != 2 && !(is_rule && length == 3))
      reader_.fail(command, is_rule ? "(rule formula)" : "(assert formula)");
    add(clausifier_.clauses(formula(*command.child(1)), command.line));
  }

  /// Handles (query formula) and (query name); the latter means the predicate with arbitrary arguments.
  void add_query(const SExpr& command) {
    const SExpr* expression = command.child(1);
    if (expression == nullptr) reader_.fail(command, "(query formula)");
    const auto named = expression->is_name() ? names_.find(std::string(expression->text)) : names_.end();
    if (named == names_.end())
      return add(clausifier_.clauses(terms_.mk_not(formula(*expression)), command.line));
    PredicateAtom any{named->second, {}};
    for (const term::Sort sort : system_.predicates[any.predicate].domain)
      any.arguments.push_back(terms_.mk_fresh("any", sort));
    add({Clause{{std::move(any)}, terms_.mk_true(), std::nullopt, command.line}});
  }

  void add(const std::vector<Clause>& clauses) {
    system_.clauses.insert(system_.clauses.end(), clauses.begin(), clauses.end());
  }

  term::TermManager& terms_;
  term::SmtLibReader reader_;
  Clausifier clausifier_;
  HornSystem system_;
  std::unordered_map<std::string, std::size_t> names_;  ///< index of each predicate by name
};

}  // namespace

HornSystem read_horn(term::TermManager& terms, std::string_view text, const std::string& origin) {
  return HornReader(terms, origin).read(text);
}

}  // namespace pendulum::frontend
