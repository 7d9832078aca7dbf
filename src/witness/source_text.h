// Source locations in the user's C text. Witnesses refer to the first character of a statement and to the
// closing parenthesis of a call, while debug information refers to operators and operands.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "program/source.h"
#include "witness/expression/c_token.h"

namespace pendulum::witness {

class SourceTexts {
 public:
  /// Does a loop statement (for, while, do) start at `where`?
  bool is_loop(const program::SourceLocation& where);
  /// The first character of the statement that contains `where`; `where` itself if the file cannot be read.
  program::SourceLocation statement(const program::SourceLocation& where);
  /// Is `where` evaluated whenever its statement is executed? False after `&&`, `||` or `?`, and in the parts
  /// of a `for`.
  bool is_in_first_part(const program::SourceLocation& where);
  /// Is `where`, or the start of its statement, on the line? A witness may give the error of a statement at
  /// its label or at its call.
  bool is_on_line(const program::SourceLocation& where, unsigned line);
  /// The closing parenthesis of the call whose function name or opening parenthesis is at `where`.
  program::SourceLocation closing_parenthesis(const program::SourceLocation& where);

 private:
  struct Text {
    std::string content;
    std::vector<Token> tokens;
  };
  const Text& text(const std::string& file);
  /// Index of the first token at or after `where`; the number of tokens if there is none.
  static std::size_t token_at(const Text& text, const program::SourceLocation& where);
  static std::size_t statement_start(const Text& text, std::size_t token);

  std::map<std::string, std::unique_ptr<Text>> texts_;  ///< by file; empty text if it cannot be read
};

}  // namespace pendulum::witness
