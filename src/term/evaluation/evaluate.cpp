// Independent definition of each operator as a function from values to a value. It uses GMP numbers and does
// not depend on the simplification rules: the constructors of the manager are only called to make values and
// array values.
#include "term/evaluation/evaluate.h"

#include <algorithm>

#include "base/check.h"
#include "term/evaluation/array_value.h"
#include "term/ieee754/evaluate_float.h"
#include "term/signature/kind_info.h"

namespace pendulum::term {

namespace {

mpz_class two_to(std::uint32_t exponent) {
  mpz_class result = 1;
  return result <<= exponent;
}

/// Returns floor(a / b). Requires: b > 0.
mpz_class floor_div(const mpz_class& a, const mpz_class& b) {
  mpz_class result;
  mpz_fdiv_q(result.get_mpz_t(), a.get_mpz_t(), b.get_mpz_t());
  return result;
}

/// The operator of `term`, applied to the values of its children.
class Operation {
 public:
  Operation(TermManager& manager, Term term, std::span<const Term> values)
      : manager_(manager), term_(term), values_(values) {}

  Term result();

 private:
  bool boolean(std::size_t i) const { return values_[i].is_true(); }
  std::uint32_t width() const { return values_[0].sort().width(); }
  const mpz_class& number(std::size_t i) const { return values_[i].integer_value(); }
  mpz_class signed_number(std::size_t i) const { return values_[i].signed_value(); }
  mpq_class rational(std::size_t i) const {
    return values_[i].kind() == Kind::IntValue ? mpq_class(number(i)) : values_[i].rational_value();
  }
  Term bit_vector(const mpz_class& value) const { return manager_.mk_bv(value, term_.sort().width()); }
  Term arithmetic_value(const mpq_class& value) const {
    return term_.sort().is_int() ? manager_.mk_int(value.get_num()) : manager_.mk_real(value);
  }

  /// Returns value i, in normal form if it is an array, so that equal arrays are identical terms.
  Term normal(std::size_t i) const {
    return values_[i].sort().is_array() ? normalize_array_value(manager_, values_[i]) : values_[i];
  }
  bool equal() const { return normal(0) == normal(1); }
  mpq_class total() const;
  mpq_class product() const;
  mpz_class unsigned_division(Kind kind) const;
  mpz_class signed_division(Kind kind) const;
  mpz_class shifted(Kind kind) const;
  bool overflows(const mpz_class& exact) const;
  mpz_class floating_point() const;
  mpz_class euclidean(Kind kind) const;

