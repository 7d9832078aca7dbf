// A small program and engines with every possible behaviour, for tests of the code that calls
// engines.
#pragma once

#include <unistd.h>

#include <cstdlib>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include "base/error.h"
#include "check/judge.h"
#include "engine/engine.h"
#include "engine/portfolio/portfolio.h"
#include "smt/factory/factory.h"

namespace pendulum::engine {

/// entry: x := input (or 0); loop while x < 10: x := x + 1; error if x > 10. Safe if x starts with 0.
/// With `unsupported`: one more edge into the error, from the loop if x = 5, which is_unsupported.
struct CounterProgram {
  enum class Start { Zero, Input };
  enum class Unsupported { None, AtFive };
  program::LocationId entry, loop, error;
  term::Term x;
  program::Program program;

  CounterProgram(term::TermManager& terms, Start start, Unsupported unsupported) {
    program::ProgramBuilder builder(terms);
    const term::Sort sort = terms.bitvec_sort(8);
    x = terms.mk_symbol("x", sort);
    program::Variable variable;
    variable.symbol = x;
    builder.add_variable(variable);
    entry = builder.add_location("entry");
    loop = builder.add_location("loop");
    error = builder.add_location("error");
    builder.set_entry(entry);
    builder.set_error(error);
    program::Edge init;
    init.source = entry;
    init.target = loop;
    init.guard = terms.mk_true();
    init.updates = {{x, terms.mk_bv(0, 8)}};
    if (start == Start::Input) {
      const term::Term input = terms.mk_symbol("start", sort);
      init.inputs = {{input, {}}};
      init.updates = {{x, input}};
    }
    builder.add_edge(init);
    if (unsupported == Unsupported::AtFive) {
      program::Edge edge;
      edge.source = loop;
      edge.target = error;
      edge.guard = terms.mk_eq(x, terms.mk_bv(5, 8));
      edge.violation = "longjmp";
      edge.where = {"a.c", 7, 1, "main"};
      edge.is_unsupported = true;
      builder.add_edge(edge);
    }
    program::Edge step;
    step.source = loop;
    step.target = loop;
    step.guard = terms.mk_bvult(x, terms.mk_bv(10, 8));
    step.updates = {{x, terms.mk_bvadd(x, terms.mk_bv(1, 8))}};
    builder.add_edge(step);
    program::Edge fail;
    fail.source = loop;
    fail.target = error;
    fail.guard = terms.mk_bvult(terms.mk_bv(10, 8), x);
    fail.violation = "x > 10";
    builder.add_edge(fail);
    program = builder.build();
  }
};

class FakeEngine : public Engine {
 public:
  explicit FakeEngine(std::function<Result()> behaviour) : behaviour_(std::move(behaviour)) {}
  Result run() override { return behaviour_(); }

 private:
  std::function<Result()> behaviour_;
};

/// The contents of an Env, for one CounterProgram.
struct Bench {
  term::TermManager terms;
  CounterProgram counter;
  base::Statistics statistics;
  base::StopToken stop;
  std::unique_ptr<smt::SolverFactory> solvers = smt::make_solver_factory({}, stop, statistics);
  check::Judge judge{counter.program, nullptr, *solvers, stop, {}};
  Registry registry;
  base::Settings settings;
  std::vector<std::string> warnings;
  Env env{.terms = terms,
          .solvers = *solvers,
          .settings = settings,
          .statistics = statistics,
          .stop = stop,
          .judge = judge,
          .registry = registry};

  explicit Bench(CounterProgram::Start start = CounterProgram::Start::Zero,
                 CounterProgram::Unsupported unsupported = CounterProgram::Unsupported::None,
                 base::Clock::time_point deadline = base::Clock::now() + std::chrono::seconds(30))
      : counter(terms, start, unsupported), stop(deadline) {
    env.logger = base::Logger(
        "", 0, [this](int, std::string_view, std::string_view message) { warnings.emplace_back(message); });
  }

  void add(const std::string& key, std::function<Result()> behaviour) {
    Descriptor descriptor;
    descriptor.key = key;
    descriptor.make = [behaviour](const Task&, Env&) { return std::make_unique<FakeEngine>(behaviour); };
    registry.add(std::move(descriptor));
  }

  /// Adds an engine whose behaviour depends on its environment, for example on the lemma exchange.
  void add_with_env(const std::string& key, std::function<Result(Env&)> behaviour) {
    Descriptor descriptor;
    descriptor.key = key;
    descriptor.make = [behaviour](const Task&, Env& member) {
      return std::make_unique<FakeEngine>([behaviour, &member] { return behaviour(member); });
    };
    registry.add(std::move(descriptor));
  }

  JudgedResult run(const std::string& key) {
    return run_and_judge(*registry.find(key), Task{counter.program}, env);
  }

  JudgedResult run_portfolio(const std::string& members) {
    registry.add(portfolio::make_descriptor());
    for (const base::OptionSpec& option : registry.find("portfolio")->options) settings.declare(option);
    settings.set("portfolio.engines", members);
    return run("portfolio");
  }

  Result right_proof() {
    certificate::Invariant invariant;
    invariant.at[counter.loop] = terms.mk_bvule(counter.x, terms.mk_bv(10, 8));
    return Result::safe(invariant);
  }
  Result wrong_proof() {
    certificate::Invariant invariant;
    invariant.at[counter.loop] = terms.mk_bvule(counter.x, terms.mk_bv(9, 8));
    return Result::safe(invariant);
  }
  /// Through the last edge into the error with x = `start`.
  Result path(std::int64_t start) {
    certificate::ErrorPath path;
    path.segments.resize(1);
    path.segments[0].steps.resize(2);
    path.segments[0].steps[0].edge = 0;
    path.segments[0].steps[0].inputs[terms.mk_symbol("start", terms.bitvec_sort(8))] = terms.mk_bv(start, 8);
    path.segments[0].steps[1].edge = static_cast<program::EdgeId>(counter.program.edges().size() - 1);
    return Result::unsafe(path);
  }
  /// Through the edge that is_unsupported.
  Result unsupported_path() {
    Result result = path(5);
    certificate::ErrorPath path = *result.error_path();
    path.segments[0].steps[1].edge = 1;
    return Result::unsafe(path);
  }
};

[[noreturn]] inline Result hang() {
  while (true) ::pause();
}

}  // namespace pendulum::engine
