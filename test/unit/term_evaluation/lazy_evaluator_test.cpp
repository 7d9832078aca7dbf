#include "term/evaluation/lazy_evaluator.h"

#include <gtest/gtest.h>

#include <map>

namespace pendulum::term {
namespace {

TEST(LazyEvaluator, AsksForEachSymbolOnce) {
  TermManager terms;
  const Term x = terms.mk_symbol("x", terms.bitvec_sort(8));
  const Term y = terms.mk_symbol("y", terms.bitvec_sort(8));
  std::map<Term, int> requests;
  LazyEvaluator value(terms, [&](Term symbol) {
    ++requests[symbol];
    return terms.mk_bv(symbol == x ? 5 : 7, 8);
  });
  EXPECT_EQ(terms.mk_bv(6, 8), value(terms.mk_bvadd(x, terms.mk_bv(1, 8))));
  EXPECT_FALSE(requests.contains(y));
  // A symbol below a term that was evaluated before, and a new one.
  EXPECT_EQ(terms.mk_bv(12, 8), value(terms.mk_bvadd(x, y)));
  EXPECT_EQ(terms.mk_bv(35, 8), value(terms.mk_bvmul(x, y)));
  EXPECT_EQ(1, requests[x]);
  EXPECT_EQ(1, requests[y]);
}

}  // namespace
}  // namespace pendulum::term
