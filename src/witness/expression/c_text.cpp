// A bit-vector of width w is written as an integer expression whose exact value is congruent to it modulo 2^w
// and has a known range. The range determines the C type in which an operation does not overflow, and whether
// a cast has to bring a value back into w bits. With ranges, the wide terms with which the integer view
// expresses facts over integers (program/integer_view/integer_view.h) become plain sums of variables.
#include "witness/expression/c_text.h"

#include <algorithm>
#include <unordered_map>

#include "base/check.h"
#include "term/floating_point/float_text.h"
#include "term/traverse.h"
#include "witness/expression/ranged_expression.h"

namespace pendulum::witness {

namespace {

using program::Variable;
using term::Kind;
using term::Term;

/// Maximum length of an expression, in characters, and maximum number of distinct subterms of its term. A
/// reader or a validator has no use for longer invariants. A shared subterm is written once per occurrence,
/// so that the length can be exponential in the number of subterms.
constexpr std::size_t max_characters = 4000;
constexpr std::size_t max_subterms = 400;

/// Thrown if a term cannot be written as a C expression.
struct Cannot {};

/// The value of an expression that exists. Throws Cannot if there is none.
RangedExpression required(std::optional<RangedExpression> value) {
  if (!value) throw Cannot{};
  return std::move(*value);
}

void unify_or_throw(RangedExpression& a, RangedExpression& b) {
  if (!unify(a, b)) throw Cannot{};
}

bool is_signed(const RangedExpression& value) {
  return value.type == ArithmeticType::Int || value.type == ArithmeticType::LongLong;
}

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

  /// The text, in parentheses if its operator is weaker than `weakest`.
  std::string condition(Term term, Precedence weakest = Precedence::Conditional) {
    const Condition result = make_condition(term);
    return checked(in_parentheses(result.text, result.precedence, weakest));
  }

 private:
  struct Condition {
    std::string text;
    Precedence precedence = Precedence::Unary;
  };

  Condition make_condition(Term term) {
    const Kind kind = term.kind();
    if (kind == Kind::True) return {"1"};
    if (kind == Kind::False) return {"0"};
    if (kind == Kind::Symbol) return {name(term)};
    if (kind == Kind::Not) return negation(term[0]);
    if (kind == Kind::And) return {join(term, " && ", Precedence::And), Precedence::And};
    if (kind == Kind::Or) return {join(term, " || ", Precedence::Or), Precedence::Or};
    if (kind == Kind::Ite) {
      std::string text = condition(term[0], Precedence::Or) + " ? " + condition(term[1]) + " : ";
      return {text + condition(term[2]), Precedence::Conditional};
    }
    if (kind == Kind::Eq) return equality(term, " == ");
    if (const Order* order = order_of(kind)) return comparison(*order, term[0], order->word, term[1]);
    throw Cannot{};
  }

  static std::string checked(std::string text) {
    if (text.size() > max_characters) throw Cannot{};
    return text;
  }

  std::string name(Term symbol) const {
    const auto result = scopes_.name(location_, symbol);
    if (!result) throw Cannot{};
    return *result;
  }

  std::string join(Term term, const char* operation, Precedence precedence) {
    // Compilers suggest parentheses for && within ||.
    const auto stronger = static_cast<Precedence>(static_cast<int>(precedence) + 1);
    const Precedence weakest = precedence == Precedence::Or ? Precedence::Bitwise : stronger;
    std::string text;
    for (const Term child : term.children())
      text += (text.empty() ? "" : operation) + condition(child, weakest);
    return checked(text);
  }

  Condition negation(Term term) {
    if (term.kind() == Kind::Eq) return equality(term, " != ");
    // !(a < b) becomes b <= a.
    if (const Order* order = order_of(term.kind()))
      return comparison(*order, term[1], order->negated, term[0]);
    return {"!" + condition(term, Precedence::Unary)};
  }

  Condition comparison(const Order& order, Term a, const char* word, Term b) {
    return order.is_signed ? comparison(signed_value(a), word, signed_value(b))
                           : comparison(unsigned_value(a), word, unsigned_value(b));
  }

