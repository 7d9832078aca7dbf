// Test fixture for engines that unwind into a tree: the lecture's programs in text form and the contents of
// an Env.
#pragma once

#include <gtest/gtest.h>

#include <deque>
#include <set>

#include "arg/well_labelled.h"
#include "check/judge.h"
#include "engine/engine.h"
#include "program/text/text.h"
#include "smt/factory/factory.h"

namespace pendulum::engine::testing {

/// The slides' control-flow graph. Besides L = 0, the first edge gives `new` its arbitrary value.
inline constexpr const char* slides_program = R"(program
variable L Int
variable old Int
variable new Int
location 0 "0"
location 1 "1"
location 2 "2"
location 3 "3"
location 4 "end"
location 5 "error"
entry 0
error 5
edge 0 -> 1
  input in Int internal
  set L 0
  set new in
edge 1 -> 5
  guard (not (= L 0))
edge 1 -> 2
  set L 1
  set old new
edge 2 -> 3
  set L 0
  set new (+ new 1)
edge 2 -> 3
edge 3 -> 1
  guard (not (= new old))
edge 3 -> 4
  guard (= new old)
)";

/// UFO, Fig. 1(a), with the paper's numbers of locations.
inline constexpr const char* ufo_figure_1 = R"(program
variable i Int
variable n Int
variable x Int
location 0 "1"
location 1 "2"
location 2 "3"
location 3 "4"
location 4 "5"
location 5 "6"
location 6 "7"
location 7 "8"
entry 0
error 7
edge 0 -> 1
  input in Int internal
  set i 0
  set n in
  set x 0
edge 1 -> 2
  guard (< i n)
edge 1 -> 6
  guard (<= n i)
edge 2 -> 3
  guard (<= i 2)
edge 2 -> 4
  guard (> i 2)
edge 3 -> 5
  set x 0
edge 4 -> 5
  set x i
edge 5 -> 1
  set i (+ i 1)
edge 6 -> 7
  guard (< x 0)
)";

/// p stays true; `loop` is the update of p in the loop.
inline std::string flag_program(const std::string& loop) {
  return R"(program
variable p Bool
location 0 "entry"
location 1 "loop"
location 2 "error"
entry 0
error 2
edge 0 -> 1
  set p true
edge 1 -> 1
  input in Bool internal
  set p )" +
         loop + R"(
edge 1 -> 2
  guard (not p)
)";
}

/// The data of a run except for the program.
struct Bench {
  Bench(term::TermManager& manager, const Descriptor& descriptor) : terms(manager), key(descriptor.key) {
    for (const base::OptionSpec& option : descriptor.options) settings.declare(option);
    registry.add(descriptor);
  }

  /// The result of the engine on the program, judged.
  JudgedResult run(const program::Program& program) {
    check::Judge judge(program, nullptr, *solvers, stop, {});
    Env env{.terms = terms,
            .solvers = *solvers,
            .settings = settings,
            .statistics = statistics,
            .stop = stop,
            .judge = judge,
            .registry = registry};
    return run_and_judge(*registry.find(key), Task{program}, env);
  }

  std::uint64_t counter(const std::string& name) { return statistics.counter("engine." + key + "." + name); }

  term::TermManager& terms;
  std::string key;
  base::Statistics statistics;
  base::StopToken stop{base::Clock::now() + std::chrono::seconds(60)};
  std::unique_ptr<smt::SolverFactory> solvers = smt::make_solver_factory({}, stop, statistics);
  Registry registry;
  base::Settings settings;
};

/// A search of the engine over `program` without preparation, with a log; the graph is kept for inspection.
template <typename Search>
struct Searched {
  Searched(Bench& bench, const program::Program& program)
      : judge(program, nullptr, *bench.solvers, bench.stop, {}),
        env{.terms = bench.terms,
            .solvers = *bench.solvers,
            .settings = bench.settings,
            .statistics = bench.statistics,
            .stop = bench.stop,
            .judge = judge,
            .registry = bench.registry},
        search(program, bench.terms.mk_true(), env, &log),
        outcome(search.run()) {}

  /// The graph satisfies the conditions of Theorem 1.
  void check_graph(Bench& bench) const {
    const term::Term known = bench.terms.mk_true();
    EXPECT_EQ(std::nullopt, arg::check_well_labelled(search.arg(), known, *bench.solvers));
    EXPECT_EQ(std::nullopt, arg::check_complete(search.arg(), known, *bench.solvers));
    EXPECT_EQ(std::nullopt, arg::check_safe(search.arg(), known, *bench.solvers));
  }
  template <typename Event>
  std::vector<Event> events() const {
    std::vector<Event> found;
    for (const arg::Event& event : log.events())
      if (const auto* one = std::get_if<Event>(&event)) found.push_back(*one);
    return found;
  }

  arg::EventLog log;
  check::Judge judge;
  Env env;
  Search search;
  decltype(std::declval<Search>().run()) outcome;
};

enum class Truth { Safe, Unsafe, Unsupported };

/// Computes by brute force which kinds of errors a program over few bits with Bool inputs reaches.
inline Truth truth_of(const program::Program& program) {
  term::TermManager& terms = program.terms();
  using State = std::pair<program::LocationId, term::TermVector>;
  std::set<State> seen;
  std::deque<State> open;
  term::TermVector zeros;
  for (const program::Variable& variable : program.variables())
    zeros.push_back(terms.mk_zero(variable.symbol.sort()));
  open.push_back({program.entry(), zeros});
  bool is_unsafe = false, is_unsupported = false;
  while (!open.empty()) {
    const State state = open.front();
    open.pop_front();
    if (!seen.insert(state).second) continue;
    for (const program::EdgeId id : program.outgoing(state.first)) {
      const program::Edge& edge = program.edge(id);
      for (unsigned bits = 0; bits < (1u << edge.inputs.size()); ++bits) {
        term::Model model;
        for (std::size_t i = 0; i < zeros.size(); ++i)
          model.emplace(program.variables()[i].symbol, state.second[i]);
        for (std::size_t i = 0; i < edge.inputs.size(); ++i)
          model.emplace(edge.inputs[i].symbol, terms.mk_bool((bits >> i & 1) != 0));
        if (!term::evaluate(terms, edge.guard, model).is_true()) continue;
        State next{edge.target, state.second};
        for (const program::Assignment& update : edge.updates)
          next.second[program.variable_index(update.variable)] = term::evaluate(terms, update.value, model);
        if (edge.target == program.error()) (edge.is_unsupported ? is_unsupported : is_unsafe) = true;
        open.push_back(std::move(next));
      }
    }
  }
  if (is_unsupported) return Truth::Unsupported;
  return is_unsafe ? Truth::Unsafe : Truth::Safe;
}

}  // namespace pendulum::engine::testing
