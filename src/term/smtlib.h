// SMT-LIB 2.6 text: printing of terms and scripts, reading of terms and scripts.
#pragma once

#include <functional>
#include <iosfwd>
#include <string>
#include <string_view>

#include "term/term_manager.h"

namespace pendulum::term {

/// |quoted| where the name needs it.
std::string quote_symbol(std::string_view name);

/// `name`, with an underscore before it where SMT-LIB reserves its beginning for solvers (`.` and `@`): cvc5
/// refuses to declare such symbols, Z3 and many files do not.
std::string portable_name(std::string_view name);

/// How BvSaddo and its kin are written: expanded to SMT-LIB 2.6 operators, which every solver reads, or by
/// their names in SMT-LIB 2.7, which read back as the same term.
enum class OverflowText { Expanded, Named };

/// Prints `term` with subterms that occur more than once bound by let, so that the text is linear in the
/// DAG.
void print(std::ostream& out, Term term, OverflowText overflow = OverflowText::Expanded);

/// A stand-alone script: set-logic, declarations of all sorts, functions and symbols, one assert per
/// assertion, check-sat. Large shared subterms become define-fun.
void print_script(std::ostream& out, std::span<const Term> assertions, std::string_view comment = {});

/// (declare-fun name () sort), sorted by id.
void print_declarations(std::ostream& out, std::span<const Term> terms);

/// A logic that every term fits in: "QF_ABV", "QF_LIA", "ALL", ...
std::string logic_of(std::span<const Term> terms);

struct SExpr;  // term/sexpr.h

struct Script {
  std::string logic;
  TermVector assertions;
  bool has_check_sat = false;
};

/// Reads terms and scripts. Symbols come from `manager` (find_symbol) or from declarations in the text.
/// Errors are InputErrors: "<origin>:line:column: what was expected".
class SmtLibReader {
 public:
  explicit SmtLibReader(TermManager& manager, std::string origin = "<text>");
  ~SmtLibReader();
  Term read_term(std::string_view text);
  Sort read_sort(std::string_view text);
  /// declare-const, declare-fun, declare-sort, define-fun, define-sort, assert, set-logic, set-info,
  /// set-option, check-sat, exit.
  Script read_script(std::string_view text);

  /// For languages that extend SMT-LIB: sees each command before the reader does and says whether that was
  /// all. It may call the functions below.
  using Extension = std::function<bool(const SExpr& command)>;
  Script read_script(std::string_view text, const Extension& extension);
  /// Of an expression inside of a command.
  Term term(const SExpr& expression);
  Sort sort(const SExpr& expression);
  /// From now on `name` stands for `value` (locally bound names hide it). `name` should be new.
  void define(const SExpr& name, Term value);
  /// Throws InputError "<origin>:line:column: expected <what>".
  [[noreturn]] void fail(const SExpr& at, const std::string& what) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace pendulum::term
