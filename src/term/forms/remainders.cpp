#include "term/forms/remainders.h"

#include "base/check.h"

namespace pendulum::term {

Term Remainders::symbol_of(Term dividend, Term divisor) {
  const Term key = terms_.mk_int_mod(dividend, divisor);
  if (key.kind() != Kind::IntMod) return key;
  const auto [entry, is_new] = symbols_.try_emplace(key);
  if (is_new) {
    entry->second = terms_.mk_fresh("remainder", terms_.int_sort());
    remainders_.push_back({key[0], key[1], entry->second});
  }
  return entry->second;
}

Term Remainders::image(Term formula) {
  Rewriter rewrite(terms_, [&](Term original, std::span<const Term> children) {
    if (original.kind() != Kind::IntMod || children[1].kind() == Kind::IntValue) return Term();
    return symbol_of(children[0], children[1]);
  });
  return rewrite(formula);
}

Term Remainders::bounds(const Remainder& r) const {
  const Term zero = terms_.mk_int(0), one = terms_.mk_int(1);
  const auto is_result = [&](Term value) {
    return terms_.mk_implies(terms_.mk_and(terms_.mk_le(zero, value), terms_.mk_lt(value, r.divisor)),
                             terms_.mk_eq(r.result, value));
  };
  const TermVector facts{terms_.mk_le(zero, r.result), terms_.mk_lt(r.result, r.divisor),
                         is_result(r.dividend), is_result(terms_.mk_sub(r.dividend, r.divisor)),
                         is_result(terms_.mk_add(r.dividend, r.divisor))};
  return terms_.mk_implies(terms_.mk_le(one, r.divisor), terms_.mk_and(facts));
}

Term Remainders::pair(const Remainder& a, const Remainder& b) const {
  const Term zero = terms_.mk_int(0);
  const Term is_equal = terms_.mk_eq(a.result, b.result);
  const Term opposite = terms_.mk_ite(terms_.mk_eq(b.result, zero), zero, terms_.mk_sub(b.divisor, b.result));
  const auto if_dividend = [&](Term value, Term then) {
    return terms_.mk_implies(terms_.mk_eq(a.dividend, value), then);
  };
  const TermVector facts{if_dividend(b.dividend, is_equal),
                         if_dividend(terms_.mk_add(b.dividend, b.divisor), is_equal),
                         if_dividend(terms_.mk_sub(b.dividend, b.divisor), is_equal),
                         if_dividend(terms_.mk_neg(b.dividend), terms_.mk_eq(a.result, opposite))};
  const Term guard =
      terms_.mk_and(terms_.mk_le(terms_.mk_int(1), a.divisor), terms_.mk_eq(a.divisor, b.divisor));
  return terms_.mk_implies(guard, terms_.mk_and(facts));
}

Term Remainders::triple(const Remainder& sum, const Remainder& a, const Remainder& b) const {
  const TermVector guard{terms_.mk_le(terms_.mk_int(1), sum.divisor), terms_.mk_eq(sum.divisor, a.divisor),
                         terms_.mk_eq(sum.divisor, b.divisor),
                         terms_.mk_eq(sum.dividend, terms_.mk_add(a.dividend, b.dividend))};
  const Term total = terms_.mk_add(a.result, b.result);
  return terms_.mk_implies(terms_.mk_and(guard),
                           terms_.mk_or(terms_.mk_eq(sum.result, total),
                                        terms_.mk_eq(sum.result, terms_.mk_sub(total, sum.divisor))));
}

TermVector Remainders::lemmas(std::size_t first) const {
  PENDULUM_CHECK(first <= remainders_.size(), "remainder {} should exist", first);
  TermVector result;
  for (std::size_t i = first; i < remainders_.size(); ++i) result.push_back(bounds(remainders_[i]));
  for (std::size_t i = 0; i < remainders_.size(); ++i)
    for (std::size_t j = 0; j < remainders_.size(); ++j) {
      if (j < i && i >= first) result.push_back(pair(remainders_[i], remainders_[j]));
      for (std::size_t k = j; k < remainders_.size(); ++k)
        if (k >= first || i >= first)
          result.push_back(triple(remainders_[i], remainders_[j], remainders_[k]));
    }
  return result;
}

TermVector Remainders::violated(const Value& value) const {
  struct Known {
    const Remainder* remainder;
    mpz_class dividend, divisor, result;
    bool is_right;
  };
  std::vector<Known> known;
  TermVector lemmas;
  for (const Remainder& r : remainders_) {
    const auto dividend = value(r.dividend), divisor = value(r.divisor), result = value(r.result);
    if (!dividend || !divisor || !result || *divisor < 1) continue;
    mpz_class right;
    mpz_fdiv_r(right.get_mpz_t(), dividend->get_mpz_t(), divisor->get_mpz_t());
    const mpz_class quotient = (*dividend - right) / *divisor;
    if (right != *result && (*result < 0 || *result >= *divisor || abs(quotient) <= 1))
      lemmas.push_back(bounds(r));
    known.push_back({&r, *dividend, *divisor, *result, right == *result});
  }
  const auto are_related = [](const Known& a, const Known& b) {
    const mpz_class difference = a.dividend - b.dividend;
    return difference == 0 || difference == a.divisor || difference == -a.divisor ||
           a.dividend == -b.dividend;
  };
  for (const Known& a : known)
    for (const Known& b : known) {
      if (a.divisor != b.divisor) continue;
      if (&a < &b && !(a.is_right && b.is_right) && are_related(a, b))
        lemmas.push_back(pair(*a.remainder, *b.remainder));
      for (const Known& sum : known)
        if (&a <= &b && sum.divisor == a.divisor && sum.dividend == a.dividend + b.dividend &&
            sum.result != a.result + b.result && sum.result != a.result + b.result - a.divisor)
          lemmas.push_back(triple(*sum.remainder, *a.remainder, *b.remainder));
    }
  return lemmas;
}

}  // namespace pendulum::term
