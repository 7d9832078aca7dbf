#include "term/traverse.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "term/evaluation/evaluate.h"

namespace pendulum::term {
namespace {

constexpr int kDepth = 100'000;

class TraverseTest : public testing::Test {
 protected:
  /// x0 * x1 + x2 * x3 + ...: alternating operators that no rule merges.
  Term deep(int depth) {
    Term result = x;
    for (int n = 0; n < depth; ++n) result = m.mk_bvadd(m.mk_bvmul(result, y), n % 2 == 0 ? x : z);
    return result;
  }

  TermManager m;
  Term x = m.mk_symbol("x", m.bitvec_sort(32));
  Term y = m.mk_symbol("y", m.bitvec_sort(32));
  Term z = m.mk_symbol("z", m.bitvec_sort(32));
  Term p = m.mk_symbol("p", m.bool_sort());
  Term q = m.mk_symbol("q", m.bool_sort());
};

TEST_F(TraverseTest, SubstitutionIsSimultaneous) {
  const Term term = m.mk_bvsub(x, y);
  EXPECT_EQ(substitute(m, term, {{x, y}, {y, x}}), m.mk_bvsub(y, x));
  EXPECT_EQ(substitute(m, term, {{x, y}}), m.mk_bv(0, 32));
  EXPECT_EQ(substitute(m, m.mk_bvmul(term, z), {{term, y}}), m.mk_bvmul(y, z));
  EXPECT_EQ(substitute(m, term, {}), term);
  EXPECT_THROW(substitute(m, term, {{x, p}}), base::InternalError);
}

TEST_F(TraverseTest, SubstitutionRefusesBoundVariables) {
  const Term all = m.mk_forall(std::vector{x}, m.mk_bvult(x, y));
  EXPECT_EQ(substitute(m, all, {{y, z}}), m.mk_forall(std::vector{x}, m.mk_bvult(x, z)));
  EXPECT_THROW(substitute(m, all, {{x, z}}), base::InternalError);
  EXPECT_THROW(substitute(m, all, {{y, m.mk_bvadd(x, z)}}), base::InternalError);  // would be captured
}

TEST_F(TraverseTest, DeepTerms) {
  const Term term = deep(kDepth);
  EXPECT_EQ(dag_size(term), 2u * kDepth + 3);
  EXPECT_EQ(symbols(term), (TermVector{x, y, z}));
  const Term other = substitute(m, term, {{z, y}});
  EXPECT_EQ(symbols(other), (TermVector{x, y}));
  EXPECT_EQ(substitute(m, term, {{x, m.mk_bv(0, 32)}, {z, m.mk_bv(0, 32)}}), m.mk_bv(0, 32));
  const Model model{{x, m.mk_bv(1, 32)}, {y, m.mk_bv(1, 32)}, {z, m.mk_bv(2, 32)}};
  EXPECT_EQ(evaluate(m, term, model), m.mk_bv(1 + kDepth / 2 * 3, 32));
}

TEST_F(TraverseTest, Rewriter) {
  Rewriter swap(m, [&](Term t, std::span<const Term> c) {
    return t.kind() == Kind::BvSub ? m.mk_bvsub(c[1], c[0]) : Term();
  });
  EXPECT_EQ(swap(m.mk_bvmul(m.mk_bvsub(x, y), z)), m.mk_bvmul(m.mk_bvsub(y, x), z));
}

TEST_F(TraverseTest, SymbolsAreFreeSymbols) {
  const Term body = m.mk_bvult(x, y);
  const Term all = m.mk_forall(std::vector{x}, body);
  EXPECT_EQ(symbols(all), TermVector{y});
  EXPECT_EQ(symbols(m.mk_and(all, m.mk_eq(x, z))), (TermVector{x, y, z}));
  EXPECT_EQ(symbols(std::vector{body, all}), (TermVector{x, y}));
}

TEST_F(TraverseTest, SubtermsComeBeforeTheirParents) {
  const Term term = m.mk_and(m.mk_bvult(x, y), p);
  const TermVector all = subterms(std::span(&term, 1));
  EXPECT_EQ(all.size(), 5u);
  EXPECT_EQ(all.back(), term);
  TermSet seen;
  for (const Term t : all) {
    for (const Term child : t.children()) EXPECT_TRUE(seen.contains(child));
    EXPECT_TRUE(seen.insert(t).second);
  }
}

TEST_F(TraverseTest, ConjunctsAndAtoms) {
  const Term less = m.mk_bvult(x, y);
  const Term inner = m.mk_or(p, q);
  EXPECT_EQ(conjuncts(m.mk_and(less, inner)).size(), 2u);
  EXPECT_EQ(conjuncts(inner), TermVector{inner});
  EXPECT_EQ(disjuncts(inner), (TermVector{p, q}));
  const Term condition = m.mk_bvslt(y, z);
  const Term ite = m.mk_eq(m.mk_ite(condition, x, y), z);
  EXPECT_EQ(atoms(m.mk_and(m.mk_not(p), ite)), (TermVector{p, condition, ite}));
}

}  // namespace
}  // namespace pendulum::term
