// Summaries of sum(n) = 0 + 1 + ... + n (program/recursive_program.h), right and damaged.
#include "base/error.h"
#include "check_kernel/check_certificate.h"
#include "program/recursive_program.h"

namespace pendulum::check::test {
namespace {

using certificate::entry_copy;
using certificate::Summaries;
using program::RecursiveProgram;

class SummariesTest : public ::testing::Test {
 protected:
  /// The precondition n <= 3, and the summary: result = 0, 1, 3, or 6 for n = 0, 1, 2, or 3.
  Summaries right() {
    term::TermManager& terms = w.terms;
    const term::Term copy = entry_copy(terms, sum.n);
    const auto value = [&](unsigned number) { return terms.mk_bv(number, 8); };
    term::TermVector cases;
    for (const auto& [n, result] : {std::pair{0U, 0U}, {1U, 1U}, {2U, 3U}, {3U, 6U}})
      cases.push_back(terms.mk_and(terms.mk_eq(copy, value(n)), terms.mk_eq(sum.result, value(result))));
    return {{{3, terms.mk_and(terms.mk_eq(sum.n, copy), terms.mk_bvule(copy, value(3)))},
             {4, terms.mk_or(cases)}}};
  }

  Judgement::Verdict judge(const Program& program, const Summaries& summaries) {
    return check_certificate(w, program, summaries).verdict;
  }

  TermContext w;
  RecursiveProgram sum{w.terms};
};

TEST_F(SummariesTest, AcceptsRightSummaries) {
  EXPECT_EQ(judge(sum.build(), right()), Judgement::Verdict::Accepted);
}

TEST_F(SummariesTest, TextFormParsesBack) {
  const Program program = sum.build();
  const std::string text = certificate::serialize(program, right());
  const certificate::Certificate parsed = certificate::parse_certificate(program, text);
  EXPECT_EQ(std::get<Summaries>(parsed).at, right().at);
}

TEST_F(SummariesTest, RejectsSummariesThatTheBodyViolates) {
  Summaries wrong = right();
  wrong.at[4] = w.terms.mk_eq(sum.result, entry_copy(w.terms, sum.n));
  EXPECT_EQ(judge(sum.build(), wrong), Judgement::Verdict::Rejected);
  wrong.at[4] = w.terms.mk_false();
  EXPECT_EQ(judge(sum.build(), wrong), Judgement::Verdict::Rejected);
}

TEST_F(SummariesTest, RejectsPreconditionsThatACallViolates) {
  Summaries wrong = right();
  wrong.at[3] = w.terms.mk_and(wrong.at[3], w.terms.mk_distinct(sum.n, w.terms.mk_bv(1, 8)));
  EXPECT_EQ(judge(sum.build(), wrong), Judgement::Verdict::Rejected);
  wrong.at[3] = w.terms.mk_false();
  EXPECT_EQ(judge(sum.build(), wrong), Judgement::Verdict::Rejected);
}

TEST_F(SummariesTest, RejectsSummariesThatAreTooWeak) {
  Summaries weak = right();
  weak.at[4] = w.terms.mk_true();
  EXPECT_EQ(judge(sum.build(), weak), Judgement::Verdict::Rejected);
  weak = right();
  weak.at.erase(4);
  EXPECT_EQ(judge(sum.build(), weak), Judgement::Verdict::Rejected);
}

/// The error is reachable: sum(3) = 6.
TEST_F(SummariesTest, RejectsRightSummariesOfAnUnsafeProgram) {
  const RecursiveProgram unsafe(w.terms, 3, 6);
  EXPECT_EQ(judge(unsafe.build(), right()), Judgement::Verdict::Rejected);
}

/// The return does not restore n, so result + n is another sum.
TEST_F(SummariesTest, RejectsIfAReturnRestoresNothing) {
  sum.edges[RecursiveProgram::inner_return].updates.pop_back();
  EXPECT_EQ(judge(sum.build(), right()), Judgement::Verdict::Rejected);
}

TEST_F(SummariesTest, RefusesOtherSymbolsAndPrograms) {
  const auto is_refused = [&](const Program& program, const Summaries& summaries) {
    EXPECT_THROW(judge(program, summaries), base::InputError);
  };
  const Program program = sum.build();
  Summaries wrong = right();
  wrong.at[4] = w.terms.mk_eq(sum.depth, w.terms.mk_bv(1, 8));
  is_refused(program, wrong);
  wrong.at[4] = w.terms.mk_eq(w.terms.mk_symbol("other", w.terms.bitvec_sort(8)), w.terms.mk_bv(1, 8));
  is_refused(program, wrong);
  wrong = right();
  wrong.at[100] = w.terms.mk_true();
  is_refused(program, wrong);
  const Counter counter(w);
  is_refused(counter.program, right());
}

}  // namespace
}  // namespace pendulum::check::test
