#include "report/notation/formula_text.h"

#include <gtest/gtest.h>

#include "program/text/text.h"
#include "term/smtlib/reader.h"

namespace pendulum::report {
namespace {

struct FormulaTextTest : ::testing::Test {
  term::TermManager terms;
  program::Program program = program::parse(terms, R"(program
variable main.x Int source "x" function "main"
variable main.y Int source "y" function "main"
variable f.z Int source "z" function "f"
variable g.z Int source "z" function "g"
variable b (_ BitVec 8)
variable p Bool
location 0 "entry"
location 1 "error"
entry 0
error 1
edge 0 -> 1
  input in!7 Int internal
  guard (< in!7 5)
  set main.x (+ in!7 1)
  set p true
)");

  std::string text(const std::string& smtlib, std::size_t length = 1000) {
    return FormulaText(program, length)(term::SmtLibReader(terms).read_term(smtlib));
  }
};

TEST_F(FormulaTextTest, NamesOfTheSourceWhereTheyAreUnique) {
  EXPECT_EQ(text("(<= main.x f.z)"), "x <= f.z");
}

TEST_F(FormulaTextTest, OtherTermsCanHaveANameAsWell) {
  FormulaText formula(program, 1000);
  term::SmtLibReader reader(terms);
  formula.set_name(reader.read_term("(bvadd b #x01)"), "r.count");
  EXPECT_EQ(formula(reader.read_term("(bvule (bvadd b #x01) #x10)")), "r.count <=u 16");
}

TEST_F(FormulaTextTest, IntegersAreComparedWithConstantsOnTheRight) {
  EXPECT_EQ(text("(= 0 (+ main.x (* (- 1) main.y)))"), "x = y");
  EXPECT_EQ(text("(<= (+ main.x (* (- 2) main.y)) 3)"), "x <= 2 * y + 3");
  EXPECT_EQ(text("(not (<= main.x (- 4)))"), "-4 < x");
  EXPECT_EQ(text("(not (= main.x 0))"), "x != 0");
  EXPECT_EQ(text("(< main.x 0)"), "x < 0");
}

TEST_F(FormulaTextTest, ParenthesesWhereTheyAreNeeded) {
  const std::string both = text("(and p (or (not p) (= main.x 1)))");
  EXPECT_TRUE(both == "p && (!p || x = 1)" || both == "p && (x = 1 || !p)" || both == "p && x = 1") << both;
  EXPECT_EQ(text("(not (and p (= b #x01)))").substr(0, 2), "!(");
  EXPECT_EQ(text("(= main.y (ite p main.x 1))"), "y = (p ? x : 1)");
}

TEST_F(FormulaTextTest, BitVectors) {
  EXPECT_EQ(text("(bvult b #x05)"), "b <u 5");
  EXPECT_EQ(text("(bvslt b #x05)"), "b < 5");
  EXPECT_EQ(text("(= #xff b)"), "b = -1");
  EXPECT_EQ(text("(not (= b #x00))"), "b != 0");
}

TEST_F(FormulaTextTest, LongFormulasAreCut) {
  std::string deep = "main.x";
  for (int i = 0; i < 500; ++i) deep = "(ite (= main.x " + std::to_string(i) + ") " + deep + " main.y)";
  const std::string cut = text("(= main.y " + deep + ")", 100);
  EXPECT_LT(cut.size(), 140u);
  EXPECT_TRUE(cut.ends_with("…"));
}

TEST_F(FormulaTextTest, EdgesShowGuardAndAssignments) {
  EXPECT_EQ(FormulaText(program, 1000)(program.edge(0)), "[in < 5]\nx := in + 1\np := true");
}

}  // namespace
}  // namespace pendulum::report
