// Theorem 3.1 on the projections of whole searches: the model satisfies the cube that is projected from it,
// unless it contradicts the meaning of an operation, which an axiom states.
#include <gtest/gtest.h>

#include "engine/euforia/euf_domain.h"
#include "engine/euforia/lemmas.h"
#include "engine/ic3/search.h"
#include "frontend/vmt/read_vmt.h"
#include "frontend_llvm_translate/snippets.h"
#include "smt/factory/factory.h"
#include "system/transition_system.h"

namespace pendulum::engine::euforia {
namespace {

using term::Term;

/// Checks each projection.
class CheckedDomain : public EufDomain {
 public:
  using EufDomain::EufDomain;

  ic3::Projected preimage(const ic3::Preimage& step) override {
    ic3::Projected projected = EufDomain::preimage(step);
    ++(projected.axioms.empty() ? num_cubes : num_excluded);
    if (projected.axioms.empty()) {
      for (const Term literal : projected.cube)
        EXPECT_TRUE(step.truth(literal)) << "the model should satisfy " << literal.to_string();
    } else {
      EXPECT_FALSE(std::ranges::all_of(projected.axioms, step.truth)) << "an axiom should exclude the model";
    }
    return projected;
  }

  int num_cubes = 0, num_excluded = 0;
};

class TheoremTest : public ::testing::Test {
 protected:
  /// The result of the search: "safe", "unsafe" or the reason.
  std::string search(const program::Program& program, term::TermManager& terms,
                     Arrays arrays = Arrays::Abstract) {
    const auto solvers = smt::make_solver_factory({}, stop_, statistics_);
    check::Judge judge(program, nullptr, *solvers, stop_, {});
    base::Settings settings;
    Registry registry;
    Env env{.terms = terms,
            .solvers = *solvers,
            .settings = settings,
            .statistics = statistics_,
            .stop = stop_,
            .judge = judge,
            .registry = registry};
    // Small blocks: there are more steps to check, and control is not split.
    const PreparedProgram prepared(Task{program}, env, Blocks::Small);
    const ic3::ControlSplit split(prepared.program(), env);
    CheckedDomain domain(split.program(), env, arrays);
    LemmaRefinement refinement(split.program(), domain.abstraction(), env,
                               LemmaRefinement::Whole::Interpolants);
    const ic3::SearchOptions options{
        "euforia", {interpolation::Method::Cubes, interpolation::Method::Newton}, ic3::FactSource::None};
    const Result result = ic3::search(prepared, split, domain, refinement, options, env);
    num_cubes_ = domain.num_cubes;
    num_excluded_ = domain.num_excluded;
    return result.certificate() ? "safe" : result.error_path() ? "unsafe" : "unknown";
  }
  std::string search_c(const std::string& body) {
    frontend::Snippet snippet("extern int in(void); extern void reach_error(void);\n" + body);
    const frontend::CProgram loaded = snippet.load();
    return search(loaded.program, snippet.terms);
  }
  std::string search_vmt(const std::string& text, Arrays arrays = Arrays::Abstract) {
    term::TermManager terms;
    const program::Program program = system::to_program(terms, frontend::read_vmt(terms, text, "test.vmt"));
    return search(program, terms, arrays);
  }

  base::StopToken stop_{base::Clock::now() + std::chrono::seconds(60)};
  base::Statistics statistics_;
  int num_cubes_ = 0, num_excluded_ = 0;
};

TEST_F(TheoremTest, Lock) {
  const auto program = [](const std::string& last) {
    return "int main(void) { int lock = 0, old = 0, new = in();"
           "  do { if (lock) reach_error(); lock = 1; old = new;"
           "       if (in()) { lock = 0; new = new + 1; } } while (new != old);"
           "  if (lock == " +
           last + ") reach_error(); }";
  };
  EXPECT_EQ(search_c(program("0")), "safe");
  EXPECT_GT(num_cubes_, 3);
  EXPECT_EQ(search_c(program("1")), "unsafe");
}

TEST_F(TheoremTest, StateMachine) {
  EXPECT_EQ(search_c("int main(void) { int state = 1, seen = 0;"
                     "  while (in()) {"
                     "    if (state == 1) state = 2;"
                     "    else if (state == 2 && in() > 7) { state = 5; seen = 1; }"
                     "    else if (state == 5) { if (!seen) reach_error(); state = 1; seen = 0; }"
                     "    if (state == 6) reach_error(); } }"),
            "safe");
  EXPECT_GT(num_cubes_, 5);
}

/// Values fold in backward steps, which EUF does not model.
TEST_F(TheoremTest, ArithmeticAndMemory) {
  EXPECT_EQ(search_c("int a[4]; int main(void) { int i = 0, x = 0;"
                     "  while (i < 6) { a[i & 3] = x; x = x + 3; i = i + 2; }"
                     "  if (x != 9 || a[2] != 3) reach_error(); }"),
            "safe");
  EXPECT_GT(num_cubes_, 5);
  EXPECT_GT(num_excluded_, 0);
}

/// Two counters, a choice, an array; inputs that are projected away.
const std::string system_text = R"(
(declare-fun a () (Array (_ BitVec 8) (_ BitVec 8))) (declare-fun a+ () (Array (_ BitVec 8) (_ BitVec 8)))
(declare-fun i () (_ BitVec 8)) (declare-fun i+ () (_ BitVec 8))
(declare-fun x () (_ BitVec 8)) (declare-fun x+ () (_ BitVec 8))
(declare-fun in () (_ BitVec 8)) (declare-fun go () Bool)
(define-fun .a () (Array (_ BitVec 8) (_ BitVec 8)) (! a :next a+))
(define-fun .i () (_ BitVec 8) (! i :next i+))
(define-fun .x () (_ BitVec 8) (! x :next x+))
(define-fun .init () Bool (! (and (= (select a #x00) #x03) (= i #x00) (= x #x03)) :init true))
(define-fun .trans () Bool (! (and (= a+ (ite go (store a i x) (store a in x)))
                                   (= i+ (ite go (bvadd i #x02) i))
                                   (= x+ (ite (= in i) (select a #x00) x))) :trans true))
(define-fun .property () Bool (! (= (select a #x00) PROPERTY) :invar-property 0))
)";

TEST_F(TheoremTest, TransitionSystem) {
  for (const Arrays arrays : {Arrays::Abstract, Arrays::Interpreted})
    for (const auto& [value, verdict] : {std::pair("x", "safe"), std::pair("i", "unsafe")}) {
      std::string text = system_text;
      text.replace(text.find("PROPERTY"), 8, value);
      EXPECT_EQ(search_vmt(text, arrays), verdict);
    }
}

}  // namespace
}  // namespace pendulum::engine::euforia
