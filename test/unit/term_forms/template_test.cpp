#include "term/forms/template.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "term/traverse.h"

namespace pendulum::term {
namespace {

TEST(Template, InstancesEqualSubstitutions) {
  TermManager terms;
  const Term x = terms.mk_symbol("x", terms.bitvec_sort(8));
  const Term y = terms.mk_symbol("y", terms.bitvec_sort(8));
  const Term shared = terms.mk_bvmul(y, y);
  const Term body = terms.mk_ite(terms.mk_bvult(x, shared), terms.mk_bvadd(x, shared), shared);
  const Template instance(body, x);
  for (const Term argument : {y, shared, terms.mk_bv(3, 8), terms.mk_bvadd(x, y)})
    EXPECT_EQ(substitute(terms, body, {{x, argument}}), instance(terms, argument));
}

TEST(Template, ABodyWithoutTheParameterStays) {
  TermManager terms;
  const Term x = terms.mk_symbol("x", terms.bitvec_sort(8));
  const Term y = terms.mk_symbol("y", terms.bitvec_sort(8));
  EXPECT_EQ(y, Template(y, x)(terms, terms.mk_bv(1, 8)));
  EXPECT_EQ(terms.mk_bv(1, 8), Template(x, x)(terms, terms.mk_bv(1, 8)));
}

TEST(Template, RefusesOtherSortsAndQuantifiers) {
  TermManager terms;
  const Term x = terms.mk_symbol("x", terms.bitvec_sort(8));
  const Term flag = terms.mk_symbol("flag", terms.bool_sort());
  EXPECT_THROW(Template(x, x)(terms, flag), base::InternalError);
  EXPECT_THROW(Template(x, terms.mk_bv(1, 8)), base::InternalError);
}

}  // namespace
}  // namespace pendulum::term
