// Subsumption between clauses.
#include "interpolation/projection/clause_index.h"

#include <gtest/gtest.h>

#include "term/term_manager.h"

namespace pendulum::interpolation {
namespace {

TEST(ClauseIndexTest, FindsClausesWithFewerLiterals) {
  term::TermManager terms;
  const auto symbol = [&](const char* name) { return terms.mk_symbol(name, terms.bool_sort()); };
  const term::Term a = symbol("a"), b = symbol("b"), c = symbol("c"), d = symbol("d");
  ClauseIndex index;
  EXPECT_FALSE(index.subsumes(a));
  index.add(terms.mk_or(b, terms.mk_not(c)));
  index.add(d);
  EXPECT_TRUE(index.subsumes(terms.mk_or(b, terms.mk_not(c))));
  EXPECT_TRUE(index.subsumes(terms.mk_or(term::TermVector{a, b, terms.mk_not(c)})));
  EXPECT_TRUE(index.subsumes(terms.mk_or(a, d)));
  EXPECT_FALSE(index.subsumes(terms.mk_or(b, c)));
  EXPECT_FALSE(index.subsumes(b));
}

}  // namespace
}  // namespace pendulum::interpolation
