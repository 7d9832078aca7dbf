// Polynomial arithmetic: if the premises of an operator hold, its result is correct for coefficients of 4
// bits. Operators whose results are not polynomials are refused.
#include "acceleration/closed_form/polynomial.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "acceleration/acceleration_fixture.h"
#include "term/evaluation/evaluate.h"

namespace pendulum::acceleration::test {
namespace {

constexpr unsigned width = 4;

class PolynomialTest : public ::testing::Test {
 protected:
  Term at(const Polynomial& p, Term j) { return arithmetic_.value(p, j); }
  Polynomial linear() const { return {c0_, c1_, {}}; }
  Polynomial quadratic() const { return {c0_, c1_, c2_}; }
  Polynomial constant(Term value) const { return {value, {}, {}}; }
  Polynomial with_stride(std::int64_t stride) { return {c0_, w_.bv(stride, width), {}}; }

  using Operator = std::function<Term(const std::vector<Term>&)>;

  /// Number of cases in which the premises held, and in which they did not.
  struct Held {
    std::size_t often = 0;
    std::size_t not_often = 0;
  };
  /// Applies the operator to polynomials and compares the result with the operator applied to their values,
  /// for all coefficients (a sample if there are many), n <= 20 and j < n, if the premises hold.
  Held expect_right(const Operator& operation, const std::vector<Polynomial>& arguments) {
    Held held;
    const std::size_t before = arithmetic_.premises().size();
    const auto result = apply(operation, arguments);
    EXPECT_TRUE(result.has_value());
    if (!result) return held;
    const TermVector premises(arithmetic_.premises().begin() + static_cast<long>(before),
                              arithmetic_.premises().end());
    const Term premise = w_.terms.mk_and(premises);
    const Term j = w_.symbol("j", count_width);
    TermVector values;
    for (const Polynomial& argument : arguments) values.push_back(at(argument, j));
    const Term claim = w_.terms.mk_eq(operation(values), at(*result, j));
    for_all_coefficients(arguments, [&](term::Model& model) {
      for (const int n : {1, 2, 3, 5, 9, 17, 20}) {
        model[n_] = w_.bv(n, count_width);
        if (!term::evaluate(w_.terms, premise, model).is_true()) {
          ++held.not_often;
          continue;
        }
        ++held.often;
        for (int i = 0; i < n; i += n > 5 ? 3 : 1) {
          model[j] = w_.bv(i, count_width);
          EXPECT_TRUE(term::evaluate(w_.terms, claim, model).is_true())
              << n << " " << i << " " << claim.to_string();
          if (::testing::Test::HasFailure()) return;
        }
      }
    });
    return held;
  }
  void expect_refused(const Operator& operation, const std::vector<Polynomial>& arguments) {
    EXPECT_FALSE(apply(operation, arguments).has_value());
  }
  /// Expects that the result is correct in all cases.
  void expect_exact(const Operator& operation, const std::vector<Polynomial>& arguments) {
    EXPECT_EQ(0U, expect_right(operation, arguments).not_often);
  }
  /// Expects that the premises hold in some cases but not in all.
  void expect_conditional(const Operator& operation, const std::vector<Polynomial>& arguments) {
    const Held held = expect_right(operation, arguments);
    EXPECT_GT(held.often, 0U);
    EXPECT_GT(held.not_often, 0U);
  }

  std::optional<Polynomial> apply(const Operator& operation, const std::vector<Polynomial>& arguments) {
    // The operator is applied to symbols. Constant arguments keep their terms, as in the terms of a path.
    TermVector symbols;
    for (std::size_t i = 0; i < arguments.size(); ++i)
      symbols.push_back(arguments[i].degree() == 0
                            ? arguments[i].c0
                            : w_.symbol("argument" + std::to_string(i), arguments[i].width()));
    const Term term = operation(symbols);
    // The term manager may reorder the children of commutative operators.
    std::vector<Polynomial> ordered;
    for (const Term child : term.children()) {
      const auto found = std::ranges::find(symbols, child);
      EXPECT_TRUE(found != symbols.end()) << "simplified to " << term.to_string();
      if (found == symbols.end()) return std::nullopt;
      ordered.push_back(arguments[static_cast<std::size_t>(found - symbols.begin())]);
    }
    return arithmetic_.apply(term, ordered);
  }
  void for_all_coefficients(const std::vector<Polynomial>& arguments,
                            const std::function<void(term::Model&)>& function) {
    TermVector roots;
    for (const Polynomial& p : arguments)
      for (const Term c : {p.c0, p.c1, p.c2})
        if (c) roots.push_back(c);
    const TermVector symbols = term::symbols(roots);
    std::size_t size = 1;
    for (std::size_t i = 0; i < symbols.size(); ++i) size *= 16;
    // For three or more symbols a sample: every 13th or 211th combination. Both steps are coprime to 16.
    const std::size_t step = symbols.size() <= 2 ? 1 : symbols.size() == 3 ? 13 : 211;
    for (std::size_t code = 0; code < size; code += step) {
      term::Model model;
      std::size_t rest = code;
      for (const Term symbol : symbols) {
        model[symbol] = w_.bv(static_cast<std::int64_t>(rest % 16), width);
        rest /= 16;
      }
      function(model);
      if (::testing::Test::HasFailure()) return;
    }
  }
  Operator binary(Kind kind) {
    return [this, kind](const std::vector<Term>& a) { return w_.terms.mk_bv_binary(kind, a[0], a[1]); };
  }
  Operator binary(Kind kind, std::int64_t right) {
    return [this, kind, right](const std::vector<Term>& a) {
      return w_.terms.mk_bv_binary(kind, a[0], w_.bv(right, a[0].sort().width()));
    };
  }
  /// The arguments `p` and the constant `right`, both as polynomials.
  std::vector<Polynomial> with(const Polynomial& p, std::int64_t right) {
    return {p, constant(w_.bv(right, p.width()))};
  }

