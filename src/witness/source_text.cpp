#include "witness/source_text.h"

#include <algorithm>
#include <fstream>
#include <sstream>

#include "base/check.h"

namespace pendulum::witness {

namespace {

using program::SourceLocation;

/// The source location of the token, in the file and the function of `other`.
SourceLocation source_location(const Token& token, const SourceLocation& other) {
  SourceLocation where = other;
  where.line = token.line;
  where.column = token.column;
  return where;
}

/// The index of the parenthesis that matches the one at index `token`; tokens.size() if there is none.
std::size_t matching(const std::vector<Token>& tokens, std::size_t token) {
  PENDULUM_CHECK(token < tokens.size() && (tokens[token].is("(") || tokens[token].is(")")),
                 "token {} should be a parenthesis", token);
  const bool forward = tokens[token].is("(");
  int depth = 0;
  for (std::size_t i = token; i < tokens.size(); forward ? ++i : --i) {
    if (tokens[i].is("(")) ++depth;
    if (tokens[i].is(")")) --depth;
    if (depth == 0) return i;
  }
  return tokens.size();
}

bool is_control_word(const Token& token) {
  return token.is("if") || token.is("while") || token.is("for") || token.is("switch");
}

}  // namespace

const SourceTexts::Text& SourceTexts::text(const std::string& file) {
  std::unique_ptr<Text>& entry = texts_[file];
  if (entry) return *entry;
  entry = std::make_unique<Text>();
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream content;
  content << stream.rdbuf();
  entry->content = content.str();
  entry->tokens = tokenize(entry->content);
  PENDULUM_DCHECK(
      std::ranges::is_sorted(entry->tokens, {},
                             [](const Token& token) { return std::pair(token.line, token.column); }),
      "the tokens of {} should be ordered by their source locations", file);
  return *entry;
}

std::size_t SourceTexts::token_at(const Text& text, const SourceLocation& where) {
  const auto before = [](const Token& token, const SourceLocation& other) {
    return std::pair(token.line, token.column) < std::pair(other.line, other.column);
  };
  const auto found = std::lower_bound(text.tokens.begin(), text.tokens.end(), where, before);
  return static_cast<std::size_t>(found - text.tokens.begin());
}

/// The index of the first token of the statement that contains `token`. Searches backwards for the end of the
/// previous statement or the start of the enclosing block or branch.
std::size_t SourceTexts::statement_start(const Text& text, std::size_t token) {
  const std::vector<Token>& tokens = text.tokens;
  PENDULUM_CHECK(token < tokens.size(), "token {} should be one of the {} tokens", token, tokens.size());
  std::size_t start = token;
  while (start > 0) {
    const Token& previous = tokens[start - 1];
    if (previous.is(";") || previous.is("{") || previous.is("}") || previous.is(":") || previous.is("else") ||
        previous.is("do"))
      break;
    if (previous.is(")")) {
      const std::size_t open = matching(tokens, start - 1);
      if (open == tokens.size() || open == 0 || is_control_word(tokens[open - 1])) break;
      start = open;
    } else if (previous.is("(") && start >= 2 && tokens[start - 2].is("for")) {
      return start - 2;
    } else {
      --start;
    }
  }
  return start;
}

bool SourceTexts::is_loop(const SourceLocation& where) {
  const Text& source = text(where.file);
  const std::size_t token = token_at(source, where);
  if (token == source.tokens.size()) return false;
  const Token& first = source.tokens[token];
  return first.line == where.line && first.column == where.column &&
         (first.is("for") || first.is("while") || first.is("do"));
}

SourceLocation SourceTexts::statement(const SourceLocation& where) {
  const Text& source = text(where.file);
  const std::size_t token = token_at(source, where);
  if (token == source.tokens.size()) return where;
  return source_location(source.tokens[statement_start(source, token)], where);
}

bool SourceTexts::is_in_first_part(const SourceLocation& where) {
  const Text& source = text(where.file);
  const std::size_t end = token_at(source, where);
  if (end == source.tokens.size()) return false;
  const auto parts = [](const Token& token) {
    return token.is("&&") || token.is("||") || token.is("?") || token.is("for");
  };
  const std::size_t start = statement_start(source, end);
  PENDULUM_CHECK(start <= end, "a statement should start before its token {}, not at {}", end, start);
  const auto begin = source.tokens.begin();
  return std::none_of(begin + static_cast<std::ptrdiff_t>(start), begin + static_cast<std::ptrdiff_t>(end),
                      parts);
}

bool SourceTexts::is_on_line(const SourceLocation& where, unsigned line) {
  return where.line == line || statement(where).line == line;
}

SourceLocation SourceTexts::closing_parenthesis(const SourceLocation& where) {
  const Text& source = text(where.file);
  std::size_t token = token_at(source, where);
  while (token < source.tokens.size() && !source.tokens[token].is("(")) ++token;
  if (token == source.tokens.size()) return where;
  const std::size_t close = matching(source.tokens, token);
  return close == source.tokens.size() ? where : source_location(source.tokens[close], where);
}

}  // namespace pendulum::witness
