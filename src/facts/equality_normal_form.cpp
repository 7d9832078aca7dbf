#include "facts/equality_normal_form.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include "base/check.h"
#include "base/integer_math.h"
#include "term/evaluation/evaluate.h"
#include "term/traverse.h"

namespace pendulum::facts {

namespace {

using term::Kind;
using term::Term;
using term::TermVector;

// The limits bound the time per equality; larger equalities are left to the solver. They were not measured.

/// Maximum number of subterms of an equality.
constexpr std::size_t max_size = 150;
/// Maximum number of monomials of a sum. The product of two sums takes quadratic time.
constexpr std::size_t max_monomials = 40;
/// Maximum number of factors of a monomial.
constexpr std::size_t max_degree = 4;
/// Maximum number of distinct conditions of ites. The number of cases is exponential.
constexpr std::size_t max_conditions = 3;

/// Maps a monomial, a sorted list of factors, to its coefficient; the empty list is the constant. No
/// coefficient is zero.
using Sum = std::map<TermVector, mpz_class>;

/// The value modulo 2^width, as a signed number.
mpz_class reduced(const mpz_class& value, std::uint32_t width) {
  const mpz_class modulus = base::power_of_two(width);
  mpz_class result = base::floor_remainder(value, modulus);
  if (2 * result >= modulus) result -= modulus;
  PENDULUM_DCHECK(-modulus <= 2 * result && 2 * result < modulus,
                  "a reduced coefficient should be a signed number of {} bits", width);
  return result;
}

void add(Sum& sum, const TermVector& monomial, const mpz_class& coefficient, std::uint32_t width) {
  mpz_class& total = sum[monomial];
  total = reduced(total + coefficient, width);
  if (total == 0) sum.erase(monomial);
}

void add(Sum& sum, const Sum& other, const mpz_class& factor, std::uint32_t width) {
  for (const auto& [monomial, coefficient] : other) add(sum, monomial, factor * coefficient, width);
}

/// Returns nullopt if the product is too large.
std::optional<Sum> product(const Sum& left, const Sum& right, std::uint32_t width) {
  Sum result;
  if (left.size() * right.size() > max_monomials) return std::nullopt;
  for (const auto& [first, a] : left)
    for (const auto& [second, b] : right) {
      TermVector monomial = first;
      monomial.insert(monomial.end(), second.begin(), second.end());
      if (monomial.size() > max_degree) return std::nullopt;
      std::ranges::sort(monomial);
      add(result, monomial, a * b, width);
    }
  return result;
}

bool is_arithmetic(Kind kind) {
  return kind == Kind::BvAdd || kind == Kind::BvSub || kind == Kind::BvNeg || kind == Kind::BvMul;
}

std::optional<Sum> apply_operator(Term operation, const std::map<Term, Sum>& known) {
  const std::uint32_t width = operation.sort().width();
  const auto children = operation.children();
  Sum result = known.at(children[0]);
  if (operation.kind() == Kind::BvNeg) {
    Sum negated;
    add(negated, result, -1, width);
    return negated;
  }
  for (std::size_t i = 1; i < children.size(); ++i) {
    const Sum& next = known.at(children[i]);
    if (operation.kind() == Kind::BvMul) {
      auto made = product(result, next, width);
      if (!made) return std::nullopt;
      result = std::move(*made);
    } else {
      add(result, next, operation.kind() == Kind::BvAdd ? 1 : -1, width);
    }
  }
  return result;
}

/// The term as a sum of monomials; subterms that are not sums or products are factors. Returns nullopt if it
/// is too large.
std::optional<Sum> sum_of(Term root) {
  PENDULUM_CHECK(root.sort().is_bitvec(), "a sum should be a bit-vector, not a {}", root.sort().to_string());
  std::map<Term, Sum> known;
  const std::array roots{root};
  for (const Term term : term::subterms(roots)) {
    if (term.sort() != root.sort()) continue;
    if (term.is_value()) {
      Sum& sum = known[term];
      add(sum, TermVector(), term.integer_value(), root.sort().width());
    } else if (is_arithmetic(term.kind())) {
      auto sum = apply_operator(term, known);
      if (!sum || sum->size() > max_monomials) return std::nullopt;
      known.emplace(term, std::move(*sum));
    } else {
      known[term] = {{{term}, 1}};
    }
  }
  return std::move(known.at(root));
}

Term term_of(term::TermManager& terms, const Sum& sum, std::uint32_t width) {
  Term result = terms.mk_bv(0, width);
  for (const auto& [monomial, coefficient] : sum) {
    Term product = terms.mk_bv(coefficient, width);
    for (const Term factor : monomial) product = terms.mk_bvmul(product, factor);
    result = terms.mk_bvadd(result, product);
  }
  return result;
}

Term normalize_without_ites(term::TermManager& terms, Term equality) {
  PENDULUM_CHECK(equality.kind() == Kind::Eq, "{} should be an equality", equality.to_string());
  const std::uint32_t width = equality[0].sort().width();
  const auto left = sum_of(equality[0]);
  const auto right = sum_of(equality[1]);
  if (!left || !right) return equality;
  Sum difference = *left;
  add(difference, *right, -1, width);
  // Of a sum and its negation, choose the one whose last coefficient is positive.
  if (!difference.empty() && difference.rbegin()->second < 0) {
    Sum negated;
    add(negated, difference, -1, width);
    difference = std::move(negated);
  }
  return terms.mk_eq(term_of(terms, difference, width), terms.mk_bv(0, width));
}

/// The conditions of the ites among the summands and factors. Stops after max_conditions + 1.
TermVector conditions_of(Term equality) {
  TermVector result;
  TermVector open{equality[0], equality[1]};
  while (!open.empty()) {
    const Term term = open.back();
    open.pop_back();
    if (term.kind() == Kind::Ite) {
      if (std::ranges::find(result, term[0]) == result.end()) result.push_back(term[0]);
      open.insert(open.end(), {term[1], term[2]});
    } else if (is_arithmetic(term.kind())) {
      open.insert(open.end(), term.children().begin(), term.children().end());
    }
    if (result.size() > max_conditions) break;
  }
  return result;
}

/// The equality under the assumption that condition i has the truth value of bit i of `valuation`.
Term resolve(term::TermManager& terms, Term equality, const TermVector& conditions, std::size_t valuation) {
  PENDULUM_CHECK(valuation >> conditions.size() == 0,
                 "valuation {} should have one bit for each of {} conditions", valuation, conditions.size());
  term::Rewriter rewrite(terms, [&](Term original, std::span<const Term> children) {
    if (original.kind() != Kind::Ite) return Term();
    const auto found = std::ranges::find(conditions, original[0]);
    if (found == conditions.end()) return Term();
    const auto bit = static_cast<std::size_t>(found - conditions.begin());
    return children[(valuation >> bit & 1) != 0 ? 1 : 2];
  });
  return rewrite(equality);
}

/// Returns whether the formulas agree if all symbols are zero, and if all numbers are one. Formulas that
/// cannot be evaluated are accepted.
[[maybe_unused]] bool agree_on_examples(term::TermManager& terms, Term a, Term b) {
  const std::array roots{a, b};
  term::Model ones;
  for (const Term part : term::subterms(roots)) {
    if (part.kind() == Kind::Apply || part.has_quantifier()) return true;
    if (part.is_symbol() && part.sort().is_bitvec()) ones.emplace(part, terms.mk_bv(1, part.sort().width()));
  }
  for (const term::Model& model : {term::Model(), ones})
    if (term::evaluate(terms, a, model) != term::evaluate(terms, b, model)) return false;
  return true;
}

}  // namespace

Term normalize_equality(term::TermManager& terms, Term formula) {
  PENDULUM_CHECK(formula.sort().is_bool(), "{} should be a formula", formula.to_string());
  if (formula.kind() != Kind::Eq || !formula[0].sort().is_bitvec() || term::dag_size(formula) > max_size)
    return formula;
  const TermVector conditions = conditions_of(formula);
  if (conditions.size() > max_conditions) return formula;
  TermVector cases;
  for (std::size_t valuation = 0; valuation < std::size_t(1) << conditions.size(); ++valuation) {
    const Term resolved = resolve(terms, formula, conditions, valuation);
    const bool is_equality = resolved.kind() == Kind::Eq && resolved[0].sort().is_bitvec();
    cases.push_back(is_equality ? normalize_without_ites(terms, resolved) : resolved);
  }
  for (std::size_t bit = conditions.size(); bit-- > 0;) {
    const std::size_t half = std::size_t(1) << bit;
    for (std::size_t i = 0; i < half; ++i)
      cases[i] = terms.mk_ite(conditions[bit], cases[i + half], cases[i]);
  }
  PENDULUM_DCHECK(agree_on_examples(terms, formula, cases.front()),
                  "the normal form {} should be equivalent to {}", cases.front().to_string(),
                  formula.to_string());
  return cases.front();
}

}  // namespace pendulum::facts
