#include "input/compile_commands.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/file.h"
#include "frontend/frontend.h"
#include "input/load.h"

namespace pendulum::input {

namespace {

namespace fs = std::filesystem;
using base::InputError;
using nlohmann::json;

std::string absolute(const fs::path& directory, const std::string& file) {
  return fs::absolute(directory / file).lexically_normal().string();
}

/// The name of the file relative to the working directory if it is below it.
std::string short_name(const std::string& file) {
  const std::string here = fs::current_path().string() + "/";
  return file.starts_with(here) ? file.substr(here.size()) : file;
}

CompileCommand command_of(const json& entry) {
  CompileCommand command;
  command.directory = entry.at("directory").get<std::string>();
  command.named = entry.at("file").get<std::string>();
  command.file = absolute(command.directory, command.named);
  if (entry.contains("arguments")) {
    command.arguments = entry.at("arguments").get<std::vector<std::string>>();
  } else {
    command.arguments = split_command(entry.at("command").get<std::string>());
  }
  if (!command.arguments.empty()) command.arguments.erase(command.arguments.begin());
  return command;
}

frontend::CommandFlags flags_of(const CompileCommand& command) {
  std::vector<std::string> arguments;
  for (const std::string& word : command.arguments)
    if (word.starts_with('-') || absolute(command.directory, word) != command.file) arguments.push_back(word);
  return frontend::sort_command(arguments, command.directory, short_name(command.file));
}

std::string name_of_model(frontend::DataModel model) {
  return model == frontend::DataModel::Lp64 ? "LP64" : "ILP32";
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

/// Takes the data model and the meaning of signed overflow from a command.
void adopt(SourceOptions& result, const std::string& file, const frontend::CommandFlags& flags) {
  if (flags.data_model) {
    const std::string model = name_of_model(*flags.data_model);
    if (result.data_model && *result.data_model != model)
      throw InputError(fmt::format("{}: its compile command requires the data model {}, not {}", file, model,
                                   *result.data_model));
    result.data_model = model;
  }
  if (flags.wraps && !result.wrap) {
    result.wrap = true;
    result.file_warnings[file] = "its compile command makes signed arithmetic wrap around (--wrap)";
  }
}

void add_flags(SourceOptions& result, const std::string& file, const frontend::CommandFlags& flags) {
  result.file_flags[file] = flags.flags;
  if (flags.ignored.empty()) return;
  std::string& warning = result.file_warnings[file];
  if (!warning.empty()) warning += "; ";
  warning += "these options of its compile command are ignored: " + joined(flags.ignored);
}

/// Adds the units that may define what the files need.
/// Soundness: a unit with another data model or another meaning of signed overflow is not added, because it
/// would become another program. The result lists a function that it defines as undefined.
void add_other_units(SourceOptions& result, const std::vector<CompileCommand>& commands) {
  for (const CompileCommand& command : commands) {
    const std::string name = short_name(command.file);
    if (result.file_flags.contains(name) ||
        std::any_of(result.files.begin(), result.files.end(),
                    [&](const std::string& file) { return absolute("", file) == command.file; }))
      continue;
    try {
      const frontend::CommandFlags flags = flags_of(command);
      if (flags.wraps != result.wrap) continue;
      if (flags.data_model && name_of_model(*flags.data_model) != data_model_of(result)) continue;
      add_flags(result, name, flags);
      result.other_units.push_back(name);
    } catch (const InputError&) {
      continue;  // an option that is not supported
    }
  }
}

}  // namespace

std::vector<std::string> split_command(const std::string& command) {
  std::vector<std::string> words;
  std::string word;
  bool is_word = false;
  char quote = 0;
  for (std::size_t i = 0; i < command.size(); ++i) {
    const char c = command[i];
    if (c == '\\' && quote != '\'' && i + 1 < command.size()) {
      word += command[++i];
      is_word = true;
    } else if (quote != 0 ? c == quote : c == '\'' || c == '"') {
      quote = quote == 0 ? c : '\0';
      is_word = true;
    } else if (quote == 0 && std::isspace(static_cast<unsigned char>(c)) != 0) {
      if (is_word) words.push_back(word);
      word.clear();
      is_word = false;
    } else {
      word += c;
      is_word = true;
    }
  }
  if (is_word) words.push_back(word);
  return words;
}

std::vector<CompileCommand> read_compile_commands(const std::string& path) {
  const std::string file =
      fs::is_directory(path) ? (fs::path(path) / "compile_commands.json").string() : path;
  if (!fs::exists(file)) throw InputError("-p " + path + ": there is no file " + file);
  std::vector<CompileCommand> commands;
  try {
    for (const json& entry : json::parse(base::read_file(file))) {
      CompileCommand command = command_of(entry);
      if (command.file.ends_with(".c") || command.file.ends_with(".i"))
        commands.push_back(std::move(command));
    }
  } catch (const json::exception& error) {
    throw InputError(file + ": this is not a file of compile commands: " + error.what());
  }
  return commands;
}

SourceOptions with_compile_commands(const SourceOptions& source) {
  SourceOptions result = source;
  const std::vector<CompileCommand> commands = read_compile_commands(source.compile_commands);
  for (const std::string& file : source.files) {
    const auto command = std::find_if(commands.begin(), commands.end(), [&](const CompileCommand& each) {
      return each.file == absolute("", file);
    });
    if (command == commands.end())
      throw InputError(
          fmt::format("{}: there is no compile command for this file in {}", file, source.compile_commands));
    const frontend::CommandFlags flags = flags_of(*command);
    adopt(result, file, flags);
    add_flags(result, file, flags);
  }
  // Without a file, the first command represents the project.
  if (source.files.empty() && !commands.empty())
    adopt(result, short_name(commands[0].file), flags_of(commands[0]));
  add_other_units(result, commands);
  return result;
}

}  // namespace pendulum::input
