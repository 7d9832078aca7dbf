#include "witness/c_parse.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>

#include "base/check.h"
#include "base/error.h"
#include "witness/c_token.h"

namespace pendulum::witness {

namespace {

using program::Variable;
using term::Kind;
using term::Term;

/// An integer type of C; `bits` is 8, 16, 32 or 64.
struct Type {
  unsigned bits = 32;
  bool is_signed = true;
  bool is_bool = false;  ///< _Bool, of which casts are the only use
};

struct Value {
  Term term;  ///< Bool for the result of a comparison or logical operation; else a bit-vector of `type`
  Type type;
  Term defined = {};  ///< condition under which the evaluation is defined behaviour; null: always
};

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
      : context_(context), terms_(context.scopes.program().terms()), text_(text), tokens_(tokenize(text_)) {}

  Term parse() {
    const Value value = ternary();
    if (next_ != tokens_.size()) fail("unexpected '" + std::string(tokens_[next_].text) + "'");
    return terms_.mk_and(is_defined(value), truth(value));
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw base::InputError(fmt::format("`{}`: {}", text_, what));
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

  Value ternary() {
    // The parser is recursive and the text is untrusted, so the depth is limited.
    constexpr unsigned deepest = 500;
    if (++depth_ > deepest) fail("nested too deeply");
    Value value = binary(1);
    if (accept("?")) {
      const Term condition = truth(value);
      Value yes = ternary();
      expect(":");
      Value no = ternary();
      balance(yes, no);
      const Term branch = terms_.mk_ite(condition, is_defined(yes), is_defined(no));
      value = {terms_.mk_ite(condition, yes.term, no.term), yes.type,
               terms_.mk_and(is_defined(value), branch)};
    }
    --depth_;
    return value;
  }

  Value binary(int lowest) {
    Value left = unary();
    while (next_ < tokens_.size()) {
      const auto* found = std::find_if(std::begin(binaries), std::end(binaries),
                                       [&](const Binary& operation) { return peek(operation.text); });
      if (found == std::end(binaries) || found->precedence < lowest) break;
      ++next_;
      left = apply(found->text, left, binary(found->precedence + 1));
    }
    return left;
  }

  Value unary() {
    if (next_ >= tokens_.size()) fail("it ends too early");
    constexpr unsigned deepest = 500;
    if (++depth_ > deepest) fail("nested too deeply");
    const Value value = unary_operation();
    --depth_;
    return value;
  }

  Value unary_operation() {
    if (accept("!")) {
      const Value value = unary();
      return {terms_.mk_not(truth(value)), {}, value.defined};
    }
    if (accept("+")) return promoted(unary());
    if (accept("-")) {
      const Value value = promoted(unary());
      const Term fits =
          value.type.is_signed ? terms_.mk_distinct(value.term, least(value.type)) : terms_.mk_true();
      return {terms_.mk_bvneg(value.term), value.type, terms_.mk_and(is_defined(value), fits)};
    }
    if (accept("~")) {
      const Value value = promoted(unary());
      return {terms_.mk_bvnot(value.term), value.type, value.defined};
    }
    if (peek("*") || peek("&")) throw NotExpressible("`" + text_ + "` uses pointers");
    if (peek("(") && next_ + 1 < tokens_.size() && is_type_word(tokens_[next_ + 1].text)) {
      ++next_;
      const Type type = type_name();
      expect(")");
      const Value value = unary();
      // C17 6.3.1.2: the conversion to _Bool compares with 0.
      return type.is_bool ? Value{truth(value), {}, value.defined} : converted(value, type);
    }
    return primary();
  }

  Value primary() {
    const Token token = tokens_[next_];
    if (accept("(")) {
      const Value value = ternary();
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

  Type type_name() {
    std::vector<std::string_view> words;
    while (next_ < tokens_.size() && is_type_word(tokens_[next_].text))
      words.push_back(tokens_[next_++].text);
    if (peek("*")) throw NotExpressible("`" + text_ + "` uses pointers");
    const auto count = [&](std::string_view word) { return std::count(words.begin(), words.end(), word); };
    Type type;
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

  Value number(std::string_view text) const {
    const std::size_t suffix = text.find_last_not_of("uUlL") + 1;
    const std::string digits(text.substr(0, suffix));
    mpz_class value;
    if (digits.empty() || value.set_str(digits, 0) != 0) fail("'" + std::string(text) + "' is no integer");
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

  Value character(std::string_view text) const {
    constexpr std::string_view names = "abfnrtv\\'\"?0";
    constexpr std::string_view codes{"\a\b\f\n\r\t\v\\'\"?\0", 12};
    if (text.size() == 3) return {terms_.mk_bv(static_cast<signed char>(text[1]), 32), {}};
    if (text.size() == 4 && text[1] == '\\' && names.find(text[2]) != std::string_view::npos)
      return {terms_.mk_bv(codes[names.find(text[2])], 32), {}};
    fail("unknown character " + std::string(text));
  }

  /// A variable with its members and indices, or `\result`, `true`, `false`.
  Value named(std::string_view word) {
    if (word == "\\result") {
      if (!context_.result) fail("\\result stands where no function returns");
      return typed(context_.result, context_.result_signedness);
    }
    if (word == "true" || word == "false") return {terms_.mk_bool(word == "true"), {}};
    if (peek("(")) throw NotExpressible("`" + text_ + "` calls a function");
    std::string path(word), shape(word);  // path: with constant indices; shape: without indices
    std::vector<Value> indices;
    while (peek(".") || peek("[") || peek("->")) {
      if (accept("->")) throw NotExpressible("`" + text_ + "` uses pointers");
      if (accept(".")) {
        if (next_ >= tokens_.size() || tokens_[next_].kind != Token::Kind::Word) fail("expected a member");
        for (std::string* name : {&path, &shape}) *name += "." + std::string(tokens_[next_].text);
        ++next_;
      } else {
        expect("[");
        indices.push_back(promoted(ternary()));
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

  Value element(const std::string& path, const std::string& shape, const std::vector<Value>& indices) {
    const Variable* array = indices.size() == 1 ? context_.scopes.find(context_.location, shape) : nullptr;
    if (array == nullptr || !array->symbol.sort().is_array())
      throw NotExpressible("`" + text_ + "` names " + path + ", which is no variable that is kept there");
    const unsigned bits = array->symbol.sort().index().width();
    const Term index = converted(indices[0], {bits, indices[0].type.is_signed}).term;
    Value value = typed(terms_.mk_select(array->symbol, index), array->signedness);
    value.defined = indices[0].defined;
    return value;
  }

  Value typed(Term term, Variable::Signedness signedness) const {
    if (term.sort().is_bool()) return {term, {}};
    if (!term.sort().is_bitvec()) throw NotExpressible("`" + text_ + "` names a value that is no number");
    const unsigned bits = term.sort().width();
    if (bits != 8 && bits != 16 && bits != 32 && bits != 64)
      throw NotExpressible("`" + text_ + "` names a value of an unusual size");
    return {term, {bits, signedness != Variable::Signedness::Unsigned}};
  }

  // ---- Meaning

  Term is_defined(const Value& value) const { return value.defined ? value.defined : terms_.mk_true(); }

  /// The condition under which both operands and the operation on them are defined.
  Term all_defined(const Value& a, const Value& b, Term operation) const {
    return terms_.mk_and(terms_.mk_and(is_defined(a), is_defined(b)), operation);
  }

  Term least(Type type) const { return terms_.mk_bv(mpz_class(1) << (type.bits - 1), type.bits); }

  Term truth(const Value& value) const {
    if (value.term.sort().is_bool()) return value.term;
    return terms_.mk_distinct(value.term, terms_.mk_bv(0, value.type.bits));
  }

  /// Conversion to an integer type, C17 6.3.1.3.
  Value converted(const Value& value, Type type) const {
    PENDULUM_CHECK(!type.is_bool, "conversions to _Bool should compare with zero");
    if (value.term.sort().is_bool())
      return {terms_.mk_ite(value.term, terms_.mk_bv(1, type.bits), terms_.mk_bv(0, type.bits)), type,
              value.defined};
    const unsigned from = value.type.bits;
    if (type.bits < from) return {terms_.mk_extract(value.term, type.bits - 1, 0), type, value.defined};
    if (type.bits == from) return {value.term, type, value.defined};
    return {value.type.is_signed ? terms_.mk_sign_extend(value.term, type.bits - from)
                                 : terms_.mk_zero_extend(value.term, type.bits - from),
            type, value.defined};
  }

  /// Integer promotion, C17 6.3.1.1p2: types smaller than int become int.
  Value promoted(const Value& value) const {
    return value.term.sort().is_bool() || value.type.bits < 32 ? converted(value, {32, true}) : value;
  }

  /// Usual arithmetic conversions, C17 6.3.1.8.
  void balance(Value& a, Value& b) const {
    a = promoted(a);
    b = promoted(b);
    Type type;
    type.bits = std::max(a.type.bits, b.type.bits);
    type.is_signed =
        (a.type.bits < type.bits || a.type.is_signed) && (b.type.bits < type.bits || b.type.is_signed);
    a = converted(a, type);
    b = converted(b, type);
  }

  Value apply(std::string_view operation, Value a, Value b) const {
    // The right operand is evaluated only if the left one does not determine the result (C17 6.5.13, 6.5.14).
    if (operation == "&&")
      return {terms_.mk_and(truth(a), truth(b)),
              {},
              terms_.mk_and(is_defined(a), terms_.mk_or(terms_.mk_not(truth(a)), is_defined(b)))};
    if (operation == "||")
      return {terms_.mk_or(truth(a), truth(b)),
              {},
              terms_.mk_and(is_defined(a), terms_.mk_or(truth(a), is_defined(b)))};
    if (operation == "<<" || operation == ">>") return shift(operation, promoted(a), promoted(b));
    balance(a, b);
    PENDULUM_CHECK(a.term.sort() == b.term.sort(), "balanced operands should have one sort");
    if (const auto compared = comparison(operation, a, b))
      return {*compared, {}, all_defined(a, b, terms_.mk_true())};
    return {terms_.mk_bv_binary(arithmetic(operation, a.type.is_signed), a.term, b.term), a.type,
            all_defined(a, b, has_result(operation, a, b))};
  }

  std::optional<Term> comparison(std::string_view operation, Value a, Value b) const {
    if (operation == "==") return terms_.mk_eq(a.term, b.term);
    if (operation == "!=") return terms_.mk_distinct(a.term, b.term);
    if (operation == ">" || operation == ">=") std::swap(a, b);
    if (operation == "<" || operation == ">")
      return terms_.mk_bv_binary(a.type.is_signed ? Kind::BvSlt : Kind::BvUlt, a.term, b.term);
    if (operation == "<=" || operation == ">=")
      return terms_.mk_bv_binary(a.type.is_signed ? Kind::BvSle : Kind::BvUle, a.term, b.term);
    return std::nullopt;
  }

  /// The condition that excludes signed overflow and division by zero (C17 6.5p5 and 6.5.5p5).
  Term has_result(std::string_view operation, const Value& a, const Value& b) const {
    const bool is_signed = a.type.is_signed;
    if (operation == "/" || operation == "%") {
      const Term divides = terms_.mk_distinct(b.term, terms_.mk_bv(0, b.type.bits));
      if (!is_signed) return divides;
      const Term overflows = terms_.mk_and(terms_.mk_eq(a.term, least(a.type)),
                                           terms_.mk_eq(b.term, terms_.mk_bv(-1, b.type.bits)));
      return terms_.mk_and(divides, terms_.mk_not(overflows));
    }
    if (!is_signed) return terms_.mk_true();
    if (operation == "+") return terms_.mk_not(terms_.mk_bv_binary(Kind::BvSaddo, a.term, b.term));
    if (operation == "-") return terms_.mk_not(terms_.mk_bv_binary(Kind::BvSsubo, a.term, b.term));
    if (operation == "*") return terms_.mk_not(terms_.mk_bv_binary(Kind::BvSmulo, a.term, b.term));
    return terms_.mk_true();
  }

  Kind arithmetic(std::string_view operation, bool is_signed) const {
    if (operation == "+") return Kind::BvAdd;
    if (operation == "-") return Kind::BvSub;
    if (operation == "*") return Kind::BvMul;
    if (operation == "/") return is_signed ? Kind::BvSdiv : Kind::BvUdiv;
    if (operation == "%") return is_signed ? Kind::BvSrem : Kind::BvUrem;
    if (operation == "&") return Kind::BvAnd;
    if (operation == "|") return Kind::BvOr;
    if (operation == "^") return Kind::BvXor;
    fail("unknown operator " + std::string(operation));
  }

  Value shift(std::string_view operation, const Value& a, const Value& b) const {
    const Term amount = converted(b, a.type).term;
    const Kind right = a.type.is_signed ? Kind::BvAshr : Kind::BvLshr;
    const Term result = terms_.mk_bv_binary(operation == "<<" ? Kind::BvShl : right, a.term, amount);
    // C17 6.5.7p3: the amount is at least 0 and less than the width. One unsigned comparison checks both.
    Term has_value = terms_.mk_bv_binary(Kind::BvUlt, b.term, terms_.mk_bv(a.type.bits, b.type.bits));
    // C17 6.5.7p4: a left shift of a signed number must not lose a bit.
    if (operation == "<<" && a.type.is_signed) {
      const Term zero = terms_.mk_bv(0, a.type.bits);
      const Term back = terms_.mk_bv_binary(Kind::BvAshr, result, amount);
      has_value = terms_.mk_and(terms_.mk_and(has_value, terms_.mk_eq(back, a.term)),
                                terms_.mk_bv_binary(Kind::BvSle, zero, result));
    }
    return {result, a.type, all_defined(a, b, has_value)};
  }

  const ExpressionContext& context_;
  term::TermManager& terms_;
  const std::string text_;
  std::vector<Token> tokens_;
  std::size_t next_ = 0;
  unsigned depth_ = 0;
};

}  // namespace

Term parse_condition(const ExpressionContext& context, const std::string& text) {
  PENDULUM_CHECK(context.long_bits == 32 || context.long_bits == 64, "long should have 32 or 64 bits");
  const Term result = Parser(context, text).parse();
  PENDULUM_CHECK(result.sort().is_bool(), "a condition should have sort Bool");
  return result;
}

}  // namespace pendulum::witness
