// Reader of terms and scripts in SMT-LIB 2.6.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "term/term_manager.h"

namespace pendulum::term {

struct SExpr;  // term/smtlib/sexpr.h

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
