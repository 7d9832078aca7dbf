// The directory that --evidence names, and the marker file in it.
//
// The marker lists the files that Pendulum wrote. Pendulum uses a directory that is new, empty or marked, and
// it replaces or removes only files that the marker lists: all other files in the directory belong to the
// user.
#pragma once

#include <set>
#include <string>

#include "supervise/scratch.h"

namespace pendulum::evidence {

class EvidenceDirectory {
 public:
  explicit EvidenceDirectory(std::string path) : path_(std::move(path)) {}

  /// Throws UsageError unless the directory does not exist, is empty or has a marker.
  void check() const;

  /// Creates a directory on the same file system in which a run collects its files. `scratch` removes it at
  /// the end of the run. Throws InputError.
  std::string make_staging(const supervise::Scratch& scratch) const;

  /// Replaces the files of the previous run by the files in `staging`. Throws InputError, without changing
  /// the directory, if that would overwrite a file of the user.
  void publish(const std::string& staging) const;

  /// The path of `file` in the directory. Throws UsageError if a file of the user has that name.
  std::string name_for(const std::string& file) const;
  /// Adds a file to the marker's list, if there is a marker.
  void add_to_marker(const std::string& file) const;

 private:
  std::string marker() const;
  /// Relative names of the files that the marker lists and that exist.
  std::set<std::string> own_files() const;
  void write_marker(const std::string& directory, const std::set<std::string>& files) const;
  void refuse_conflicts(const std::set<std::string>& files, const std::set<std::string>& old) const;
  void remove_own_files(const std::set<std::string>& files) const;
  void move_files(const std::string& staging, const std::set<std::string>& files) const;

  std::string path_;
};

}  // namespace pendulum::evidence
