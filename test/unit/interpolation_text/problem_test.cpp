#include "interpolation/text/problem.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "interpolation/check_labels.h"
#include "interpolation/interpolation_fixture.h"
#include "interpolation/sequence.h"

namespace pendulum::interpolation {
namespace {

/// The slides on lazy abstraction, "Interpolant Sequence in Princess".
constexpr const char* slides = R"(
(declare-const L0 Int) (declare-const L1 Int) (declare-const old0 Int)
(declare-const new0 Int) (declare-const L2 Int) (declare-const new1 Int)
(assert (! (= L0 0) :named p1))
(assert (! (and (= L1 1) (= old0 new0)) :named p2))
(assert (! (and (= L2 0) (= new1 (+ new0 1))) :named p3))
(assert (! (not (= new1 old0)) :named p4))
(assert (! (not (= L2 0)) :named p5))
(get-interpolants p1 (and p2 p3 p4 p5))
(get-interpolants (and p1 p2) (and p3 p4 p5))
(get-interpolants (and p1 p2 p3) (and p4 p5))
(get-interpolants (and p1 p2 p3 p4) p5)
(get-interpolants p1 p2 p3 p4 p5)
)";

class ProblemTest : public InterpolationTest {
 protected:
  InterpolationProblem read(std::string_view text, const std::vector<std::string>& order = {}) {
    return read_interpolation_problem(terms, text, "file", order);
  }
  std::string fault_of(std::string_view text, const std::vector<std::string>& order = {}) {
    try {
      read(text, order);
    } catch (const base::InputError& error) {
      return error.what();
    }
    return "";
  }
};

TEST_F(ProblemTest, TheSlidesPartitions) {
  const InterpolationProblem problem = read(slides);
  ASSERT_EQ(5u, problem.assertions.size());
  ASSERT_EQ(5u, problem.requests.size());
  for (const InterpolationRequest& request : problem.requests) {
    const term::TermVector formulas = formulas_of(terms, request);
    const auto procedure = make_interpolator(Method::Cubes, context());
    const Outcome outcome = interpolate_sequence(*procedure, terms, formulas, std::chrono::seconds(10));
    const auto* labels = std::get_if<Labels>(&outcome);
    ASSERT_NE(nullptr, labels);
    EXPECT_EQ(std::nullopt, check_sequence(formulas, *labels, context()));
  }
}

TEST_F(ProblemTest, OrdersReplaceRequests) {
  const InterpolationProblem problem = read(slides, {"p5", "p3"});
  ASSERT_EQ(1u, problem.requests.size());
  EXPECT_EQ("p5", problem.requests[0][0][0].name);
  EXPECT_EQ("p3", problem.requests[0][1][0].name);
  EXPECT_EQ("file: no assertion is named 'p6'", fault_of(slides, {"p1", "p6"}));
}

TEST_F(ProblemTest, WithoutRequestAllNamedAssertions) {
  const InterpolationProblem problem =
      read("(declare-const a Bool) (assert true) (assert (! a :named A)) (assert (! (not A) :named B))");
  ASSERT_EQ(1u, problem.requests.size());
  ASSERT_EQ(2u, problem.requests[0].size());
  EXPECT_EQ(terms.mk_not(problem.assertions[0].formula), problem.assertions[1].formula);
}

TEST_F(ProblemTest, FaultsHaveSourceLocations) {
  EXPECT_TRUE(fault_of("(declare-const b Bool)\n(assert (! b :named B))\n(get-interpolants B C)")
                  .starts_with("file:3:21: expected the name of an earlier assertion, not 'C'"));
  EXPECT_TRUE(fault_of("(assert (! (= y 0) :named A))").starts_with("file:1:"));
  EXPECT_TRUE(fault_of("(assert (! true :named))").starts_with("file:1:"));
  EXPECT_TRUE(fault_of("(assert (! true :named A))").starts_with("file: at least two assertions"));
  EXPECT_TRUE(fault_of("(assert (! true :named A))\n(get-interpolants A)").starts_with("file:2:1"));
}

}  // namespace
}  // namespace pendulum::interpolation
