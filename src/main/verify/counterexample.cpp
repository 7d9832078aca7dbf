#include "main/verify/counterexample.h"

#include <algorithm>
#include <numeric>

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

/// The path with the numbers of its edges in the whole program.
certificate::ErrorPath in_program(const certificate::ErrorPath& path,
                                  const std::vector<program::EdgeId>& edges) {
  certificate::ErrorPath result;
  for (certificate::Segment segment : path.segments) {
    for (certificate::Step& step : segment.steps) step.edge = edges.at(step.edge);
    result.append(std::move(segment));
  }
  return result;
}

}  // namespace

/// The statements of the counterexample. The front end translates the program once more and records what each
/// statement does; the actions are not recorded before, because most runs do not need them.
trace::Trace CounterexampleExplainer::explain(const certificate::ErrorPath& path) {
  if (!recorded_) {
    input::SourceOptions recording = loaded_;
    recording.records_actions = true;
    base::Statistics ignored;
    recorded_ = input::load(source_.program.terms(), recording, base::Logger(), ignored, worker_.stop);
  }
  const auto same = trace::translated(source_.program, path, recorded_->program);
  if (!same || !recorded_->actions) return {};
  return trace::explain(recorded_->program, *recorded_->actions, *same, loaded_.files);
}

void CounterexampleExplainer::add_trace(RunRecord& record, engine::JudgedResult& judged,
                                        const input::Source& part,
                                        const std::vector<program::EdgeId>& edges) {
  try {
    base::Statistics ignored;
    const auto solvers = smt::make_solver_factory({"", seed_}, worker_.stop, ignored);
    check::Judge judge(part.program, part.native ? &*part.native : nullptr, *solvers, worker_.stop,
                       worker_.logger.named("judge"));
    const bool is_smaller = minimise(judged, part, judge, worker_.stop);
    if (is_smaller) fill_verdict(record, part, judged);
    record.trace = explain(in_program(*judged.result.error_path(), edges));
    record.trace.is_minimised = is_smaller;
    if (record.trace.empty()) worker_.logger.decision("the counterexample is too long to be explained");
  } catch (const base::InternalError& error) {
    worker_.logger.warn("the counterexample is not explained: {}", error.what());
  } catch (const std::runtime_error& error) {
    worker_.logger.decision("the counterexample is not explained: {}", error.what());
  }
}

void CounterexampleExplainer::add_trace(RunRecord& record, engine::JudgedResult& judged) {
  std::vector<program::EdgeId> edges(source_.program.edges().size());
  std::iota(edges.begin(), edges.end(), program::EdgeId{0});
  add_trace(record, judged, source_, edges);
}

}  // namespace pendulum::main
