// The text of source lines, for reports.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace pendulum::trace {

/// The lines of source files. Each file is read once.
class SourceLines {
 public:
  /// The line without surrounding blanks; empty if the file or the line does not exist. Lines count from 1.
  std::string line(const std::string& file, unsigned number);
  /// The line with its blanks, otherwise as `line`.
  std::string whole_line(const std::string& file, unsigned number);

 private:
  std::map<std::string, std::vector<std::string>> files_;
};

}  // namespace pendulum::trace
