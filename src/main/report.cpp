#include "main/report.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>

#include "base/check.h"
#include "base/error.h"
#include "base/file.h"
#include "evidence/evidence_directory.h"
#include "report/json.h"
#include "report/page/page.h"
#include "supervise/publish.h"
#include "witness/yaml.h"

namespace pendulum::main {

namespace {

namespace fs = std::filesystem;

/// The recordings in the directory, sorted by name; the recording of `engine` comes first.
std::vector<fs::path> recordings_in(const fs::path& directory, const std::string& engine) {
  std::vector<fs::path> found;
  for (const fs::directory_entry& entry : fs::directory_iterator(directory)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("steps-") && name.ends_with(".json")) found.push_back(entry.path());
  }
  std::sort(found.begin(), found.end());
  std::stable_partition(found.begin(), found.end(),
                        [&](const fs::path& path) { return path.filename() == "steps-" + engine + ".json"; });
  return found;
}

/// The content of the file; empty if it does not exist.
std::string read_if_present(const fs::path& file) {
  return fs::exists(file) ? base::read_file(file.string()) : "";
}

/// The invariants of the witness in the directory; none if it has none, or another kind of witness.
std::vector<report::PageInvariant> witness_invariants(const fs::path& directory) {
  const std::string text = read_if_present(directory / "witness.yml");
  if (text.empty()) return {};
  std::vector<report::PageInvariant> result;
  const witness::Witness witness = witness::parse_yaml(text, (directory / "witness.yml").string());
  if (const auto* set = std::get_if<witness::InvariantSet>(&witness.content))
    for (const witness::Invariant& each : set->invariants)
      result.push_back({each.where.file, each.where.line, each.where.function, each.value});
  return result;
}

report::PageData read_directory(const fs::path& directory) {
  report::PageData data;
  data.result = base::read_file((directory / "result.json").string());
  data.sources = read_if_present(directory / "sources.json");
  for (const fs::path& path : recordings_in(directory, report::parse_json(data.result).engine))
    data.recordings.push_back(base::read_file(path.string()));
  data.invariants = witness_invariants(directory);
  return data;
}

}  // namespace

int run_report(const ReportOptions& options) {
  const fs::path directory = options.directory;
  if (!fs::is_directory(directory))
    throw base::InputError(options.directory + ": there is no such directory");
  if (!fs::exists(directory / "result.json"))
    throw base::InputError(options.directory +
                           ": this is not an evidence directory, because it has no file result.json");
  const report::PageData data = read_directory(directory);
  const evidence::EvidenceDirectory evidence(options.directory);
  PENDULUM_CHECK(!options.directory.empty(), "an evidence directory should have a name");
  const bool is_evidence = options.output_file.empty();
  const std::string output = is_evidence ? evidence.name_for("report.html") : options.output_file;
  const supervise::Scratch scratch;
  supervise::publish_file(output, report::make_page(data), scratch);
  if (is_evidence) evidence.add_to_marker("report.html");
  if (data.sources.empty())
    fmt::print(stderr,
               "pendulum: warning: {} has no file sources.json, so the page contains no source text; run "
               "`pendulum verify --evidence` again\n",
               options.directory);
  fmt::print("{}\n", output);
  return 0;
}

}  // namespace pendulum::main
