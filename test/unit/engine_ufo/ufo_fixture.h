// Test fixture: programs in text form, searched by one configuration, with the contents of an Env.
#pragma once

#include <gtest/gtest.h>

#include "engine/ufo/search.h"
#include "engine/ufo/ufo.h"
#include "program/text/text.h"
#include "smt/factory/factory.h"

namespace pendulum::engine::ufo {

/// UFO, Fig. 1(a), with the paper's numbers of locations. x4 >= 0 of mu_7 is a misprint for x4 < 0.
inline constexpr const char* figure_1 = R"(program
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
location 8 "9"
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
edge 6 -> 8
  guard (>= x 0)
)";

inline const std::vector<Configuration>& configurations() {
  static const std::vector<Configuration> all{
      {"ufo", PostKind::True, InterpolantUse::Labels},
      {"cpufo", PostKind::Cartesian, InterpolantUse::Labels},
      {"bpufo", PostKind::Boolean, InterpolantUse::Labels},
      {"cp", PostKind::Cartesian, InterpolantUse::Predicates},
      {"bp", PostKind::Boolean, InterpolantUse::Predicates},
  };
  return all;
}

/// The data of a run except for the program.
struct Bench {
  explicit Bench(term::TermManager& manager) : terms(manager) {
    for (const Descriptor& descriptor : make_descriptors()) {
      for (const base::OptionSpec& option : descriptor.options) settings.declare(option);
      registry.add(descriptor);
    }
    settings.set("ufo.check_interpolants", "on");
  }

  /// The result of the engine on the program, judged.
  JudgedResult run(const program::Program& program, const std::string& key) {
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

  term::TermManager& terms;
  base::Statistics statistics;
  base::StopToken stop{base::Clock::now() + std::chrono::seconds(60)};
  std::unique_ptr<smt::SolverFactory> solvers = smt::make_solver_factory({}, stop, statistics);
  Registry registry;
  base::Settings settings;
};

}  // namespace pendulum::engine::ufo
