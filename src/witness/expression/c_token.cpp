#include "witness/expression/c_token.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "base/check.h"

namespace pendulum::witness {

namespace {

bool is_letter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}
bool is_digit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

constexpr std::array<std::string_view, 22> long_punctuators{"<<=", ">>=", "...", "->", "++", "--", "<<", ">>",
                                                            "<=",  ">=",  "==",  "!=", "&&", "||", "*=", "/=",
                                                            "%=",  "+=",  "-=",  "&=", "^=", "|="};

class Scanner {
 public:
  explicit Scanner(std::string_view source) : source_(source) {}

  std::vector<Token> run() {
    while (position_ < source_.size()) {
      if (skip_blank()) continue;
      Token token;
      token.line = line_;
      token.column = static_cast<unsigned>(position_ - line_start_) + 1;
      const std::size_t start = position_;
      token.kind = scan();
      PENDULUM_CHECK(position_ > start, "the token in line {} should have a character", line_);
      token.text = source_.substr(start, position_ - start);
      tokens_.push_back(token);
    }
    return std::move(tokens_);
  }

 private:
  char at(std::size_t offset) const {
    return position_ + offset < source_.size() ? source_[position_ + offset] : '\0';
  }

  void advance() {
    PENDULUM_DCHECK(position_ < source_.size(), "the position should not pass the end of the text");
    if (source_[position_] == '\n') {
      ++line_;
      line_start_ = position_ + 1;
    }
    ++position_;
  }

  void advance_past(std::string_view end) {
    while (position_ < source_.size() && !source_.substr(position_).starts_with(end)) advance();
    for (std::size_t i = 0; i < end.size() && position_ < source_.size(); ++i) advance();
  }

  bool skip_blank() {
    const bool starts_line = tokens_.empty() || tokens_.back().line != line_;
    if (std::isspace(static_cast<unsigned char>(at(0))) != 0) {
      advance();
    } else if (at(0) == '/' && at(1) == '*') {
      advance();
      advance();
      advance_past("*/");
    } else if ((at(0) == '/' && at(1) == '/') || (at(0) == '#' && starts_line)) {
      advance_line();
    } else {
      return false;
    }
    return true;
  }

  /// Advances to the end of the line; a backslash before the line break continues the line.
  void advance_line() {
    while (position_ < source_.size() && at(0) != '\n') {
      if (at(0) == '\\' && at(1) == '\n') advance();
      advance();
    }
  }

  Token::Kind scan() {
    if (is_digit(at(0))) {
      while (is_letter(at(0)) || at(0) == '.') advance();
      return Token::Kind::Number;
    }
    if (is_letter(at(0)) || (at(0) == '\\' && is_letter(at(1)))) {  // \result occurs in witnesses
      advance();
      while (is_letter(at(0))) advance();
      return Token::Kind::Word;
    }
    if (at(0) == '"' || at(0) == '\'') return quoted(at(0));
    const std::string_view rest = source_.substr(position_);
    const auto* found = std::find_if(long_punctuators.begin(), long_punctuators.end(),
                                     [&](std::string_view word) { return rest.starts_with(word); });
    const std::size_t length = found == long_punctuators.end() ? 1 : found->size();
    for (std::size_t i = 0; i < length; ++i) advance();
    return Token::Kind::Punctuator;
  }

  Token::Kind quoted(char quote) {
    advance();
    while (position_ < source_.size() && at(0) != quote && at(0) != '\n') {
      if (at(0) == '\\' && position_ + 1 < source_.size()) advance();
      advance();
    }
    if (position_ < source_.size() && at(0) == quote) advance();
    return quote == '"' ? Token::Kind::Text : Token::Kind::Character;
  }

  std::string_view source_;
  std::size_t position_ = 0;
  std::size_t line_start_ = 0;
  unsigned line_ = 1;
  std::vector<Token> tokens_;
};

}  // namespace

std::vector<Token> tokenize(std::string_view source) {
  return Scanner(source).run();
}

}  // namespace pendulum::witness
