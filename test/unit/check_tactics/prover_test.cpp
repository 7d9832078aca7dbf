// Tests the sequence of solver configurations: proved cases stay proved, and cases that one solver does not
// decide go to the next.
#include "check/tactics/prover.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>

#include "check_kernel/small_programs.h"
#include "smt/factory/solver_decorator.h"
#include "smt/horn.h"
#include "term/floating_point/float_terms.h"
#include "term/signature/kind_info.h"
#include "term/traverse.h"

namespace pendulum::check::test {
namespace {

using smt::SatResult;

/// A solver that gives up on whole queries, and on the first case once.
class TiredFactory final : public smt::SolverFactory {
 public:
  explicit TiredFactory(smt::SolverFactory& inner) : inner_(inner) {}

  std::unique_ptr<smt::Solver> make(term::TermManager& manager, const smt::SolverOptions& options) override {
    return std::make_unique<Tired>(inner_.make(manager, options), *this);
  }
  std::optional<Term> eliminate(term::TermManager&, std::span<const Term>, Term,
                                std::chrono::milliseconds) override {
    return std::nullopt;
  }
  smt::HornAnswer solve_horn(term::TermManager&, const smt::HornSystem&, const smt::HornOptions&) override {
    return {};
  }
  void report_long_queries(smt::QueryReport) override {}

  unsigned num_cases_asked = 0;
  std::chrono::milliseconds nap{0};  ///< before it gives up on a whole query
  std::vector<std::chrono::milliseconds> limits;

 private:
  class Tired final : public smt::SolverDecorator {
   public:
    Tired(std::unique_ptr<smt::Solver> inner, TiredFactory& factory)
        : SolverDecorator(std::move(inner)), factory_(factory) {}
    SatResult check(std::span<const Term> assumptions) override {
      if (assumptions.empty()) std::this_thread::sleep_for(factory_.nap);
      if (assumptions.empty() || ++factory_.num_cases_asked == 1) return SatResult::Unknown;
      return inner().check(assumptions);
    }
    std::string reason_unknown() const override { return "tired"; }
    void set_time_limit(std::optional<std::chrono::milliseconds> limit) override {
      factory_.limits.push_back(limit.value());
      SolverDecorator::set_time_limit(limit);
    }

   private:
    TiredFactory& factory_;
  };
  smt::SolverFactory& inner_;
};

/// Its solvers give up on formulas with floating-point operators.
class FloatlessFactory final : public smt::SolverFactory {
 public:
  explicit FloatlessFactory(smt::SolverFactory& inner) : inner_(inner) {}

  std::unique_ptr<smt::Solver> make(term::TermManager& manager, const smt::SolverOptions& options) override {
    ++num_solvers;
    return std::make_unique<Floatless>(inner_.make(manager, options));
  }
  std::optional<Term> eliminate(term::TermManager&, std::span<const Term>, Term,
                                std::chrono::milliseconds) override {
    return std::nullopt;
  }
  smt::HornAnswer solve_horn(term::TermManager&, const smt::HornSystem&, const smt::HornOptions&) override {
    return {};
  }
  void report_long_queries(smt::QueryReport) override {}

  unsigned num_solvers = 0;

 private:
  class Floatless final : public smt::SolverDecorator {
   public:
    using SolverDecorator::SolverDecorator;
    void assert_term(Term term) override {
      for (const Term part : term::subterms({&term, 1})) has_floats_ |= term::is_float_operator(part.kind());
      inner().assert_term(term);
    }
    SatResult check(std::span<const Term> assumptions) override {
      return has_floats_ ? SatResult::Unknown : inner().check(assumptions);
    }
    std::string reason_unknown() const override { return "floats"; }

