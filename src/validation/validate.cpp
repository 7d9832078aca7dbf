#include "validation/validate.h"

#include <fmt/core.h>

#include <filesystem>

#include "base/check.h"
#include "base/error.h"
#include "base/file.h"
#include "engine/decide.h"
#include "input/task_file.h"
#include "program/passes/passes.h"
#include "witness/correctness.h"
#include "witness/replay.h"
#include "witness/violation.h"
#include "witness/yaml.h"

namespace pendulum::validation {

namespace {

namespace fs = std::filesystem;
using engine::JudgedResult;
using engine::Reason;
using engine::Result;

JudgedResult refuse(std::string why) {
  JudgedResult refused;
  refused.result = Result::unknown(Reason::Rejected, "the witness: " + std::move(why));
  return refused;
}

/// If the witness is about other properties than the requested ones: a message about that.
std::optional<std::string> other_property(const witness::Metadata& metadata,
                                          const input::SourceOptions& source) {
  try {
    const property::Properties about =
        property::parse_specification(metadata.specification, "its specification");
    if (about == input::properties_of(source)) return std::nullopt;
    return "it is about " + property::name_of(about) + ", not " +
           property::name_of(input::properties_of(source));
  } catch (const base::Unsupported& what) {
    return std::string("it is about another property: ") + what.what();
  } catch (const base::InputError& what) {
    return what.what();
  }
}

/// If the witness does not belong to this task (property, data model, files): a message about that.
std::optional<std::string> mismatch(const witness::Metadata& metadata, const input::SourceOptions& source) {
  if (metadata.language != "C") return "it is about a program in " + metadata.language + ", not in C";
  if (const auto why = other_property(metadata, source)) return why;
  if (metadata.data_model != input::data_model_of(source))
    return "it is about data model " + metadata.data_model + ", not " + input::data_model_of(source);
  for (const std::string& file : source.files) {
    const fs::path name = fs::path(file).filename();
    const auto known =
        std::find_if(metadata.input_files.begin(), metadata.input_files.end(),
                     [&](const auto& entry) { return fs::path(entry.first).filename() == name; });
    if (known == metadata.input_files.end()) return "it is not about " + file;
    if (known->second.empty()) return "it contains no hash of " + file;
    if (known->second != frontend::sha256(base::read_file(file)))
      return "its hash of " + file + " differs, so it was made for another version of the file";
  }
  if (metadata.input_files.size() != source.files.size())
    return fmt::format("it is about {} files, not {}", metadata.input_files.size(), source.files.size());
  return std::nullopt;
}

/// The width of `long` in the data model.
unsigned long_bits_of(const input::SourceOptions& options) {
  const std::string model = input::data_model_of(options);
  PENDULUM_CHECK(model == "ILP32" || model == "LP64", "the data model {} should be ILP32 or LP64", model);
  return model == "LP64" ? 64 : 32;
}

/// The environment of an engine, with a judge for another program. This judge has no native replay; a path
/// that becomes a verdict is replayed natively as a path of the original program.
class OtherProgram {
 public:
  OtherProgram(const program::Program& program, engine::Env& env)
      : judge_(program, nullptr, env.solvers, env.stop, env.logger.named("judge")),
        env_(engine::with_judge(env, judge_)) {
    env_.evidence_directory.clear();
  }

  check::Judge& judge() { return judge_; }
  engine::Env& env() { return env_; }

