// Compares the relation between flags with an explicit enumeration of the states of random programs.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "facts/flags/flag_formulas.h"
#include "term/evaluation/evaluate.h"

namespace pendulum::facts {
namespace {

using program::LocationId;
using term::Term;

constexpr unsigned num_variables = 4;
constexpr unsigned width = 2;
constexpr unsigned num_inner = 4;  ///< locations other than entry and error
constexpr unsigned num_edges = 9;

/// The values of the variables, in their order.
using State = std::vector<unsigned>;

class RandomProgram {
 public:
  /// With `has_inputs`, some updates assign arbitrary values.
  RandomProgram(term::TermManager& terms, unsigned seed, bool has_inputs)
      : terms_(terms), random_(seed), has_inputs_(has_inputs), builder_(terms) {
    for (unsigned i = 0; i < num_variables; ++i) {
      variables_.push_back(terms.mk_symbol("x" + std::to_string(i), terms.bitvec_sort(width)));
      builder_.add_variable({variables_.back()});
    }
    for (unsigned i = 0; i < num_inner + 2; ++i) builder_.add_location("l" + std::to_string(i));
    builder_.set_entry(0);
    builder_.set_error(num_inner + 1);
  }

  program::Program build() {
    program::Edge first{.source = 0, .target = 1, .guard = terms_.mk_true()};
    for (const Term variable : variables_) first.updates.push_back({variable, constant()});
    builder_.add_edge(first);
    for (unsigned i = 0; i < num_edges; ++i) {
      program::Edge edge{.source = 1 + draw(num_inner), .target = 1 + draw(num_inner + 1), .guard = guard()};
      for (const Term variable : variables_)
        if (draw(3) == 0) edge.updates.push_back({variable, value(edge)});
      builder_.add_edge(edge);
    }
    return builder_.build();
  }
  const term::TermVector& variables() const { return variables_; }

 private:
  unsigned draw(unsigned bound) { return static_cast<unsigned>(random_() % bound); }
  Term constant() { return terms_.mk_bv(draw(1u << width), width); }
  Term variable() { return variables_[draw(num_variables)]; }
  Term atom() {
    return draw(2) == 0 ? terms_.mk_eq(variable(), constant()) : terms_.mk_bvult(variable(), variable());
  }
  Term guard() {
    const Term a = atom(), b = atom();
    switch (draw(4)) {
      case 0:
        return terms_.mk_or(a, terms_.mk_not(b));
      case 1:
        return terms_.mk_and(a, b);
      case 2:
        return terms_.mk_eq(a, b);
      default:
        return a;
    }
  }
  Term value(program::Edge& edge) {
    if (has_inputs_ && draw(4) == 0) {
      edge.inputs.push_back({terms_.mk_fresh("input", terms_.bitvec_sort(width))});
      return edge.inputs.back().symbol;
    }
    switch (draw(4)) {
      case 0:
        return variable();
      case 1:
        return terms_.mk_bvadd(variable(), constant());
      case 2:
        return terms_.mk_ite(atom(), constant(), variable());
      default:
        return constant();
    }
  }

  term::TermManager& terms_;
  std::mt19937 random_;
  bool has_inputs_;
  program::ProgramBuilder builder_;
  term::TermVector variables_;
};

/// Explicit exploration of a random program.
class Enumeration {
 public:
  Enumeration(const program::Program& program, const term::TermVector& variables)
      : program_(program),
        terms_(program.terms()),
        variables_(variables),
        reached_(program.locations().size()) {
    visit(program.entry(), State(num_variables, 0));
    while (!open_.empty()) {
      const auto [location, state] = open_.back();
      open_.pop_back();
      for (const program::EdgeId id : program.outgoing(location)) take(program.edge(id), state);
    }
  }
  const std::set<State>& at(LocationId location) const { return reached_[location]; }
  term::Model model_of(const State& state) const {
    term::Model model;
    for (unsigned i = 0; i < num_variables; ++i) model.emplace(variables_[i], terms_.mk_bv(state[i], width));
    return model;
  }

 private:
  void visit(LocationId location, const State& state) {
    if (reached_[location].insert(state).second) open_.emplace_back(location, state);
  }
  void take(const program::Edge& edge, const State& state) {
    unsigned combinations = 1;
    for (std::size_t i = 0; i < edge.inputs.size(); ++i) combinations <<= width;
    for (unsigned inputs = 0; inputs < combinations; ++inputs) {
      term::Model model = model_of(state);
      for (std::size_t i = 0; i < edge.inputs.size(); ++i)
        model.emplace(edge.inputs[i].symbol, terms_.mk_bv(inputs >> (width * i), width));
      if (!term::evaluate(terms_, edge.guard, model).is_true()) continue;
      State after = state;
      for (const program::Assignment& update : edge.updates) {
        const auto index = std::ranges::find(variables_, update.variable) - variables_.begin();
        after[static_cast<std::size_t>(index)] =
            static_cast<unsigned>(term::evaluate(terms_, update.value, model).integer_value().get_ui());
      }
      visit(edge.target, after);
    }
  }

  const program::Program& program_;
  term::TermManager& terms_;
  const term::TermVector& variables_;
  std::vector<std::set<State>> reached_;
  std::vector<std::pair<LocationId, State>> open_;
};

State projected(const State& state, const term::TermVector& variables, const term::TermVector& live) {
  State result = state;
  for (unsigned i = 0; i < num_variables; ++i)
    if (!std::ranges::binary_search(live, variables[i])) result[i] = 0;
  return result;
}

class RandomProgramsTest : public ::testing::TestWithParam<unsigned> {
 protected:
  /// Compares the facts of every location with the enumeration. Requires equality if `is_exact`, and
  /// inclusion of the reachable states otherwise.
  void compare(bool is_exact) {
    term::TermManager terms;
    const base::StopToken stop;
    RandomProgram random(terms, GetParam(), !is_exact);
    const program::Program program = random.build();
    const Enumeration enumeration(program, random.variables());
    const LocationValues values = flag_values(program, stop);
    const FlagRelation relation(program, values, {}, stop);
    const std::vector<term::TermVector> live = program::live_variables(program);
    for (LocationId location = 1; location <= num_inner; ++location) {
      term::TermVector facts{terms.mk_false()};
      if (values[location]) {
        facts = value_formulas(terms, *values[location], live[location]);
        facts.push_back(
            relation_formula(terms, relation, *values[location], location, live[location], 10'000));
      }
      std::set<State> reached;
      for (const State& state : enumeration.at(location))
        reached.insert(projected(state, random.variables(), live[location]));
      for (unsigned code = 0; code < 1u << (width * num_variables); ++code) {
        State state;
        for (unsigned i = 0; i < num_variables; ++i) state.push_back((code >> (width * i)) & 3u);
        if (state != projected(state, random.variables(), live[location])) continue;
        const bool holds = term::evaluate(terms, terms.mk_and(facts), enumeration.model_of(state)).is_true();
        const bool is_reached = reached.contains(state);
        EXPECT_TRUE(holds || !is_reached) << "location " << location << ", code " << code;
        EXPECT_TRUE(is_reached || !holds || !is_exact) << "location " << location << ", code " << code;
      }
    }
  }
};

TEST_P(RandomProgramsTest, TheRelationIsExactWithoutInputs) {
  compare(true);
}
TEST_P(RandomProgramsTest, TheRelationContainsTheReachableStates) {
  compare(false);
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomProgramsTest, ::testing::Range(0u, 60u));

}  // namespace
}  // namespace pendulum::facts
