// Printing and reading of terms and scripts in SMT-LIB 2.6.
#pragma once

#include <functional>
#include <iosfwd>
#include <string>
#include <string_view>

#include "term/term_manager.h"

namespace pendulum::term {

/// Returns the name as an SMT-LIB symbol, in the form |name| if it has to be quoted.
std::string quote_symbol(std::string_view name);

/// Returns `name` with an underscore in front if it begins with `.` or `@`, and otherwise `name`. SMT-LIB
/// reserves such names for solvers: cvc5 rejects their declarations, but Z3 accepts them and many files
/// contain them.
std::string portable_name(std::string_view name);

/// How the overflow predicates (BvSaddo, BvSsubo, BvSmulo) are printed: expanded to operators of SMT-LIB 2.6,
/// which every solver supports, or by their names in SMT-LIB 2.7, which are always read back as the same
/// term.
enum class OverflowText { Expanded, Named };

/// Prints `term`. Subterms that occur more than once are bound by let, so that the size of the text is linear
/// in the size of the DAG.
void print(std::ostream& out, Term term, OverflowText overflow = OverflowText::Expanded);

/// Prints a stand-alone script: set-logic, declarations of all sorts, functions and symbols, one assert per
/// assertion, and check-sat. Shared subterms are printed as define-fun. `comment` is printed in front as
/// comment lines.
void print_script(std::ostream& out, std::span<const Term> assertions, std::string_view comment = {});

/// Prints the declarations of all uninterpreted sorts, functions and symbols in `terms`, each ordered by id.
void print_declarations(std::ostream& out, std::span<const Term> terms);

/// Returns the name of a logic that contains all terms, for example "QF_ABV", "QF_LIA" or "ALL".
std::string logic_of(std::span<const Term> terms);

struct SExpr;  // term/sexpr.h

struct Script {
  std::string logic;
  TermVector assertions;
  bool has_check_sat = false;
};

/// Reads terms and scripts. Symbols have to be declared in the text or exist in `manager` (find_symbol).
/// Throws InputError "<origin>:line:column: expected ..." for invalid text.
class SmtLibReader {
 public:
  explicit SmtLibReader(TermManager& manager, std::string origin = "<text>");
  ~SmtLibReader();
  Term read_term(std::string_view text);
  Sort read_sort(std::string_view text);
  /// Supports the commands declare-const, declare-fun, declare-sort, define-fun, define-sort, assert,
  /// set-logic, set-info, set-option, check-sat and exit.
  Script read_script(std::string_view text);

  /// Callback for languages that extend SMT-LIB. It receives each command before the reader does, and returns
  /// true if it has processed the command completely. It may call the functions below.
  using Extension = std::function<bool(const SExpr& command)>;
  Script read_script(std::string_view text, const Extension& extension);
  /// Read an expression inside a command as a term or a sort.
  Term term(const SExpr& expression);
  Sort sort(const SExpr& expression);
  /// Defines `name` as an abbreviation of `value`. Locally bound names shadow it. Throws InputError if `name`
  /// is already defined.
  void define(const SExpr& name, Term value);
  /// Throws InputError "<origin>:line:column: expected <what>".
  [[noreturn]] void fail(const SExpr& at, const std::string& what) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace pendulum::term
