// Right certificates are accepted; certificates with one fault are not.
#include "check/kernel/certificate_checker.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "base/process/process.h"
#include "check/kernel/write_obligations.h"
#include "check_kernel/check_certificate.h"
#include "program/recursive_program.h"

namespace pendulum::check::test {
namespace {

using certificate::Certificate;
using certificate::Invariant;
using certificate::KInduction;
using certificate::LoopUnrolling;
using certificate::Unrolling;
using Verdict = Judgement::Verdict;

bool is_accepted(TermContext& w, const Program& program, const Certificate& certificate) {
  const Judgement judgement = check_certificate(w, program, certificate);
  EXPECT_NE(judgement.verdict, Verdict::Undecided) << judgement.reason;
  return judgement.is_accepted();
}

TEST(CheckInvariant, AcceptsAnInductiveOne) {
  TermContext w;
  const Counter counter(w);
  const Judgement judgement =
      check_certificate(w, counter.program, Invariant{{{counter.head, w.at_most(counter.x, 10)}}});
  EXPECT_TRUE(judgement.is_accepted()) << judgement.reason;
  EXPECT_EQ(judgement.judge, "cvc5 over integers");
}

TEST(CheckInvariant, RejectsWhatIsTooWeakOrTooStrong) {
  TermContext w;
  const Counter counter(w);
  const auto at_head = [&](Term term) { return Invariant{{{counter.head, term}}}; };
  EXPECT_FALSE(is_accepted(w, counter.program, at_head(w.yes()))) << "excludes nothing";
  EXPECT_FALSE(is_accepted(w, counter.program, at_head(w.at_most(counter.x, 11)))) << "too weak by one";
  EXPECT_FALSE(is_accepted(w, counter.program, at_head(w.at_most(counter.x, 9)))) << "not inductive";
  EXPECT_FALSE(is_accepted(w, counter.program, at_head(w.no(w.is(counter.x, 0))))) << "no initiation";
  EXPECT_FALSE(is_accepted(w, counter.program, at_head(w.no(w.at_most(counter.x, 10))))) << "flipped";
  EXPECT_FALSE(is_accepted(w, counter.program, at_head(w.terms.mk_false()))) << "false";
}

TEST(CheckInvariant, CasesLeaveNothingOut) {
  TermContext w;
  const Counter counter(w);
  const Term both = w.terms.mk_and(w.at_most(counter.x, 12), w.no(w.is(counter.x, 11)));
  const Invariant wrong{{{counter.head, both}}};
  std::size_t num_with_cases = 0;
  for (const Obligation& obligation : make_checker(w, counter.program, wrong).obligations(wrong)) {
    if (obligation.cases.empty()) continue;
    ++num_with_cases;
    const auto solver = w.solvers->make(w.terms, {});
    for (const Term term : obligation.formula) solver->assert_term(term);
    for (const Term one : obligation.cases) solver->assert_term(w.no(one));
    EXPECT_EQ(solver->check(), smt::SatResult::Unsat) << obligation.name;
  }
  EXPECT_GE(num_with_cases, 1U);
}

TEST(CheckInvariant, TellsWhereAndInWhichStateItFails) {
  TermContext w;
  const Counter counter(w);
  const Judgement judgement =
      check_certificate(w, counter.program, Invariant{{{counter.head, w.at_most(counter.x, 11)}}});
  ASSERT_EQ(judgement.verdict, Verdict::Rejected);
  EXPECT_EQ(judgement.reason, "exclusion: head -> error does not hold from x = #x0b");
}

TEST(CheckInvariant, AnUnsafeProgramHasNone) {
  TermContext w;
  const Counter counter(w, 11);
  for (const Term term : {w.yes(), w.at_most(counter.x, 10), w.at_most(counter.x, 11), w.terms.mk_false()})
    EXPECT_FALSE(is_accepted(w, counter.program, Invariant{{{counter.head, term}}}));
}

TEST(CheckInvariant, RefusesWhatDoesNotFitTheProgram) {
  TermContext w;
  const Counter counter(w);
  const Term good = w.at_most(counter.x, 10);
  const auto refused = [&](const Invariant& invariant) {
    EXPECT_THROW(check_certificate(w, counter.program, invariant), base::InputError);
    EXPECT_THROW(check_certificate(w, counter.program, KInduction{1, invariant}), base::InputError);
  };
  refused(Invariant{});                                                // the loop is not cut
  refused(Invariant{{{counter.after, good}}});                         // cut at the wrong location
  refused(Invariant{{{counter.head, good}, {99, good}}});              // no such location
  refused(Invariant{{{counter.head, w.at_most(w.symbol("y"), 10)}}});  // a foreign symbol
  refused(Invariant{{{counter.head, counter.x}}});                     // not Bool
  refused(Invariant{{{counter.head, Term()}}});                        // empty
  const Term binds = w.terms.mk_forall(std::vector<Term>{counter.x}, good);
  refused(Invariant{{{counter.head, binds}}});  // binds a variable
  const auto& function = w.terms.declare_function("f", {counter.x.sort()}, w.terms.bool_sort());
  refused(Invariant{{{counter.head, w.terms.mk_apply(function, std::vector<Term>{counter.x})}}});
}

TEST(CheckInvariant, TermsAtEntryAndErrorAreTakenAtTheirWord) {
  TermContext w;
  const Counter counter(w);
  const Term good = w.at_most(counter.x, 10);
  EXPECT_TRUE(is_accepted(w, counter.program, Invariant{{{0, w.yes()}, {counter.head, good}}}));
  EXPECT_FALSE(is_accepted(w, counter.program, Invariant{{{0, w.is(counter.x, 3)}, {counter.head, good}}}));
  EXPECT_FALSE(is_accepted(w, counter.program, Invariant{{{counter.head, good}, {counter.error, w.yes()}}}));
  EXPECT_FALSE(
      is_accepted(w, counter.program, Invariant{{{counter.head, w.yes()}, {counter.error, w.yes()}}}));
  EXPECT_TRUE(is_accepted(w, counter.program,
                          Invariant{{{counter.head, good}, {counter.error, w.terms.mk_false()}}}));
  // More locations than needed.
  EXPECT_TRUE(is_accepted(w, counter.program,
                          Invariant{{{counter.head, good}, {counter.after, w.is(counter.x, 10)}}}));
  EXPECT_FALSE(is_accepted(w, counter.program,
                           Invariant{{{counter.head, good}, {counter.after, w.is(counter.x, 9)}}}));
}

/// x = 0; while (input) x++; if (x < 0, signed) error
TEST(CheckInvariant, WrapAroundIsSeen) {
  TermContext w;
  Draft draft(w);
  const Term x = draft.variable(w.symbol("x"));
  const LocationId entry = draft.location("entry"), head = draft.location("head"),
                   error = draft.location("error");
  const Term more = w.symbol("more");
  const Term is_negative = w.terms.mk_bvslt(x, w.bv(0));
  draft.edge(entry, head, w.yes(), {{x, w.bv(0)}});
  draft.edge(head, head, w.is(more, 1), {{x, w.plus(x, 1)}}, {more});
  draft.edge(head, error, is_negative);
  const Program program = draft.build(entry, error);
  const Judgement judgement = check_certificate(w, program, Invariant{{{head, w.no(is_negative)}}});
  ASSERT_EQ(judgement.verdict, Verdict::Rejected);
  EXPECT_NE(judgement.reason.find("from x = #x7f"), std::string::npos) << judgement.reason;
}

/// x = y = 0; loop: if (a) {x++; y++} else {x += 2; y += 2}; if (x != y) error. Paths meet inside the loop.
struct Branches {
  explicit Branches(TermContext& w)
      : x(w.symbol("x")), y(w.symbol("y")), a(w.symbol("a")), program(make(w)) {}
  Term x, y, a;
  LocationId head = 1;
  Program program;