  TermManager& manager_;
  Term term_;
  std::span<const Term> values_;
};

/// SMT-LIB: x / 0 = 2^n - 1, x % 0 = x.
mpz_class Operation::unsigned_division(Kind kind) const {
  const mpz_class& a = number(0);
  const mpz_class& b = number(1);
  if (kind == Kind::BvUdiv) return b == 0 ? mpz_class(two_to(width()) - 1) : floor_div(a, b);
  return b == 0 ? a : mpz_class(a - b * floor_div(a, b));
}

/// SMT-LIB: unsigned division of the absolute values. The quotient is negated if the signs differ, and the
/// remainder has the sign of the dividend. Zero counts as not negative.
mpz_class Operation::signed_division(Kind kind) const {
  const mpz_class a = signed_number(0);
  const mpz_class b = signed_number(1);
  const mpz_class magnitude_a = abs(a);
  const mpz_class magnitude_b = abs(b);
  if (kind == Kind::BvSdiv) {
    const mpz_class quotient = b == 0 ? mpz_class(two_to(width()) - 1) : floor_div(magnitude_a, magnitude_b);
    return (a < 0) != (b < 0) ? mpz_class(-quotient) : quotient;
  }
  const mpz_class remainder =
      b == 0 ? magnitude_a : mpz_class(magnitude_a - magnitude_b * floor_div(magnitude_a, magnitude_b));
  return a < 0 ? mpz_class(-remainder) : remainder;
}

mpz_class Operation::shifted(Kind kind) const {
  const mpz_class value = kind == Kind::BvAshr ? signed_number(0) : number(0);
  // A shift by more than the width has the same result as a shift by the width.
  const auto amount = static_cast<std::uint32_t>(number(1) > width() ? width() : number(1).get_ui());
  return kind == Kind::BvShl ? mpz_class(value * two_to(amount)) : floor_div(value, two_to(amount));
}

bool Operation::overflows(const mpz_class& exact) const {
  const mpz_class half = two_to(width() - 1);
  return exact < -half || exact >= half;
}

mpz_class Operation::floating_point() const {
  std::vector<mpz_class> operands;
  for (std::size_t i = 0; i < values_.size(); ++i) operands.push_back(number(i));
  return evaluate_float({term_.kind(), term_.parameter(0), term_.parameter(1), values_.back().sort().width()},
                        operands);
}

/// Euclidean division: a = b*q + r with 0 <= r < |b|. Quotient and remainder are 0 if b = 0.
mpz_class Operation::euclidean(Kind kind) const {
  const mpz_class& a = number(0);
  const mpz_class& b = number(1);
  if (b == 0) return 0;
  const mpz_class magnitude = abs(b);
  const mpz_class quotient = floor_div(a, magnitude);
  if (kind == Kind::IntMod) return a - magnitude * quotient;
  return b < 0 ? mpz_class(-quotient) : quotient;
}

Term Operation::result() {
  switch (term_.kind()) {
    case Kind::True:
    case Kind::False:
    case Kind::BitVecValue:
    case Kind::IntValue:
    case Kind::RealValue:
      return term_;
    case Kind::Symbol:
    case Kind::Apply:
    case Kind::Forall:
    case Kind::Exists:
      break;
    case Kind::Not:
      return manager_.mk_bool(!boolean(0));
    case Kind::And:
      return manager_.mk_bool(
          std::all_of(values_.begin(), values_.end(), [](Term t) { return t.is_true(); }));
    case Kind::Or:
      return manager_.mk_bool(
          std::any_of(values_.begin(), values_.end(), [](Term t) { return t.is_true(); }));
    case Kind::Eq:
      return manager_.mk_bool(equal());
    case Kind::Ite:
      return boolean(0) ? values_[1] : values_[2];
    case Kind::BvNot:
      return bit_vector(two_to(width()) - 1 - number(0));
    case Kind::BvNeg:
      return bit_vector(two_to(width()) - number(0));
    case Kind::BvAnd:
      return bit_vector(number(0) & number(1));
    case Kind::BvOr:
      return bit_vector(number(0) | number(1));
    case Kind::BvXor:
      return bit_vector(number(0) ^ number(1));
    case Kind::BvAdd:
      return bit_vector(number(0) + number(1));
    case Kind::BvSub:
      return bit_vector(number(0) - number(1));
    case Kind::BvMul:
      return bit_vector(number(0) * number(1));
    case Kind::BvUdiv:
    case Kind::BvUrem:
      return bit_vector(unsigned_division(term_.kind()));
    case Kind::BvSdiv:
    case Kind::BvSrem:
      return bit_vector(signed_division(term_.kind()));
    case Kind::BvShl:
    case Kind::BvLshr:
    case Kind::BvAshr:
      return bit_vector(shifted(term_.kind()));
    case Kind::BvUlt:
      return manager_.mk_bool(number(0) < number(1));
    case Kind::BvUle:
      return manager_.mk_bool(number(0) <= number(1));
    case Kind::BvSlt:
      return manager_.mk_bool(signed_number(0) < signed_number(1));
    case Kind::BvSle:
      return manager_.mk_bool(signed_number(0) <= signed_number(1));
    case Kind::BvConcat:
      return bit_vector(number(0) * two_to(values_[1].sort().width()) + number(1));
    case Kind::BvExtract:
      return bit_vector(floor_div(number(0), two_to(term_.parameter(1))));
    case Kind::BvZeroExtend:
      return bit_vector(number(0));
    case Kind::BvSignExtend:
      return bit_vector(signed_number(0));
    case Kind::BvSaddo:
      return manager_.mk_bool(overflows(signed_number(0) + signed_number(1)));
    case Kind::BvSsubo:
      return manager_.mk_bool(overflows(signed_number(0) - signed_number(1)));
    case Kind::BvSmulo:
      return manager_.mk_bool(overflows(signed_number(0) * signed_number(1)));
    case Kind::FloatAdd:
    case Kind::FloatMul:
    case Kind::FloatDiv:
    case Kind::FloatFma:
    case Kind::FloatSqrt:
    case Kind::FloatRound:
    case Kind::FloatToFloat:
    case Kind::FloatFromSigned:
    case Kind::FloatFromUnsigned:
    case Kind::FloatToSigned:
    case Kind::FloatToUnsigned:
      return bit_vector(floating_point());
    case Kind::FloatEq:
    case Kind::FloatLt:
    case Kind::FloatLe:
      return manager_.mk_bool(floating_point() != 0);
    case Kind::Add:
      return arithmetic_value(total());
    case Kind::Mul:
      return arithmetic_value(product());
    case Kind::Le:
      return manager_.mk_bool(rational(0) <= rational(1));
    case Kind::Lt:
      return manager_.mk_bool(rational(0) < rational(1));
    case Kind::IntDiv:
    case Kind::IntMod:
      return manager_.mk_int(euclidean(term_.kind()));
    case Kind::RealDiv:
      return manager_.mk_real(rational(1) == 0 ? mpq_class(0) : mpq_class(rational(0) / rational(1)));
    case Kind::ToReal:
      return manager_.mk_real(rational(0));
    case Kind::ToInt:
      return manager_.mk_int(floor_div(rational(0).get_num(), rational(0).get_den()));
    case Kind::Bv2Nat:
      return manager_.mk_int(number(0));
    case Kind::Int2Bv:
      return bit_vector(number(0));
    case Kind::Select:
      return select_value(values_[0], normal(1));
    case Kind::Store:
      return manager_.mk_store(values_[0], normal(1), normal(2));
    case Kind::ConstArray:
      return manager_.mk_const_array(term_.sort(), normal(0));
  }
  PENDULUM_CHECK(false, "evaluation should meet no {}", name_of(term_.kind()));
  PENDULUM_UNREACHABLE();
}

mpq_class Operation::total() const {
  mpq_class result = 0;
  for (std::size_t i = 0; i < values_.size(); ++i) result += rational(i);
  return result;
}

mpq_class Operation::product() const {
  mpq_class result = 1;
  for (std::size_t i = 0; i < values_.size(); ++i) result *= rational(i);
  return result;
}

Term symbol_value(TermManager& manager, Term symbol, const Model& model) {
  const auto found = model.find(symbol);
  if (found == model.end()) return manager.mk_zero(symbol.sort());
  PENDULUM_CHECK(found->second.sort() == symbol.sort(), "the value of '{}' should have its sort",
                 symbol.name());
  if (symbol.sort().is_array()) return normalize_array_value(manager, found->second);
  PENDULUM_CHECK(found->second.is_value(), "the value of '{}' should be a value", symbol.name());
  return found->second;
}

}  // namespace

void Evaluator::evaluate(Term root) {
  TermVector stack{root};
  while (!stack.empty()) {
    const Term term = stack.back();
    if (is_known(term)) {
      stack.pop_back();
      continue;
    }
    PENDULUM_CHECK(!term.has_quantifier(), "evaluation should meet no quantifier");
    const std::size_t height = stack.size();
    for (const Term child : term.children())
      if (!is_known(child)) stack.push_back(child);
    if (stack.size() != height) continue;
    stack.pop_back();
    apply(term);
  }
}

/// Evaluates one term. Requires: its children are evaluated.
void Evaluator::apply(Term term) {
  if (is_word_array(term)) {
    array_cache_.emplace(term, apply_array(term));
  } else if (term.is_symbol()) {
    cache_.emplace(term, symbol_value(manager_, term, model_));
  } else if (term.kind() == Kind::Select && is_word_array(term[0])) {
    const std::uint64_t element = array_cache_.at(term[0]).get(word_of(cache_.at(term[1])));
    cache_.emplace(term, term_of_word(manager_, element, term.sort()));
  } else {
    TermVector values;
    values.reserve(term.num_children());
    for (const Term child : term.children()) values.push_back(known_value(child));
    cache_.emplace(term, Operation(manager_, term, values).result());
  }
}

WordArray Evaluator::apply_array(Term term) {
  if (term.is_symbol()) {
    const auto found = arrays_->find(term);
    return found != arrays_->end() ? found->second
                                   : WordArray::from_value(symbol_value(manager_, term, model_));
  }
  if (term.kind() == Kind::ConstArray) return WordArray(word_of(cache_.at(term[0])));
  if (term.kind() == Kind::Ite) return array_cache_.at(cache_.at(term[0]).is_true() ? term[1] : term[2]);
  if (term.kind() == Kind::Store) {
    WordArray result = array_cache_.at(term[0]);
    result.set(word_of(cache_.at(term[1])), word_of(cache_.at(term[2])));
    return result;
  }
  // The term is an element of an array of arrays.
  PENDULUM_CHECK(term.kind() == Kind::Select, "evaluation should meet no {}", name_of(term.kind()));
  return WordArray::from_value(select_value(known_value(term[0]), known_value(term[1])));
}

/// Returns the value of an evaluated term. WordArrays are converted to array values in normal form.
Term Evaluator::known_value(Term term) const {
  return is_word_array(term) ? array_cache_.at(term).to_term(manager_, term.sort()) : cache_.at(term);
}

Term Evaluator::operator()(Term root) {
  evaluate(root);
  const Term value = known_value(root);
  PENDULUM_CHECK(value.sort() == root.sort(), "the value of a term of sort {} should not have the sort {}",
                 root.sort().to_string(), value.sort().to_string());
  return value.sort().is_array() ? normalize_array_value(manager_, value) : value;
}

WordArray Evaluator::array(Term term) {
  PENDULUM_CHECK(term.sort().is_array(), "array should be called only for arrays, not for {}",
                 term.sort().to_string());
  evaluate(term);
  return is_word_array(term) ? array_cache_.at(term) : WordArray::from_value(cache_.at(term));
}

Term evaluate(TermManager& manager, Term term, const Model& model) {
  return Evaluator(manager, model)(term);
}

}  // namespace pendulum::term
