// Reads the commands of scripts. TermReader reads the terms and sorts in them.
#include "term/smtlib/reader.h"

#include <fmt/format.h>

#include "base/check.h"
#include "term/signature/symbol_syntax.h"
#include "term/smtlib/sexpr.h"
#include "term/smtlib/term_reader.h"

namespace pendulum::term {

struct SmtLibReader::Impl {
  Impl(TermManager& m, std::string where) : manager(m), origin(std::move(where)), terms(m) {}

  const SExpr& only_expression(SExprReader& reader);
  void command(const SExpr& expr, Script& script);
  void declare(const SExpr& expr);
  void define(const SExpr& expr);
  void define_sort(const SExpr& expr);
  void require_length(const SExpr& expr, std::size_t length, const char* what) const;
  void check_new_name(const SExpr& name) const;
  [[noreturn]] void fail(const SExpr& at, const std::string& what) const { terms.fail(at, what); }

  TermManager& manager;
  std::string origin;
  TermReader terms;
};

const SExpr& SmtLibReader::Impl::only_expression(SExprReader& reader) {
  terms.begin(reader);
  const SExpr* expr = reader.read();
  if (expr == nullptr) reader.fail(1, 1, "a term or a sort, found nothing");
  return *expr;
}

void SmtLibReader::Impl::require_length(const SExpr& expr, std::size_t length, const char* what) const {
  if (expr.length() != length) fail(expr, what);
}

/// Fails if `name` cannot be the name of a new symbol, function or sort.
void SmtLibReader::Impl::check_new_name(const SExpr& name) const {
  if (!name.is_name()) fail(name, "a name");
  if (name.type == SExpr::Type::Symbol && is_reserved_name(name.text)) {
    fail(name, fmt::format("a name that is not reserved, found '{}'", name.text));
  }
}

/// Reads (declare-fun name (sort ...) sort) or (declare-const name sort).
void SmtLibReader::Impl::declare(const SExpr& expr) {
  const bool is_const = expr.starts_with("declare-const");
  require_length(expr, is_const ? 3 : 4,
                 is_const ? "(declare-const name sort)" : "(declare-fun name (sort ...) sort)");
  check_new_name(*expr.child(1));
  const std::string_view name = expr.child(1)->text;
  const Sort range = terms.sort(*expr.child(is_const ? 2 : 3));
  std::vector<Sort> domain;
  if (!is_const) {
    if (!expr.child(2)->is_list()) fail(*expr.child(2), "a list of sorts");
    for (const SExpr* s = expr.child(2)->first; s != nullptr; s = s->next) domain.push_back(terms.sort(*s));
  }
  try {
    if (domain.empty()) {
      manager.mk_symbol(name, range);
    } else {
      manager.declare_function(name, std::move(domain), range);
    }
  } catch (const base::InternalError&) {
    fail(expr, fmt::format("the earlier sort of '{}'", name));
  }
}

/// Reads (define-fun name ((parameter sort) ...) sort term).
void SmtLibReader::Impl::define(const SExpr& expr) {
  require_length(expr, 5, "(define-fun name ((parameter sort) ...) sort term)");
  const SExpr& name = *expr.child(1);
  check_new_name(name);
  Macro macro = terms.macro(*expr.child(2), *expr.child(4));
  const Sort range = terms.sort(*expr.child(3));
  if (macro.body.sort() != range) fail(*expr.child(4), fmt::format("a term of sort {}", range.to_string()));
  terms.define(name, std::move(macro));
}

/// Reads (declare-sort name 0) or (define-sort name () sort).
void SmtLibReader::Impl::define_sort(const SExpr& expr) {
  if (expr.starts_with("declare-sort")) {
    const bool is_plain =
        expr.length() == 3 && expr.child(2)->type == SExpr::Type::Numeral && expr.child(2)->text == "0";
    if (!is_plain) fail(expr, "(declare-sort name 0)");
    check_new_name(*expr.child(1));
    manager.uninterpreted_sort(expr.child(1)->text);
    return;
  }
  const bool is_plain = expr.length() == 4 && expr.child(2)->is_list() && expr.child(2)->first == nullptr;
  if (!is_plain) fail(expr, "(define-sort name () sort)");
  check_new_name(*expr.child(1));
  terms.define_sort(expr.child(1)->text, terms.sort(*expr.child(3)));
}

void SmtLibReader::Impl::command(const SExpr& expr, Script& script) {
  if (expr.starts_with("declare-const") || expr.starts_with("declare-fun")) {
    declare(expr);
  } else if (expr.starts_with("declare-sort") || expr.starts_with("define-sort")) {
    define_sort(expr);
  } else if (expr.starts_with("define-fun")) {
    define(expr);
  } else if (expr.starts_with("assert")) {
    require_length(expr, 2, "(assert term)");
    const Term term = terms.term(*expr.child(1));
    if (!term.sort().is_bool()) fail(*expr.child(1), "a term of sort Bool");
    script.assertions.push_back(term);
  } else if (expr.starts_with("set-logic")) {
    require_length(expr, 2, "(set-logic name)");
    script.logic = std::string(expr.child(1)->text);
  } else if (expr.starts_with("check-sat")) {
    script.has_check_sat = true;
  } else if (!expr.starts_with("set-info") && !expr.starts_with("set-option") && !expr.starts_with("exit")) {
    fail(expr,
         "a command: declare-const, declare-fun, declare-sort, define-fun, define-sort, assert, set-logic, "
         "set-info, set-option, check-sat or exit");
  }
}

SmtLibReader::SmtLibReader(TermManager& manager, std::string origin)
    : impl_(std::make_unique<Impl>(manager, std::move(origin))) {}
SmtLibReader::~SmtLibReader() = default;

Term SmtLibReader::read_term(std::string_view text) {
  SExprReader reader(text, impl_->origin);
  const Term term = impl_->terms.term(impl_->only_expression(reader));
  if (const SExpr* rest = reader.read()) reader.fail(*rest, "the end of the text");
  return term;
}

Sort SmtLibReader::read_sort(std::string_view text) {
  SExprReader reader(text, impl_->origin);
  const Sort sort = impl_->terms.sort(impl_->only_expression(reader));
  if (const SExpr* rest = reader.read()) reader.fail(*rest, "the end of the text");
  return sort;
}

Script SmtLibReader::read_script(std::string_view text) {
  return read_script(text, [](const SExpr&) { return false; });
}

Script SmtLibReader::read_script(std::string_view text, const Extension& extension) {
  SExprReader reader(text, impl_->origin);
  impl_->terms.begin(reader);
  Script script;
  while (const SExpr* expr = reader.read()) {
    if (!extension(*expr)) impl_->command(*expr, script);
    if (expr->starts_with("exit")) break;
  }
  return script;
}

Term SmtLibReader::term(const SExpr& expression) {
  PENDULUM_CHECK(impl_->terms.has_source(), "term should be called only while a script is read");
  return impl_->terms.term(expression);
}

Sort SmtLibReader::sort(const SExpr& expression) {
  PENDULUM_CHECK(impl_->terms.has_source(), "sort should be called only while a script is read");
  return impl_->terms.sort(expression);
}

void SmtLibReader::define(const SExpr& name, Term value) {
  PENDULUM_CHECK(!value.is_null(), "'{}' should abbreviate a term", name.text);
  impl_->check_new_name(name);
  impl_->terms.define(name, Macro{{}, value});
}

void SmtLibReader::fail(const SExpr& at, const std::string& what) const {
  impl_->fail(at, what);
}

}  // namespace pendulum::term
