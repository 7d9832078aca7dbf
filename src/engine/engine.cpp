// The registry, and run_and_judge, through which every result passes.
#include "engine/engine.h"

#include <algorithm>
#include <new>

#include "base/check.h"
#include "base/error.h"

namespace pendulum::engine {

namespace {

/// Describes the last edge of a path, as "what at file:line", if that edge is not modelled.
std::optional<std::string> unsupported_end(const program::Program& program,
                                           const certificate::ErrorPath& path) {
  if (path.empty()) return std::nullopt;
  const program::Edge& last = program.edge(path.last_step().edge);
  if (!last.is_unsupported) return std::nullopt;
  std::string what = last.violation.empty() ? "a construct that is not modelled" : last.violation;
  if (last.where.is_known() && what.find(last.where.to_string()) == std::string::npos)
    what += " at " + last.where.to_string();
  return what;
}

JudgedResult unknown(const std::string& engine, Reason reason, std::string detail = {}) {
  JudgedResult judged;
  judged.result = Result::unknown(reason, std::move(detail));
  judged.engine = engine;
  return judged;
}

/// Judges `evidence`, which belongs to `result`. Soundness: the evidence stays in the result only if the
/// judge accepted it.
template <typename Evidence>
JudgedResult judge_evidence(const std::string& engine, Result result, const Evidence& evidence, Env& env) {
  JudgedResult judged;
  {
    const base::ScopedTimer timer(env.statistics.seconds("judge.judge_time"));
    ++env.statistics.counter("judge.judgements");
    judged.judgement = env.judge.judge(evidence);
  }
  judged.engine = engine;
  const check::Judgement& judgement = judged.judgement;
  check::count_obligations(judgement, env.statistics);
  switch (judgement.verdict) {
    case check::Judgement::Verdict::Accepted:
      judged.result = std::move(result);
      return judged;
    case check::Judgement::Verdict::Rejected:
      judged.result = judgement.unsupported ? Result::unknown(Reason::Unsupported, *judgement.unsupported)
                                            : Result::unknown(Reason::Rejected, judgement.reason);
      return judged;
    case check::Judgement::Verdict::Undecided:
      judged.result = env.stop.is_stopped() ? Result::unknown(Reason::Timeout)
                                            : Result::unknown(Reason::Timeout, judgement.reason);
      return judged;
  }
  PENDULUM_UNREACHABLE();
}

/// During its lifetime, the logger has the engine's name, and long queries are logged as `<name>.query`.
class NamedLogger {
 public:
  NamedLogger(Env& env, const std::string& name) : env_(env), before_(env.logger) {
    env_.logger = before_.named(name);
    env_.solvers.report_long_queries(
        [logger = before_.named(name + ".query")](std::string_view solver, double seconds) {
          logger.progress("longest query {:.1f} s in {}", seconds, solver);
        });
  }
  ~NamedLogger() {
    env_.logger = before_;
    env_.solvers.report_long_queries({});
  }
  NamedLogger(const NamedLogger&) = delete;
  NamedLogger& operator=(const NamedLogger&) = delete;

 private:
  Env& env_;
  base::Logger before_;
};

/// run_and_judge without the translation of exceptions.
JudgedResult run_unguarded(const Descriptor& descriptor, const Task& task, Env& env) {
  const NamedLogger logger(env, descriptor.key);
  const std::unique_ptr<Engine> engine = descriptor.make(task, env);
  PENDULUM_CHECK(engine != nullptr, "the descriptor of {} should make an engine", descriptor.key);
  if (auto* judging = dynamic_cast<JudgingEngine*>(engine.get())) return judging->run_judged();

  Result result = Result::unknown(Reason::Incomplete);
  {
    const base::ScopedTimer timer(env.statistics.seconds("engine." + descriptor.key + ".run_time"));
    result = engine->run();
  }
  if (const certificate::Certificate* certificate = result.certificate()) {
    const certificate::Certificate evidence = *certificate;
    return judge_evidence(descriptor.key, std::move(result), evidence, env);
  }
  if (const certificate::ErrorPath* path = result.error_path()) {
    if (const auto what = unsupported_end(task.program, *path)) {
      JudgedResult judged = unknown(descriptor.key, Reason::Unsupported, *what);
      judged.reaches_unsupported = true;
      return judged;
    }
    const certificate::ErrorPath evidence = *path;
    return judge_evidence(descriptor.key, std::move(result), evidence, env);
  }
  JudgedResult judged;
  judged.result = std::move(result);
  judged.engine = descriptor.key;
  return judged;
}

}  // namespace

Env with_judge(const Env& env, check::Judge& judge) {
  return {.terms = env.terms,
          .solvers = env.solvers,
          .settings = env.settings,
          .logger = env.logger,
          .statistics = env.statistics,
          .stop = env.stop,
          .judge = judge,
          .registry = env.registry,
          .seed = env.seed,
          .jobs = env.jobs,
          .memory_mib = env.memory_mib,
          .evidence_directory = env.evidence_directory};
}

void Registry::add(Descriptor descriptor) {
  PENDULUM_CHECK(!descriptor.key.empty(), "an engine should have a key");
  PENDULUM_CHECK(descriptor.make != nullptr, "engine {} should have a factory", descriptor.key);
  PENDULUM_CHECK(find(descriptor.key) == nullptr, "engine {} should be registered once", descriptor.key);
  descriptors_.push_back(std::move(descriptor));
}

const Descriptor* Registry::find(const std::string& key) const {
  const auto found = std::find_if(descriptors_.begin(), descriptors_.end(),
                                  [&](const Descriptor& descriptor) { return descriptor.key == key; });
  return found == descriptors_.end() ? nullptr : &*found;
}

JudgedResult run_and_judge(const Descriptor& descriptor, const Task& task, Env& env) {
  try {
    JudgedResult judged = run_unguarded(descriptor, task, env);
    PENDULUM_CHECK(!judged.result.has_evidence() || judged.judgement.is_accepted(),
                   "evidence of {} should be accepted by the judge", descriptor.key);
    return judged;
  } catch (const base::Stopped&) {
    return unknown(descriptor.key, Reason::Timeout);
  } catch (const std::bad_alloc&) {
    return unknown(descriptor.key, Reason::Memory);
  } catch (const base::Unsupported& error) {
    return unknown(descriptor.key, Reason::Unsupported, error.what());
  }
}

}  // namespace pendulum::engine
