#include "campaign/task_selection.h"

#include <glob.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <tuple>

#include "base/check.h"
#include "base/error.h"
#include "input/task_file.h"

namespace pendulum::campaign {

namespace {

namespace fs = std::filesystem;
using base::InputError;

std::optional<bool> expected_verdict(const std::string& task) {
  // Choose the same property as `verify`.
  input::SourceOptions source;
  source.files = {task};
  const std::string property = input::read_task(source).property.value_or("");
  for (const YAML::Node& entry : YAML::LoadFile(task)["properties"]) {
    const fs::path file = fs::path(task).parent_path() / entry["property_file"].as<std::string>("");
    if (file.lexically_normal() == fs::path(property).lexically_normal() && entry["expected_verdict"])
      return entry["expected_verdict"].as<bool>();
  }
  return std::nullopt;
}

std::string set_of(const fs::path& task, const fs::path& directory) {
  const fs::path relative = task.lexically_relative(directory);
  const bool is_deep = std::distance(relative.begin(), relative.end()) > 1;
  const fs::path name = is_deep ? *relative.begin() : fs::path();
  const fs::path own = fs::absolute(directory).lexically_normal();
  return name.empty() ? (own.has_filename() ? own.filename() : own.parent_path().filename()).string()
                      : name.string();
}

class Finder {
 public:
  void add(const std::string& argument) {
    if (!fs::exists(argument)) throw InputError(argument + ": there is no such task, set or directory");
    if (fs::is_directory(argument)) return add_directory(argument);
    if (fs::path(argument).extension() == ".set") return add_set(argument);
    if (!input::is_task_file(argument))
      throw InputError(argument + ": expected a directory, a .yml or a .set file");
    add_task(fs::absolute(argument).lexically_normal().parent_path().filename().string(), argument);
  }

  std::vector<BenchTask> take() {
    const auto key = [](const BenchTask& task) { return std::tie(task.set, task.name); };
    std::sort(tasks_.begin(), tasks_.end(), [&](const auto& a, const auto& b) { return key(a) < key(b); });
    PENDULUM_CHECK(tasks_.size() == known_.size(), "each task should be listed once");
    return std::move(tasks_);
  }

 private:
  void add_task(const std::string& set, const std::string& file) {
    PENDULUM_CHECK(input::is_task_file(file), "{} should be a task definition", file);
    if (!known_.insert(fs::absolute(file).lexically_normal()).second) return;
    try {
      tasks_.push_back({set, file, expected_verdict(file)});
    } catch (const YAML::Exception& error) {
      throw InputError(file + ": " + error.what());
    }
  }

  void add_directory(const fs::path& directory) {
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(directory))
      if (entry.is_regular_file() && input::is_task_file(entry.path().string()))
        add_task(set_of(entry.path(), directory), entry.path().string());
  }

  void add_set(const fs::path& file) {
    std::ifstream lines(file);
    for (std::string line; std::getline(lines, line);) {
      line.erase(
          std::find_if(line.rbegin(), line.rend(), [](unsigned char c) { return std::isspace(c) == 0; })
              .base(),
          line.end());
      if (line.empty() || line[0] == '#') continue;
      const std::string pattern = (file.parent_path() / line).string();
      glob_t matches{};
      ::glob(pattern.c_str(), 0, nullptr, &matches);
      const std::vector<std::string> found(matches.gl_pathv, matches.gl_pathv + matches.gl_pathc);
      ::globfree(&matches);
      for (const std::string& match : found)
        if (fs::is_regular_file(match) && input::is_task_file(match)) add_task(file.stem().string(), match);
    }
  }

  std::vector<BenchTask> tasks_;
  std::set<fs::path> known_;
};

}  // namespace

std::vector<BenchTask> find_tasks(const std::vector<std::string>& arguments) {
  Finder finder;
  for (const std::string& argument : arguments) finder.add(argument);
  return finder.take();
}

}  // namespace pendulum::campaign
