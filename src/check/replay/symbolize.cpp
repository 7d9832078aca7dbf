#include "check/replay/symbolize.h"

#include <fmt/core.h>

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <vector>

#include "base/check.h"
#include "base/error.h"
#include "base/process/process.h"

namespace pendulum::check {

namespace {

using Json = nlohmann::json;

/// Maximum number of frames that are symbolized. A leak report can have many stacks, and every offset is an
/// argument of the symbolizer.
constexpr std::size_t max_frames = 2000;

/// The offset into the executable that a line of the report prints for a frame ("0x10bafa"). Nothing for
/// other lines and for frames of other modules.
std::optional<std::string> offset_of(const std::string& line, const std::string& executable) {
  if (!line.starts_with("    #")) return std::nullopt;
  const std::string mark = "(" + executable + "+0x";
  const std::size_t begin = line.find(mark);
  if (begin == std::string::npos) return std::nullopt;
  const std::size_t first = begin + mark.size() - 2;
  return line.substr(first, line.find(')', first) - first);
}

/// The name that the program uses for a function of the sanitizer's runtime library.
std::string without_interceptor(const std::string& name) {
  for (const std::string prefix : {"___interceptor_", "__interceptor_"})
    if (name.starts_with(prefix)) return name.substr(prefix.size());
  return name;
}

/// Text for a symbol: "main /src/a.c:10:12", or "memcpy (EXECUTABLE+0xc93ed)" without a line number.
std::string describe(const Json& symbol, const std::string& executable, const std::string& offset) {
  const std::string name = without_interceptor(symbol.value("FunctionName", ""));
  const unsigned line = symbol.value("Line", 0U);
  if (line == 0) return fmt::format("{} ({}+{})", name, executable, offset);
  return fmt::format("{} {}:{}:{}", name, symbol.value("FileName", ""), line, symbol.value("Column", 0U));
}

/// Maps each offset to the description of the innermost function at that offset.
std::map<std::string, std::string> look_up(const std::vector<std::string>& offsets,
                                           const std::string& executable) {
  PENDULUM_CHECK(!offsets.empty(), "the symbolizer should get an offset; without one it reads its input");
  std::vector<std::string> command{"llvm-symbolizer-19", "--output-style=JSON", "--obj=" + executable};
  command.insert(command.end(), offsets.begin(), offsets.end());
  std::map<std::string, std::string> result;
  try {
    const Json answer =
        Json::parse(base::run_command(command, {}).output, nullptr, /*allow_exceptions=*/false);
    if (!answer.is_array() || answer.size() != offsets.size()) return {};
    for (std::size_t i = 0; i < offsets.size(); ++i) {
      const Json symbols = answer[i].value("Symbol", Json::array());
      if (!symbols.empty()) result.emplace(offsets[i], describe(symbols[0], executable, offsets[i]));
    }
  } catch (const base::InputError&) {
    return {};  // The symbolizer is missing.
  }
  return result;
}

}  // namespace

std::string symbolize(const std::string& report, const std::string& executable) {
  PENDULUM_CHECK(!executable.empty(), "the executable of a report should have a path");
  std::vector<std::string> offsets;
  std::istringstream lines(report);
  for (std::string line; std::getline(lines, line) && offsets.size() < max_frames;)
    if (const auto offset = offset_of(line, executable)) offsets.push_back(*offset);
  if (offsets.empty()) return report;
  const std::map<std::string, std::string> frames = look_up(offsets, executable);
  std::string result;
  lines = std::istringstream(report);
  for (std::string line; std::getline(lines, line);) {
    const auto offset = offset_of(line, executable);
    const auto frame = offset ? frames.find(*offset) : frames.end();
    if (frame != frames.end()) line = line.substr(0, line.find(" (")) + " in " + frame->second;
    result += line + "\n";
  }
  return result;
}

}  // namespace pendulum::check
