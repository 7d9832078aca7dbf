// Tests the engine on the paper's programs in its five modes, and on random programs against brute force.
#include "engine/dagger/dagger.h"

#include <algorithm>
#include <regex>

#include "domain/paper_programs.h"
#include "engine/tree_search_fixture.h"
#include "engine_dagger/dagger_programs.h"
#include "program/random_program.h"

namespace pendulum::engine::dagger {
namespace {

using domain::testing::figure_1;
using domain::testing::figure_1_boxed;
using testing::Bench;
using testing::Truth;

/// A chain of conditionals (ex2) and a bound on the sum.
std::string chain(unsigned length) {
  std::string text = "program\nvariable x Int\n";
  for (unsigned i = 0; i < length + 3; ++i)
    text += "location " + std::to_string(i) + " \"" + std::to_string(i) + "\"\n";
  text += "entry 0\nerror " + std::to_string(length + 2) + "\nedge 0 -> 1\n  set x 0\n";
  for (unsigned i = 1; i <= length; ++i)
    for (const char* summand : {"1", "2"})
      text +=
          "edge " + std::to_string(i) + " -> " + std::to_string(i + 1) + "\n  set x (+ x " + summand + ")\n";
  text += "edge " + std::to_string(length + 1) + " -> " + std::to_string(length + 2) + "\n  guard (> x " +
          std::to_string(2 * length) + ")\n";
  return text;
}

class DaggerTest : public ::testing::Test {
 protected:
  JudgedResult run(const std::string& text, const std::string& mode, const std::string& domain = "auto",
                   const std::string& refinements = "100") {
    bench_ = std::make_unique<Bench>(terms_, make_descriptor());
    bench_->settings.set("dagger.mode", mode);
    bench_->settings.set("dagger.interpolation", interpolation_);
    bench_->settings.set("dagger.domain", domain);
    bench_->settings.set("dagger.facts", facts_);
    bench_->settings.set("dagger.max_refinements", refinements);
    return bench_->run(program::parse(terms_, text));
  }
  bool is_proved(const std::string& text, const std::string& mode, const std::string& domain = "auto") {
    return run(text, mode, domain).result.certificate() != nullptr;
  }

