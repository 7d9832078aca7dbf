// The text of source lines, for reports.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace pendulum::trace {

/// The lines of source files. Each file is read once.
class SourceLines {
 public:
  /// `input_files` contain the text of files that do not exist here: a preprocessed file contains the text of
  /// others after line markers.
  explicit SourceLines(std::vector<std::string> input_files = {}) : input_files_(std::move(input_files)) {}

  /// The line without surrounding blanks; empty if the file or the line does not exist. Lines count from 1.
  std::string line(const std::string& file, unsigned number);
  /// The line with its blanks, otherwise as `line`.
  std::string whole_line(const std::string& file, unsigned number);
  /// All lines; empty if the text is not known.
  const std::vector<std::string>& all(const std::string& file);

 private:
  void read_markers();

  std::vector<std::string> input_files_;
  std::map<std::string, std::vector<std::string>> files_;
  bool has_read_markers_ = false;
  std::map<std::string, std::vector<std::string>>
      marked_;  ///< lines after line markers, by the file they name
};

}  // namespace pendulum::trace
