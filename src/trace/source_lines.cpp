#include "trace/source_lines.h"

#include <algorithm>

#include "base/error.h"
#include "base/file.h"

namespace pendulum::trace {

namespace {

std::string trimmed(const std::string& line) {
  const std::size_t first = line.find_first_not_of(" \t\r");
  if (first == std::string::npos) return "";
  return line.substr(first, line.find_last_not_of(" \t\r") - first + 1);
}

std::vector<std::string> read_lines(const std::string& file) {
  std::string text;
  try {
    text = base::read_file(file);
  } catch (const base::InputError&) {
    return {};  // reports show the source location without the text
  }
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

}  // namespace

std::string SourceLines::line(const std::string& file, unsigned number) {
  return trimmed(whole_line(file, number));
}

std::string SourceLines::whole_line(const std::string& file, unsigned number) {
  if (file.empty() || number == 0) return "";
  const auto [entry, is_new] = files_.try_emplace(file);
  if (is_new) entry->second = read_lines(file);
  return number <= entry->second.size() ? entry->second[number - 1] : "";
}

}  // namespace pendulum::trace
