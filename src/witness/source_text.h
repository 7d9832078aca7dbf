// Places in the user's C text: witnesses name the first character of statements and the closing parenthesis
// of calls, where debug information names operators and operands.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "program/source.h"
#include "witness/c_token.h"

namespace pendulum::witness {

class SourceTexts {
 public:
  /// Does a loop statement (for, while, do) start there?
  bool is_loop(const program::SourceLocation& where);
  /// The first character of the statement that the place is in; the place itself where the text is not
  /// readable.
  program::SourceLocation statement(const program::SourceLocation& where);
  /// Is everything in the statement before the place evaluated together with it? Not so behind `&&`, `||`,
  /// `?` and in the parts of a `for`.
  bool is_in_first_part(const program::SourceLocation& where);
  /// The closing parenthesis of the call whose function's name (or opening parenthesis) stands there.
  program::SourceLocation closing_parenthesis(const program::SourceLocation& where);

 private:
  struct Text {
    std::string content;
    std::vector<Token> tokens;
  };
  const Text& text(const std::string& file);
  /// Index of the first token at or behind the place; the number of tokens: none.
  static std::size_t token_at(const Text& text, const program::SourceLocation& where);
  static std::size_t statement_start(const Text& text, std::size_t token);

  std::map<std::string, std::unique_ptr<Text>> texts_;  ///< empty for files that cannot be read
};

}  // namespace pendulum::witness