  term::TermManager terms_;
  std::unique_ptr<Bench> bench_;
  std::string interpolation_ = "domain";
  std::string facts_ = "on";
};

/// Section 1: "we obtain the stronger invariant x <= y <= 100x".
TEST_F(DaggerTest, Figure1IsProvedByInterpolatedWidening) {
  for (const char* mode : {"tree-interpolate", "dag-interpolate", "full"}) {
    EXPECT_TRUE(is_proved(figure_1, mode, "polyhedra")) << mode;
    EXPECT_LE(bench_->counter("refinements"), 3u) << mode;
  }
  EXPECT_TRUE(is_proved(figure_1, "full"));
}

TEST_F(DaggerTest, Figure1WithTheBoxIsProvedByInterpolatedWidening) {
  for (const char* mode : {"tree-interpolate", "dag-interpolate", "full"}) {
    EXPECT_TRUE(is_proved(figure_1_boxed, mode, "polyhedra")) << mode;
    EXPECT_LE(bench_->counter("refinements"), 5u) << mode;
  }
}

/// Section 1: "the refinement of widen to convex hull continues ad infinitum".
TEST_F(DaggerTest, Figure1DivergesWithPlainWidening) {
  for (const char* mode : {"tree-widen", "dag-widen"}) {
    for (const char* text : {figure_1, figure_1_boxed}) {
      const JudgedResult judged = run(text, mode, "polyhedra", "25");
      ASSERT_NE(nullptr, judged.result.reason()) << mode;
      EXPECT_EQ(Reason::Bound, judged.result.reason()->reason) << mode;
      // Twice: without and with the ranges of C types.
      EXPECT_EQ(50u, bench_->counter("refinements")) << mode;
    }
  }
}

/// Section 4, "Advantages of interpolated widen": seesaw, ex1 and f2 are among those that need it; the
/// columns with plain widening do not end there.
TEST_F(DaggerTest, PlainWideningDivergesWhereThePaperSaysSo) {
  const std::pair<const char*, const char*> programs[] = {
      {"two slopes", two_slopes}, {"rotated", rotated}, {"seesaw", seesaw}};
  for (const auto& [name, text] : programs) {
    for (const char* mode : {"tree-interpolate", "dag-interpolate", "full"}) {
      EXPECT_TRUE(is_proved(text, mode, "polyhedra")) << name << " " << mode;
      EXPECT_LE(bench_->counter("refinements"), 6u) << name << " " << mode;
    }
    for (const char* mode : {"tree-widen", "dag-widen"}) {
      const JudgedResult judged = run(text, mode, "polyhedra", "25");
      ASSERT_NE(nullptr, judged.result.reason()) << name << " " << mode;
      EXPECT_EQ(Reason::Bound, judged.result.reason()->reason) << name << " " << mode;
    }
  }
}

/// Section 4: InterpolatePoly1, then InterpolatePoly2, and nothing else.
TEST_F(DaggerTest, InterpolantsInThePapersOrder) {
  interpolation_ = "paper";
  for (const char* text : {two_slopes, rotated})
    for (const char* mode : {"tree-interpolate", "dag-interpolate", "full"})
      EXPECT_TRUE(is_proved(text, mode, "polyhedra")) << mode << text;
}

/// The fourth source of interpolants, the SMT layer: it is called and answers, and the proofs are as good. If
/// its answer is not a conjunction of linear constraints, the domain answers.
TEST_F(DaggerTest, InterpolantsOfTheSolver) {
  interpolation_ = "solver";
  for (const char* mode : {"tree-interpolate", "dag-interpolate", "full"}) {
    for (const char* text : {two_slopes, seesaw}) {
      EXPECT_TRUE(is_proved(text, mode, "polyhedra")) << mode << text;
      EXPECT_GT(bench_->counter("solver_interpolants"), 0u) << mode << text;
    }
    // Here the answer is x <= 3 or y >= 3.
    EXPECT_TRUE(is_proved(figure_1, mode, "polyhedra")) << mode;
  }
}

/// x grows by y and y by one. Refinement derives steeper and steeper lines from the error x < y; a fixpoint
/// without refinement keeps x >= 1 and y <= x.
TEST_F(DaggerTest, FactsOfAFixpointEndARefinementThatDiverges) {
  const std::string text = R"(program
variable x Int
variable y Int
location 0 "entry"
location 1 "head"
location 2 "error"
entry 0
error 2
edge 0 -> 1
  set x 1
  set y 0
edge 1 -> 1
  guard (< y 1000)
  set x (+ x y)
  set y (+ y 1)
edge 1 -> 2
  guard (and (>= y 1000) (< x y))
)";
  EXPECT_TRUE(is_proved(text, "full"));
  facts_ = "off";
  EXPECT_TRUE(is_proved(text, "full"));  // by the bounds that widening keeps
  interpolation_ = "paper";
  EXPECT_FALSE(is_proved(text, "full"));
  // An error is found with facts, too.
  facts_ = "on";
  const std::string changed = std::regex_replace(text, std::regex("< x y"), "> x 1000");
  EXPECT_NE(nullptr, run(std::regex_replace(changed, std::regex("1000"), "4"), "full").result.error_path());
}

/// No convex set expresses that j = i if the flag is set and j = 0 if it is not; each of the two is convex.
TEST_F(DaggerTest, LoopsAreUnswitched) {
  const std::string text = R"(program
variable flag Int
variable i Int
variable j Int
location 0 "entry"
location 1 "head"
location 2 "exit"
location 3 "error"
entry 0
error 3
edge 0 -> 1
  input f Int internal
  set flag f
  set i 0
  set j 0
edge 1 -> 1
  guard (and (< i 100) (not (= flag 0)))
  set i (+ i 1)
  set j (+ j 1)
edge 1 -> 1
  guard (and (< i 100) (= flag 0))
  set i (+ i 1)
edge 1 -> 2
  guard (>= i 100)
edge 2 -> 3
  guard (and (not (= flag 0)) (not (= j 100)))
)";
  EXPECT_TRUE(is_proved(text, "full"));
  EXPECT_EQ(nullptr, run(text, "full", "polyhedra", "40").result.certificate());
  // An error in the other part, after fewer iterations.
  std::string changed = std::regex_replace(text, std::regex("100"), "4");
  changed.replace(changed.find("(not (= flag 0)) (not"), 21, "(= flag 0) (not");
  EXPECT_NE(nullptr, run(changed, "full").result.error_path());
}

