#include "engine/impulse/error_search.h"

#include <algorithm>

namespace pendulum::engine::impulse {

using certificate::ErrorPath;
using program::LocationId;

namespace {

program::Program searched_program(const program::Program& program) {
  return program::has_changes(program) ? program::without_changes(program) : program;
}

}  // namespace

ErrorSearch::ErrorSearch(const Task& task, Env& env)
    : env_(env),
      without_changes_(searched_program(task.program)),
      task_{without_changes_},
      prepared_(task_, env, Blocks::Large),
      loops_(prepared_.program(), env),
      is_accelerating_(env.settings.is_on("impulse.accelerate")),
      bound_(static_cast<unsigned>(env.settings.number("impulse.bound"))),
      unaccelerated_bound_(bound_) {}

std::optional<Result> ErrorSearch::run(const std::string& location) {
  base::ScopedTimer timer(env_.statistics.seconds("engine.impulse.search_time"));
  ++env_.statistics.counter("engine.impulse.phases");
  if (!accelerate(location, env_.stop) && location.empty()) grow();
  return search(env_.stop);
}

/// Loops without accelerators need as many repetitions as they have iterations, the others few.
void ErrorSearch::grow() {
  ++bound_;
  unaccelerated_bound_ *= 2;
}

bool ErrorSearch::accelerate(const std::string& location, const base::StopToken& stop) {
  if (!is_accelerating_) return false;
  for (const LocationId head : loops_.heads()) {
    const bool is_meant = location.empty() || prepared_.program().location(head).name == location;
    if (!is_meant || loops_.is_done(head, unaccelerated_bound_)) continue;
    loops_.accelerate(head, unaccelerated_bound_, stop);
    return true;
  }
  return false;
}

std::optional<Result> ErrorSearch::search(const base::StopToken& stop) {
  const acceleration::Instrumented instrumented =
      acceleration::instrument(prepared_.program(), loops_.accelerators());
  BoundedSearch search(prepared_.program(), instrumented, loops_.accelerators(),
                       {bound_, unaccelerated_bound_}, env_, stop);
  const auto path = search.find();
  return path ? confirmed(*path) : std::nullopt;
}

std::optional<Result> ErrorSearch::confirmed(const ErrorPath& path) {
  const auto refined = prepared_.refine(path);
  if (!refined) {
    env_.logger.decision("the program does not follow the large-block path");
    return std::nullopt;
  }
  const check::Judgement judgement = env_.judge.judge(*refined);
  if (judgement.is_accepted()) return Result::unsafe(*refined);
  env_.logger.decision("error path: {}", judgement.reason);
  return std::nullopt;
}

}  // namespace pendulum::engine::impulse
