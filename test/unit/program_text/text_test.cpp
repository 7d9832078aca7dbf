// Tests the text form: it shows every field, can be parsed, and errors have a position. Also tests dot
// output.
#include "program/text/text.h"

#include <gtest/gtest.h>

#include <random>
#include <sstream>

#include "program/text/dot.h"

namespace pendulum::program {
namespace {

std::string text_of(const Program& program) {
  std::ostringstream out;
  print(out, program);
  return out.str();
}

constexpr const char* complete = R"(program
variable main.i (_ BitVec 32) signed source "i" function "main"
variable |a b| (_ BitVec 32) unsigned
variable flag Bool
variable m (Array (_ BitVec 4) (_ BitVec 8)) source "buf\\\"\n\x01"
location 0 "entry"
location 1 "main.loop" at "foo.c":12:3 in "main"
location 2 "odd" at "":0:7
location 3 "error" in "main"
entry 0
error 3
edge 0 -> 1 at "foo.c":10:1 in "main"
  input in!1 (_ BitVec 32) call "__VERIFIER_nondet_int" at "foo.c":10:7 in "main"
  input in!2 (Array (_ BitVec 4) (_ BitVec 8)) uninitialised "buf" offset 18446744073709551615 stride 2 object 3
  input |in 3| Bool extern "g" offset 4
  input in!4 Bool internal
  guard (or |in 3| in!4)
  set main.i in!1
  set |a b| #x00000000
  set flag false
  set m in!2
edge 1 -> 1
  guard (not (bvsaddo main.i |a b|))
  set main.i (bvadd main.i |a b|)
edge 1 -> 2
edge 2 -> 3 at "foo.c":14:2
  violation "call of \"reach_error()\""
  guard flag
edge 2 -> 3
  violation "inline assembly at foo.c:15"
  unsupported
)";

TEST(TextTest, ShowsEveryField) {
  term::TermManager terms;
  const Program program = parse(terms, complete);
  EXPECT_EQ(Variable::Signedness::Signed, program.variables()[0].signedness);
  EXPECT_EQ(Variable::Signedness::Unsigned, program.variables()[1].signedness);
  EXPECT_EQ(Variable::Signedness::Unknown, program.variables()[2].signedness);
  EXPECT_EQ("main", program.variables()[0].function);
  EXPECT_EQ("buf\\\"\n\x01", program.variables()[3].source_name);
  EXPECT_EQ((SourceLocation{"foo.c", 12, 3, "main"}), program.location(1).where);
  EXPECT_EQ((SourceLocation{"", 0, 7, ""}), program.location(2).where);
  EXPECT_EQ(0u, program.entry());
  EXPECT_EQ(3u, program.error());
  ASSERT_EQ(5u, program.edges().size());
  const Edge& first = program.edge(0);
  ASSERT_EQ(4u, first.inputs.size());
  EXPECT_EQ(InputOrigin::Kind::Call, first.inputs[0].origin.kind);
  EXPECT_EQ("__VERIFIER_nondet_int", first.inputs[0].origin.name);
  EXPECT_EQ((SourceLocation{"foo.c", 10, 7, "main"}), first.inputs[0].origin.where);
  EXPECT_EQ(InputOrigin::Kind::Uninitialised, first.inputs[1].origin.kind);
  EXPECT_EQ(18446744073709551615u, first.inputs[1].origin.byte_offset);
  EXPECT_EQ(2u, first.inputs[1].origin.stride);
  EXPECT_EQ(3u, first.inputs[1].origin.object);
  EXPECT_EQ(InputOrigin::Kind::ExternObject, first.inputs[2].origin.kind);
  EXPECT_EQ("in 3", first.inputs[2].symbol.name());
  EXPECT_EQ(InputOrigin::Kind::Internal, first.inputs[3].origin.kind);
  EXPECT_EQ(term::Kind::BvSaddo, program.edge(1).guard[0].kind());
  EXPECT_TRUE(program.edge(2).guard.is_true());
  EXPECT_EQ("call of \"reach_error()\"", program.edge(3).violation);
  EXPECT_FALSE(program.edge(3).is_unsupported);
  EXPECT_TRUE(program.edge(4).is_unsupported);
}

TEST(TextTest, PrintsWhatItRead) {
  term::TermManager terms;
  const std::string text = text_of(parse(terms, complete));
  EXPECT_EQ(text, text_of(parse(terms, text)));
  term::TermManager others;
  EXPECT_EQ(text, text_of(parse(others, text)));
}

TEST(TextTest, TheTextIsTheOneWritten) {
  term::TermManager terms;
  EXPECT_EQ(complete, text_of(parse(terms, complete)));
}

TEST(TextTest, CommentsAndBlankLines) {
  term::TermManager terms;
  const Program program = parse(terms,
                                "; about | \"\nprogram\n\n  ; more\nlocation 0 \"a;b\"\r\nlocation 1 \"b\"\n"
                                "entry 0\nerror 1\nedge 0 -> 1");
  EXPECT_EQ("a;b", program.location(0).name);
  EXPECT_EQ(1u, program.edges().size());
}

/// The error message for `complete` with one replacement.
std::string message(const std::string& from, const std::string& to) {
  term::TermManager terms;
  std::string text = complete;
  const std::size_t at = text.find(from);
  if (at == std::string::npos) return "not found";
  text.replace(at, from.size(), to);
  try {
    parse(terms, text, "p.txt");
  } catch (const base::InputError& failure) {
    return failure.what();
  }
  return "accepted";
}

void expect_refused(const std::string& from, const std::string& to, const std::string& prefix,
                    const std::string& part) {
  const std::string text = message(from, to);
  EXPECT_TRUE(text.starts_with(prefix)) << text;
  EXPECT_NE(std::string::npos, text.find(part)) << text;
}

TEST(TextTest, ErrorsNameTheLine) {
  expect_refused("program\n", "", "p.txt:1:", "\"program\" was expected");
  expect_refused("variable flag Bool", "variable flag Boolean", "p.txt:4:", "");
  expect_refused("variable flag Bool", "variable flag", "p.txt:4:", "expression was expected");
  expect_refused("variable flag Bool", "variable flag (_ BitVec 3",
                 "p.txt:4:", "closing parentheses are missing");
  expect_refused("variable flag Bool", "variable main.i (_ BitVec 32)", "p.txt:4:", "declared once");
  expect_refused("variable flag Bool", "variable main.i Bool", "p.txt:4:", "has sort");
  expect_refused("variable flag Bool", "variable (flag) Bool", "p.txt:4:", "a symbol");
  expect_refused("location 1", "location 2", "p.txt:7:", "location 1 was expected");
  expect_refused("\"main.loop\"", "\"entry\"", "p.txt:7:", "is taken");
  expect_refused("\"foo.c\":12:3", "\"foo.c\":12", "p.txt:7:", "\":\" was expected");
  expect_refused("\"foo.c\":12:3", "\"foo.c\":x:3", "p.txt:7:", "a number");
  expect_refused("error 3\n", "error 4\n", "p.txt:11:", "should be declared");
  expect_refused("error 3\n", "entry 3\n", "p.txt:11:", "one entry and one error");
  expect_refused("error 3\n", "", "p.txt", "\"error\" is missing");
  expect_refused("edge 0 -> 1", "edge 0 1", "p.txt:12:", "\"->\" was expected");
  expect_refused("internal", "elsewhere", "p.txt:16:", "unknown kind of input");
  expect_refused("guard flag", "guard (and flag", "p.txt:28:", "closing parentheses are missing");
  expect_refused("guard flag", "guard flag)", "p.txt:28:", "unexpected \"");
  expect_refused("guard flag", "guard main.i", "p.txt:28:", "sort Bool");
  expect_refused("guard flag", "guard in!4", "p.txt:28:", "nor an input of this edge");
  expect_refused("guard flag", "guard missing", "p.txt:28:", "missing");
  expect_refused("guard flag", "guard (= flag main.i)", "p.txt:28:", "");
  expect_refused("guard flag", "guard flag\n  guard flag", "p.txt:29:", "one guard");
  expect_refused("guard flag", "guard (forall ((z Bool)) (= z flag))", "p.txt:28:", "");
  expect_refused("set flag false", "set in!4 false", "p.txt:20:", "not a declared variable");
  expect_refused("set flag false", "set main.i #x00000000", "p.txt:20:", "set once");
  expect_refused("unsupported", "supported", "p.txt:31:", "unexpected keyword");
  expect_refused("\"call of", "\"\\call of", "p.txt:27:", "escapes");
  expect_refused("foo.c:15\"", "foo.c:15", "p.txt:30:", "does not end");
}

TEST(TextTest, FaultsOfTheWholeProgramAreErrorsOfTheText) {
  expect_refused("  set flag false\n", "", "p.txt:", "should not be live at entry");
  expect_refused("edge 1 -> 2", "edge 3 -> 2", "p.txt:", "leave the error");
}

/// Every damaged text is either parsed or rejected as an input error.
TEST(TextTest, DamagedTextsAreReadOrRefused) {
  std::mt19937 random(3);
  const std::string alphabet = "()|\"\\ \n09azBvx_#-:;!";
  int num_refused = 0;
  for (int round = 0; round < 3000; ++round) {
    std::string text = complete;
    for (unsigned i = 1 + random() % 3; i > 0; --i) {
      const std::size_t at = random() % text.size();
      const std::size_t length = random() % 3 == 0 ? random() % 20 : random() % 2;
      text.replace(at, length, random() % 2 == 0 ? "" : std::string(1, alphabet[random() % alphabet.size()]));
    }
    term::TermManager terms;
    try {
      parse(terms, text);
    } catch (const base::InputError&) {
      ++num_refused;
    }
  }
  EXPECT_LT(1000, num_refused);
  EXPECT_GT(3000, num_refused);
}

/// Random programs with shared terms; parsing into the same manager gives the same text.
TEST(TextTest, RandomProgramsReadBack) {
  std::mt19937 random(5);
  for (int round = 0; round < 30; ++round) {
    term::TermManager terms;
    ProgramBuilder builder(terms);
    for (int i = 0; i < 6; ++i) builder.add_location("l");
    builder.set_entry(0);
    builder.set_error(5);
    const term::Sort sort = terms.bitvec_sort(1 + random() % 40);
    term::TermVector pool;
    for (int i = 0; i < 4; ++i) pool.push_back(terms.mk_symbol("v" + std::to_string(i), sort));
    // Declared in another order than that of the ids.
    for (int i : {2, 0, 3, 1}) builder.add_variable({pool[static_cast<std::size_t>(i)], "", "", {}});
    std::vector<Assignment> zeros;
    for (term::Term variable : pool) zeros.push_back({variable, terms.mk_zero(sort)});
    const term::TermVector variables = pool;
    builder.add_edge({.source = 0, .target = 1, .guard = terms.mk_true(), .updates = zeros});
    for (int i = 0; i < 40; ++i) {
      const term::Term a = pool[random() % pool.size()];
      const term::Term b = pool[random() % pool.size()];
      const term::Kind kinds[] = {term::Kind::BvAdd, term::Kind::BvXor, term::Kind::BvUrem,
                                  term::Kind::BvMul};
      pool.push_back(terms.mk_bv_binary(kinds[random() % 4], a, b));
      const term::Term guard =
          terms.mk_or(terms.mk_bvslt(a, b), terms.mk_not(terms.mk_bv_binary(term::Kind::BvSmulo, b, a)));
      builder.add_edge({.source = LocationId(1 + random() % 4),
                        .target = LocationId(1 + random() % 5),
                        .guard = guard,
                        .updates = {{variables[random() % 4], pool.back()}}});
    }
    const Program program = builder.build();
    const std::string text = text_of(program);
    const Program again = parse(terms, text);
    ASSERT_EQ(program.edges().size(), again.edges().size());
    for (EdgeId id = 0; id < program.edges().size(); ++id)
      EXPECT_EQ(program.edge(id).guard, again.edge(id).guard);
    EXPECT_EQ(text, text_of(again));
  }
}

TEST(DotTest, Picture) {
  term::TermManager terms;
  std::ostringstream out;
  print_dot(out, parse(terms, complete), 20);
  const std::string text = out.str();
  EXPECT_TRUE(text.starts_with("digraph program {")) << text;
  EXPECT_NE(std::string::npos, text.find("l2 -> l3 [label=\"[flag]\\ncall of \\\"reach_er...\\n\"]")) << text;
  EXPECT_NE(std::string::npos, text.find("style=dashed")) << text;
  EXPECT_NE(std::string::npos, text.find("main.loop\\nfoo.c:12")) << text;
  EXPECT_TRUE(text.ends_with("}\n")) << text;
}

TEST(DotTest, LabelsAreEscapedAndCutBetweenCharacters) {
  EXPECT_EQ(R"(a\nb \"c\" \\)", dot_escape("a\nb \"c\" \\"));
  EXPECT_EQ("abcdef", shorten("abcdef", 6));
  EXPECT_EQ("abc...", shorten("abcdefg", 6));
  EXPECT_EQ("ab...", shorten("ab\u00e4defg", 6));  // the third byte is the first of two
}

}  // namespace
}  // namespace pendulum::program
