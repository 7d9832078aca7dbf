// Internal: parser for the S-expressions of SMT-LIB text, with line and column. It does not use recursion.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace pendulum::term {

struct SExpr {
  enum class Type { Symbol, Quoted, Numeral, Decimal, Hexadecimal, Binary, String, Keyword, List };
  Type type;
  std::string_view text;         ///< without bars, quotes, #x and #b; refers to the source text
  std::uint32_t line, column;    ///< from 1
  const SExpr* first = nullptr;  ///< first element of a list
  const SExpr* next = nullptr;   ///< next element of the same list

  bool is_list() const { return type == Type::List; }
  bool is_name() const { return type == Type::Symbol || type == Type::Quoted; }
  /// Returns true for an unquoted symbol with this text.
  bool is(std::string_view word) const { return type == Type::Symbol && text == word; }
  /// Returns true for a list whose first element is this unquoted symbol.
  bool starts_with(std::string_view word) const { return first != nullptr && first->is(word); }
  std::size_t length() const;
  /// Returns element i of a list; null if the list is shorter.
  const SExpr* child(std::size_t i) const;
};

/// Reads the S-expressions of a text one after the other.
class SExprReader {
 public:
  /// `text` should outlive the reader and the expressions that it returns.
  SExprReader(std::string_view text, std::string origin) : text_(text), origin_(std::move(origin)) {}

  /// Returns the next S-expression; null at the end of the text. Invalidates the results of earlier calls.
  const SExpr* read();
  /// Throws InputError "<origin>:line:column: expected <what>".
  [[noreturn]] void fail(std::uint32_t line, std::uint32_t column, const std::string& what) const;
  [[noreturn]] void fail(const SExpr& at, const std::string& what) const { fail(at.line, at.column, what); }

 private:
  void skip_space();
  char peek() const { return position_ < text_.size() ? text_[position_] : '\0'; }
  void advance();
  SExpr read_atom();
  SExpr delimited(SExpr atom, char end, const char* what);
  SExpr number(SExpr atom);
  SExpr hash(SExpr atom);
  std::string_view take_symbol();

  std::string_view text_;
  std::string origin_;
  std::size_t position_ = 0;
  std::uint32_t line_ = 1, column_ = 1;
  std::deque<SExpr> nodes_;
};

}  // namespace pendulum::term
