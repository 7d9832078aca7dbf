#include "main/report.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/error.h"
#include "main/evidence_directory.h"
#include "main/publish.h"
#include "report/json.h"
#include "report/page.h"

namespace pendulum::main {

namespace {

namespace fs = std::filesystem;

std::string read_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  if (!file) throw base::InputError("cannot read " + path.string());
  return text.str();
}

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

}  // namespace

int run_report(const ReportOptions& options) {
  const fs::path directory = options.directory;
  if (!fs::is_directory(directory)) throw base::InputError(options.directory + ": this is not a directory");
  const std::string result = read_file(directory / "result.json");
  std::vector<std::string> recordings;
  for (const fs::path& path : recordings_in(directory, report::parse_json(result).engine))
    recordings.push_back(read_file(path));
  const EvidenceDirectory evidence(options.directory);
  const bool is_evidence = options.output_file.empty();
  const std::string output = is_evidence ? evidence.name_for("report.html") : options.output_file;
  const Scratch scratch;
  publish_file(output, report::make_page(result, recordings), scratch);
  if (is_evidence) evidence.add_to_marker("report.html");
  if (recordings.empty())
    fmt::print(stderr,
               "pendulum: warning: there is no recording in {}; engines with a reachability graph make one\n",
               options.directory);
  fmt::print("{}\n", output);
  return 0;
}

}  // namespace pendulum::main
