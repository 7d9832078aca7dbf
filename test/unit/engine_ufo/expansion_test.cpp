// Tests EXPANDARG: how labels change from one round to the next.
#include "engine/ufo/expansion.h"

#include "ufo_fixture.h"

namespace pendulum::engine::ufo {
namespace {

constexpr const char* counter_program = R"(program
variable x Int
location 0 "entry"
location 1 "head"
location 2 "error"
entry 0
error 2
edge 0 -> 1
  set x 0
edge 1 -> 1
  set x (+ x 1)
edge 1 -> 2
  guard (< x 0)
)";

class ExpansionTest : public ::testing::Test {
 protected:
  std::unique_ptr<smt::Solver> make_solver() const { return bench_.solvers->make(terms_, {}); }
  term::Term at_least(long bound) const { return terms_.mk_le(terms_.mk_int(bound), x_); }

  /// The labels of the head's nodes after a round with this label for the first one.
  term::TermVector labels_after(term::Term label) {
    NodeLabels bound(arg_.nodes().size());
    bound[head_] = label;
    expansion_.run(bound);
    term::TermVector result;
    for (const arg::Node& node : arg_.nodes())
      if (node.location == 1) result.push_back(node.label);
    return result;
  }

  mutable term::TermManager terms_;
  mutable Bench bench_{terms_};
  program::Program program_ = program::parse(terms_, counter_program);
  term::Term x_ = program_.variables().front().symbol;
  program::Wto wto_{program_};
  arg::Arg arg_{program_, nullptr};
  Predicates predicates_{terms_, PostKind::True, program_.locations().size()};
  Post post_{program_, predicates_,
             std::make_unique<abstraction::PredicateAbstraction>(
                 terms_, *bench_.solvers, "QF_LIA", abstraction::Precision::Cartesian, terms_.mk_true(),
                 bench_.statistics, "test.", bench_.stop)};
  arg::Implications implications_{terms_, make_solver(), terms_.mk_true(), bench_.statistics, "test."};
  Expansion expansion_{arg_, wto_, post_, implications_, bench_.stop};
  arg::NodeId head_ = 1;

  void SetUp() override {
    expansion_.run({});
    ASSERT_EQ(1u, arg_.node(head_).location);
  }
};

/// Fig. 3, line 38, with a Post that is true.
TEST_F(ExpansionTest, LabelsReplaceEarlierOnes) {
  labels_after(at_least(0));
  const term::TermVector labels = labels_after(at_least(-5));
  EXPECT_EQ(at_least(-5), labels.front());
  EXPECT_TRUE(labels[1].is_true());
}

TEST_F(ExpansionTest, LabelsThatAreKeptArePredicatesOfPost) {
  labels_after(at_least(0));
  predicates_.start();
  expansion_.strengthen_labels();
  predicates_.learn(1, at_least(0));
  const term::TermVector labels = labels_after(at_least(-5));
  EXPECT_EQ(terms_.mk_and(at_least(-5), at_least(0)), labels.front());
  EXPECT_EQ(at_least(0), labels[1]);  // the next iteration, by Post
}

}  // namespace
}  // namespace pendulum::engine::ufo
