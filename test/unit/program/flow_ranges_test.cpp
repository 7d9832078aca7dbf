// The ranges that an integer view relies on are inductive: a judge that knows nothing else accepts them.
#include "program/flow_ranges.h"

#include <gtest/gtest.h>

#include <sstream>

#include "program/integer_view.h"
#include "program/random_program.h"
#include "program/step_relation.h"
#include "program/text.h"

namespace pendulum::program {
namespace {

using term::Term;

/// The same runs, but a Boolean variable holds each guard first, as the condition of a branch in C.
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

/// An edge that leads from the facts at its source to a state that violates those at its target.
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

/// How many of some random programs have facts at all.
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

}  // namespace
}  // namespace pendulum::program