  AccelerationContext w_;
  Term n_ = w_.symbol("n", count_width);
  Term c0_ = w_.symbol("c0", width), c1_ = w_.symbol("c1", width), c2_ = w_.symbol("c2", width);
  Term d0_ = w_.symbol("d0", width), d1_ = w_.symbol("d1", width);
  PolynomialArithmetic arithmetic_{w_.terms, n_};
};

TEST_F(PolynomialTest, ValueIsThatOfTheBinomialBasis) {
  const Term j = w_.symbol("j", count_width);
  for (const unsigned bits : {4U, 32U, 40U, 70U}) {
    const Polynomial p{w_.bv(5, bits), w_.bv(-3, bits), w_.bv(7, bits)};
    for (const std::int64_t i : {0LL, 1LL, 2LL, 3LL, 17LL, 100000LL, (1LL << 31) - 1}) {
      const mpz_class number = i;
      const mpz_class expected = 5 - 3 * number + 7 * (number * (number - 1) / 2);
      EXPECT_EQ(w_.terms.mk_bv(expected, bits),
                term::evaluate(w_.terms, arithmetic_.value(p, j), {{j, w_.bv(i, count_width)}}))
          << bits << " bits, iteration " << i;
    }
  }
}

TEST_F(PolynomialTest, ShiftedIsTheValueLater) {
  const Term j = w_.symbol("j", count_width);
  for (const Polynomial& p : {linear(), quadratic(), constant(c0_), Polynomial{c0_, {}, c2_}})
    for (const unsigned distance : {0U, 1U, 2U, 3U}) {
      const Term claim = w_.terms.mk_eq(at(arithmetic_.shifted(p, distance), j), at(p, w_.plus(j, distance)));
      for_all_coefficients({p}, [&](term::Model& model) {
        for (const int i : {0, 1, 2, 5, 15, 16, 40}) {
          model[j] = w_.bv(i, count_width);
          EXPECT_TRUE(term::evaluate(w_.terms, claim, model).is_true());
        }
      });
    }
}

TEST_F(PolynomialTest, ShiftedDropsAStrideThatBecomesZero) {
  const Polynomial p{c0_, w_.bv(-2, width), w_.bv(2, width)};
  EXPECT_TRUE(arithmetic_.shifted(p, 1).c1.is_null());
}

TEST_F(PolynomialTest, SumsAndDifferencesAreExact) {
  expect_exact(binary(Kind::BvAdd), {linear(), {d0_, d1_, {}}});
  expect_exact(binary(Kind::BvSub), {linear(), {d0_, d1_, {}}});
  expect_exact(binary(Kind::BvAdd), {quadratic(), {d0_, {}, {}}});
  expect_exact(binary(Kind::BvSub), {constant(d0_), quadratic()});
  expect_exact([&](const auto& a) { return w_.terms.mk_bvneg(a[0]); }, {quadratic()});
  expect_exact([&](const auto& a) { return w_.terms.mk_bvnot(a[0]); }, {quadratic()});
}

TEST_F(PolynomialTest, DifferenceWithTheSameStrideIsConstant) {
  EXPECT_EQ(0U, arithmetic_.subtract(with_stride(3), {d0_, w_.bv(3, width), {}}).degree());
  EXPECT_EQ(1U, arithmetic_.subtract(with_stride(3), {d0_, w_.bv(2, width), {}}).degree());
}

TEST_F(PolynomialTest, ProductsUpToDegreeTwoAreExact) {
  expect_exact(binary(Kind::BvMul), {linear(), {d0_, d1_, {}}});
  expect_exact(binary(Kind::BvMul), {quadratic(), constant(d0_)});
  expect_exact(binary(Kind::BvMul), {constant(d0_), linear()});
  expect_refused(binary(Kind::BvMul), {quadratic(), linear()});
  expect_refused(binary(Kind::BvMul), {quadratic(), quadratic()});
}

TEST_F(PolynomialTest, LeftShiftsByConstantsAreExact) {
  for (const int bits : {0, 1, 2, 3})
    if (bits > 0) expect_exact(binary(Kind::BvShl, bits), with(quadratic(), bits));
  expect_refused(binary(Kind::BvShl), {linear(), constant(d0_)});
  expect_refused(binary(Kind::BvShl), {constant(d0_), linear()});
}

TEST_F(PolynomialTest, RightShiftsNeedMultiplesAndNoWrapAround) {
  for (const std::int64_t stride : {2, -2, 4, 6, -6}) {
    expect_conditional(binary(Kind::BvLshr, 1), with(with_stride(stride), 1));
    expect_conditional(binary(Kind::BvUdiv, 2), with(with_stride(stride), 2));
  }
  expect_conditional(binary(Kind::BvLshr, 2), with(with_stride(4), 2));
  expect_conditional(binary(Kind::BvUdiv, 4), with(with_stride(-4), 4));
  expect_refused(binary(Kind::BvLshr, 2), with(with_stride(2), 2));
  expect_refused(binary(Kind::BvLshr, 1), with(with_stride(1), 1));
  expect_refused(binary(Kind::BvUdiv, 3), with(with_stride(3), 3));
  expect_refused(binary(Kind::BvUdiv, 6), with(with_stride(6), 6));
  expect_refused(binary(Kind::BvLshr, 1), with(linear(), 1));
  expect_refused(binary(Kind::BvLshr, 1), with({c0_, {}, w_.bv(2, width)}, 1));
  expect_refused(binary(Kind::BvUdiv), {with_stride(2), constant(d0_)});
  expect_refused(binary(Kind::BvAshr, 1), with(with_stride(2), 1));
}

TEST_F(PolynomialTest, ExtensionsNeedThatNothingWrapsAround) {
  const Operator zero = [&](const auto& a) { return w_.terms.mk_zero_extend(a[0], 4); };
  const Operator sign = [&](const auto& a) { return w_.terms.mk_sign_extend(a[0], 4); };
  for (const Operator& operation : {zero, sign}) {
    expect_conditional(operation, {linear()});
    for (const std::int64_t stride : {1, -1, 3, -3, 8}) expect_conditional(operation, {with_stride(stride)});
    expect_exact(operation, {constant(c0_)});
    expect_refused(operation, {quadratic()});
  }
}

TEST_F(PolynomialTest, ExtractsAreExactIfWhatChangesIsNotCut) {
  const Operator low = [&](const auto& a) { return w_.terms.mk_extract(a[0], 2, 0); };
  const Operator middle = [&](const auto& a) { return w_.terms.mk_extract(a[0], 2, 1); };
  const Operator high = [&](const auto& a) { return w_.terms.mk_extract(a[0], 3, 2); };
  expect_exact(low, {with_stride(3)});
  expect_exact(low, {{c0_, w_.bv(3, width), w_.bv(5, width)}});
  expect_exact(middle, {with_stride(6)});
  expect_exact(middle, {{c0_, w_.bv(6, width), w_.bv(2, width)}});
  expect_exact(high, {with_stride(-4)});
  expect_refused(middle, {with_stride(3)});
  expect_refused(high, {with_stride(2)});
  expect_refused(high, {linear()});
}

TEST_F(PolynomialTest, LowBitsOfAnyPolynomialAreExact) {
  const Operator low = [&](const auto& a) { return w_.terms.mk_extract(a[0], 2, 0); };
  expect_exact(low, {linear()});
  expect_exact(low, {quadratic()});
}

TEST_F(PolynomialTest, ConcatenationsWithConstantLowBitsAreExact) {
  expect_exact(binary(Kind::BvConcat), {linear(), constant(d0_)});
  expect_exact(binary(Kind::BvConcat), {quadratic(), constant(d0_)});
  expect_refused(binary(Kind::BvConcat), {constant(d0_), linear()});
  expect_refused(binary(Kind::BvConcat), {linear(), {d0_, d1_, {}}});
}

TEST_F(PolynomialTest, BitOperationsAndDivisionsAreNoPolynomials) {
  for (const Kind kind : {Kind::BvAnd, Kind::BvOr, Kind::BvXor, Kind::BvUrem, Kind::BvSdiv, Kind::BvSrem})
    expect_refused(binary(kind), {linear(), constant(d0_)});
}

TEST_F(PolynomialTest, NeverWrapsIsExact) {
  using Signedness = PolynomialArithmetic::Signedness;
  for (const Signedness signedness : {Signedness::Unsigned, Signedness::Signed})
    for (const std::int64_t fixed : {0, 1, -1, 3, -3, -8}) {
      const Polynomial p = fixed == 0 ? linear() : with_stride(fixed);
      const Term premise = arithmetic_.never_wraps(p, signedness);
      for_all_coefficients({p}, [&](term::Model& model) {
        const mpz_class stride = fixed == 0 ? model.at(c1_).signed_value() : mpz_class(fixed);
        const Term c0 = model.at(c0_);
        const mpz_class start = signedness == Signedness::Signed ? c0.signed_value() : c0.integer_value();
        for (const int n : {1, 2, 3, 6, 16, 17, 30}) {
          const mpz_class end = start + stride * (n - 1);
          const mpz_class low = signedness == Signedness::Signed ? -8 : 0;
          model[n_] = w_.bv(n, count_width);
          EXPECT_EQ(low <= end && end < low + 16, term::evaluate(w_.terms, premise, model).is_true());
        }
      });
    }
}

}  // namespace
}  // namespace pendulum::acceleration::test
