#include "main/verify/counterexample.h"

#include <algorithm>

#include "base/error.h"
#include "main/verify/run_result.h"
#include "smt/factory/factory.h"
#include "trace/explain.h"
#include "trace/minimise.h"

namespace pendulum::main {

namespace {

using report::RunRecord;

/// Maximum share of the time limit, and of the time without a limit, for the minimisation of a
/// counterexample.
constexpr double minimise_share = 0.1;
constexpr std::chrono::milliseconds minimise_time{1000};

/// Replaces the counterexample by a smaller one if the judge accepts it. Returns true if it was replaced.
bool minimise(engine::JudgedResult& judged, const input::Source& source, check::Judge& judge,
              const base::StopToken& stop) {
  auto time = minimise_time;
  if (const auto remaining = stop.remaining())
    time = std::min(time, std::chrono::duration_cast<std::chrono::milliseconds>(*remaining * minimise_share));
  const base::StopToken budget(stop, base::Clock::now() + time);
  auto path = trace::minimise(source.program, *judged.result.error_path(), budget);
  if (!path) return false;
  const check::Judgement judgement = judge.judge(*path);
  if (!judgement.is_accepted()) return false;
  judged.judgement = judgement;
  judged.result = engine::Result::unsafe(std::move(*path));
  return true;
}

/// The statements of the counterexample. The front end translates the program once more and records what each
/// statement does; the actions are not recorded before, because most runs do not need them.
trace::Trace explain(const input::SourceOptions& options, const input::Source& source,
                     const certificate::ErrorPath& path, const base::StopToken& stop) {
  input::SourceOptions recording = options;
  recording.records_actions = true;
  base::Statistics ignored;
  const input::Source recorded =
      input::load(source.program.terms(), recording, base::Logger(), ignored, stop);
  const auto same = trace::translated(source.program, path, recorded.program);
  if (!same || !recorded.actions) return {};
  return trace::explain(recorded.program, *recorded.actions, *same, options.files);
}

}  // namespace

void add_trace(RunRecord& record, engine::JudgedResult& judged, const input::SourceOptions& loaded,
               const input::Source& source, unsigned seed, const supervise::Worker& worker) {
  try {
    base::Statistics ignored;
    const auto solvers = smt::make_solver_factory({"", seed}, worker.stop, ignored);
    check::Judge judge(source.program, source.native ? &*source.native : nullptr, *solvers, worker.stop,
                       worker.logger.named("judge"));
    const bool is_smaller = minimise(judged, source, judge, worker.stop);
    if (is_smaller) fill_verdict(record, source, judged);
    record.trace = explain(loaded, source, *judged.result.error_path(), worker.stop);
    record.trace.is_minimised = is_smaller;
    if (record.trace.empty()) worker.logger.decision("the counterexample is too long to be explained");
  } catch (const base::InternalError& error) {
    worker.logger.warn("the counterexample is not explained: {}", error.what());
  } catch (const std::runtime_error& error) {
    worker.logger.decision("the counterexample is not explained: {}", error.what());
  }
}

}  // namespace pendulum::main