/// y grows up to x = 50 and decreases afterwards: y = x, then y = 100 - x.
TEST_F(DaggerTest, LoopsHavePhases) {
  const std::string text = R"(program
variable x Int
variable y Int
location 0 "entry"
location 1 "head"
location 2 "exit"
location 3 "error"
entry 0
error 3
edge 0 -> 1
  set x 0
  set y 0
edge 1 -> 1
  guard (and (< x 50) (>= (+ y 1) 0))
  set x (+ x 1)
  set y (+ y 1)
edge 1 -> 1
  guard (and (>= x 50) (>= (- y 1) 0))
  set x (+ x 1)
  set y (- y 1)
edge 1 -> 2
  guard (and (< x 50) (< (+ y 1) 0))
edge 1 -> 2
  guard (and (>= x 50) (< (- y 1) 0))
edge 2 -> 3
  guard (not (= x 100))
)";
  EXPECT_TRUE(is_proved(text, "full"));
  EXPECT_EQ(nullptr, run(text, "full", "polyhedra", "40").result.certificate());
}

/// y counts every second iteration: y = i div 2. And z stays odd, because x = y and w = 2 x.
TEST_F(DaggerTest, RemaindersAreVariables) {
  const std::string every_second = R"(program
variable i Int
variable y Int
location 0 "entry"
location 1 "head"
location 2 "error"
entry 0
error 2
edge 0 -> 1
  set i 0
  set y 0
edge 1 -> 1
  guard (= (mod i 2) 1)
  set i (+ i 1)
  set y (+ y 1)
edge 1 -> 1
  guard (not (= (mod i 2) 1))
  set i (+ i 1)
edge 1 -> 2
  guard (and (= (mod i 2) 0) (not (= i (* 2 y))))
)";
  EXPECT_TRUE(is_proved(every_second, "full"));
  // Earlier trials stop at paths that differ only in the number of iterations.
  EXPECT_LE(bench_->counter("paths_excluded"), 12u);
  EXPECT_EQ(nullptr, run(every_second, "full", "polyhedra", "40").result.certificate());
  std::string changed = every_second;
  changed.replace(changed.find("(mod i 2) 0)"), 12, "(mod i 2) 1)");
  EXPECT_NE(nullptr, run(changed, "full").result.error_path());
  const std::string stride = R"(program
variable i Int
location 0 "entry"
location 1 "head"
location 2 "exit"
location 3 "error"
entry 0
error 3
edge 0 -> 1
  set i 0
edge 1 -> 1
  guard (< i 9000)
  set i (+ i 3)
edge 1 -> 2
  guard (>= i 9000)
edge 2 -> 3
  guard (not (= i 9000))
)";
  EXPECT_TRUE(is_proved(stride, "full"));
  const std::string stays_odd = R"(program
variable x Int
variable y Int
variable z Int
location 0 "entry"
location 1 "head"
location 2 "error"
entry 0
error 2
edge 0 -> 1
  set x 0
  set y 0
  set z 1
edge 1 -> 1
  guard (= (mod (+ z x y) 2) 1)
  set z (+ z x y)
  set x (+ x 1)
  set y (+ y 1)
edge 1 -> 1
  guard (not (= (mod (+ z x y) 2) 1))
  set z (+ z x y)
  set y (+ y 1)
edge 1 -> 2
  guard (not (= x y))
)";
  EXPECT_TRUE(is_proved(stays_odd, "full"));
}