 private:
  check::Judge judge_;
  engine::Env env_;
};

/// The result unsafe with the path, if the judge of the original program accepts it; otherwise unknown.
JudgedResult judged_path(const certificate::ErrorPath& path, const std::string& engine, engine::Env& env) {
  JudgedResult judged;
  judged.engine = engine;
  judged.judgement = env.judge.judge(path);
  judged.result = judged.judgement.is_accepted() ? Result::unsafe(path)
                                                 : Result::unknown(Reason::Rejected, judged.judgement.reason);
  return judged;
}

JudgedResult validate_invariants(const witness::InvariantSet& set, unsigned long_bits,
                                 const input::Source& source, const engine::Descriptor& descriptor,
                                 engine::Env& env) {
  const witness::CheckedProgram checked = witness::check_invariants(source.program, set, long_bits);
  for (const std::string& why : checked.unused) env.logger.decision("an invariant is not used: {}", why);
  if (!set.invariants.empty() && checked.invariants.empty())
    return refuse("none of its invariants can be used: " + checked.unused.front());
  PENDULUM_CHECK(checked.program.edges().size() >= source.program.edges().size(),
                 "the checked program should keep the edges of the original");
  OtherProgram other(checked.program, env);

  // First try the invariants of the witness as the complete proof.
  certificate::Invariant proof;
  for (const program::LocationId location : program::cutpoints(checked.program))
    if (location != checked.program.entry() && location != checked.program.error())
      proof.at.emplace(location, env.terms.mk_true());
  for (const auto& [location, term] : checked.invariants) proof.at[location] = term;
  JudgedResult judged;
  judged.judgement = other.judge().judge(proof);
  check::count_obligations(judged.judgement, env.statistics);
  if (judged.judgement.is_accepted()) {
    judged.result = Result::safe(proof);
    judged.engine = "witness";
    return judged;
  }

  const engine::JudgeMaker make_judge = [&](const program::Program& program) {
    return std::make_unique<check::Judge>(program, nullptr, env.solvers, env.stop, env.logger.named("judge"));
  };
  judged = engine::decide(descriptor, engine::Task{checked.program}, other.env(), make_judge);
  const certificate::ErrorPath* path = judged.result.error_path();
  if (path == nullptr) return judged;  // a proof of the checked program is a proof of the original
  const program::EdgeId last = path->last_step().edge;
  if (last < source.program.edges().size()) return judged_path(*path, judged.engine, env);
  const program::Edge& edge = checked.program.edge(last);
  PENDULUM_CHECK(edge.target == checked.program.error(), "an additional edge should lead to the error");
  return refuse(fmt::format("{} at {}", edge.violation, edge.where.to_string()));
}

JudgedResult validate_violation(const witness::ViolationSequence& sequence, unsigned long_bits,
                                const input::Source& source, const engine::Descriptor& descriptor,
                                engine::Env& env) {
  witness::SourceTexts sources;
  // First execute the program with the values of the witness; this needs no search if it states all inputs.
  if (const auto path =
          witness::replay(source.program, *source.native, sequence, long_bits, sources, env.stop)) {
    JudgedResult judged = judged_path(*path, "witness", env);
    if (judged.judgement.is_accepted()) return judged;
  }
  const witness::GuidedProgram guided =
      witness::guide(source.program, *source.native, sequence, long_bits, sources);
  for (const std::string& why : guided.unused) env.logger.decision("a waypoint does not restrict: {}", why);
  if (!guided.has_target)
    return refuse("there is no error at its target, " + sequence.segments.back().follow.where.to_string());
  OtherProgram other(guided.program, env);
  JudgedResult judged = engine::run_and_judge(descriptor, engine::Task{guided.program}, other.env());
  if (judged.result.certificate() != nullptr) return refuse("no execution passes its waypoints to the error");
  const certificate::ErrorPath* path = judged.result.error_path();
  return path == nullptr ? judged : judged_path(witness::lift(*path, guided), judged.engine, env);
}

}  // namespace

witness::Witness read_witness(const std::string& file) {
  if (!fs::is_regular_file(file)) throw base::InputError("--witness " + file + ": there is no such file");
  const std::string text = base::read_file(file);
  if (text.find("<graphml") != std::string::npos)
    throw base::InputError("--witness " + file +
                           ": GraphML is not supported; expected a witness in format 2.0 (YAML)");
  return witness::parse_yaml(text, file);
}

std::string engine_for(const witness::Witness& witness) {
  const auto* set = std::get_if<witness::InvariantSet>(&witness.content);
  if (set == nullptr) return "bmc";
  return set->invariants.empty() ? "portfolio" : "kinduction";
}

input::SourceOptions with_locations(const input::SourceOptions& source, const witness::Witness& witness) {
  if (input::is_system_file(source.files.at(0)))
    throw base::InputError(source.files[0] + ": a witness can only be validated for a C program");
  input::SourceOptions result = source;
  if (const auto* set = std::get_if<witness::InvariantSet>(&witness.content)) {
    // Loop heads always have a program location; other statements need to be requested.
    for (const witness::Invariant& invariant : set->invariants)
      if (invariant.kind == witness::Invariant::Kind::Location)
        result.witness_locations.push_back(invariant.where);
    return result;
  }
  for (const witness::Segment& segment : std::get<witness::ViolationSequence>(witness.content).segments) {
    for (const witness::Waypoint& waypoint : segment.avoid)
      if (waypoint.type == witness::Waypoint::Type::Assumption)
        result.witness_locations.push_back(waypoint.where);
    if (segment.follow.type == witness::Waypoint::Type::Assumption)
      result.witness_locations.push_back(segment.follow.where);
  }
  return result;
}

JudgedResult validate(const witness::Witness& witness, const input::SourceOptions& options,
                      const input::Source& source, const engine::Descriptor& descriptor, engine::Env& env) {
  PENDULUM_CHECK(source.native.has_value(), "a witness should be about a C program");
  if (const auto why = mismatch(witness.metadata, options)) return refuse(*why);
  const unsigned long_bits = long_bits_of(options);
  if (const auto* set = std::get_if<witness::InvariantSet>(&witness.content))
    return validate_invariants(*set, long_bits, source, descriptor, env);
  return validate_violation(std::get<witness::ViolationSequence>(witness.content), long_bits, source,
                            descriptor, env);
}

}  // namespace pendulum::validation