  Condition equality(Term term, const char* operation) {
    const term::Sort sort = term[0].sort();
    if (sort.is_bool())
      return {"!" + condition(term[0], Precedence::Unary) + operation + "!" +
                  condition(term[1], Precedence::Unary),
              Precedence::Comparison};
    if (!sort.is_bitvec()) throw Cannot{};
    // A constant is the right operand.
    const bool swaps = term[0].is_value() && !term[1].is_value();
    const Term left = swaps ? term[1] : term[0], right = swaps ? term[0] : term[1];
    // Compare both as signed or both as unsigned values, whichever needs no cast.
    const RangedExpression a = number(left), b = number(right);
    const mpz_class half = power_of_two(sort.width() - 1);
    const bool fits_signed = a.is_within(-half, half - 1) && b.is_within(-half, half - 1);
    return fits_signed ? comparison(a, operation, b)
                       : comparison(unsigned_value(left), operation, unsigned_value(right));
  }

  static Condition comparison(RangedExpression a, const char* operation, RangedExpression b) {
    // Operands of two signed types need no cast: C converts them without changing values.
    if (!(is_signed(a) && is_signed(b))) unify_or_throw(a, b);
    return {checked(a.operand(Precedence::Additive) + operation + b.operand(Precedence::Additive)),
            Precedence::Comparison};
  }

  /// The term's value as a signed number of its width.
  RangedExpression signed_value(Term term) {
    const unsigned width = term.sort().width();
    RangedExpression value = number(term);
    if (value.is_within(-power_of_two(width - 1), power_of_two(width - 1) - 1)) return value;
    return required(wrapped(std::move(value), width, Variable::Signedness::Signed));
  }

  RangedExpression unsigned_value(Term term) {
    const unsigned width = term.sort().width();
    RangedExpression value = number(term);
    if (value.is_within(0, power_of_two(width) - 1)) return value;
    return required(wrapped(std::move(value), width, Variable::Signedness::Unsigned));
  }

  RangedExpression number(Term term) {
    const auto known = numbers_.find(term);
    if (known != numbers_.end()) return known->second;
    RangedExpression result = make_number(term);
    checked(result.text);
    PENDULUM_CHECK(result.low <= result.high, "the range of {} should not be empty", result.text);
    numbers_.emplace(term, result);
    return result;
  }

