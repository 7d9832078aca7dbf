#include "engine/decide.h"

#include "base/check.h"
#include "property/property.h"

namespace pendulum::engine {

namespace {

/// The edge violates a property, which counts if the native replay shows it (check/judge.cpp).
bool is_confirmed_natively(const program::Edge& edge) {
  return property::parse_violation(edge.violation).property != property::Property::Reach;
}

}  // namespace

certificate::ErrorPath lift(const certificate::ErrorPath& path, const program::SupportedPart& part) {
  certificate::ErrorPath lifted = path;
  for (certificate::Segment& segment : lifted.segments)
    for (certificate::Step& step : segment.steps) {
      PENDULUM_CHECK(step.edge < part.origin.size(), "edge {} should belong to the part", step.edge);
      step.edge = part.origin[step.edge];
    }
  return lifted;
}

JudgedResult decide(const Descriptor& descriptor, const Task& task, Env& env, const JudgeMaker& make_judge) {
  PENDULUM_CHECK(make_judge != nullptr, "a second run should have a judge");
  JudgedResult first = run_and_judge(descriptor, task, env);
  if (!first.reaches_unsupported) return first;
  const program::SupportedPart part = program::supported_part(task.program, is_confirmed_natively);
  if (part.program.incoming(part.program.error()).empty()) return first;

  env.logger.decision("unsupported code can be reached; looking for errors in the rest");
  const std::unique_ptr<check::Judge> judge = make_judge(part.program);
  Env part_env = with_judge(env, *judge);
  PENDULUM_CHECK(judge != nullptr, "there should be a judge for the supported part");
  const JudgedResult second = run_and_judge(descriptor, Task{part.program}, part_env);
  // Soundness: a proof for the part does not cover executions that continue after an unsupported edge.
  const certificate::ErrorPath* path = second.result.error_path();
  if (path == nullptr) return first;
  certificate::ErrorPath lifted = lift(*path, part);
  const check::Judgement judgement = env.judge.judge(lifted);
  if (!judgement.is_accepted()) return first;
  JudgedResult judged;
  judged.result = Result::unsafe(std::move(lifted));
  judged.judgement = judgement;
  judged.engine = second.engine;
  return judged;
}

}  // namespace pendulum::engine
