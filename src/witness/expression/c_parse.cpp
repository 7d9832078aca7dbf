#include "witness/expression/c_parse.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>

#include "base/check.h"
#include "base/error.h"
#include "witness/expression/c_arithmetic.h"
#include "witness/expression/c_token.h"

namespace pendulum::witness {

namespace {

using program::Variable;
using term::Term;

/// Maximum depth of nested expressions. The parser is recursive and the text is untrusted, so that a deeper
/// expression could exhaust the stack.
constexpr unsigned max_depth = 500;

struct Binary {
  std::string_view text;
  int precedence;
};

constexpr Binary binaries[] = {{"||", 1}, {"&&", 2}, {"|", 3}, {"^", 4},  {"&", 5},  {"==", 6},
                               {"!=", 6}, {"<", 7},  {">", 7}, {"<=", 7}, {">=", 7}, {"<<", 8},
                               {">>", 8}, {"+", 9},  {"-", 9}, {"*", 10}, {"/", 10}, {"%", 10}};

constexpr std::string_view type_words[] = {
    "char",    "short",   "int",     "long",    "signed",   "unsigned", "_Bool",    "const", "int8_t",
    "int16_t", "int32_t", "int64_t", "uint8_t", "uint16_t", "uint32_t", "uint64_t", "size_t"};

class Parser {
 public:
  Parser(const ExpressionContext& context, const std::string& text)
      : context_(context),
        terms_(context.scopes.program().terms()),
        arithmetic_(terms_),
        text_(text),
        tokens_(tokenize(text_)) {}

  Term parse() {
    const CValue value = ternary();
    if (next_ != tokens_.size()) fail("unexpected '" + std::string(tokens_[next_].text) + "'");
    PENDULUM_CHECK(depth_ == 0, "all nested expressions should be closed, not {} open", depth_);
    return arithmetic_.condition(value);
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw base::InputError(fmt::format("`{}`: {}", text_, what));
  }

  void enter() {
    if (++depth_ > max_depth) fail(fmt::format("more than {} nested expressions", max_depth));
  }
  void leave() {
    PENDULUM_CHECK(depth_ > 0, "an expression that is left should have been entered");
    --depth_;
  }

  bool peek(std::string_view word) const { return next_ < tokens_.size() && tokens_[next_].is(word); }
  bool accept(std::string_view word) {
    if (!peek(word)) return false;
    ++next_;
    return true;
  }
  void expect(std::string_view word) {
    if (!accept(word)) fail(fmt::format("expected '{}'", word));
  }

  // ---- Grammar (C17 6.5), without side effects

  CValue ternary() {
    enter();
    CValue value = binary(1);
    if (accept("?")) {
      const CValue yes = ternary();
      expect(":");
      value = arithmetic_.choice(value, yes, ternary());
    }
    leave();
    return value;
  }

  CValue binary(int lowest) {
    CValue left = unary();
    while (next_ < tokens_.size()) {
      const auto* found = std::find_if(std::begin(binaries), std::end(binaries),
                                       [&](const Binary& operation) { return peek(operation.text); });
      if (found == std::end(binaries) || found->precedence < lowest) break;
      ++next_;
      left = arithmetic_.apply(found->text, left, binary(found->precedence + 1));
    }
    return left;
  }

  CValue unary() {
    if (next_ >= tokens_.size()) fail("expected an expression at the end");
    enter();
    const CValue value = unary_operation();
    leave();
    return value;
  }

  CValue unary_operation() {
    if (accept("!")) return arithmetic_.logical_not(unary());
    if (accept("+")) return arithmetic_.promoted(unary());
    if (accept("-")) return arithmetic_.negated(unary());
    if (accept("~")) return arithmetic_.complement(unary());
    if (peek("*") || peek("&")) throw NotExpressible("`" + text_ + "` uses pointers");
    if (peek("(") && next_ + 1 < tokens_.size() && is_type_word(tokens_[next_ + 1].text)) {
      ++next_;
      const CType type = type_name();
      expect(")");
      const CValue value = unary();
      return type.is_bool ? arithmetic_.converted_to_bool(value) : arithmetic_.converted(value, type);
    }
    return primary();
  }

  CValue primary() {
    PENDULUM_CHECK(next_ < tokens_.size(), "an expression should have a token");
    const Token token = tokens_[next_];
    if (accept("(")) {
      const CValue value = ternary();
      expect(")");
      return value;
    }
    ++next_;
    switch (token.kind) {
      case Token::Kind::Number:
        return number(token.text);
      case Token::Kind::Character:
        return character(token.text);
      case Token::Kind::Word:
        return named(token.text);
      case Token::Kind::Text:
      case Token::Kind::Punctuator:
        break;
    }
    fail("unexpected '" + std::string(token.text) + "'");
  }

  static bool is_type_word(std::string_view word) {
    return std::find(std::begin(type_words), std::end(type_words), word) != std::end(type_words);
  }

  CType type_name() {
    std::vector<std::string_view> words;
    while (next_ < tokens_.size() && is_type_word(tokens_[next_].text))
      words.push_back(tokens_[next_++].text);
    if (peek("*")) throw NotExpressible("`" + text_ + "` uses pointers");
    const auto count = [&](std::string_view word) { return std::count(words.begin(), words.end(), word); };
    CType type;
    for (const std::string_view word : words) {
      const std::size_t digits = word.find_first_of("1368");
      if (!word.ends_with("_t") || digits == std::string_view::npos) continue;
      return {static_cast<unsigned>(std::stoul(std::string(word.substr(digits)))), word[0] != 'u'};
    }
    if (count("size_t") > 0) return {context_.long_bits, false};
    type.is_bool = count("_Bool") > 0;
    type.is_signed = count("unsigned") == 0;
    if (count("char") > 0) type.bits = 8;
    if (count("short") > 0) type.bits = 16;
    if (count("long") == 1) type.bits = context_.long_bits;
    if (count("long") > 1) type.bits = 64;
    return type;
  }