  RangedExpression make_number(Term term) {
    const Kind kind = term.kind();
    if (kind == Kind::BitVecValue) return required(constant(term.signed_value()));
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

  RangedExpression sum(Term term) {
    const RangedExpression a = term.kind() == Kind::BvNeg ? required(constant(0)) : number(term[0]);
    const RangedExpression b = number(term[term.num_children() - 1]);
    const unsigned width = term.sort().width();
    if (term.kind() == Kind::BvAdd)
      return required(arithmetic(width, a, " + ", b, a.low + b.low, a.high + b.high));
    return required(arithmetic(width, a, " - ", b, a.low - b.high, a.high - b.low));
  }

  RangedExpression choice(Term term) {
    RangedExpression a = number(term[1]), b = number(term[2]);
    unify_or_throw(a, b);
    RangedExpression result;
    result.text = condition(term[0], Precedence::Or) + " ? " + a.text + " : " + b.text;
    result.precedence = Precedence::Conditional;
    result.type = std::max(a.type, b.type);
    result.low = std::min(a.low, b.low);
    result.high = std::max(a.high, b.high);
    return result;
  }

  RangedExpression variable(Term symbol) const {
    const term::Sort sort = symbol.sort();
    if (!sort.is_bitvec()) throw Cannot{};
    RangedExpression result;
    result.text = name(symbol);
    const Variable& variable = scopes_.program().variables()[scopes_.program().variable_index(symbol)];
    if (variable.signedness == Variable::Signedness::Floating) throw Cannot{};
    // The signedness may be unknown for an enumeration, whose type the compiler chooses.
    if (variable.signedness == Variable::Signedness::Unknown)
      return required(wrapped(std::move(result), sort.width(), Variable::Signedness::Signed));
    const std::string text = result.text;
    result = required(wrapped(std::move(result), sort.width(), variable.signedness));
    result.text = text;
    return result;
  }

  RangedExpression product(Term term) {
    const RangedExpression a = number(term[0]), b = number(term[1]);
    const mpz_class corners[] = {a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high};
    return required(arithmetic(term.sort().width(), a, " * ", b,
                               *std::min_element(std::begin(corners), std::end(corners)),
                               *std::max_element(std::begin(corners), std::end(corners))));
  }

  /// Unsigned division by a constant other than zero, which is the same in C and in SMT-LIB.
  RangedExpression division(Term term) {
    if (term[1].kind() != Kind::BitVecValue || term[1].integer_value() == 0) throw Cannot{};
    RangedExpression a = unsigned_value(term[0]), b = required(constant(term[1].integer_value()));
    unify_or_throw(a, b);
    PENDULUM_CHECK(a.low >= 0 && b.low > 0, "the operands of an unsigned division should not be negative");
    const bool is_remainder = term.kind() == Kind::BvUrem;
    RangedExpression result;
    result.type = std::max(a.type, b.type);
    result.low = 0;
    result.high = is_remainder ? mpz_class(b.high - 1) : a.high;
    result.precedence = Precedence::Multiplicative;
    result.text =
        a.operand(Precedence::Multiplicative) + (is_remainder ? " % " : " / ") + b.operand(Precedence::Unary);
    return result;
  }

  RangedExpression bitwise(Term term) {
    RangedExpression a = unsigned_value(term[0]), b = unsigned_value(term[1]);
    unify_or_throw(a, b);
    RangedExpression result;
    result.type = std::max(a.type, b.type);
    result.low = 0;
    result.high = power_of_two(term.sort().width()) - 1;
    result.precedence = Precedence::Bitwise;
    const char* operation = term.kind() == Kind::BvAnd ? " & " : term.kind() == Kind::BvOr ? " | " : " ^ ";
    result.text = a.operand(Precedence::Unary) + operation + b.operand(Precedence::Unary);
    return result;
  }

  const Scopes& scopes_;
  program::LocationId location_;
  std::unordered_map<Term, RangedExpression> numbers_;
};

}  // namespace

std::optional<std::string> to_c(const Scopes& scopes, program::LocationId location, Term term) {
  PENDULUM_CHECK(term.sort().is_bool(), "the condition {} should have sort Bool", term.to_string());
  PENDULUM_CHECK(location < scopes.program().locations().size(), "location {} should be one of the program",
                 location);
  if (term.has_quantifier() || term::dag_size(term) > max_subterms) return std::nullopt;
  try {
    return Printer(scopes, location).condition(term);
  } catch (const Cannot&) {
    return std::nullopt;
  }
}

namespace {

/// A condition that the expression of a floating-point type has the value.
std::string equals_number(const std::string& expression, Term value) {
  const unsigned width = value.sort().width();
  const std::string text = term::float_text(value.integer_value(), width);
  if (text == "nan") return expression + " != " + expression;
  if (text == "inf") return expression + " == 1.0 / 0.0";
  if (text == "-inf") return expression + " == -1.0 / 0.0";
  return expression + " == " + text + (width == 32 ? "f" : width == 80 ? "L" : "");
}

}  // namespace

std::string c_constant(Term value, Variable::Signedness signedness) {
  PENDULUM_CHECK(value.kind() == Kind::BitVecValue, "{} should be a number", value.to_string());
  const unsigned width = value.sort().width();
  const std::string suffix = width > 32 ? "LL" : "";
  if (signedness == Variable::Signedness::Unsigned) return value.integer_value().get_str() + "U" + suffix;
  const mpz_class number = value.signed_value();
  if (number == -power_of_two(width - 1) && width >= 32)
    return "(" + mpz_class(number + 1).get_str() + suffix + " - 1)";
  return number < 0 ? "(" + number.get_str() + suffix + ")" : number.get_str() + suffix;
}

std::string equals_constant(const std::string& expression, Term value, Variable::Signedness signedness) {
  if (signedness == Variable::Signedness::Floating && term::is_float_width(value.sort().width()))
    return equals_number(expression, value);
  return expression + " == " + c_constant(value, signedness);
}

}  // namespace pendulum::witness
