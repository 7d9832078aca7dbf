#include "main/verify/vacuity.h"

#include <algorithm>
#include <map>

#include "base/budget.h"
#include "base/check.h"
#include "base/error.h"
#include "check/judge.h"
#include "program/passes/without_errors.h"
#include "smt/factory/factory.h"

namespace pendulum::main {

namespace {

constexpr std::chrono::milliseconds time_limit{2000};

bool has_assumptions(const input::Source& source) {
  return source.native && std::any_of(source.native->functions.begin(), source.native->functions.end(),
                                      [](const auto& function) { return function.is_assumption; });
}

/// The probes: their source locations, with the texts of their errors.
using Probes = std::map<program::SourceLocation, std::string>;

Probes probes_of(const program::Program& program) {
  Probes probes;
  for (const program::EdgeId id : program.incoming(program.error()))
    if (!program.edge(id).is_unsupported) probes.emplace(program.edge(id).where, program.edge(id).violation);
  return probes;
}

engine::JudgedResult run_bmc(const engine::Descriptor& bmc, const program::Program& program,
                             const engine::Registry& registry, const base::Settings& settings,
                             const base::StopToken& stop, const base::Logger& logger) {
  base::Statistics statistics;
  const auto solvers = smt::make_solver_factory({}, stop, statistics);
  // Without a native replay: the result is only a warning.
  check::Judge judge(program, nullptr, *solvers, stop, logger.named("judge"));
  engine::Env env{.terms = program.terms(),
                  .solvers = *solvers,
                  .settings = settings,
                  .logger = logger,
                  .statistics = statistics,
                  .stop = stop,
                  .judge = judge,
                  .registry = registry};
  return engine::run_and_judge(bmc, engine::Task{program}, env);
}

/// The probes of the program that no execution reaches; none if that cannot be decided.
Probes unreachable_probes(const program::Program& program,
                          const std::function<engine::JudgedResult(const program::Program&)>& run) {
  Probes open = probes_of(program);
  while (!open.empty()) {
    const program::Program rest = program::without_errors(program, [&](const program::Edge& edge) {
      return !edge.is_unsupported && !open.contains(edge.where);
    });
    const engine::JudgedResult judged = run(rest);
    if (judged.result.certificate() != nullptr) return open;
    const certificate::ErrorPath* path = judged.result.error_path();
    if (path == nullptr) return {};
    open.erase(rest.edge(path->last_step().edge).where);
  }
  return {};
}

}  // namespace

std::vector<report::UnreachableLine> find_unreachable(const VerifyOptions& options,
                                                      const input::Source& source,
                                                      const engine::Registry& registry,
                                                      const base::Settings& settings,
                                                      const supervise::Worker& worker) {
  const engine::Descriptor* bmc = registry.find("bmc");
  if (bmc == nullptr || !source.native || !(options.explains || has_assumptions(source))) return {};
  const base::Budget budget = base::Budget::at_most(worker.stop, time_limit, "assumptions");
  const base::Logger logger = worker.logger.named("assumptions");
  std::vector<report::UnreachableLine> result;
  try {
    term::TermManager terms;
    base::Statistics statistics;
    input::SourceOptions probing = options.source;
    probing.property = "reach";
    probing.data_model = input::data_model_of(options.source);
    probing.probes_assumptions = true;
    const input::Source probed = input::load(terms, probing, logger, statistics, budget);
    const auto run = [&](const program::Program& program) {
      return run_bmc(*bmc, program, registry, settings, budget, logger);
    };
    for (const auto& [place, text] : unreachable_probes(probed.program, run)) {
      const bool is_assertion = text.find("assertion") != std::string::npos;
      result.push_back({place.file, place.line, is_assertion ? "assertion" : "assumption"});
      worker.logger.warn("no execution {} at {}{}",
                         is_assertion ? "reaches the assertion" : "passes the assumption", place.to_string(),
                         is_assertion ? ", so it holds whatever it states"
                                      : "; checks after it hold whatever the program does");
    }
  } catch (const base::Stopped&) {
    logger.decision("not enough time to check the assumptions");
  } catch (const base::Unsupported& error) {
    logger.decision("the assumptions cannot be checked: {}", error.what());
  }
  return result;
}

}  // namespace pendulum::main
