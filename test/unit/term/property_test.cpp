// Properties of random terms: the simplifying constructors agree with evaluate, terms can be printed and
// parsed, and building a term again gives the same term.
#include <gtest/gtest.h>

#include <sstream>

#include "term/print.h"
#include "term/random_terms.h"
#include "term/smtlib/reader.h"
#include "term/traverse.h"

namespace pendulum::term {
namespace {

/// Evaluating the simplified term gives the result of the operator on the values of its arguments.
void check_meaning(std::uint32_t seed, const std::vector<std::uint32_t>& widths, int steps) {
  TermManager manager;
  RandomTerms random(manager, seed, widths);
  std::vector<Model> models;
  for (int i = 0; i < 6; ++i) models.push_back(random.model());
  std::vector<Evaluator> evaluators;
  for (const Model& model : models) evaluators.emplace_back(manager, model);
  for (int step = 0; step < steps; ++step) {
    const Application application = random.next();
    const Term term = application.apply(application.arguments);
    for (Evaluator& evaluate_in : evaluators) {
      TermVector values;
      for (const Term argument : application.arguments) values.push_back(evaluate_in(argument));
      Term expected = application.apply(values);
      if (!expected.is_value()) expected = evaluate(manager, expected, {});  // arrays and their equality
      const Term actual = evaluate_in(term);
      ASSERT_EQ(expected, actual) << "seed " << seed << ", step " << step << ": " << term.to_string()
                                  << "\nfrom " <<
          [&] {
            std::string text;
            for (const Term t : application.arguments) text += t.to_string() + "\n";
            return text;
          }() << "expected " << expected.to_string()
                                  << ", is " << actual.to_string();
    }
    random.add(term);
  }
}

TEST(Property, ConstructorsMeanWhatEvaluateSaysOnNarrowWidths) {
  for (std::uint32_t seed = 0; seed < 150; ++seed) check_meaning(seed, {1, 2, 3, 4}, 150);
}

TEST(Property, ConstructorsMeanWhatEvaluateSaysOnMachineWidths) {
  for (std::uint32_t seed = 0; seed < 60; ++seed) check_meaning(seed, {8, 16, 32, 64}, 150);
}

TEST(Property, ConstructorsMeanWhatEvaluateSaysOnWideWidths) {
  for (std::uint32_t seed = 0; seed < 60; ++seed) check_meaning(seed, {2, 63, 65, 128}, 150);
}

TEST(Property, RebuildingAndReadingGiveTheSameTerm) {
  for (std::uint32_t seed = 1000; seed < 1060; ++seed) {
    TermManager manager;
    RandomTerms random(manager, seed, {2, 4, 8, 33});
    for (int step = 0; step < 120; ++step) {
      const Application application = random.next();
      const Term term = application.apply(application.arguments);
      random.add(term);
      ASSERT_EQ(term, manager.mk_like(term, term.children())) << term.to_string();
      std::ostringstream text;
      print(text, term);
      ASSERT_EQ(term, SmtLibReader(manager).read_term(text.str())) << text.str();
    }
  }
}

/// The printed form, parsed with values in place of x and y, folds to the value of the predicate.
TEST(Property, PrintedOverflowMeansTheSame) {
  for (const std::uint32_t width : {1u, 2u, 3u}) {
    TermManager m;
    const Term x = m.mk_symbol("x", m.bitvec_sort(width));
    const Term y = m.mk_symbol("y", m.bitvec_sort(width));
    for (const Kind kind : {Kind::BvSaddo, Kind::BvSsubo, Kind::BvSmulo}) {
      const Term term = m.mk_bv_binary(kind, x, y);
      for (int i = 0; i < 1 << (2 * width); ++i) {
        const Model model{{x, m.mk_bv(i, width)}, {y, m.mk_bv(i >> width, width)}};
        const std::string text = "(let ((x " + model.at(x).to_string() + ") (y " + model.at(y).to_string() +
                                 ")) " + term.to_string() + ")";
        ASSERT_EQ(evaluate(m, term, model), SmtLibReader(m).read_term(text)) << text;
      }
    }
  }
}

/// Shapes of arguments that rules match, over x and y of one width, with every value.
TermVector shapes(TermManager& m, Term x, Term y, Term b, Term narrow) {
  const std::uint32_t width = x.sort().width();
  TermVector result{x, y, m.mk_bvneg(x), m.mk_bvnot(x), m.mk_bvadd(x, y), m.mk_bvsub(x, y)};
  for (int c = 0; c < 1 << width; ++c) {
    const Term value = m.mk_bv(c, width);
    result.insert(result.end(), {value, m.mk_bvadd(x, value), m.mk_bvsub(value, x), m.mk_bvmul(x, value)});
    result.push_back(m.mk_bv_binary(Kind::BvXor, x, value));
    result.push_back(m.mk_bv_binary(Kind::BvShl, x, value));
    result.push_back(m.mk_ite(b, value, m.mk_bv(1, width)));
  }
  const std::uint32_t added = width - narrow.sort().width();
  result.push_back(m.mk_zero_extend(narrow, added));
  result.push_back(m.mk_sign_extend(narrow, added));
  result.push_back(m.mk_zero_extend(m.mk_extract(x, narrow.sort().width() - 1, 0), added));
  result.push_back(m.mk_sign_extend(m.mk_extract(x, narrow.sort().width() - 1, 0), added));
  // The pattern of no_overflow: an operation on extensions, and its low bits extended.
  const Term wide = m.mk_sign_extend(narrow, added);
  for (const Term exact :
       {m.mk_bvsub(wide, m.mk_zero_extend(narrow, added)), m.mk_bvmul(wide, wide), m.mk_bvadd(wide, wide)}) {
    result.push_back(exact);
    result.push_back(m.mk_sign_extend(m.mk_extract(exact, narrow.sort().width() - 1, 0), added));
  }
  return result;
}

/// Every operator on every pair of shapes, in every `stride`th assignment.
void check_all_rules(std::uint32_t width, int stride) {
  TermManager m;
  const Term x = m.mk_symbol("x", m.bitvec_sort(width));
  const Term y = m.mk_symbol("y", m.bitvec_sort(width));
  const Term narrow = m.mk_symbol("n", m.bitvec_sort(width - 1));
  const Term b = m.mk_symbol("b", m.bool_sort());
  std::vector<Model> models;
  for (int i = 0; i < 1 << (3 * width); i += stride) {
    models.push_back({{x, m.mk_bv(i, width)},
                      {y, m.mk_bv(i >> width, width)},
                      {narrow, m.mk_bv(i >> (2 * width), width - 1)},
                      {b, m.mk_bool(i >> (3 * width - 1) != 0)}});
  }
  std::vector<Evaluator> evaluators;
  for (const Model& model : models) evaluators.emplace_back(m, model);
  const TermVector all = shapes(m, x, y, b, narrow);
  const auto check = [&](Term term, Term p, Term q, auto&& fold, const char* name) {
    for (Evaluator& in : evaluators) {
      ASSERT_EQ(in(term), fold(in(p), in(q)))
          << name << " of " << p.to_string() << " and " << q.to_string() << " is " << term.to_string();
    }
  };
  for (const Term p : all) {
    for (const Term q : all) {
      for (int k = static_cast<int>(Kind::BvAnd); k <= static_cast<int>(Kind::BvSmulo); ++k) {
        const Kind kind = static_cast<Kind>(k);
        if (kind == Kind::BvExtract || kind == Kind::BvZeroExtend || kind == Kind::BvSignExtend) continue;
        check(
            m.mk_bv_binary(kind, p, q), p, q, [&](Term s, Term t) { return m.mk_bv_binary(kind, s, t); },
            name_of(kind).data());
        if (testing::Test::HasFatalFailure()) return;
      }
      check(m.mk_eq(p, q), p, q, [&](Term s, Term t) { return m.mk_eq(s, t); }, "=");
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

/// Every and, or, = and ite of shapes over three conditions and two bit-vectors, in every assignment.
TEST(Property, EveryCoreRuleHolds) {
  TermManager m;
  const Term c[] = {m.mk_symbol("p", m.bool_sort()), m.mk_symbol("q", m.bool_sort()),
                    m.mk_symbol("r", m.bool_sort())};
  const Term x = m.mk_symbol("x", m.bitvec_sort(1));
  const Term y = m.mk_symbol("y", m.bitvec_sort(1));
  TermVector conditions{m.mk_true(),
                        m.mk_false(),
                        c[0],
                        c[1],
                        m.mk_not(c[0]),
                        m.mk_and(c[0], c[1]),
                        m.mk_or(c[0], c[1]),
                        m.mk_eq(c[0], c[1]),
                        m.mk_ite(c[0], c[1], c[2]),
                        m.mk_ite(c[1], c[2], c[0]),
                        m.mk_eq(x, y)};
  TermVector vectors{x, y, m.mk_bv(0, 1), m.mk_bv(1, 1)};
  for (const Term condition : {c[0], c[1], m.mk_eq(x, y)}) {
    vectors.insert(vectors.end(), {m.mk_ite(condition, x, y), m.mk_ite(condition, y, x),
                                   m.mk_ite(condition, x, vectors[2])});
  }
  std::vector<Model> models;
  for (int i = 0; i < 32; ++i) {
    models.push_back({{c[0], m.mk_bool((i & 1) != 0)},
                      {c[1], m.mk_bool((i & 2) != 0)},
                      {c[2], m.mk_bool((i & 4) != 0)},
                      {x, m.mk_bv(i >> 3, 1)},
                      {y, m.mk_bv(i >> 4, 1)}});
  }
  std::vector<Evaluator> evaluators;
  for (const Model& model : models) evaluators.emplace_back(m, model);
  const auto check_ites = [&](const TermVector& branches) {
    for (const Term i : conditions) {
      for (const Term t : branches) {
        for (const Term e : branches) {
          const Term term = m.mk_ite(i, t, e);
          for (Evaluator& in : evaluators)
            ASSERT_EQ(in(term), in(i).is_true() ? in(t) : in(e)) << term.to_string();
        }
      }
    }
  };
  check_ites(conditions);
  check_ites(vectors);
  for (const Term a : conditions) {
    for (const Term b : conditions) {
      for (Evaluator& in : evaluators) {
        ASSERT_EQ(in(m.mk_and(a, b)).is_true(), in(a).is_true() && in(b).is_true());
        ASSERT_EQ(in(m.mk_or(a, b)).is_true(), in(a).is_true() || in(b).is_true());
        ASSERT_EQ(in(m.mk_eq(a, b)).is_true(), in(a) == in(b));
      }
    }
  }
}

/// A product needs as many additional bits as its width: with one bit, -4 * -4 = 16 becomes 0 and is
/// accepted.
TEST(Property, OverflowIsRecognisedOnlyWithEnoughBits) {
  TermManager m;
  const Term x = m.mk_symbol("x", m.bitvec_sort(3));
  const Term y = m.mk_symbol("y", m.bitvec_sort(3));
  for (const std::uint32_t added : {1u, 2u, 3u, 4u}) {
    const auto formula = [&](Term a, Term b) {
      const Term exact = m.mk_bvmul(m.mk_sign_extend(a, added), m.mk_sign_extend(b, added));
      return m.mk_eq(exact, m.mk_sign_extend(m.mk_extract(exact, 2, 0), added));
    };
    const Term term = formula(x, y);
    EXPECT_EQ(term.kind() == Kind::Not, added >= 3) << term.to_string();
    for (int i = 0; i < 64; ++i) {
      const Term a = m.mk_bv(i, 3);
      const Term b = m.mk_bv(i >> 3, 3);
      ASSERT_EQ(evaluate(m, term, {{x, a}, {y, b}}), formula(a, b)) << term.to_string();
    }
  }
}

TEST(Property, EveryBitVectorRuleHoldsOnTwoBits) {
  check_all_rules(2, 1);
}
TEST(Property, EveryBitVectorRuleHoldsOnThreeBits) {
  check_all_rules(3, 37);
}

}  // namespace
}  // namespace pendulum::term
