// The worker's part of `pendulum verify`: front end, engine, judge, evidence.
#include <functional>
#include <set>

#include "base/check.h"
#include "base/process/confinement.h"
#include "check/judge.h"
#include "engine/decide.h"
#include "input/load.h"
#include "main/verify/explainer.h"
#include "main/verify/proof.h"
#include "main/verify/run_result.h"
#include "main/verify/vacuity.h"
#include "main/verify/verify.h"
#include "main/verify/verify_checks.h"
#include "report/event_json.h"
#include "report/json.h"
#include "report/source_marks.h"
#include "smt/factory/factory.h"
#include "validation/validate.h"

namespace pendulum::main {

namespace {

using report::RunRecord;
using report::Verdict;

/// The source options, with the translation of calls from the engine's options if it declares <key>.calls.
input::SourceOptions with_calls(const VerifyOptions& options, const base::Settings& settings) {
  input::SourceOptions source = options.source;
  if (!settings.specs().contains(options.engine + ".calls")) return source;
  source.wait = settings.word(options.engine + ".calls") == "wait";
  source.inline_threshold = static_cast<unsigned>(settings.number(options.engine + ".inline_threshold"));
  return source;
}

/// Runs the engine of the options on a program.
engine::JudgedResult decide(const VerifyOptions& options, const engine::Registry& registry,
                            const base::Settings& settings, const input::Source& source,
                            const std::string& directory, const base::StopToken& stop,
                            const base::Logger& logger, base::Statistics& statistics) {
  const auto solvers =
      smt::make_solver_factory({options.dump_queries_directory, options.seed}, stop, statistics);
  const engine::JudgeMaker make_judge = [&](const program::Program& program) {
    return std::make_unique<check::Judge>(program, source.native ? &*source.native : nullptr, *solvers, stop,
                                          logger.named("judge"));
  };
  const std::unique_ptr<check::Judge> judge = make_judge(source.program);
  engine::Env env{.terms = source.program.terms(),
                  .solvers = *solvers,
                  .settings = settings,
                  .logger = logger,
                  .statistics = statistics,
                  .stop = stop,
                  .judge = *judge,
                  .registry = registry,
                  .seed = options.seed,
                  .jobs = options.jobs,
                  .memory_mib = options.run.memory_mib,
                  .evidence_directory = directory};
  if (!directory.empty()) env.write_recording = std::bind_front(report::write_recording, directory);
  PENDULUM_CHECK(registry.find(options.engine) != nullptr, "engine {} should be registered", options.engine);
  const engine::Descriptor& descriptor = *registry.find(options.engine);
  return options.witness_file.empty()
             ? engine::decide(descriptor, engine::Task{source.program}, env, make_judge)
             : validation::validate(validation::read_witness(options.witness_file), options.source, source,
                                    descriptor, env);
}

/// Runs the engine once, and sends the verdict and then the answer with the names of the evidence files.
void verify_once(const VerifyOptions& options, const input::SourceOptions& loaded,
                 const input::Source& source, const Decide& decide_program, const std::string& staging,
                 RunRecord& record, const base::Statistics& statistics, const supervise::Worker& worker) {
  engine::JudgedResult judged = decide_program(source, worker.stop, staging);
  fill_verdict(record, source, judged);
  fill_statistics(record, statistics);
  Explainer explainer(loaded, source, options.seed, worker);
  if (record.verdict == Verdict::False && source.native && options.trace != report::TraceDetail::Off) {
    // Send the verdict before it is explained: if time runs out now, only the explanation is missing.
    worker.channel.send(supervise::Message::Kind::Snapshot, report::to_json(record));
    explainer.add_trace(record, judged);
  }
  if (staging.empty() && !options.explains) return;
  // Send the verdict before the evidence is written: if time runs out now, only the files are missing.
  worker.channel.send(supervise::Message::Kind::Snapshot, report::to_json(record));
  std::vector<witness::WrittenInvariant> invariants;
  if (const auto* certificate = judged.result.certificate()) {
    invariants = invariants_in_c(source, *certificate, worker);
    if (source.native)
      add_proof(record, source.program, *certificate, invariants, explainer.element_names(invariants));
  }
  if (staging.empty()) return;
  const evidence::EvidenceWriter writer(staging, options.source, source, worker.stop);
  record.evidence_files = write_evidence(writer, judged.result, invariants, staging, worker.logger);
}

}  // namespace

void verify_in_worker(const VerifyOptions& given, const engine::Registry& registry,
                      const base::Settings& settings, RunRecord record, const std::string& staging,
                      const supervise::Worker& worker) {
  base::Statistics statistics;
  term::TermManager terms;
  VerifyOptions options = given;
  options.source = input::add_units(given.source, worker.logger, statistics, worker.stop);
  record.input_files = options.source.files;
  const input::SourceOptions loaded = with_calls(options, settings);
  const input::Source source = input::load(terms, loaded, worker.logger, statistics, worker.stop);
  PENDULUM_CHECK(!source.properties.empty(), "the program should have a property");
  record.property = property::name_of(source.properties);
  record.assumptions = source.assumptions;
  record.models = source.models;
  record.regions = source.regions;
  if (source.native)
    for (const program::ExternFunction& function : source.native->functions)
      if (function.is_undefined) record.undefined.push_back(function.name);
  const std::set<std::string> files = report::source_files(source.program);
  record.source_files.assign(files.begin(), files.end());
  record.marks = report::source_marks(source.program, {record.undefined.begin(), record.undefined.end()});
  fill_statistics(record, statistics);
  worker.channel.send(supervise::Message::Kind::Snapshot, report::to_json(record));

  const Decide decide_program = [&](const input::Source& part, const base::StopToken& stop,
                                    const std::string& directory) {
    return decide(options, registry, settings, part, directory, stop, worker.logger, statistics);
  };
  if (options.finds_all) {
    CheckRuns(options, loaded, source, decide_program, staging, record, worker).run();
    fill_statistics(record, statistics);
  } else {
    verify_once(options, loaded, source, decide_program, staging, record, statistics, worker);
  }
  if (record.verdict == Verdict::False && source.native && !base::namespaces_work())
    worker.logger.warn(
        "no namespaces: a filter of system calls and resource limits alone confined the native run");
  if (record.verdict == Verdict::True && !options.run.quiet) {
    worker.channel.send(supervise::Message::Kind::Snapshot, report::to_json(record));
    record.unreachable = find_unreachable(options, source, registry, settings, worker);
  }
  worker.channel.send(supervise::Message::Kind::Answer, report::to_json(record));
}

}  // namespace pendulum::main
