// A bit-vector of width w is written as an integer expression whose exact value is congruent to it modulo 2^w
// and has a known range. The range determines the C type in which an operation does not overflow, and whether
// a cast has to bring a value back into w bits. With ranges, the wide terms with which the integer view
// expresses facts over integers (program/integer_view/integer_view.h) become plain sums of variables.
#include "witness/c_text.h"

#include <algorithm>
#include <unordered_map>

#include "base/check.h"
#include "term/traverse.h"

namespace pendulum::witness {

namespace {

using program::Variable;
using term::Kind;
using term::Term;

constexpr std::size_t most_characters = 4000;
constexpr std::size_t most_subterms = 400;

/// Thrown if a term cannot be written as a C expression.
struct Cannot {};

mpz_class power(unsigned bits) {
  return mpz_class(1) << bits;
}

/// The types of C arithmetic, in the order of the usual arithmetic conversions (C17 6.3.1.8).
enum class Type { Int, Unsigned, LongLong, UnsignedLongLong };

unsigned bits_of(Type type) {
  return type == Type::Int || type == Type::Unsigned ? 32 : 64;
}
bool is_signed(Type type) {
  return type == Type::Int || type == Type::LongLong;
}
mpz_class lowest(Type type) {
  return is_signed(type) ? mpz_class(-power(bits_of(type) - 1)) : mpz_class(0);
}
mpz_class highest(Type type) {
  return power(is_signed(type) ? bits_of(type) - 1 : bits_of(type)) - 1;
}

std::string cast_to(Type type) {
  switch (type) {
    case Type::Int:
      return "(int)";
    case Type::Unsigned:
      return "(unsigned int)";
    case Type::LongLong:
      return "(long long)";
    case Type::UnsignedLongLong:
      return "(unsigned long long)";
  }
  PENDULUM_UNREACHABLE();
}

/// An expression, in parentheses unless it is primary, with its type and the range of its value.
struct Number {
  std::string text;
  Type type = Type::Int;
  mpz_class low, high;

  bool is_within(const mpz_class& a, const mpz_class& b) const { return a <= low && high <= b; }
  bool fits(Type other) const { return is_within(lowest(other), highest(other)); }
};

struct Order {
  Kind kind;
  const char* word;
  const char* negated;
  bool is_signed;
};

const Order* order_of(Kind kind) {
  static constexpr Order orders[] = {{Kind::BvUlt, " < ", " <= ", false},
                                     {Kind::BvUle, " <= ", " < ", false},
                                     {Kind::BvSlt, " < ", " <= ", true},
                                     {Kind::BvSle, " <= ", " < ", true}};
  const auto* found = std::find_if(std::begin(orders), std::end(orders),
                                   [&](const Order& order) { return order.kind == kind; });
  return found == std::end(orders) ? nullptr : found;
}

class Printer {
 public:
  Printer(const Scopes& scopes, program::LocationId location) : scopes_(scopes), location_(location) {}

  std::string condition(Term term) {
    const Kind kind = term.kind();
    if (kind == Kind::True) return "1";
    if (kind == Kind::False) return "0";
    if (kind == Kind::Symbol) return name(term);
    if (kind == Kind::Not) return negation(term[0]);
    if (kind == Kind::And) return join(term, " && ");
    if (kind == Kind::Or) return join(term, " || ");
    if (kind == Kind::Ite)
      return checked("(" + condition(term[0]) + " ? " + condition(term[1]) + " : " + condition(term[2]) +
                     ")");
    if (kind == Kind::Eq) return equality(term, " == ");
    if (const Order* order = order_of(kind)) return comparison(*order, term[0], order->word, term[1]);
    throw Cannot{};
  }

 private:
  static std::string checked(std::string text) {
    if (text.size() > most_characters) throw Cannot{};
    return text;
  }

  std::string name(Term symbol) const {
    const auto result = scopes_.name(location_, symbol);
    if (!result) throw Cannot{};
    return *result;
  }

  std::string join(Term term, const char* operation) {
    std::string text;
    for (const Term child : term.children()) text += (text.empty() ? "(" : operation) + condition(child);
    return checked(text + ")");
  }

  std::string negation(Term term) {
    if (term.kind() == Kind::Eq) return equality(term, " != ");
    // !(a < b) becomes b <= a.
    if (const Order* order = order_of(term.kind()))
      return comparison(*order, term[1], order->negated, term[0]);
    return checked("!" + condition(term));
  }

  std::string comparison(const Order& order, Term a, const char* word, Term b) {
    return order.is_signed ? comparison(signed_value(a), word, signed_value(b))
                           : comparison(unsigned_value(a), word, unsigned_value(b));
  }

  std::string equality(Term term, const char* operation) {
    const term::Sort sort = term[0].sort();
    if (sort.is_bool())
      return checked("(!" + condition(term[0]) + operation + "!" + condition(term[1]) + ")");
    if (!sort.is_bitvec()) throw Cannot{};
    // Compare both as signed or both as unsigned values, whichever needs no cast.
    const Number a = number(term[0]), b = number(term[1]);
    const mpz_class half = power(sort.width() - 1);
    const bool fits_signed = a.is_within(-half, half - 1) && b.is_within(-half, half - 1);
    return fits_signed ? comparison(a, operation, b)
                       : comparison(unsigned_value(term[0]), operation, unsigned_value(term[1]));
  }