TEST_F(DaggerTest, Figure1WithABug) {
  std::string text = figure_1;
  text.replace(text.find("(+ y 1)"), 7, "(- y 90)");
  for (const char* mode : {"tree-widen", "tree-interpolate", "dag-widen", "dag-interpolate", "full"}) {
    const JudgedResult judged = run(text, mode, "polyhedra");
    EXPECT_NE(nullptr, judged.result.error_path()) << mode;
    EXPECT_TRUE(judged.judgement.is_accepted()) << mode;
  }
}

/// Section 4, "Advantages of DAG exploration": ex2.
TEST_F(DaggerTest, ChainsOfConditionalsAreLinearWithTheDag) {
  EXPECT_TRUE(is_proved(chain(60), "full", "octagon"));
  EXPECT_EQ(60u, bench_->counter("nodes"));  // one per merge location
  EXPECT_TRUE(is_proved(chain(8), "tree-interpolate", "octagon"));
  const std::uint64_t few = bench_->counter("images");
  EXPECT_TRUE(is_proved(chain(12), "tree-interpolate", "octagon"));
  EXPECT_GT(bench_->counter("images"), few * 2);
}

/// The paper's Table 1: three refinements. Here a few more, until widening keeps the bounds of the variables.
TEST_F(DaggerTest, HeapSortNeedsFewRefinements) {
  for (const char* mode : {"tree-interpolate", "dag-interpolate", "full"}) {
    EXPECT_TRUE(is_proved(heap_sort, mode, "polyhedra")) << mode;
    EXPECT_LE(bench_->counter("refinements"), 8u) << mode;
  }
}

/// Section 4, "Caching error states": each preimage that was found once is recognised at the new node.
TEST_F(DaggerTest, CachedErrorStatesSaveWork) {
  EXPECT_NE(nullptr, run(write_position, "dag-interpolate", "octagon").result.error_path());
  EXPECT_EQ(0u, bench_->counter("cache_hits"));
  const std::uint64_t images = bench_->counter("images");
  EXPECT_NE(nullptr, run(write_position, "full", "octagon").result.error_path());
  EXPECT_GT(bench_->counter("cache_hits"), 0u);
  EXPECT_LT(bench_->counter("images"), images);
}

TEST_F(DaggerTest, MergeNodesAreSplit) {
  EXPECT_TRUE(is_proved(disjunction, "full", "octagon"));
  EXPECT_GT(bench_->counter("splits"), 0u);
}

class RandomPrograms : public ::testing::TestWithParam<std::tuple<std::string, std::string>> {};

INSTANTIATE_TEST_SUITE_P(Dagger, RandomPrograms,
                         ::testing::Combine(::testing::Values("tree-widen", "tree-interpolate", "dag-widen",
                                                              "dag-interpolate", "full"),
                                            ::testing::Values("octagon", "polyhedra")),
                         [](const auto& test) {
                           std::string name = std::get<0>(test.param) + "_" + std::get<1>(test.param);
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

TEST_P(RandomPrograms, AgreeWithBruteForce) {
  unsigned answers = 0;
  for (unsigned seed = 0; seed < 14; ++seed) {
    term::TermManager terms;
    Bench bench(terms, make_descriptor());
    bench.settings.set("dagger.mode", std::get<0>(GetParam()));
    bench.settings.set("dagger.domain", std::get<1>(GetParam()));
    bench.settings.set("dagger.max_refinements", "60");
    const program::Program program = program::testing::RandomProgram(terms, seed).make();
    const Truth truth = testing::truth_of(program);
    const JudgedResult judged = bench.run(program);
    if (judged.result.certificate() != nullptr) {
      EXPECT_EQ(Truth::Safe, truth) << seed;
    }
    if (judged.result.error_path() != nullptr) {
      EXPECT_NE(Truth::Safe, truth) << seed;
    }
    if (judged.result.certificate() != nullptr || judged.result.error_path() != nullptr ||
        judged.reaches_unsupported)
      ++answers;
  }
  EXPECT_GE(answers, 10u);
}

}  // namespace
}  // namespace pendulum::engine::dagger
