// Transition systems have exactly the steps of their program (brute force on random programs), and z3 accepts
// the text formats and gives the expected answers.
#include "system/transition_system.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "base/process/process.h"
#include "program/random_program.h"
#include "program/step_relation.h"
#include "term/traverse.h"

namespace pendulum::system {
namespace {

using program::Edge;
using program::EdgeId;
using program::LocationId;
using program::Program;
using program::testing::State;

/// All successors of a state as (location, values of the variables), by the edges of the program.
std::set<State> program_steps(const Program& program, LocationId from, const term::Model& model,
                              const term::TermVector& variables, std::uint32_t width) {
  std::set<State> result;
  for (EdgeId id : program.outgoing(from)) {
    const Edge& edge = program.edge(id);
    for (const term::Model& next : program::testing::successors(program, edge, model)) {
      State state{program.terms().mk_bv(static_cast<std::int64_t>(edge.target), width)};
      for (term::Term value : program::testing::state_of(next, variables)) state.push_back(value);
      result.insert(std::move(state));
    }
  }
  return result;
}

TEST(TransitionSystemTest, FormulasAreOverTheirSymbols) {
  term::TermManager terms;
  const term::Term x = terms.mk_symbol("x", terms.bool_sort());
  const term::Term next = terms.mk_symbol("x.next", terms.bool_sort());
  TransitionSystem system;
  system.state = {{x, next}};
  system.init = x;
  system.trans = terms.mk_eq(next, x);
  system.property = x;
  EXPECT_TRUE(is_well_formed(system));
  TransitionSystem shared = system;
  shared.inputs = {x};
  EXPECT_FALSE(is_well_formed(shared));
  TransitionSystem early = system;
  early.init = next;
  EXPECT_FALSE(is_well_formed(early));
  TransitionSystem unknown = system;
  unknown.trans = terms.mk_symbol("y", terms.bool_sort());
  EXPECT_FALSE(is_well_formed(unknown));
  unknown.inputs = {unknown.trans};
  EXPECT_TRUE(is_well_formed(unknown));
}

TEST(TransitionSystemTest, HasTheStepsOfTheProgram) {
  for (unsigned seed = 0; seed < 12; ++seed) {
    term::TermManager terms;
    const Program program = program::testing::RandomProgram(terms, seed).make();
    const TransitionSystem system = to_transition_system(program);
    if (system.inputs.size() > 6) continue;
    const std::uint32_t width = system.location.sort().width();
    term::TermVector variables;
    for (const program::Variable& variable : program.variables()) variables.push_back(variable.symbol);
    term::TermVector state{system.location};
    state.insert(state.end(), variables.begin(), variables.end());
    // The next-state functions are solved by to_program: edge 0 initial, 1 step, 2 error.
    const Program back = to_program(terms, system);
    ASSERT_EQ(3u, back.edges().size());
    const Edge& step = back.edge(1);
    ASSERT_EQ(system.inputs.size(), step.inputs.size())
        << "the functions should need no inputs for next values";
    for (LocationId id = 0; id < program.locations().size(); ++id) {
      term::Model model;
      program::testing::for_all_values(terms, variables, model, [&] {
        term::Model here = model;
        here[system.location] = terms.mk_bv(static_cast<std::int64_t>(id), width);
        std::set<State> steps;
        for (const term::Model& next : program::testing::successors(back, step, here))
          steps.insert(program::testing::state_of(next, state));
        EXPECT_EQ(program_steps(program, id, model, variables, width), steps) << "seed " << seed;
        EXPECT_EQ(id != program.error(), term::evaluate(terms, system.property, here).is_true());
        EXPECT_EQ(id == program.entry(), term::evaluate(terms, system.init, here).is_true());
      });
      if (::testing::Test::HasFailure()) return;
    }
  }
}

TEST(TransitionSystemTest, ToProgramTakesRelations) {
  // x' + x = 3, b' or x' = 0: no next value is defined, so both are inputs under a guard.
  term::TermManager terms;
  const term::Sort bits = terms.bitvec_sort(2);
  const term::Term x = terms.mk_symbol("x", bits), x_next = terms.mk_symbol("x'", bits);
  const term::Term b = terms.mk_symbol("b", terms.bool_sort()),
                   b_next = terms.mk_symbol("b'", terms.bool_sort());
  const term::Term zero = terms.mk_bv(0, 2);
  TransitionSystem system;
  system.state = {{x, x_next}, {b, b_next}};
  system.init = terms.mk_and(terms.mk_eq(x, zero), terms.mk_not(b));
  system.trans = terms.mk_and(terms.mk_eq(terms.mk_bvadd(x, x_next), terms.mk_bv(3, 2)),
                              terms.mk_or(b_next, terms.mk_eq(x_next, zero)));
  system.property = terms.mk_not(b);
  const Program program = to_program(terms, system);
  const Edge& initial = program.edge(0);
  EXPECT_TRUE(initial.guard.is_true());
  EXPECT_TRUE(initial.inputs.empty());
  term::Model model{{x, zero}, {b, terms.mk_false()}};
  std::set<State> steps;
  for (const term::Model& next : program::testing::successors(program, program.edge(1), model))
    steps.insert(program::testing::state_of(next, {x, b}));
  EXPECT_EQ((std::set<State>{{terms.mk_bv(3, 2), terms.mk_true()}}), steps);
}

/// Horn2VMT's relational encoding: each disjunct defines all next values, mostly as unchanged.
TEST(TransitionSystemTest, ToProgramMakesAnEdgeOfEachStep) {
  term::TermManager terms;
  const term::Sort bits = terms.bitvec_sort(2);
  const term::Term x = terms.mk_symbol("x", bits), x_next = terms.mk_symbol("x'", bits);
  const term::Term y = terms.mk_symbol("y", bits), y_next = terms.mk_symbol("y'", bits);
  const term::Term in = terms.mk_symbol("in", bits), one = terms.mk_bv(1, 2);
  TransitionSystem system;
  system.state = {{x, x_next}, {y, y_next}};
  system.inputs = {in};
  system.init = system.property = terms.mk_true();
  const term::Term count = terms.mk_and({terms.mk_eq(x_next, terms.mk_bvadd(x, in)), terms.mk_eq(y_next, y)});
  const term::Term copy = terms.mk_and({terms.mk_eq(x_next, x), terms.mk_eq(y_next, x)});
  system.trans = terms.mk_and(terms.mk_eq(in, one), terms.mk_or(count, copy));
  const Program program = to_program(terms, system);
  const LocationId loop = program.edge(0).target;
  const term::Model model{{x, one}, {y, terms.mk_bv(0, 2)}};
  std::set<State> steps;
  for (const program::EdgeId id : program.outgoing(loop)) {
    if (program.edge(id).target != loop) continue;
    EXPECT_TRUE(program.edge(id).inputs.empty()) << "equations should have defined all";
    for (const term::Model& next : program::testing::successors(program, program.edge(id), model))
      steps.insert(program::testing::state_of(next, {x, y}));
  }
  EXPECT_EQ(program.incoming(loop).size(), 3u);
  EXPECT_EQ((std::set<State>{{terms.mk_bv(2, 2), terms.mk_bv(0, 2)}, {one, one}}), steps);
}

TEST(TransitionSystemTest, ToProgramKeepsAClauseThatIsNoChoiceOfSteps) {
  term::TermManager terms;
  const term::Term x = terms.mk_symbol("x", terms.bool_sort()), x_next = terms.mk_symbol("x'", x.sort());
  TransitionSystem system;
  system.state = {{x, x_next}};
  system.init = system.property = terms.mk_true();
  system.trans = terms.mk_or(x, x_next);
  const Program program = to_program(terms, system);
  EXPECT_EQ(program.incoming(program.edge(0).target).size(), 2u);
}

/// x = 0; while (x != last) x = x + 2; error if x == bad.
Program counter(term::TermManager& terms, std::int64_t bad) {
  program::ProgramBuilder builder(terms);
  const term::Sort word = terms.bitvec_sort(8);
  const term::Term x = terms.mk_symbol("x", word), in = terms.mk_symbol("in y", word);
  const term::Term y = terms.mk_symbol("y", word);
  builder.add_variable({x, "x", "main"});
  builder.add_variable({y, "y", "main"});
  const LocationId entry = builder.add_location("entry"), head = builder.add_location("head");
  const LocationId error = builder.add_location("error");
  builder.set_entry(entry);
  builder.set_error(error);
  builder.add_edge({.source = entry,
                    .target = head,
                    .guard = terms.mk_true(),
                    .updates = {{x, terms.mk_bv(0, 8)}, {y, in}},
                    .inputs = {{in, {}}}});
  builder.add_edge({.source = head,
                    .target = head,
                    .guard = terms.mk_not(terms.mk_eq(x, terms.mk_bv(10, 8))),
                    .updates = {{x, terms.mk_bvadd(x, terms.mk_bv(2, 8))}}});
  builder.add_edge({.source = head,
                    .target = error,
                    .guard = terms.mk_and(terms.mk_eq(x, terms.mk_bv(bad, 8)), terms.mk_eq(x, y))});
  return builder.build();
}

/// z3's answer to a script; the test is skipped if z3 is not installed.
std::string z3_answer(const std::string& script, const std::vector<std::string>& options = {}) {
  const base::TemporaryDirectory directory;
  const std::string path = directory.path() + "/query.smt2";
  std::ofstream(path) << script;
  std::vector<std::string> command{"z3", "-T:20"};
  command.insert(command.end(), options.begin(), options.end());
  command.push_back(path);
  try {
    const base::CommandResult result = base::run_command(command, {});
    return result.output;
  } catch (const base::InputError&) {
    return "no z3";
  }
}

const std::vector<std::string> spacer{"fp.engine=spacer", "fp.xform.slice=false",
                                      "fp.xform.inline_linear=false", "fp.xform.inline_eager=false"};

TEST(ChcTest, Z3DecidesTheClauses) {
  if (z3_answer("(check-sat)") == "no z3") GTEST_SKIP() << "needs the z3 binary";
  term::TermManager terms;
  std::ostringstream safe, unsafe;
  print_chc(safe, counter(terms, 7));
  print_chc(unsafe, counter(terms, 8));
  EXPECT_EQ("sat\n", z3_answer(safe.str(), spacer)) << safe.str();
  EXPECT_EQ("unsat\n", z3_answer(unsafe.str(), spacer)) << unsafe.str();
}

TEST(Smt2Test, CountsBackEdges) {
  if (z3_answer("(check-sat)") == "no z3") GTEST_SKIP() << "needs the z3 binary";
  term::TermManager terms;
  const Program program = counter(terms, 8);
  std::ostringstream three, four;
  print_smt2(three, program, 3);
  print_smt2(four, program, 4);
  EXPECT_EQ("unsat\n", z3_answer(three.str()));
  EXPECT_EQ("sat\n", z3_answer(four.str()));
}

TEST(VmtTest, Z3ReadsTheText) {
  if (z3_answer("(check-sat)") == "no z3") GTEST_SKIP() << "needs the z3 binary";
  term::TermManager terms;
  std::ostringstream text;
  print_vmt(text, to_transition_system(counter(terms, 8)));
  // From the initial states a step leads to a state with the property and x = 0, and not to others.
  text << "(assert .init)(assert .trans)(push)(assert (= x.next #x00))(check-sat)(pop)"
       << "(push)(assert (= x.next #x01))(check-sat)(pop)(assert (not .property))(check-sat)\n";
  const std::string answer = z3_answer(text.str());
  EXPECT_NE(std::string::npos, answer.find("sat\nunsat\nunsat\n")) << answer;
  EXPECT_NE(std::string::npos, text.str().find("(! x :next x.next)"));
  EXPECT_NE(std::string::npos, text.str().find(":invar-property 0"));
}

}  // namespace
}  // namespace pendulum::system
