#include "trace/source_lines.h"

#include <algorithm>
#include <iomanip>
#include <sstream>

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

/// Is the text a line marker: # 12 "file.c" or #line 12 "file.c"?
bool parse_marker(const std::string& text, unsigned& number, std::string& file) {
  std::istringstream in(text);
  std::string word;
  in >> word;
  if (word == "#") {
    in >> number;
  } else if (word != "#line" || !(in >> number)) {
    return false;
  }
  return in && (in >> std::quoted(file)) && number > 0 && !file.empty();
}

/// Maximum line number of a marker; larger ones are ignored.
constexpr unsigned max_lines = 1'000'000;

}  // namespace

void SourceLines::read_markers() {
  has_read_markers_ = true;
  for (const std::string& input : input_files_) {
    std::vector<std::string>* lines = nullptr;  // of the file that the last marker names
    unsigned number = 0;
    for (const std::string& text : read_lines(input)) {
      std::string file;
      if (parse_marker(text, number, file)) {
        lines = number <= max_lines ? &marked_[file] : nullptr;
      } else if (lines != nullptr && number <= max_lines) {
        if (lines->size() < number) lines->resize(number);
        if (std::string& known = (*lines)[number - 1]; known.empty()) known = text;
        ++number;
      }
    }
  }
}

const std::vector<std::string>& SourceLines::all(const std::string& file) {
  const auto [entry, is_new] = files_.try_emplace(file);
  if (!is_new) return entry->second;
  entry->second = read_lines(file);
  if (!entry->second.empty()) return entry->second;
  if (!has_read_markers_) read_markers();
  if (const auto found = marked_.find(file); found != marked_.end()) entry->second = found->second;
  return entry->second;
}

std::string SourceLines::line(const std::string& file, unsigned number) {
  return trimmed(whole_line(file, number));
}

std::string SourceLines::whole_line(const std::string& file, unsigned number) {
  if (file.empty() || number == 0) return "";
  const std::vector<std::string>& lines = all(file);
  return number <= lines.size() ? lines[number - 1] : "";
}

}  // namespace pendulum::trace
