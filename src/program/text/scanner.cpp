// Lines, words, strings and s-expressions of the text format.
#include "program/text/scanner.h"

#include <algorithm>
#include <charconv>

#include "base/check.h"

namespace pendulum::program {

namespace {

constexpr std::string_view white_space = " \t\r\n";
/// Number of characters of the rest of a line that error messages show, so that a message fits in one line.
constexpr std::size_t max_shown = 40;

bool is_space(char c) {
  return white_space.find(c) != std::string_view::npos;
}

}  // namespace

std::size_t TextScanner::end_of_quote(std::string_view text, std::size_t at) {
  PENDULUM_CHECK(at < text.size() && (text[at] == '"' || text[at] == '|'), "a quotation should start at {}",
                 at);
  const char quote = text[at];
  for (std::size_t i = at + 1; i < text.size(); ++i) {
    if (text[i] == quote) return i + 1;
    if (text[i] == '\\' && quote == '"') ++i;
  }
  return std::string_view::npos;
}

bool TextScanner::next_line() {
  PENDULUM_CHECK(is_line_done(), "the current line should be consumed before the next one");
  while (!text_.empty()) {
    line_number_ = next_line_number_;
    const std::size_t first = text_.find_first_not_of(" \t\r");
    const bool is_comment = first != std::string_view::npos && text_[first] == ';';
    std::size_t end = 0;
    while (end < text_.size() && text_[end] != '\n') {
      const bool is_quote = !is_comment && (text_[end] == '"' || text_[end] == '|');
      end = is_quote ? end_of_quote(text_, end) : end + 1;
      if (end == std::string_view::npos) fail("a \"string\" or |symbol| that starts here does not end");
    }
    line_ = text_.substr(0, end);
    text_.remove_prefix(std::min(end + 1, text_.size()));
    next_line_number_ += 1 + static_cast<std::size_t>(std::count(line_.begin(), line_.end(), '\n'));
    PENDULUM_CHECK(next_line_number_ > line_number_, "line {} should be followed by a later one",
                   line_number_);
    if (!is_comment && !is_line_done()) return true;
  }
  line_ = {};
  return false;
}

void TextScanner::skip_space() {
  line_.remove_prefix(std::min(line_.find_first_not_of(white_space), line_.size()));
}

bool TextScanner::is_line_done() {
  skip_space();
  return line_.empty();
}

std::string_view TextScanner::word() {
  skip_space();
  const std::size_t end = std::min(line_.find_first_of(white_space), line_.size());
  const std::string_view result = line_.substr(0, end);
  line_.remove_prefix(end);
  return result;
}

bool TextScanner::accept(std::string_view word) {
  PENDULUM_CHECK(!word.empty(), "a keyword should not be empty");
  skip_space();
  if (!line_.starts_with(word)) return false;
  const bool is_word = word != ":";
  if (is_word && line_.size() > word.size() && !is_space(line_[word.size()])) return false;
  line_.remove_prefix(word.size());
  return true;
}

void TextScanner::expect(std::string_view word) {
  if (!accept(word)) fail("\"{}\" was expected before \"{}\"", word, line_.substr(0, max_shown));
}

bool TextScanner::is_at_string() {
  skip_space();
  return line_.starts_with('"');
}

std::string TextScanner::string() {
  if (!is_at_string()) fail("a \"string\" was expected before \"{}\"", line_.substr(0, max_shown));
  line_.remove_prefix(1);
  std::string result;
  while (!line_.empty() && line_.front() != '"') {
    const char c = line_.front();
    line_.remove_prefix(1);
    result += c == '\\' ? escape() : c;
  }
  if (line_.empty()) fail("a \"string\" should end");
  line_.remove_prefix(1);
  return result;
}

/// Consumes an escape sequence after its backslash and returns the character.
char TextScanner::escape() {
  const char c = line_.empty() ? '\0' : line_.front();
  if (c == '"' || c == '\\' || c == 'n') {
    line_.remove_prefix(1);
    return c == 'n' ? '\n' : c;
  }
  unsigned code = 0;
  if (c == 'x' && line_.size() >= 3) {
    const auto [end, failure] = std::from_chars(line_.data() + 1, line_.data() + 3, code, 16);
    if (failure == std::errc() && end == line_.data() + 3) {
      line_.remove_prefix(3);
      return static_cast<char>(code);
    }
  }
  fail("a string should only use the escapes \\\" \\\\ \\n \\xHH");
}

std::uint64_t TextScanner::number(std::uint64_t maximum) {
  skip_space();
  std::uint64_t result = 0;
  const auto [end, failure] = std::from_chars(line_.data(), line_.data() + line_.size(), result);
  if (failure != std::errc() || result > maximum)
    fail("a number from 0 to {} was expected before \"{}\"", maximum, line_.substr(0, max_shown));
  line_.remove_prefix(static_cast<std::size_t>(end - line_.data()));
  return result;
}

std::string_view TextScanner::expression() {
  if (is_line_done()) fail("an expression was expected");
  std::size_t depth = 0;
  std::size_t end = 0;
  while (end < line_.size()) {
    const char c = line_[end];
    if (depth == 0 && end > 0 && (is_space(c) || c == '(' || c == ')')) break;
    if (c == ')' && depth == 0) fail("unmatched )");
    if (c == '|' || c == '"')
      end = end_of_quote(line_, end);  // terminated within the line: next_line checked it
    else
      ++end;
    if (c == '(') ++depth;
    if (c == ')' && --depth == 0) break;
  }
  if (depth != 0) fail("{} closing parentheses are missing", depth);
  PENDULUM_CHECK(end > 0 && end <= line_.size(), "an expression should end within its line");
  const std::string_view result = line_.substr(0, end);
  line_.remove_prefix(end);
  return result;
}

}  // namespace pendulum::program
