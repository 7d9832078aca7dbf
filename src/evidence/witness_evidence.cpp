#include "evidence/witness_evidence.h"

#include <fmt/chrono.h>
#include <fmt/core.h>

#include <ctime>
#include <filesystem>
#include <fstream>

#include "base/check.h"
#include "base/error.h"
#include "base/file.h"
#include "base/version.h"
#include "check/replay/interpreter.h"
#include "witness/correctness.h"
#include "witness/graphml.h"
#include "witness/test_case.h"
#include "witness/violation.h"
#include "witness/yaml.h"

namespace pendulum::evidence {

namespace {

std::string specification_of(const input::SourceOptions& options) {
  if (options.property && std::filesystem::is_regular_file(*options.property)) {
    std::string text = base::read_file(*options.property);
    while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())) != 0) text.pop_back();
    return text;
  }
  std::string text;
  for (const property::Property property : input::properties_of(options)) {
    const std::string formula = property == property::Property::Reach        ? "! call(reach_error())"
                                : property == property::Property::NoOverflow ? "! overflow"
                                                                             : std::string(name_of(property));
    text += fmt::format("{}CHECK( init({}()), LTL(G {}) )", text.empty() ? "" : "\n", options.entry, formula);
  }
  return text;
}

/// A UUID computed from the content of the witness (RFC 9562, version 8), so that equal witnesses have equal
/// UUIDs.
std::string uuid_of(const std::string& text) {
  std::string hex = frontend::sha256(text);
  PENDULUM_CHECK(hex.size() == 64, "SHA-256 should have 64 hexadecimal digits, not {}", hex.size());
  hex[12] = '8';
  hex[16] = 'a';
  return fmt::format("{}-{}-{}-{}-{}", hex.substr(0, 8), hex.substr(8, 4), hex.substr(12, 4),
                     hex.substr(16, 4), hex.substr(20, 12));
}

witness::Metadata metadata_of(const input::SourceOptions& options) {
  witness::Metadata metadata;
  metadata.creation_time = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
  metadata.producer_name = "Pendulum";
  metadata.producer_version = base::version;
  for (const std::string& file : options.files)
    metadata.input_files.emplace_back(file, frontend::sha256(base::read_file(file)));
  metadata.specification = specification_of(options);
  metadata.data_model = input::data_model_of(options);
  return metadata;
}

void write_yaml(const std::string& directory, witness::Witness witness) {
  std::string identity = witness.metadata.specification;
  for (const auto& [file, hash] : witness.metadata.input_files) identity += file + hash;
  const std::string time = std::exchange(witness.metadata.creation_time, "");
  witness.metadata.uuid = uuid_of(identity + witness::to_yaml(witness));
  witness.metadata.creation_time = time;
  base::write_file(directory + "/witness.yml", witness::to_yaml(witness));
}

/// Maximum number of values in a test case, which lists every value. Longer test cases are not written: each
/// value takes about 50 bytes, so that this is a file of 500 MB.
constexpr std::uint64_t max_test_values = 10'000'000;

void write_test_case(const std::string& name, const program::Program& program, const check::Run& run) {
  if (witness::num_test_values(run.inputs) > max_test_values) return;
  std::ofstream file(name);
  witness::write_test_case(file, program.terms(), run.inputs);
  file.close();
  if (!file) throw base::InputError("cannot write " + name);
}

}  // namespace

void write_correctness_witness(const std::string& directory, const input::SourceOptions& options,
                               const certificate::Certificate& certificate,
                               const std::vector<witness::WrittenInvariant>& invariants) {
  witness::InvariantSet set;
  std::size_t left_out = 0;
  for (const witness::WrittenInvariant& written : invariants) {
    left_out += written.left_out.size();
    if (!written.invariant.value.empty()) set.invariants.push_back(written.invariant);
  }
  const bool has_invariants = std::holds_alternative<certificate::Invariant>(certificate) ||
                              std::holds_alternative<certificate::KInduction>(certificate);
  PENDULUM_CHECK(has_invariants || set.invariants.empty(), "an unrolling should have no invariants, not {}",
                 set.invariants.size());
  witness::Metadata metadata = metadata_of(options);
  if (const auto* induction = std::get_if<certificate::KInduction>(&certificate))
    metadata.description = fmt::format("proved by {}-induction with these invariants", induction->k);
  if (const auto* unrolling = std::get_if<certificate::Unrolling>(&certificate))
    metadata.description = fmt::format("proved by unrolling: no more than {} iterations", unrolling->bound);
  if (std::holds_alternative<certificate::LoopUnrolling>(certificate))
    metadata.description = "proved by unwinding: all loops are bounded";
  if (const auto* unwound = std::get_if<certificate::UnwoundCalls>(&certificate))
    metadata.description =
        fmt::format("proved by inlining recursive calls: no more than {} different sequences of nested calls",
                    unwound->tree.nodes().size());
  if (left_out > 0)
    metadata.description += fmt::format("{}{} conjuncts of the proof have no C form and were left out",
                                        metadata.description.empty() ? "" : "; ", left_out);
  write_yaml(directory, {std::move(metadata), std::move(set)});
}

void write_violation_witness(const std::string& directory, const input::SourceOptions& options,
                             const input::Source& source, const certificate::ErrorPath& path) {
  PENDULUM_CHECK(source.native.has_value(), "the source should be a C program");
  witness::SourceTexts sources;
  const witness::ViolationSequence sequence =
      witness::write_waypoints(source.program, path, *source.native, sources);
  const witness::Metadata metadata = metadata_of(options);
  base::write_file(directory + "/witness.graphml", witness::to_graphml(metadata, sequence));
  write_yaml(directory, {metadata, sequence});
  std::filesystem::create_directory(directory + "/test-suite");
  base::write_file(directory + "/test-suite/metadata.xml", witness::test_metadata(metadata, options.entry));
  write_test_case(directory + "/test-suite/testcase-1.xml", source.program,
                  check::follow(source.program, path));
}

}  // namespace pendulum::evidence