 private:
  Program make(TermContext& w) {
    Draft draft(w);
    for (const Term variable : {x, y, a}) draft.variable(variable);
    for (const char* name : {"entry", "head", "body", "then", "else", "join", "error"}) draft.location(name);
    const Term input = w.symbol("input");
    draft.edge(0, 1, w.yes(), {{x, w.bv(0)}, {y, w.bv(0)}});
    draft.edge(1, 2, w.yes(), {{a, input}}, {input});
    draft.edge(2, 3, w.is(a, 0), {{x, w.plus(x, 1)}});
    draft.edge(2, 4, w.no(w.is(a, 0)), {{x, w.plus(x, 2)}});
    draft.edge(3, 5, w.yes(), {{y, w.plus(y, 1)}});
    draft.edge(4, 5, w.yes(), {{y, w.plus(y, 2)}});
    draft.edge(5, 1, w.terms.mk_eq(x, y));
    draft.edge(5, 6, w.no(w.terms.mk_eq(x, y)));
    return draft.build(0, 6);
  }
};

TEST(CheckInvariant, PathsThatMeetKeepTheirValuesApart) {
  TermContext w;
  const Branches branches(w);
  EXPECT_TRUE(
      is_accepted(w, branches.program, Invariant{{{branches.head, w.terms.mk_eq(branches.x, branches.y)}}}));
  EXPECT_FALSE(is_accepted(w, branches.program, Invariant{{{branches.head, w.at_most(branches.x, 200)}}}));
  EXPECT_FALSE(is_accepted(w, branches.program,
                           Invariant{{{branches.head, w.terms.mk_eq(branches.x, w.plus(branches.y, 1))}}}));
}

TEST(CheckKInduction, AcceptsWithEnoughStepsOrFacts) {
  TermContext w;
  const Counter counter(w);
  const Invariant nothing{{{counter.head, w.yes()}}};
  EXPECT_FALSE(is_accepted(w, counter.program, KInduction{1, nothing}));
  EXPECT_TRUE(is_accepted(w, counter.program, KInduction{2, nothing}));
  EXPECT_TRUE(is_accepted(w, counter.program, KInduction{5, nothing}));
  EXPECT_TRUE(is_accepted(w, counter.program, KInduction{1, {{{counter.head, w.at_most(counter.x, 10)}}}}));
  EXPECT_FALSE(is_accepted(w, counter.program, KInduction{1, {{{counter.head, w.at_most(counter.x, 11)}}}}))
      << "inductive, but too weak";
  EXPECT_FALSE(is_accepted(w, counter.program, KInduction{2, {{{counter.head, w.at_most(counter.x, 9)}}}}))
      << "facts are not inductive";
  EXPECT_FALSE(is_accepted(w, counter.program, KInduction{2, {{{counter.head, w.terms.mk_false()}}}}));
  EXPECT_THROW(check_certificate(w, counter.program, KInduction{0, nothing}), base::InputError);
}

TEST(CheckKInduction, PathsThatMeetKeepTheirValuesApart) {
  TermContext w;
  const Branches branches(w);
  const Term same = w.terms.mk_eq(branches.x, branches.y);
  EXPECT_TRUE(is_accepted(w, branches.program, KInduction{1, {{{branches.head, same}}}}));
  EXPECT_FALSE(is_accepted(w, branches.program, KInduction{1, {{{branches.head, w.yes()}}}}));
  // One step through the loop checks x == y.
  EXPECT_TRUE(is_accepted(w, branches.program, KInduction{2, {{{branches.head, w.yes()}}}}));
  EXPECT_TRUE(is_accepted(w, branches.program, KInduction{3, {{{branches.head, w.yes()}}}}));
  EXPECT_FALSE(
      is_accepted(w, branches.program, KInduction{3, {{{branches.head, w.at_most(branches.x, 200)}}}}));
}

/// x = first; loop: if (x == 5) error; x = x == 9 ? 0 : x + 1
Program ring(TermContext& w, Term x, std::int64_t first, std::int64_t bad) {
  Draft draft(w);
  draft.variable(x);
  for (const char* name : {"entry", "head", "error"}) draft.location(name);
  draft.edge(0, 1, w.yes(), {{x, w.bv(first)}});
  draft.edge(1, 1, w.no(w.is(x, bad)), {{x, w.terms.mk_ite(w.is(x, 3), w.bv(0), w.plus(x, 1))}});
  draft.edge(1, 2, w.is(x, bad));
  return draft.build(0, 2);
}

TEST(CheckKInduction, TheBaseIsNotForgotten) {
  TermContext w;
  const Term x = w.symbol("x");
  // The error is reached after 4 steps: entry, 0, 1, 2 = bad. No step obligation can hide this.
  const Program bad = ring(w, x, 0, 2);
  for (unsigned k = 1; k <= 6; ++k) EXPECT_FALSE(is_accepted(w, bad, KInduction{k, {{{1, w.yes()}}}})) << k;
  const Program good = ring(w, x, 0, 5);
  EXPECT_FALSE(is_accepted(w, good, KInduction{1, {{{1, w.yes()}}}}));
  // Backwards from 5: only 4 leads to 5, and only 3 would lead to 4, but 3 leads to 0; 4 is an initial value
  // itself.
  EXPECT_FALSE(is_accepted(w, good, KInduction{2, {{{1, w.yes()}}}}));
  EXPECT_TRUE(is_accepted(w, good, KInduction{3, {{{1, w.yes()}}}}));
  EXPECT_TRUE(is_accepted(w, good, KInduction{1, {{{1, w.at_most(x, 3)}}}}));
}

TEST(CheckUnrolling, NeedsTheWholeBound) {
  TermContext w;
  const Counter counter(w);
  EXPECT_TRUE(is_accepted(w, counter.program, Unrolling{10}));
  EXPECT_TRUE(is_accepted(w, counter.program, Unrolling{1000}));
  EXPECT_FALSE(is_accepted(w, counter.program, Unrolling{9}));
  EXPECT_FALSE(is_accepted(w, counter.program, Unrolling{0}));
  const Counter unsafe(w, 11);
  EXPECT_FALSE(is_accepted(w, unsafe.program, Unrolling{10}));
  const Branches endless(w);
  EXPECT_FALSE(is_accepted(w, endless.program, Unrolling{5}));
}

TEST(CheckUnwinding, NeedsTheWholeBoundOfEachLoop) {
  TermContext w;
  const Counter counter(w);
  EXPECT_TRUE(is_accepted(w, counter.program, LoopUnrolling{{{counter.head, 10}}}));
  EXPECT_TRUE(is_accepted(w, counter.program, LoopUnrolling{{{counter.head, 100}}}));
  EXPECT_FALSE(is_accepted(w, counter.program, LoopUnrolling{{{counter.head, 9}}}));
  EXPECT_FALSE(is_accepted(w, counter.program, LoopUnrolling{}));
  const Counter unsafe(w, 11);
  EXPECT_FALSE(is_accepted(w, unsafe.program, LoopUnrolling{{{unsafe.head, 10}}}));
}

/// x counts to 3, `loops` times in sequence: 3 is the only right bound, and no bound for the whole is needed.
TEST(CheckUnwinding, LoopsBehindEachOtherAreCountedEachForItself) {
  TermContext w;
  constexpr LocationId loops = 12;
  Draft draft(w);
  const Term x = draft.variable(w.symbol("x"));
  for (LocationId i = 0; i < loops + 2; ++i) draft.location(std::to_string(i));
  for (LocationId i = 0; i < loops; ++i) {
    draft.edge(i, i + 1, i == 0 ? w.yes() : w.is(x, 3), {{x, w.bv(0)}});
    draft.edge(i + 1, i + 1, w.at_most(x, 2), {{x, w.plus(x, 1)}});
  }
  draft.edge(loops, loops + 1, w.is(x, 4));
  const Program program = draft.build(0, loops + 1);
  LoopUnrolling all;
  for (LocationId i = 1; i <= loops; ++i) all.loops.push_back({i, 3});
  EXPECT_TRUE(is_accepted(w, program, all));
  for (LocationId i = 0; i < loops; ++i) {
    LoopUnrolling less = all;
    less.loops[i].bound = 2;
    EXPECT_FALSE(is_accepted(w, program, less)) << i;
    less.loops.erase(less.loops.begin() + i);
    EXPECT_FALSE(is_accepted(w, program, less)) << i;
  }
}

/// A loop over two locations that can be entered at both, like two functions that call each other: x counts
/// to 6.
TEST(CheckUnwinding, TheCertificateNamesTheHeadOfALoopWithTwoEntries) {
  TermContext w;
  Draft draft(w);
  const Term x = draft.variable(w.symbol("x"));
  for (const char* name : {"entry", "f", "g", "error"}) draft.location(name);
  draft.edge(0, 1, w.yes(), {{x, w.bv(0)}});
  draft.edge(0, 2, w.yes(), {{x, w.bv(1)}});
  draft.edge(1, 2, w.at_most(x, 5), {{x, w.plus(x, 1)}});
  draft.edge(2, 1, w.at_most(x, 5), {{x, w.plus(x, 1)}});
  draft.edge(2, 3, w.is(x, 7));
  const Program program = draft.build(0, 3);
  // f is visited with x = 0, 2, 4, 6, or with x = 2, 4, 6; g with x = 1, 3, 5.
  EXPECT_TRUE(is_accepted(w, program, LoopUnrolling{{{1, 3}}}));
  EXPECT_FALSE(is_accepted(w, program, LoopUnrolling{{{1, 2}}}));
  EXPECT_TRUE(is_accepted(w, program, LoopUnrolling{{{2, 2}}}));
  EXPECT_FALSE(is_accepted(w, program, LoopUnrolling{{{2, 1}}}));
}

/// Both edges are possible in every state; merging must not lose one of them.
TEST(CheckUnrolling, EdgesThatDoNotExcludeEachOtherAreAllFollowed) {
  TermContext w;
  for (const std::int64_t bad : {1, 2, 3, 4}) {
    Draft draft(w);
    const Term x = draft.variable(w.symbol("x"));
    for (const char* name : {"entry", "a", "b", "c", "d", "join", "error"}) draft.location(name);
    draft.edge(0, 1, w.yes(), {{x, w.bv(0)}});
    draft.edge(1, 2, w.yes());
    draft.edge(1, 3, w.at_most(x, 5));
    draft.edge(1, 4, w.at_most(x, 3));
    for (LocationId way = 2; way <= 4; ++way) draft.edge(way, 5, w.yes(), {{x, w.bv(way - 1)}});
    draft.edge(5, 6, w.is(x, bad));
    const Program program = draft.build(0, 6);
    EXPECT_EQ(is_accepted(w, program, Unrolling{0}), bad == 4) << bad;
    EXPECT_EQ(is_accepted(w, program, Invariant{}), bad == 4) << bad;
    EXPECT_EQ(is_accepted(w, program, KInduction{1, {}}), bad == 4) << bad;
  }
}

TEST(CheckAnything, WhatCannotReachTheErrorNeedsNoProof) {
  TermContext w;
  Draft draft(w);
  const Term x = draft.variable(w.symbol("x"));
  for (const char* name : {"entry", "error", "endless"}) draft.location(name);
  draft.edge(0, 2, w.yes(), {{x, w.bv(0)}});
  draft.edge(2, 2, w.yes(), {{x, w.plus(x, 1)}});
  const Program program = draft.build(0, 1);
  for (const Certificate& certificate : {Certificate(Invariant{}), Certificate(KInduction{}),
                                         Certificate(Unrolling{}), Certificate(LoopUnrolling{})}) {
    const Judgement judgement = check_certificate(w, program, certificate);
    EXPECT_TRUE(judgement.is_accepted()) << judgement.reason;
    EXPECT_EQ(judgement.judge, "simplification");
  }
}

TEST(CheckAnything, NoTimeMeansUndecided) {
  TermContext w;
  const Counter counter(w);
  w.stop.request_stop();
  EXPECT_EQ(
      check_certificate(w, counter.program, Invariant{{{counter.head, w.at_most(counter.x, 10)}}}).verdict,
      Verdict::Undecided);
}

TEST(WriteObligations, StandAloneFilesThatSayWhatTheyMean) {
  TermContext w;
  const Counter counter(w);
  const base::TemporaryDirectory directory;
  const Invariant invariant{{{counter.head, w.at_most(counter.x, 10)}}};
  const auto obligations = make_checker(w, counter.program, invariant).obligations(invariant);
  write_obligations(directory.path() + "/deep/er", obligations);
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(directory.path() + "/deep/er")) {
    ++files;
    EXPECT_EQ(entry.path().extension(), ".smt2");
    std::ifstream in(entry.path());
    std::string first;
    std::getline(in, first);
    EXPECT_EQ(first.substr(0, 1), ";");
    EXPECT_NE(first.find("expected: unsat"), std::string::npos) << first;
    const std::string rest((std::istreambuf_iterator<char>(in)), {});
    EXPECT_NE(rest.find("(check-sat)"), std::string::npos);
  }
  EXPECT_EQ(files, obligations.size());
}

/// A call from main and `inner` nested calls.
program::CallTree chain_of_calls(unsigned inner) {
  program::CallTree tree;
  auto last = tree.add(program::CallTree::root, 1);
  for (unsigned i = 0; i < inner; ++i) last = tree.add(last, 2);
  return tree;
}

TEST(CheckUnwoundCalls, AcceptsACompleteTree) {
  TermContext w;
  const Program program = program::RecursiveProgram(w.terms, 3, 7).build();
  EXPECT_TRUE(is_accepted(w, program, certificate::UnwoundCalls{chain_of_calls(3), Unrolling{0}}));
  EXPECT_TRUE(is_accepted(w, program, certificate::UnwoundCalls{chain_of_calls(4), LoopUnrolling{}}));
}

TEST(CheckUnwoundCalls, RejectsASmallerTree) {
  TermContext w;
  const Program program = program::RecursiveProgram(w.terms, 3, 7).build();
  EXPECT_FALSE(is_accepted(w, program, certificate::UnwoundCalls{chain_of_calls(2), Unrolling{0}}));
  EXPECT_FALSE(is_accepted(w, program, certificate::UnwoundCalls{{}, LoopUnrolling{}}));
}

TEST(CheckUnwoundCalls, RejectsAProgramWithAReachableError) {
  TermContext w;
  const Program program = program::RecursiveProgram(w.terms, 3, 6).build();
  EXPECT_FALSE(is_accepted(w, program, certificate::UnwoundCalls{chain_of_calls(3), Unrolling{0}}));
}

TEST(CheckUnwoundCalls, AppliesTheInnerCertificateToTheUnwoundProgram) {
  TermContext w;
  const program::RecursiveProgram source(w.terms, 3, 7);
  const Program program = source.build();
  certificate::UnwoundCalls unwound{chain_of_calls(3), Invariant{}};
  EXPECT_TRUE(is_accepted(w, program, unwound));  // no cycle needs a cutpoint
  unwound.inner = Invariant{{{1, w.terms.mk_false()}}};
  EXPECT_FALSE(is_accepted(w, program, unwound));
  const Term array = source.stack;
  unwound.inner = Invariant{{{2, w.terms.mk_eq(array, array)}, {3, w.is(source.depth, 1)}}};
  EXPECT_THROW(is_accepted(w, program, unwound), base::InputError) << "a variable of the stack";
}

TEST(CheckUnwoundCalls, RefusesAProgramWithoutCalls) {
  TermContext w;
  const Counter counter(w);
  EXPECT_THROW(is_accepted(w, counter.program, certificate::UnwoundCalls{{}, Unrolling{0}}),
               base::InputError);
}

}  // namespace
}  // namespace pendulum::check::test
