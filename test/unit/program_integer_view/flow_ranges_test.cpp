// The ranges that an integer view assumes are inductive: a judge without further facts accepts them.
#include "program/integer_view/flow_ranges.h"

#include <gtest/gtest.h>

#include <sstream>

#include "program/integer_view/integer_view.h"
#include "program/random_program.h"
#include "program/step_relation.h"
#include "program/text/text.h"

namespace pendulum::program {
namespace {

using term::Term;

/// The same executions, but a Boolean variable holds each guard first, like the condition of a branch in C.
Program with_named_guards(const Program& program) {
  term::TermManager& terms = program.terms();
  ProgramBuilder builder(terms);
  for (const Location& location : program.locations()) builder.add_location(location.name);
  for (const Variable& variable : program.variables()) builder.add_variable(variable);
  const Term condition = terms.mk_symbol("condition", terms.bool_sort());
  builder.add_variable({condition, "condition", "main"});
  builder.set_entry(program.entry());
  builder.set_error(program.error());
  for (Edge edge : program.edges()) {
    if (!edge.guard.is_true()) {
      const LocationId tested = builder.add_location("tested");
      builder.add_edge({.source = edge.source,
                        .target = tested,
                        .guard = terms.mk_true(),
                        .updates = {{condition, edge.guard}}});
      edge.source = tested;
      edge.guard = condition;
    }
    builder.add_edge(std::move(edge));
  }
  return builder.build();
}

/// An edge that leads from a state that satisfies the facts at its source to a state that violates those at
/// its target.
std::optional<EdgeId> edge_that_leaves(const IntegerView& view, const Program& program) {
  term::TermManager& terms = program.terms();
  term::TermVector variables;
  for (const Variable& variable : program.variables()) variables.push_back(variable.symbol);
  for (EdgeId id = 0; id < program.edges().size(); ++id) {
    const Edge& edge = program.edge(id);
    bool leaves = false;
    term::Model model;
    testing::for_all_values(terms, variables, model, [&] {
      if (leaves || !term::evaluate(terms, view.facts_at(edge.source), model).is_true()) return;
      for (const term::Model& next : testing::successors(program, edge, model))
        leaves |= !term::evaluate(terms, view.facts_at(edge.target), next).is_true();
    });
    if (leaves) return id;
  }
  return std::nullopt;
}

std::string print_facts(const IntegerView& view, const Program& program) {
  std::ostringstream out;
  print(out, program);
  for (LocationId id = 0; id < program.locations().size(); ++id)
    out << "facts " << id << ": " << view.facts_at(id).to_string() << "\n";
  return out.str();
}

/// The number of random programs that have facts.
unsigned check_random_programs(const std::function<Program(const Program&)>& change) {
  unsigned num_with_facts = 0;
  for (unsigned seed = 0; seed < 200; ++seed) {
    term::TermManager terms;
    const Program program = change(testing::RandomProgram(terms, seed).make());
    const IntegerView view(program);
    EXPECT_TRUE(view.facts_at(program.entry()).is_true());
    const std::optional<EdgeId> left = edge_that_leaves(view, program);
    EXPECT_EQ(std::nullopt, left) << "seed " << seed << "\n" << print_facts(view, program);
    if (left) break;
    for (LocationId id = 0; id < program.locations().size(); ++id)
      if (!view.facts_at(id).is_true()) {
        ++num_with_facts;
        break;
      }
  }
  return num_with_facts;
}

TEST(FlowRangesTest, FactsAreInductive) {
  EXPECT_GT(check_random_programs([](const Program& program) { return program; }), 20u);
}

TEST(FlowRangesTest, FactsFromBooleansAreInductive) {
  EXPECT_GT(check_random_programs(with_named_guards), 20u);
}

/// The analysis does not track `n`, so the definition of `is_small` by `n` must not outlive the next value of
/// `n`.
constexpr const char* changed_after_comparison = R"(program
variable n (_ BitVec 3) signed
variable x (_ BitVec 3) unsigned
variable size (_ BitVec 3) unsigned
variable is_small Bool
location 0 "entry"
location 1 "compared"
location 2 "changed"
location 3 "chosen"
location 4 "allocated"
location 5 "error"
entry 0
error 5
edge 0 -> 1
  input first (_ BitVec 3) internal
  set n first
  set is_small (bvslt first #b001)
edge 1 -> 2
  input second (_ BitVec 3) internal
  set n second
edge 2 -> 3
  guard (and is_small (bvsle #b010 n))
  set x (ite is_small #b001 #b000)
edge 2 -> 3
  guard (not is_small)
  set x #b000
edge 3 -> 4
  set size (bvmul x #b010)
edge 4 -> 5
  guard (bvult size x)
)";

TEST(FlowRangesTest, DefinitionsEndWithTheValuesThatWereCompared) {
  term::TermManager terms;
  const Program program = parse(terms, changed_after_comparison);
  const IntegerView view(program);
  const Term x = program.variables()[1].symbol;
  EXPECT_EQ(terms.mk_and(terms.mk_bvule(terms.mk_bv(0, 3), x), terms.mk_bvule(x, terms.mk_bv(1, 3))),
            view.facts_at(3))
      << print_facts(view, program);
  EXPECT_EQ(std::nullopt, edge_that_leaves(view, program)) << print_facts(view, program);
}

/// In the second pass of the descent `w` is at most 6 and no longer 7. The interval of (ite in w 7) is then
/// larger than before, because it is that of numbers from -1 to 6.
constexpr const char* smaller_interval_with_larger_image = R"(program
variable x (_ BitVec 3) unsigned
variable w (_ BitVec 3) unsigned
variable y (_ BitVec 3) unsigned
variable v (_ BitVec 3) unsigned
location 0 "entry"
location 1 "head"
location 2 "body"
location 3 "chosen"
location 4 "after"
location 5 "error"
entry 0
error 5
edge 0 -> 1
  set x #b001
  set w #b001
  set v #b001
edge 1 -> 1
  guard (bvult x #b110)
  set x (bvadd x #b001)
  set w #b001
  set v #b001
edge 1 -> 2
edge 2 -> 3
  input in Bool internal
  set y (ite in w #b111)
edge 3 -> 1
  set w x
  set x #b001
  set v y
edge 1 -> 4
  set x (bvadd v #b111)
edge 4 -> 5
  guard (= x #b111)
)";

TEST(FlowRangesTest, TheDescentKeepsFactsInductive) {
  term::TermManager terms;
  const Program program = parse(terms, smaller_interval_with_larger_image);
  const IntegerView view(program);
  EXPECT_FALSE(view.facts_at(1).is_true());
  EXPECT_EQ(std::nullopt, edge_that_leaves(view, program)) << print_facts(view, program);
}

}  // namespace
}  // namespace pendulum::program
