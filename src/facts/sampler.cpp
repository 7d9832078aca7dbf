#include "facts/sampler.h"

#include <algorithm>
#include <chrono>

#include "base/check.h"
#include "facts/random_values.h"
#include "term/print.h"
#include "term/traverse.h"

namespace pendulum::facts {

namespace {

using program::Edge;
using program::EdgeId;
using program::LocationId;
using term::Model;
using term::Term;

/// Number of times that random inputs are drawn for a step before a solver finds inputs. Guards that random
/// inputs satisfy at all are usually satisfied by one of the first draws.
constexpr unsigned max_draws = 4;
/// Time limit of the query for inputs of one edge. A query that takes longer only loses a sample.
constexpr std::chrono::milliseconds query_limit{300};

class Sampler {
 public:
  Sampler(const program::Program& program, smt::SolverFactory& solvers, const SamplerLimits& limits,
          unsigned seed, const base::StopToken& stop)
      : program_(program),
        terms_(program.terms()),
        solvers_(solvers),
        limits_(limits),
        values_(program, seed),
        stop_(stop),
        samples_(program.locations().size()) {}

  Samples run() {
    PENDULUM_CHECK(limits_.steps > 0, "an execution should have steps");
    for (unsigned i = 0; i < limits_.runs && !stop_.is_stopped(); ++i) run_once();
    return std::move(samples_);
  }

 private:
  struct Move {
    EdgeId edge;
    Model inputs;
  };

  std::optional<Move> random_move(LocationId location, const Model& state) {
    std::vector<EdgeId> edges = program_.outgoing(location);
    for (unsigned attempt = 0; attempt < max_draws; ++attempt) {
      std::shuffle(edges.begin(), edges.end(), values_.random());
      for (const EdgeId id : edges) {
        Move move{id, {}};
        Model both = state;
        for (const program::Input& input : program_.edge(id).inputs) {
          const Term value = values_.draw(input.symbol.sort());
          PENDULUM_DCHECK(value.sort() == input.symbol.sort(), "a random value of {} should have its sort",
                          input.symbol.name());
          move.inputs.emplace(input.symbol, value);
          both.emplace(input.symbol, value);
        }
        if (term::evaluate(terms_, program_.edge(id).guard, both).is_true()) return move;
      }
    }
    return std::nullopt;
  }

  std::optional<Move> solved_move(LocationId location, const Model& state) {
    std::vector<EdgeId> edges = program_.outgoing(location);
    std::shuffle(edges.begin(), edges.end(), values_.random());
    for (const EdgeId id : edges) {
      const Term guard = term::substitute(terms_, program_.edge(id).guard, state);
      if (guard.is_false()) continue;
      const Term only[] = {guard};
      smt::SolverOptions options;
      options.logic = term::logic_of(only);
      options.seed = static_cast<unsigned>(values_.random()());
      auto solver = solvers_.make(terms_, options);
      solver->set_time_limit(query_limit);
      solver->assert_term(guard);
      if (solver->check() != smt::SatResult::Sat) continue;  // an unknown answer only loses a sample
      Move move{id, {}};
      for (const program::Input& input : program_.edge(id).inputs) {
        const Term value = solver->value(input.symbol);
        PENDULUM_DCHECK(value.is_null() || value.sort() == input.symbol.sort(),
                        "the value {} should have the sort of input {}", value.to_string(),
                        input.symbol.name());
        if (!value.is_null()) move.inputs.emplace(input.symbol, value);
      }
      return move;
    }
    return std::nullopt;
  }

  void run_once() {
    LocationId location = program_.entry();
    Model state;
    for (unsigned step = 0; step < limits_.steps && !stop_.is_stopped(); ++step) {
      auto move = random_move(location, state);
      if (!move) move = solved_move(location, state);
      if (!move) return;
      const Edge& edge = program_.edge(move->edge);
      Model both = state;
      for (const auto& [symbol, value] : move->inputs) both.insert_or_assign(symbol, value);
      term::Evaluator evaluate(terms_, both);
      if (!evaluate(edge.guard).is_true()) return;
      PENDULUM_CHECK(edge.source == location, "edge {} should start at location {}", move->edge, location);
      for (const program::Assignment& update : edge.updates)
        state.insert_or_assign(update.variable, evaluate(update.value));
      location = edge.target;
      samples_[location].push_back(state);
    }
  }

  const program::Program& program_;
  term::TermManager& terms_;
  smt::SolverFactory& solvers_;
  SamplerLimits limits_;
  RandomValues values_;
  const base::StopToken& stop_;
  Samples samples_;
};

}  // namespace

Samples sample(const program::Program& program, smt::SolverFactory& solvers, const SamplerLimits& limits,
               unsigned seed, const base::StopToken& stop) {
  return Sampler(program, solvers, limits, seed, stop).run();
}

}  // namespace pendulum::facts
