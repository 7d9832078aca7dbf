#include "term/forms/linear.h"

#include <vector>

#include "base/check.h"
#include "base/integer_math.h"

namespace pendulum::term {

using Relation = LinearLiteral::Relation;

mpq_class LinearSum::coefficient(Term term) const {
  auto found = coefficients.find(term);
  return found == coefficients.end() ? mpq_class(0) : found->second;
}

void LinearSum::add(const mpq_class& factor, Term term) {
  PENDULUM_CHECK(!term.is_null(), "a summand should be a term");
  mpq_class& coefficient = coefficients[term];
  coefficient += factor;
  if (coefficient == 0) coefficients.erase(term);
}

void LinearSum::add(const mpq_class& factor, const LinearSum& other) {
  constant += factor * other.constant;
  for (const auto& [term, coefficient] : other.coefficients) add(factor * coefficient, term);
}

LinearSum linear_sum(Term term) {
  LinearSum result;
  std::vector<std::pair<mpq_class, Term>> open{{1, term}};
  while (!open.empty()) {
    auto [factor, t] = open.back();
    open.pop_back();
    if (t.kind() == Kind::IntValue) {
      result.constant += factor * t.integer_value();
    } else if (t.kind() == Kind::RealValue) {
      result.constant += factor * t.rational_value();
    } else if (t.kind() == Kind::Add) {
      for (const Term child : t.children()) open.emplace_back(factor, child);
    } else if (t.kind() == Kind::Mul && t.num_children() == 2 && t[0].is_value()) {
      const mpq_class value =
          t[0].kind() == Kind::IntValue ? mpq_class(t[0].integer_value()) : t[0].rational_value();
      if (value != 0) open.emplace_back(factor * value, t[1]);
    } else {
      result.add(factor, t);
    }
  }
  return result;
}

std::optional<LinearLiteral> linear_literal(Term literal) {
  const bool is_negated = literal.kind() == Kind::Not;
  const Term atom = is_negated ? literal[0] : literal;
  const Kind kind = atom.kind();
  if (kind != Kind::Le && kind != Kind::Lt && kind != Kind::Eq) return std::nullopt;
  const Sort sort = atom[0].sort();
  if (!sort.is_int() && !sort.is_real()) return std::nullopt;
  LinearLiteral result;
  result.sort = sort;
  result.sum = linear_sum(atom[0]);
  result.sum.add(-1, linear_sum(atom[1]));
  if (kind == Kind::Eq) {
    result.relation = is_negated ? Relation::Ne : Relation::Eq;
    return result;
  }
  bool is_strict = kind == Kind::Lt;
  if (is_negated) {  // not (s <= 0) is -s < 0
    LinearSum negated;
    negated.add(-1, result.sum);
    result.sum = negated;
    is_strict = !is_strict;
  }
  if (is_strict && sort.is_int()) {
    result.sum.constant += 1;
    is_strict = false;
  }
  result.relation = is_strict ? Relation::Lt : Relation::Le;
  return result;
}

namespace {

/// The positive factor that makes all coefficients coprime integers.
mpq_class normal_factor(const LinearSum& sum) {
  PENDULUM_CHECK(!sum.coefficients.empty(), "a sum without coefficients should have no normal form");
  mpz_class denominators = 1, numerators = 0;
  for (const auto& [term, coefficient] : sum.coefficients) {
    denominators = lcm(denominators, mpz_class(coefficient.get_den()));
  }
  for (const auto& [term, coefficient] : sum.coefficients) {
    const mpq_class scaled = coefficient * denominators;
    numerators = gcd(numerators, mpz_class(scaled.get_num()));
  }
  mpq_class factor(denominators, numerators);
  factor.canonicalize();
  return factor;
}

Term number(TermManager& terms, Sort sort, const mpq_class& value) {
  if (!sort.is_int()) return terms.mk_real(value);
  PENDULUM_CHECK(value.get_den() == 1, "numbers over Int should be integers");
  return terms.mk_int(value.get_num());
}

bool is_satisfied(Relation relation, const mpq_class& constant) {
  switch (relation) {
    case Relation::Le:
      return constant <= 0;
    case Relation::Lt:
      return constant < 0;
    case Relation::Eq:
      return constant == 0;
    case Relation::Ne:
      return constant != 0;
  }
  PENDULUM_UNREACHABLE();
}

}  // namespace

Term to_term(TermManager& terms, LinearLiteral literal) {
  LinearSum& sum = literal.sum;
  if (sum.coefficients.empty()) return terms.mk_bool(is_satisfied(literal.relation, sum.constant));
  PENDULUM_CHECK(literal.relation != Relation::Lt || literal.sort.is_real(),
                 "strict comparisons of integers should be rewritten to other ones");
  const bool is_equality = literal.relation == Relation::Eq || literal.relation == Relation::Ne;
  mpq_class factor = normal_factor(sum);
  if (is_equality && sum.coefficients.begin()->second < 0) factor = -factor;
  LinearSum scaled;
  scaled.add(factor, sum);
  mpq_class bound = -scaled.constant;
  if (literal.sort.is_int() && bound.get_den() != 1) {
    if (is_equality) return terms.mk_bool(literal.relation == Relation::Ne);
    bound = base::floor_quotient(bound.get_num(), bound.get_den());
  }
  TermVector summands;
  for (const auto& [term, coefficient] : scaled.coefficients)
    summands.push_back(terms.mk_mul(number(terms, literal.sort, coefficient), term));
  const Term left = terms.mk_add(summands);
  const Term right = number(terms, literal.sort, bound);
  switch (literal.relation) {
    case Relation::Le:
      return terms.mk_le(left, right);
    case Relation::Lt:
      return terms.mk_lt(left, right);
    case Relation::Eq:
      return terms.mk_eq(left, right);
    case Relation::Ne:
      return terms.mk_not(terms.mk_eq(left, right));
  }
  PENDULUM_UNREACHABLE();
}

Term normalize_literal(TermManager& terms, Term literal) {
  auto linear = linear_literal(literal);
  return linear ? to_term(terms, std::move(*linear)) : literal;
}

}  // namespace pendulum::term
