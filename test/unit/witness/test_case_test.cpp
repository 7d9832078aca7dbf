// Tests that a test case lists the values of all repetitions.
#include "witness/test_case.h"

#include <gtest/gtest.h>

#include <sstream>

namespace pendulum::witness {
namespace {

check::ConsumedInput call(term::TermManager& terms, const std::string& function, term::Term value) {
  program::InputOrigin origin;
  origin.kind = program::InputOrigin::Kind::Call;
  origin.name = function;
  return {{terms.mk_fresh("input", value.sort()), origin}, value};
}

TEST(TestCase, ListsEveryRepetition) {
  term::TermManager terms;
  const term::Term low = terms.mk_extract(certificate::iteration(terms), 7, 0);
  const term::Term falling = terms.mk_bvsub(terms.mk_bv(1, 8), low);
  std::vector<check::ConsumedBlock> blocks(2);
  blocks[0].inputs = {call(terms, "__VERIFIER_nondet_int", terms.mk_bv(-5, 32)),
                      call(terms, "other", terms.mk_bv(1, 32))};
  blocks[1].inputs = {call(terms, "__VERIFIER_nondet_char", falling),
                      call(terms, "__VERIFIER_nondet_uchar", falling)};
  blocks[1].count = 3;
  EXPECT_EQ(num_test_values(blocks), 7u);
  std::ostringstream out;
  write_test_case(out, terms, blocks);
  std::string values;
  std::istringstream lines(out.str());
  for (std::string line; std::getline(lines, line);)
    if (line.find("<input") != std::string::npos)
      values += line.substr(line.find('>') + 1, line.find("</") - line.find('>') - 1) + " ";
  EXPECT_EQ(values, "-5 1 1 0 0 -1 255 ");
}

}  // namespace
}  // namespace pendulum::witness
