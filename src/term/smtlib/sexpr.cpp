// Lexer and parser for the S-expressions of SMT-LIB text.
#include "term/smtlib/sexpr.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "base/error.h"
#include "term/signature/symbol_syntax.h"

namespace pendulum::term {

std::size_t SExpr::length() const {
  std::size_t result = 0;
  for (const SExpr* c = first; c != nullptr; c = c->next) ++result;
  return result;
}

const SExpr* SExpr::child(std::size_t i) const {
  const SExpr* c = first;
  for (; c != nullptr && i > 0; --i) c = c->next;
  return c;
}

void SExprReader::fail(std::uint32_t line, std::uint32_t column, const std::string& what) const {
  throw base::InputError(fmt::format("{}:{}:{}: expected {}", origin_, line, column, what));
}

void SExprReader::advance() {
  PENDULUM_DCHECK(position_ < text_.size(), "the reader should not advance after the end of the text");
  if (text_[position_] == '\n') {
    ++line_;
    column_ = 1;
  } else {
    ++column_;
  }
  ++position_;
}

void SExprReader::skip_space() {
  while (position_ < text_.size()) {
    const char c = peek();
    if (c == ';') {
      while (position_ < text_.size() && peek() != '\n') advance();
    } else if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
      advance();
    } else {
      return;
    }
  }
}

const SExpr* SExprReader::read() {
  nodes_.clear();
  struct Open {
    SExpr* list;
    const SExpr** end;  // pointer that will link the next child
  };
  std::vector<Open> open;
  const SExpr* root = nullptr;
  const auto link = [&](SExpr* node) {
    if (open.empty()) {
      root = node;
    } else {
      *open.back().end = node;
      open.back().end = &node->next;
    }
  };
  for (skip_space(); position_ < text_.size(); skip_space()) {
    if (peek() == '(') {
      SExpr* node = &nodes_.emplace_back(SExpr{SExpr::Type::List, {}, line_, column_});
      advance();
      link(node);
      open.push_back({node, &node->first});
      continue;
    }
    if (peek() == ')') {
      if (open.empty()) fail(line_, column_, "a term, found ')'");
      advance();
      open.pop_back();
    } else {
      link(&nodes_.emplace_back(read_atom()));
    }
    PENDULUM_DCHECK(root != nullptr, "the first expression should be the root");
    if (open.empty()) return root;
  }
  if (!open.empty()) {
    fail(line_, column_,
         fmt::format("')' for the '(' at {}:{}", open.back().list->line, open.back().list->column));
  }
  return nullptr;
}

std::string_view SExprReader::take_symbol() {
  const std::size_t begin = position_;
  while (position_ < text_.size() && is_symbol_character(peek())) advance();
  return text_.substr(begin, position_ - begin);
}

SExpr SExprReader::delimited(SExpr atom, char end, const char* what) {
  advance();
  PENDULUM_DCHECK(position_ > 0 && text_[position_ - 1] == end, "the text should begin with {}", end);
  const std::size_t begin = position_;
  while (true) {
    if (position_ >= text_.size()) fail(atom, what);
    if (peek() == end) {
      // "" inside a string represents a quotation mark.
      if (end != '"' || position_ + 1 >= text_.size() || text_[position_ + 1] != '"') break;
      advance();
    }
    advance();
  }
  atom.text = text_.substr(begin, position_ - begin);
  advance();
  return atom;
}

SExpr SExprReader::number(SExpr atom) {
  atom.text = take_symbol();
  PENDULUM_CHECK(!atom.text.empty(), "a number should have a digit");
  const auto dots = std::count(atom.text.begin(), atom.text.end(), '.');
  const bool digits = std::all_of(atom.text.begin(), atom.text.end(),
                                  [](char c) { return c == '.' || (c >= '0' && c <= '9'); });
  if (!digits || dots > 1 || atom.text.back() == '.')
    fail(atom, fmt::format("a number, found '{}'", atom.text));
  atom.type = dots == 0 ? SExpr::Type::Numeral : SExpr::Type::Decimal;
  return atom;
}

SExpr SExprReader::hash(SExpr atom) {
  PENDULUM_DCHECK(peek() == '#', "the constant should begin with #");
  advance();
  const char base = peek();
  if (base == 'x' || base == 'b') advance();
  atom.text = take_symbol();
  atom.type = base == 'x' ? SExpr::Type::Hexadecimal : SExpr::Type::Binary;
  const std::string_view digits = base == 'x' ? "0123456789abcdefABCDEF" : "01";
  if ((base != 'x' && base != 'b') || atom.text.empty() ||
      atom.text.find_first_not_of(digits) != std::string_view::npos) {
    fail(atom, "#x or #b and digits");
  }
  return atom;
}

SExpr SExprReader::read_atom() {
  SExpr atom{SExpr::Type::Symbol, {}, line_, column_};
  const char c = peek();
  if (c == '|') {
    atom.type = SExpr::Type::Quoted;
    return delimited(atom, '|', "'|' at the end of a quoted symbol");
  }
  if (c == '"') {
    atom.type = SExpr::Type::String;
    return delimited(atom, '"', "'\"' at the end of a string");
  }
  if (c == '#') return hash(atom);
  if (c >= '0' && c <= '9') return number(atom);
  if (c == ':') {
    advance();
    atom.type = SExpr::Type::Keyword;
  } else if (!is_symbol_character(c)) {
    fail(atom, fmt::format("a term, found the character '{}'", c));
  }
  atom.text = take_symbol();
  return atom;
}

}  // namespace pendulum::term