   private:
    bool has_floats_ = false;
  };
  smt::SolverFactory& inner_;
};

struct Question {
  TermContext w;
  Draft draft{w};
  Term x = draft.variable(w.symbol("x", 32));
  LocationId entry = draft.location("entry"), error = draft.location("error");
  Program program = draft.build(entry, error);
  /// x = 3 and (x > 5 or x > 6 or x > 7): a case for each.
  Obligation obligation{"question", {}};
  Question() {
    for (const long bound : {5, 6, 7}) obligation.cases.push_back(w.no(w.at_most(x, bound)));
    obligation.formula = {w.is(x, 3), w.terms.mk_or(obligation.cases)};
  }
};

TEST(Prover, CasesThatAreProvedAreNotAskedAgain) {
  Question q;
  TiredFactory tired(*q.w.solvers);
  const Judgement judgement = Prover(q.program, tired, q.w.stop).prove({q.obligation});
  EXPECT_TRUE(judgement.is_accepted()) << judgement.reason;
  // The first case is not decided; then the next solver decides the two others and the first one.
  EXPECT_EQ(tired.num_cases_asked, 4u);
}

TEST(Prover, WhoHasToWaitForTheProcessorGetsMoreTime) {
  Question q;
  TiredFactory tired(*q.w.solvers);
  tired.nap = std::chrono::milliseconds(100);
  EXPECT_TRUE(Prover(q.program, tired, q.w.stop).prove({q.obligation}).is_accepted());
  ASSERT_GE(tired.limits.size(), 2u);
  EXPECT_GT(tired.limits[1], tired.limits[0] * 11 / 10);  // the same rung
}

TEST(Prover, ACaseThatIsSatRejects) {
  Question q;
  q.obligation.formula.front() = q.w.is(q.x, 6);
  TiredFactory tired(*q.w.solvers);
  EXPECT_EQ(Prover(q.program, tired, q.w.stop).prove({q.obligation}).verdict, Judgement::Verdict::Rejected);
}

TEST(Prover, EveryQuestionIsCounted) {
  Question q;
  const Judgement judgement = Prover(q.program, *q.w.solvers, q.w.stop).prove({q.obligation});
  EXPECT_EQ(judgement.judge, "cvc5 over integers");
  EXPECT_EQ(q.w.statistics.counter("smt.cvc5.unsat"), 1u);
}

/// The name of the judge says which implementation of floating-point arithmetic proved an obligation.
TEST(Prover, BoundsOfFloatsAreProvedByIntervals) {
  Question q;
  const term::FloatTerms floats(q.w.terms, term::float32);
  const Term one = q.w.terms.mk_bv(0x3f800000, 32), zero = q.w.terms.mk_bv(0, 32);
  const Term sum = floats.add(floats.mode(term::RoundingMode::NearestEven), q.x, one);
  Obligation obligation{"1 <= x + 1 for 0 <= x", {floats.le(zero, q.x), floats.lt(sum, one)}};
  const Judgement judgement = Prover(q.program, *q.w.solvers, q.w.stop).prove({obligation});
  EXPECT_TRUE(judgement.is_accepted()) << judgement.reason;
  EXPECT_EQ(judgement.judge, "interval splitting");
  // x + 1 = x for large x.
  obligation.formula.back() = floats.le(sum, q.x);
  EXPECT_EQ(Prover(q.program, *q.w.solvers, q.w.stop).prove({obligation}).verdict,
            Judgement::Verdict::Rejected);
}

/// Intervals do not relate variables.
TEST(Prover, OrdersOfFloatsAreProvedByTheTheoryOfCvc5) {
  Question q;
  const term::FloatTerms floats(q.w.terms, term::float32);
  const Term y = q.w.symbol("y", 32);
  const Obligation obligation{"x < y and y < x", {floats.lt(q.x, y), floats.lt(y, q.x)}};
  const Judgement judgement = Prover(q.program, *q.w.solvers, q.w.stop).prove({obligation});
  EXPECT_TRUE(judgement.is_accepted()) << judgement.reason;
  EXPECT_EQ(judgement.judge, "cvc5 with its theory of floats");
}

/// The circuits are exact, so they also reject.
TEST(Prover, CircuitsProveAndRejectWhatTheTheoryDoesNotDecide) {
  Question q;
  FloatlessFactory floatless(*q.w.solvers);
  const term::FloatTerms floats(q.w.terms, term::float32);
  const Term y = q.w.symbol("y", 32);
  Obligation obligation{"x < y and y < x", {floats.lt(q.x, y), floats.lt(y, q.x)}};
  const Judgement judgement = Prover(q.program, floatless, q.w.stop).prove({obligation});
  EXPECT_TRUE(judgement.is_accepted()) << judgement.reason;
  EXPECT_EQ(judgement.judge, "cvc5 on float circuits");
  obligation.formula.pop_back();
  EXPECT_EQ(Prover(q.program, floatless, q.w.stop).prove({obligation}).verdict, Judgement::Verdict::Rejected);
}

/// Obligations with many operators get circuits as the second configuration with a back end, others later.
TEST(Prover, CircuitsAreTriedEarlyForManyOperators) {
  Question q;
  const term::FloatTerms floats(q.w.terms, term::float32);
  const Term y = q.w.symbol("y", 32);
  Obligation few{"x < y and y < x", {floats.lt(q.x, y), floats.lt(y, q.x)}}, many = few;
  for (int i = 0; i < 50; ++i)
    many.formula.push_back(floats.lt(q.x, q.w.symbol("z" + std::to_string(i), 32)));
  FloatlessFactory for_few(*q.w.solvers), for_many(*q.w.solvers);
  EXPECT_TRUE(Prover(q.program, for_few, q.w.stop).prove({few}).is_accepted());
  EXPECT_TRUE(Prover(q.program, for_many, q.w.stop).prove({many}).is_accepted());
  EXPECT_EQ(for_many.num_solvers, 2u);
  EXPECT_GT(for_few.num_solvers, 2u);
}

/// The view over integers proves an obligation in which a floating-point number does not matter.
TEST(Prover, FloatsMayBeOpenOverIntegers) {
  Question q;
  const term::FloatTerms floats(q.w.terms, term::float64);
  const Term a = q.w.symbol("a", 64), b = q.w.symbol("b", 64);
  const Term product = floats.mul(floats.mode(term::RoundingMode::NearestEven), a, b);
  q.obligation.formula.push_back(floats.lt(a, product));
  const Judgement judgement = Prover(q.program, *q.w.solvers, q.w.stop).prove({q.obligation});
  EXPECT_TRUE(judgement.is_accepted()) << judgement.reason;
}

}  // namespace
}  // namespace pendulum::check::test
