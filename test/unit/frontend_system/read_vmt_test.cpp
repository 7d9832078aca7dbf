#include "frontend/vmt/read_vmt.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace pendulum::frontend {
namespace {

system::TransitionSystem read(term::TermManager& terms, std::string_view text) {
  std::vector<std::string> warnings;
  system::TransitionSystem result = read_vmt(terms, text, "a.vmt", &warnings);
  EXPECT_TRUE(warnings.empty());
  return result;
}

const std::string declarations =
    "(declare-fun x () (_ BitVec 8)) (declare-fun x+ () (_ BitVec 8)) (declare-fun in () Bool)\n"
    "(define-fun .s () (_ BitVec 8) (! x :next x+))\n";
const std::string system_text =
    declarations +
    "(define-fun .i () Bool (! (= x #x00) :init true))\n"
    "(define-fun .t () Bool (! (= x+ (ite in x #x01)) :trans true))\n"
    "(define-fun .p () Bool (! (bvult x #x02) :invar-property 0))\n(assert true)\n";

TEST(ReadVmt, StateInputsAndFormulas) {
  term::TermManager terms;
  const system::TransitionSystem system = read(terms, system_text);
  ASSERT_EQ(system.state.size(), 1u);
  EXPECT_EQ(system.state[0].current.name(), "x");
  EXPECT_EQ(system.state[0].next.name(), "x+");
  ASSERT_EQ(system.inputs.size(), 1u);
  EXPECT_EQ(system.inputs[0].name(), "in");
  EXPECT_EQ(system.init, terms.mk_eq(system.state[0].current, terms.mk_bv(0, 8)));
  const program::Program program = system::to_program(terms, system);
  EXPECT_EQ(program.edges().size(), 3u);
}

TEST(ReadVmt, ReservedBeginningsOfNamesAreAvoided) {
  term::TermManager terms;
  const auto system = read(terms,
                           "(declare-fun @b () Bool) (declare-fun @c () Bool)"
                           "(define-fun .s () Bool (! @b :next @c)) (define-fun .i () Bool (! @b :init true))"
                           "(define-fun .t () Bool (! @c :trans true))"
                           "(define-fun .p () Bool (! @b :invar-property 0))");
  EXPECT_EQ(system.state[0].current.name(), "_@b");
  EXPECT_EQ(system.init, system.state[0].current);
}

/// As in EUFORIA's examples: the declared sort of a definition is wrong, but its term is well-sorted.
TEST(ReadVmt, DefinitionsWithAnotherSortAreReadWithAWarning) {
  term::TermManager terms;
  std::string text = system_text;
  const std::string annotated = "(define-fun .s () (_ BitVec 8)";
  text.replace(text.find(annotated), annotated.size(), "(define-fun .s () (_ BitVec 2)");
  std::vector<std::string> warnings;
  const auto system = read_vmt(terms, text + "(define-fun .q () Bool x+)", "a.vmt", &warnings);
  ASSERT_EQ(2u, warnings.size());
  EXPECT_EQ("a.vmt:2:1: '.s' is declared with sort (_ BitVec 2), but its term has sort (_ BitVec 8)",
            warnings[0]);
  EXPECT_NE(std::string::npos, warnings[1].find("'.q' is declared with sort Bool"));
  term::TermManager others;
  const auto expected = read(others, system_text);
  EXPECT_EQ(expected.trans.to_string(), system.trans.to_string());
  EXPECT_EQ(8u, system.state.at(0).current.sort().width());
}

/// The message of the InputError.
std::string complaint(const std::string& text) {
  term::TermManager terms;
  try {
    read(terms, text);
  } catch (const base::InputError& error) {
    return error.what();
  }
  return "";
}

TEST(ReadVmt, ComplaintsNameThePlace) {
  EXPECT_EQ(complaint(declarations + "(define-fun .i () Bool (! (= x y) :init true))"),
            "a.vmt:3:32: expected a declared symbol, found 'y'");
  EXPECT_TRUE(complaint(declarations + "(define-fun .i () Bool (! (= x+ x) :init true))").empty() == false);
  EXPECT_EQ(complaint(system_text + "(define-fun .j () Bool (! (= x+ #x00) :init true))"),
            "a.vmt:7:27: expected a formula without next values, found 'x+'");
  EXPECT_EQ(complaint("(declare-fun x () Bool)\n(define-fun .s () Bool (! x :next x))"),
            "a.vmt:2:35: expected another symbol of sort Bool");
  EXPECT_NE(complaint(declarations).find(":init"), std::string::npos);
  EXPECT_NE(complaint("(declare-fun x () Bool").find("a.vmt:1:23"), std::string::npos);
}

TEST(ReadVmt, IsRecognisedByItsAttributes) {
  EXPECT_TRUE(is_vmt(system_text));
  EXPECT_FALSE(is_vmt("(set-logic HORN)\n(declare-fun P () Bool)\n(assert P)"));
  EXPECT_TRUE(is_vmt("(define-fun t () Bool (! x :trans true)"));
}

}  // namespace
}  // namespace pendulum::frontend
