#include "input/task_file.h"

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "base/check.h"
#include "base/error.h"
#include "property/property.h"

namespace pendulum::input {

namespace {

using base::InputError;

std::string ending_of(const std::string& file) {
  std::string ending = std::filesystem::path(file).extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  return ending;
}

std::string beside(const std::string& task, const std::string& file) {
  return (std::filesystem::path(task).parent_path() / file).lexically_normal().string();
}

std::vector<std::string> input_files_of(const std::string& task, const YAML::Node& root) {
  const YAML::Node files = root["input_files"];
  std::vector<std::string> result;
  if (files && files.IsScalar()) result.push_back(beside(task, files.as<std::string>()));
  if (files && files.IsSequence()) {
    for (const YAML::Node& file : files) result.push_back(beside(task, file.as<std::string>()));
  }
  if (result.empty()) throw InputError(task + ": a task definition should name its input_files");
  return result;
}

std::string property_of(const std::string& task, const YAML::Node& root) {
  const YAML::Node properties = root["properties"];
  if (!properties || !properties.IsSequence() || properties.size() == 0)
    throw InputError(task + ": a task definition should name its properties");
  std::string first;      // used if no property is supported; the worker then reports it as unsupported
  std::string supported;  // first supported property, used if reachability is not among the properties
  for (const YAML::Node& entry : properties) {
    if (!entry["property_file"]) throw InputError(task + ": a property should have a property_file");
    const std::string file = beside(task, entry["property_file"].as<std::string>());
    if (first.empty()) first = file;
    try {
      if (property::parse_properties(file) == property::Properties{property::Property::Reach}) return file;
      if (supported.empty()) supported = file;
    } catch (const base::Unsupported&) {
      // Try the next property.
    }
  }
  return supported.empty() ? first : supported;
}

SourceOptions read_yaml(const std::string& task, const SourceOptions& source, const YAML::Node& root) {
  if (!root.IsMap() || !root["format_version"]) throw InputError(task + ": this is not a task definition");
  const std::string format = root["format_version"].as<std::string>();
  if (!format.starts_with("2.")) throw InputError(task + ": format_version " + format + " is not supported");
  SourceOptions result = source;
  const YAML::Node options = root["options"];
  const std::string language =
      options && options["language"] ? options["language"].as<std::string>() : std::string("C");
  if (language != "C" && language != "VMT" && language != "HORN")
    throw InputError(task + ": language " + language + " is not supported yet");
  result.files = input_files_of(task, root);
  if (!result.property) result.property = property_of(task, root);
  if (!result.data_model && options && options["data_model"])
    result.data_model = options["data_model"].as<std::string>();
  // Benchmark sets of SV-COMP omit the data model of old tasks, which were written for 32 bits.
  if (!result.data_model) result.data_model = "ILP32";
  if (*result.data_model != "ILP32" && *result.data_model != "LP64")
    throw InputError(task + ": data_model " + *result.data_model + " is not supported");
  return result;
}

}  // namespace

bool is_task_file(const std::string& file) {
  return ending_of(file) == ".yml" || ending_of(file) == ".yaml";
}

bool is_vmt_file(const std::string& file) {
  return ending_of(file) == ".vmt";
}

bool is_system_file(const std::string& file) {
  return is_vmt_file(file) || ending_of(file) == ".smt2";
}

SourceOptions read_task(const SourceOptions& source) {
  PENDULUM_CHECK(source.files.size() == 1 && is_task_file(source.files[0]),
                 "a task definition should be the only file");
  const std::string& task = source.files[0];
  try {
    return read_yaml(task, source, YAML::LoadFile(task));
  } catch (const YAML::Exception& error) {
    throw InputError(error.mark.is_null()
                         ? task + ": " + error.msg
                         : task + ":" + std::to_string(error.mark.line + 1) + ": " + error.msg);
  }
}

void check_files(const std::vector<std::string>& files) {
  for (const std::string& file : files) {
    std::error_code error;
    const auto status = std::filesystem::status(file, error);
    if (status.type() == std::filesystem::file_type::not_found)
      throw InputError(file + ": there is no such file");
    if (error) throw InputError(file + ": " + error.message());
    if (std::filesystem::is_directory(status)) throw InputError(file + ": this is a directory, not a file");
    const std::string ending = ending_of(file);
    if (is_system_file(file) && files.size() > 1)
      throw InputError(file + ": a VMT file or a file of Horn clauses should be the only file");
    if (is_task_file(file) && files.size() > 1)
      throw InputError(file + ": a task definition should be the only file");
    if (ending != ".c" && ending != ".i" && !is_task_file(file) && !is_system_file(file))
      throw InputError(file + ": unknown kind of file; expected .c, .i, .vmt, .smt2 or .yml");
  }
}

}  // namespace pendulum::input
