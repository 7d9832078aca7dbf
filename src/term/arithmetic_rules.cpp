// Simplifications of integer and real arithmetic. Sums collect equal summands, so that x - x becomes 0 and
// (x + 1) - x becomes 1. A constant factor is distributed over a sum.
#include "term/arithmetic_rules.h"

#include <algorithm>

#include "base/check.h"
#include "term/core_rules.h"

namespace pendulum::term {

mpq_class number_of(Term value) {
  return value.kind() == Kind::IntValue ? mpq_class(value.integer_value()) : value.rational_value();
}

/// The product factor * base. split_offset() uses it for the sum base + factor.
struct ArithmeticRules::Monomial {
  Term base;
  mpq_class factor;
};

Term ArithmeticRules::value(Sort sort, const mpq_class& number) {
  PENDULUM_DCHECK(sort.is_real() || (sort.is_int() && number.get_den() == 1),
                  "a number of sort {} should not be {}", sort.to_string(), number.get_str());
  return sort.is_int() ? manager_.mk_int(number.get_num()) : manager_.mk_real(number);
}

/// Splits x + c into (x, c), and other terms x into (x, 0).
ArithmeticRules::Monomial ArithmeticRules::split_offset(Term term) {
  if (term.kind() != Kind::Add) return {term, 0};
  const std::span<const Term> children = term.children();
  if (!children.back().is_value()) return {term, 0};
  const std::span<const Term> rest = children.first(children.size() - 1);
  return {rest.size() == 1 ? rest[0] : table_.make(Kind::Add, term.sort(), rest), number_of(children.back())};
}

/// Splits c * x into (x, c), and other terms x into (x, 1).
ArithmeticRules::Monomial ArithmeticRules::split(Term summand) {
  if (summand.kind() != Kind::Mul || !summand[0].is_value()) return {summand, 1};
  const std::span<const Term> rest = summand.children().subspan(1);
  const Term base = rest.size() == 1 ? rest[0] : table_.make(Kind::Mul, summand.sort(), rest);
  return {base, number_of(summand[0])};
}

Term ArithmeticRules::scaled(Term base, const mpq_class& factor) {
  PENDULUM_DCHECK(factor != 0 && !base.is_value(), "a product should have a factor that is not constant");
  if (factor == 1) return base;
  TermVector children{value(base.sort(), factor)};
  if (base.kind() == Kind::Mul) {
    children.insert(children.end(), base.children().begin(), base.children().end());
  } else {
    children.push_back(base);
  }
  return table_.make(Kind::Mul, base.sort(), children);
}

Term ArithmeticRules::sum(Sort sort, std::span<const Term> terms) {
  mpq_class constant = 0;
  std::vector<Monomial> monomials;
  std::size_t total = terms.size();
  const auto add = [&](Term t) {
    if (t.is_value()) {
      constant += number_of(t);
    } else {
      monomials.push_back(split(t));
    }
  };
  for (const Term t : terms) {
    if (t.kind() == Kind::Add && total - 1 + t.num_children() <= flatten_limit) {
      total += t.num_children() - 1;
      std::for_each(t.children().begin(), t.children().end(), add);
    } else {
      add(t);
    }
  }
  std::stable_sort(monomials.begin(), monomials.end(),
                   [](const Monomial& a, const Monomial& b) { return a.base < b.base; });
  TermVector summands;
  for (std::size_t i = 0; i < monomials.size();) {
    mpq_class factor = 0;
    const Term base = monomials[i].base;
    for (; i < monomials.size() && monomials[i].base == base; ++i) factor += monomials[i].factor;
    if (factor != 0) summands.push_back(scaled(base, factor));
  }
  if (constant != 0 || summands.empty()) summands.push_back(value(sort, constant));
  if (summands.size() == 1) return summands[0];
  // Collecting equal summands may have reduced their number, so that a nested sum can now be flattened.
  if (total > summands.size() && has_flattenable(Kind::Add, summands)) return sum(sort, summands);
  return table_.make(Kind::Add, sort, summands);
}

Term ArithmeticRules::product(Sort sort, std::span<const Term> terms) {
  mpq_class constant = 1;
  TermVector factors;
  std::size_t total = terms.size();
  const auto add = [&](Term t) {
    if (t.is_value()) {
      constant *= number_of(t);
    } else {
      factors.push_back(t);
    }
  };
  for (const Term t : terms) {
    if (t.kind() == Kind::Mul && (t[0].is_value() || total - 1 + t.num_children() <= flatten_limit)) {
      total += t.num_children() - 1;
      std::for_each(t.children().begin(), t.children().end(), add);
    } else {
      add(t);
    }
  }
  if (constant == 0 || factors.empty()) return value(sort, constant);
  std::sort(factors.begin(), factors.end());
  if (total > factors.size() && has_flattenable(Kind::Mul, factors)) {
    return manager_.mk_mul(value(sort, constant), product(sort, factors));
  }
  if (factors.size() > 1) return scaled(table_.make(Kind::Mul, sort, factors), constant);
  if (constant == 1 || factors[0].kind() != Kind::Add) return scaled(factors[0], constant);
  TermVector summands;
  const Term factor = value(sort, constant);
  for (const Term t : factors[0].children()) summands.push_back(manager_.mk_mul(factor, t));
  return sum(sort, summands);
}

Term ArithmeticRules::comparison(Kind kind, Term a, Term b) {
  PENDULUM_DCHECK(kind == Kind::Le || kind == Kind::Lt, "'{}' should be a comparison", name_of(kind));
  const bool strict = kind == Kind::Lt;
  const auto decide = [&](const mpq_class& x, const mpq_class& y) {
    return manager_.mk_bool(strict ? x < y : x <= y);
  };
  if (a == b) return manager_.mk_bool(!strict);
  if (a.is_value() && b.is_value()) return decide(number_of(a), number_of(b));
  if (is_ite_of_values(a) && b.is_value()) {
    return manager_.mk_ite(a[0], comparison(kind, a[1], b), comparison(kind, a[2], b));
  }
  if (a.is_value() && is_ite_of_values(b)) {
    return manager_.mk_ite(b[0], comparison(kind, a, b[1]), comparison(kind, a, b[2]));
  }
  // x + c1 and y + c2: if one side is a value, move the constants to it; if x and y are equal, compare the
  // constants.
  const auto [base_a, offset_a] = split_offset(a);
  const auto [base_b, offset_b] = split_offset(b);
  if (offset_a != 0 && b.is_value())
    return comparison(kind, base_a, value(b.sort(), number_of(b) - offset_a));
  if (offset_b != 0 && a.is_value())
    return comparison(kind, value(a.sort(), number_of(a) - offset_b), base_b);
  if (base_a == base_b) return decide(offset_a, offset_b);
  if (a.kind() == Kind::ToReal && b.kind() == Kind::ToReal) return comparison(kind, a[0], b[0]);
  return table_.make(kind, manager_.bool_sort(), {a, b});
}

/// Euclidean division: the quotient q of a = b*q + r with 0 <= r < |b|.
Term ArithmeticRules::int_div(Term a, Term b) {
  if (b.is_value() && b.integer_value() != 0) {
    const mpz_class& divisor = b.integer_value();
    if (divisor == 1) return a;
    if (divisor == -1) return manager_.mk_neg(a);
    if (a.is_value()) {
      mpz_class quotient;
      if (divisor > 0) {
        mpz_fdiv_q(quotient.get_mpz_t(), a.integer_value().get_mpz_t(), divisor.get_mpz_t());
      } else {
        mpz_cdiv_q(quotient.get_mpz_t(), a.integer_value().get_mpz_t(), divisor.get_mpz_t());
      }
      return manager_.mk_int(quotient);
    }
  }
  return table_.make(Kind::IntDiv, a.sort(), {a, b});
}

Term ArithmeticRules::int_mod(Term a, Term b) {
  if (b.is_value() && b.integer_value() != 0) {
    const mpz_class& divisor = b.integer_value();
    if (divisor == 1 || divisor == -1) return manager_.mk_int(0);
    if (a.is_value()) {
      mpz_class remainder;
      mpz_mod(remainder.get_mpz_t(), a.integer_value().get_mpz_t(), divisor.get_mpz_t());
      return manager_.mk_int(remainder);
    }
  }
  return table_.make(Kind::IntMod, a.sort(), {a, b});
}

Term ArithmeticRules::real_div(Term a, Term b) {
  if (b.is_value() && b.rational_value() != 0)
    return manager_.mk_mul(manager_.mk_real(1 / b.rational_value()), a);
  return table_.make(Kind::RealDiv, a.sort(), {a, b});
}

Term ArithmeticRules::to_real(Term a) {
  if (a.is_value()) return manager_.mk_real(mpq_class(a.integer_value()));
  return table_.make(Kind::ToReal, manager_.real_sort(), {a});
}

Term ArithmeticRules::to_int(Term a) {
  if (a.kind() == Kind::ToReal) return a[0];
  if (a.is_value()) {
    mpz_class floor;
    mpz_fdiv_q(floor.get_mpz_t(), a.rational_value().get_num_mpz_t(), a.rational_value().get_den_mpz_t());
    return manager_.mk_int(floor);
  }
  return table_.make(Kind::ToInt, manager_.int_sort(), {a});
}

Term ArithmeticRules::bv2nat(Term a) {
  if (a.is_value()) return manager_.mk_int(a.integer_value());
  if (a.kind() == Kind::BvZeroExtend) a = a[0];
  return table_.make(Kind::Bv2Nat, manager_.int_sort(), {a});
}

Term ArithmeticRules::int2bv(Term a, std::uint32_t width) {
  if (a.is_value()) return manager_.mk_bv(a.integer_value(), width);
  if (a.kind() == Kind::Bv2Nat) {
    const std::uint32_t inner = a[0].sort().width();
    return width <= inner ? manager_.mk_extract(a[0], width - 1, 0)
                          : manager_.mk_zero_extend(a[0], width - inner);
  }
  return table_.make(Kind::Int2Bv, manager_.bitvec_sort(width), {a}, width);
}

}  // namespace pendulum::term
