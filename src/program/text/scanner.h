// Internal: splits the text format into lines, and lines into words, strings, numbers and s-expressions.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"

namespace pendulum::program {

class TextScanner {
 public:
  TextScanner(std::string_view text, std::string_view origin) : text_(text), origin_(origin) {}

  /// Moves to the next line with content; false at the end of the text. Requires: the current line is
  /// consumed.
  bool next_line();

  /// True if the rest of the line is empty.
  bool is_line_done();
  /// Consumes `word` if it is next; returns whether it was.
  bool accept(std::string_view word);
  /// Consumes `word`; fails if something else is next.
  void expect(std::string_view word);
  /// The next characters up to white space; empty at the end of the line.
  std::string_view word();
  bool is_at_string();
  /// Consumes a "string" and resolves its escapes.
  std::string string();
  /// Consumes a decimal number; fails if it exceeds `maximum`.
  std::uint64_t number(std::uint64_t maximum);
  /// Consumes an atom, a |symbol| or a balanced list; returns its text unchanged.
  std::string_view expression();

  /// Throws InputError "<origin>:line: <message>".
  template <typename... Args>
  [[noreturn]] void fail(fmt::format_string<Args...> format, Args&&... args) const {
    throw base::InputError(
        fmt::format("{}:{}: {}", origin_, line_number_, fmt::format(format, std::forward<Args>(args)...)));
  }

 private:
  void skip_space();
  /// Consumes an escape sequence after its backslash and returns the character.
  char escape();
  /// Position after the quoted text that starts at `at` of `text` with '"' or '|'; npos if it is
  /// unterminated.
  static std::size_t end_of_quote(std::string_view text, std::size_t at);

  std::string_view text_;  ///< text after the current line
  std::string origin_;
  std::string_view line_;        ///< rest of the current line
  std::size_t line_number_ = 0;  ///< number of the first source line of the current line
  std::size_t next_line_number_ = 1;
};

}  // namespace pendulum::program
