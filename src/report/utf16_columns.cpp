#include "report/utf16_columns.h"

#include <algorithm>

#include "trace/source_lines.h"

namespace pendulum::report {

namespace {

/// The number of code units of the text: one per character, and two for each that needs four bytes in UTF-8.
unsigned utf16_length(const std::string& text) {
  unsigned units = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xc0) != 0x80) ++units;  // not a continuation byte
    if (byte >= 0xf0) ++units;
  }
  return units;
}

class Converter {
 public:
  void convert(const std::string& file, unsigned line, unsigned& column) {
    if (column == 0) return;
    const std::string text = lines_.whole_line(file, line);
    const std::size_t before = std::min<std::size_t>(column - 1, text.size());
    if (!text.empty()) column = utf16_length(text.substr(0, before)) + 1;
  }

 private:
  trace::SourceLines lines_;
};

}  // namespace

RunRecord with_utf16_columns(RunRecord record) {
  Converter converter;
  for (PathStep& step : record.path) converter.convert(step.file, step.line, step.column);
  for (trace::Step& step : record.trace.steps) converter.convert(step.file, step.line, step.column);
  for (SourceMark& mark : record.marks) converter.convert(mark.file, mark.line, mark.column);
  for (CheckResult& check : record.checks) {
    converter.convert(check.file, check.line, check.column);
    for (PathStep& step : check.path) converter.convert(step.file, step.line, step.column);
    for (trace::Step& step : check.trace.steps) converter.convert(step.file, step.line, step.column);
  }
  return record;
}

}  // namespace pendulum::report