  /// Converts both to the first type that can represent both.
  static void unify(Number& a, Number& b) {
    for (const Type type : {Type::Int, Type::Unsigned, Type::LongLong, Type::UnsignedLongLong}) {
      if (!a.fits(type) || !b.fits(type)) continue;
      a = converted(std::move(a), type);
      b = converted(std::move(b), type);
      return;
    }
    throw Cannot{};
  }

  /// The same value in another type. Requires: the value fits into the type.
  static Number converted(Number number, Type type) {
    if (number.type != type) number.text = cast_to(type) + number.text;
    number.type = type;
    return number;
  }

  static std::string comparison(Number a, const char* operation, Number b) {
    // Operands of the same type or of two signed types need no cast: C converts them without changing values.
    if (!(a.type == b.type || (is_signed(a.type) && is_signed(b.type)))) unify(a, b);
    return checked("(" + a.text + operation + b.text + ")");
  }

  /// The term's value as a signed number of its width.
  Number signed_value(Term term) {
    const unsigned width = term.sort().width();
    Number value = number(term);
    if (value.is_within(-power(width - 1), power(width - 1) - 1)) return value;
    return wrapped(std::move(value), width, Variable::Signedness::Signed);
  }

  Number unsigned_value(Term term) {
    const unsigned width = term.sort().width();
    Number value = number(term);
    if (value.is_within(0, power(width) - 1)) return value;
    return wrapped(std::move(value), width, Variable::Signedness::Unsigned);
  }

  /// Brings the value into the range of a type by a cast. The result is implementation-defined (C17
  /// 6.3.1.3p3); all common compilers compute modulo 2^width.
  static Number wrapped(Number value, unsigned width, Variable::Signedness signedness) {
    const bool becomes_signed = signedness == Variable::Signedness::Signed;
    const char* type = nullptr;
    switch (width) {
      case 8:
        type = becomes_signed ? "(signed char)" : "(unsigned char)";
        break;
      case 16:
        type = becomes_signed ? "(short)" : "(unsigned short)";
        break;
      case 32:
        type = becomes_signed ? "(int)" : "(unsigned int)";
        break;
      case 64:
        type = becomes_signed ? "(long long)" : "(unsigned long long)";
        break;
      default:
        throw Cannot{};
    }
    value.text = type + value.text;
    value.low = becomes_signed ? mpz_class(-power(width - 1)) : mpz_class(0);
    value.high = power(becomes_signed ? width - 1 : width) - 1;
    value.type = promoted(width, signedness);
    return value;
  }

  static Type promoted(unsigned width, Variable::Signedness signedness) {
    const bool is_unsigned = signedness == Variable::Signedness::Unsigned;
    if (width < 32) return Type::Int;
    if (width == 32) return is_unsigned ? Type::Unsigned : Type::Int;
    return is_unsigned ? Type::UnsignedLongLong : Type::LongLong;
  }

  Number number(Term term) {
    const auto known = numbers_.find(term);
    if (known != numbers_.end()) return known->second;
    Number result = make_number(term);
    checked(result.text);
    numbers_.emplace(term, result);
    return result;
  }

  Number make_number(Term term) {
    const Kind kind = term.kind();
    if (kind == Kind::BitVecValue) return constant(term.signed_value());
    if (kind == Kind::Symbol) return variable(term);
    if (kind == Kind::BvAdd || kind == Kind::BvSub || kind == Kind::BvNeg) return sum(term);
    if (kind == Kind::BvMul) return product(term);
    if (kind == Kind::BvZeroExtend) return unsigned_value(term[0]);
    if (kind == Kind::BvSignExtend) return signed_value(term[0]);
    // The number is congruent to its low bits modulo the smaller power of two.
    if (kind == Kind::BvExtract && term.parameter(1) == 0) return number(term[0]);
    if (kind == Kind::BvUdiv || kind == Kind::BvUrem) return division(term);
    if (kind == Kind::BvAnd || kind == Kind::BvOr || kind == Kind::BvXor) return bitwise(term);
    if (kind == Kind::Ite) return choice(term);
    throw Cannot{};
  }

  Number sum(Term term) {
    const Number a = term.kind() == Kind::BvNeg ? constant(0) : number(term[0]);
    const Number b = number(term[term.num_children() - 1]);
    if (term.kind() == Kind::BvAdd) return arithmetic(term, a, " + ", b, a.low + b.low, a.high + b.high);
    return arithmetic(term, a, " - ", b, a.low - b.high, a.high - b.low);
  }

  Number choice(Term term) {
    Number a = number(term[1]), b = number(term[2]);
    unify(a, b);
    Number result;
    result.text = "(" + condition(term[0]) + " ? " + a.text + " : " + b.text + ")";
    result.type = a.type;
    result.low = std::min(a.low, b.low);
    result.high = std::max(a.high, b.high);
    return result;
  }

