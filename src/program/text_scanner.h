// Internal: cuts the text form into lines and lines into words, strings, numbers and s-expressions.
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

  /// Moves to the next line with content; false at the end of the text. The current line should be used up.
  bool next_line();

  /// Is the rest of the line empty?
  bool is_line_done();
  /// Consumes `word` if it comes next.
  bool accept(std::string_view word);
  void expect(std::string_view word);
  /// The next characters up to white space; empty at the end of the line.
  std::string_view word();
  bool is_at_string();
  /// A "string", its escapes resolved.
  std::string string();
  std::uint64_t number(std::uint64_t maximum);
  /// An atom, a |symbol| or a balanced list, as it stands in the text.
  std::string_view expression();

  /// Throws InputError "<origin>:line: <message>".
  template <typename... Args>
  [[noreturn]] void fail(fmt::format_string<Args...> format, Args&&... args) const {
    throw base::InputError(
        fmt::format("{}:{}: {}", origin_, line_number_, fmt::format(format, std::forward<Args>(args)...)));
  }

 private:
  void skip_space();
  char escape();
  /// Position behind the quoted text that starts at `at` of `text` with '"' or '|'; npos: it does not end.
  static std::size_t end_of_quote(std::string_view text, std::size_t at);

  std::string_view text_;  ///< not yet cut into lines
  std::string origin_;
  std::string_view line_;        ///< rest of the current line
  std::size_t line_number_ = 0;  ///< of the start of the current line
  std::size_t next_line_number_ = 1;
};

}  // namespace pendulum::program