  // ---- Leaves

  CValue number(std::string_view text) const {
    const std::size_t suffix = text.find_last_not_of("uUlL") + 1;
    const std::string digits(text.substr(0, suffix));
    mpz_class value;
    if (digits.empty() || value.set_str(digits, 0) != 0)
      fail("'" + std::string(text) + "' is not an integer constant");
    const std::string_view letters = text.substr(suffix);
    const bool is_unsigned = letters.find_first_of("uU") != std::string_view::npos;
    const bool is_decimal = digits[0] != '0';
    const auto longs =
        std::count_if(letters.begin(), letters.end(), [](char c) { return c == 'l' || c == 'L'; });
    const auto fits = [&](unsigned bits) { return mpz_sizeinbase(value.get_mpz_t(), 2) <= bits; };
    // C17 6.4.4.1p5: the constant has the first type in which it can be represented.
    for (const unsigned bits : {32U, 64U}) {
      if ((longs == 1 && bits < context_.long_bits) || (longs > 1 && bits < 64)) continue;
      if (!is_unsigned && fits(bits - 1)) return {terms_.mk_bv(value, bits), {bits, true}};
      if ((is_unsigned || !is_decimal) && fits(bits)) return {terms_.mk_bv(value, bits), {bits, false}};
    }
    fail("'" + std::string(text) + "' is too large");
  }

  CValue character(std::string_view text) const {
    constexpr std::string_view names = "abfnrtv\\'\"?0";
    constexpr std::string_view codes{"\a\b\f\n\r\t\v\\'\"?\0", 12};
    if (text.size() == 3) return {terms_.mk_bv(static_cast<signed char>(text[1]), 32), {}};
    if (text.size() == 4 && text[1] == '\\' && names.find(text[2]) != std::string_view::npos)
      return {terms_.mk_bv(codes[names.find(text[2])], 32), {}};
    fail(std::string(text) + " is not a supported character constant");
  }

  /// A variable with its members and indices, or `\result`, `true`, `false`.
  CValue named(std::string_view word) {
    if (word == "\\result") {
      if (!context_.result) fail("\\result is only allowed where a function returns");
      return typed(context_.result, context_.result_signedness);
    }
    if (word == "true" || word == "false") return {terms_.mk_bool(word == "true"), {}};
    if (peek("(")) throw NotExpressible("`" + text_ + "` calls a function");
    std::string path(word), shape(word);  // path: with constant indices; shape: without indices
    std::vector<CValue> indices;
    while (peek(".") || peek("[") || peek("->")) {
      if (accept("->")) throw NotExpressible("`" + text_ + "` uses pointers");
      if (accept(".")) {
        if (next_ >= tokens_.size() || tokens_[next_].kind != Token::Kind::Word) fail("expected a member");
        for (std::string* name : {&path, &shape}) *name += "." + std::string(tokens_[next_].text);
        ++next_;
      } else {
        expect("[");
        indices.push_back(arithmetic_.promoted(ternary()));
        expect("]");
        const Term index = indices.back().term;
        path += "[" + (index.is_value() ? index.integer_value().get_str() : "?") + "]";
      }
    }
    if (const Variable* variable = context_.scopes.find(context_.location, path); is_number(variable))
      return typed(variable->symbol, variable->signedness);
    return element(path, shape, indices);
  }

  static bool is_number(const Variable* variable) {
    return variable != nullptr && (variable->symbol.sort().is_bitvec() || variable->symbol.sort().is_bool());
  }

  CValue element(const std::string& path, const std::string& shape, const std::vector<CValue>& indices) {
    const Variable* array = indices.size() == 1 ? context_.scopes.find(context_.location, shape) : nullptr;
    if (array == nullptr || !array->symbol.sort().is_array())
      throw NotExpressible("`" + text_ + "` names " + path +
                           ", which is not a variable of the program at this location");
    const unsigned bits = array->symbol.sort().index().width();
    const Term index = arithmetic_.converted(indices[0], {bits, indices[0].type.is_signed}).term;
    CValue value = typed(terms_.mk_select(array->symbol, index), array->signedness);
    value.defined = indices[0].defined;
    return value;
  }

  CValue typed(Term term, Variable::Signedness signedness) const {
    if (term.sort().is_bool()) return {term, {}};
    if (!term.sort().is_bitvec()) throw NotExpressible("`" + text_ + "` names a value that is not a number");
    if (signedness == Variable::Signedness::Floating)
      throw NotExpressible("`" + text_ + "` names a floating-point number");
    const unsigned bits = term.sort().width();
    if (bits != 8 && bits != 16 && bits != 32 && bits != 64)
      throw NotExpressible("`" + text_ + "` names a value of an unusual size");
    return {term, {bits, signedness != Variable::Signedness::Unsigned}};
  }

  const ExpressionContext& context_;
  term::TermManager& terms_;
  CArithmetic arithmetic_;
  const std::string text_;
  std::vector<Token> tokens_;
  std::size_t next_ = 0;
  unsigned depth_ = 0;
};

}  // namespace

Term parse_condition(const ExpressionContext& context, const std::string& text) {
  PENDULUM_CHECK(context.long_bits == 32 || context.long_bits == 64, "long should have 32 or 64 bits, not {}",
                 context.long_bits);
  PENDULUM_CHECK(context.location < context.scopes.program().locations().size(),
                 "location {} should be one of the program", context.location);
  const Term result = Parser(context, text).parse();
  PENDULUM_CHECK(result.sort().is_bool(), "a condition should have sort Bool");
  return result;
}

}  // namespace pendulum::witness
