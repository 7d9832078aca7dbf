// The identity of a run: a hash of everything on which its result depends. A stored row is used again only
// for a run with the same identity.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "campaign/task_selection.h"

namespace pendulum::campaign {

/// The version and the commit of this program, and a hash of the program file if the commit does not
/// determine it.
const std::string& version_identity();

/// A hash of a text in hexadecimal digits.
std::string short_hash(const std::string& text);

class IdentityMaker {
 public:
  /// `arguments`: the options of all runs. `include_directories`: the directories of -I.
  IdentityMaker(const std::vector<std::string>& arguments, std::vector<std::string> include_directories);

  /// The hash of the version, the options, the engine, the absolute name of the task, its property and data
  /// model, and the contents of its program files and of the files that they include by a name in the text,
  /// except files of the system. Throws InputError if a file cannot be read.
  std::string identity_of(const BenchTask& task, const std::string& engine);

 private:
  struct File {
    std::string hash;
    std::vector<std::string> includes;  ///< files that were found
  };
  std::string content_of(const BenchTask& task);
  const File& read(const std::string& path);
  void add_includes(const std::string& path, std::set<std::string>& found);

  std::string options_;
  std::vector<std::string> include_directories_;
  std::map<std::string, File> files_;  ///< files that were read, because tasks share headers and properties
  std::string last_task_, last_content_;  ///< one task is measured with several engines
};

}  // namespace pendulum::campaign