  Number constant(const mpz_class& value) const {
    Number result;
    result.low = result.high = value;
    for (const Type type : {Type::Int, Type::LongLong}) {
      if (!result.fits(type)) continue;
      result.type = type;
      const std::string suffix = type == Type::Int ? "" : "LL";
      // The lowest number has no literal, because its absolute value is out of range.
      const bool is_lowest = value == lowest(type);
      const mpz_class shown = is_lowest ? mpz_class(value + 1) : value;
      result.text = shown.get_str() + suffix;
      if (is_lowest) result.text += " - 1";
      if (value < 0) result.text = "(" + result.text + ")";
      return result;
    }
    throw Cannot{};
  }

  Number variable(Term symbol) const {
    const term::Sort sort = symbol.sort();
    if (!sort.is_bitvec()) throw Cannot{};
    Number result;
    result.text = name(symbol);
    const Variable& variable = scopes_.program().variables()[scopes_.program().variable_index(symbol)];
    // The signedness may be unknown for an enumeration, whose type the compiler chooses.
    if (variable.signedness == Variable::Signedness::Unknown)
      return wrapped(std::move(result), sort.width(), Variable::Signedness::Signed);
    const std::string text = result.text;
    result = wrapped(std::move(result), sort.width(), variable.signedness);
    result.text = text;
    return result;
  }

  /// Computes the operation in a type that can represent the operands and the result. If there is none,
  /// computes it modulo 2^width in an unsigned type of the term's width.
  Number arithmetic(Term term, Number a, const char* operation, Number b, const mpz_class& low,
                    const mpz_class& high) {
    Number result;
    result.low = low;
    result.high = high;
    for (const Type type : {Type::Int, Type::LongLong, Type::Unsigned, Type::UnsignedLongLong}) {
      if (!result.fits(type) || !a.fits(type) || !b.fits(type)) continue;
      result.type = type;
      result.text =
          "(" + converted(std::move(a), type).text + operation + converted(std::move(b), type).text + ")";
      return result;
    }
    const unsigned width = term.sort().width();
    if (width != 32 && width != 64) throw Cannot{};
    const Type type = width == 32 ? Type::Unsigned : Type::UnsignedLongLong;
    const auto operand = [&](Number& number) {
      return number.type == type ? number.text : cast_to(type) + number.text;
    };
    result.type = type;
    result.low = 0;
    result.high = highest(type);
    result.text = "(" + operand(a) + operation + operand(b) + ")";
    return result;
  }

  Number product(Term term) {
    const Number a = number(term[0]), b = number(term[1]);
    const mpz_class corners[] = {a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high};
    return arithmetic(term, a, " * ", b, *std::min_element(std::begin(corners), std::end(corners)),
                      *std::max_element(std::begin(corners), std::end(corners)));
  }

  /// Unsigned division by a constant other than zero, which is the same in C and in SMT-LIB.
  Number division(Term term) {
    if (term[1].kind() != Kind::BitVecValue || term[1].integer_value() == 0) throw Cannot{};
    Number a = unsigned_value(term[0]), b = constant(term[1].integer_value());
    unify(a, b);
    const bool is_remainder = term.kind() == Kind::BvUrem;
    Number result;
    result.type = a.type;
    result.low = 0;
    result.high = is_remainder ? mpz_class(b.high - 1) : a.high;
    result.text = "(" + a.text + (is_remainder ? " % " : " / ") + b.text + ")";
    return result;
  }

  Number bitwise(Term term) {
    Number a = unsigned_value(term[0]), b = unsigned_value(term[1]);
    unify(a, b);
    Number result;
    result.type = a.type;
    result.low = 0;
    result.high = power(term.sort().width()) - 1;
    const char* operation = term.kind() == Kind::BvAnd ? " & " : term.kind() == Kind::BvOr ? " | " : " ^ ";
    result.text = "(" + a.text + operation + b.text + ")";
    return result;
  }

  const Scopes& scopes_;
  program::LocationId location_;
  std::unordered_map<Term, Number> numbers_;
};

}  // namespace

std::optional<std::string> to_c(const Scopes& scopes, program::LocationId location, Term term) {
  if (term.has_quantifier() || term::dag_size(term) > most_subterms) return std::nullopt;
  try {
    return Printer(scopes, location).condition(term);
  } catch (const Cannot&) {
    return std::nullopt;
  }
}

std::string c_constant(Term value, Variable::Signedness signedness) {
  PENDULUM_CHECK(value.kind() == Kind::BitVecValue, "{} should be a number", value.to_string());
  const unsigned width = value.sort().width();
  const std::string suffix = width > 32 ? "LL" : "";
  if (signedness == Variable::Signedness::Unsigned) return value.integer_value().get_str() + "U" + suffix;
  const mpz_class number = value.signed_value();
  if (number == -power(width - 1) && width >= 32)
    return "(" + mpz_class(number + 1).get_str() + suffix + " - 1)";
  return number < 0 ? "(" + number.get_str() + suffix + ")" : number.get_str() + suffix;
}

}  // namespace pendulum::witness
