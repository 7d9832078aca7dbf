#include "campaign/identity.h"

#include <fmt/core.h>

#include <filesystem>
#include <sstream>
#include <string_view>

#include "base/file.h"
#include "base/version.h"
#include "frontend/frontend.h"
#include "input/load.h"

namespace pendulum::campaign {

namespace {

namespace fs = std::filesystem;

/// Appends a text with its length, so that different lists have different sums.
void add_part(std::string& sum, std::string_view part) {
  sum += fmt::format("{}:{}\n", part.size(), part);
}

struct Include {
  std::string name;
  bool is_quoted = false;
};

/// The files that a text includes by name, also in parts that the preprocessor may skip.
std::vector<Include> includes_in(const std::string& text) {
  std::vector<Include> includes;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t hash = line.find_first_not_of(" \t");
    if (hash == std::string::npos || line[hash] != '#') continue;
    const std::size_t word = line.find_first_not_of(" \t", hash + 1);
    if (word == std::string::npos || line.compare(word, 7, "include") != 0) continue;
    const std::size_t begin = line.find_first_of("\"<", word);
    if (begin == std::string::npos) continue;
    const std::size_t end = line.find(line[begin] == '"' ? '"' : '>', begin + 1);
    if (end != std::string::npos)
      includes.push_back({line.substr(begin + 1, end - begin - 1), line[begin] == '"'});
  }
  return includes;
}

}  // namespace

const std::string& version_identity() {
  static const std::string identity = [] {
    const std::string commit = base::commit;
    std::string text = fmt::format("{} {}", base::version, commit);
    // Only a plain hash identifies the sources: not "unknown", and not a commit with a suffix.
    if (commit.find_first_not_of("0123456789abcdef") != std::string::npos)
      text += " " + frontend::sha256(base::read_file("/proc/self/exe"));
    return text;
  }();
  return identity;
}

std::string short_hash(const std::string& text) {
  constexpr std::size_t digits = 16;
  return frontend::sha256(text).substr(0, digits);
}

IdentityMaker::IdentityMaker(const std::vector<std::string>& arguments,
                             std::vector<std::string> include_directories)
    : include_directories_(std::move(include_directories)) {
  add_part(options_, version_identity());
  for (const std::string& argument : arguments) add_part(options_, argument);
}

std::string IdentityMaker::identity_of(const BenchTask& task, const std::string& engine) {
  if (last_task_ != task.name || last_content_.empty()) {
    last_content_ = content_of(task);
    last_task_ = task.name;
  }
  std::string sum = options_;
  add_part(sum, engine);
  return frontend::sha256(sum + last_content_);
}

std::string IdentityMaker::content_of(const BenchTask& task) {
  input::SourceOptions given;
  given.files = {task.name};
  const input::SourceOptions source = input::resolve(given);
  std::string sum;
  add_part(sum, fs::absolute(task.name).lexically_normal().string());
  const std::string property = source.property.value_or("");
  add_part(sum, fs::is_regular_file(property) ? read(property).hash : property);
  add_part(sum, source.data_model.value_or(""));
  for (const std::string& file : source.files) {
    add_part(sum, fs::absolute(file).lexically_normal().string());
    std::set<std::string> all;
    add_includes(file, all);
    for (const std::string& each : all) add_part(sum, read(each).hash);
  }
  return sum;
}

const IdentityMaker::File& IdentityMaker::read(const std::string& path) {
  const auto known = files_.find(path);
  if (known != files_.end()) return known->second;
  const std::string text = base::read_file(path);
  File file{frontend::sha256(text), {}};
  for (const Include& include : includes_in(text)) {
    std::vector<fs::path> directories(include_directories_.begin(), include_directories_.end());
    if (include.is_quoted) directories.insert(directories.begin(), fs::path(path).parent_path());
    for (const fs::path& directory : directories) {
      const fs::path found = (directory / include.name).lexically_normal();
      if (!fs::is_regular_file(found)) continue;
      file.includes.push_back(found.string());
      break;
    }
  }
  return files_.emplace(path, std::move(file)).first->second;
}

void IdentityMaker::add_includes(const std::string& path, std::set<std::string>& found) {
  std::vector<std::string> pending{path};
  while (!pending.empty()) {
    const std::string next = pending.back();
    pending.pop_back();
    if (!found.insert(next).second) continue;
    const File& file = read(next);
    pending.insert(pending.end(), file.includes.begin(), file.includes.end());
  }
}

}  // namespace pendulum::campaign
