#include "evidence/evidence_directory.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "base/check.h"
#include "base/error.h"
#include "base/file.h"
#include "supervise/publish.h"

namespace pendulum::evidence {

namespace {

namespace fs = std::filesystem;
using base::InputError;
using base::UsageError;

constexpr const char* marker_name = ".pendulum-evidence";
constexpr const char* marker_head = "# Pendulum wrote these files and replaces them in its next run.";

/// The relative names of all files below a directory.
std::set<std::string> files_in(const fs::path& directory) {
  std::set<std::string> files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(directory))
    if (!entry.is_directory()) files.insert(fs::relative(entry.path(), directory).generic_string());
  return files;
}

/// Does the relative name refer to a file below `directory`, without a symbolic link in its path?
bool is_inside(const fs::path& directory, const fs::path& name) {
  if (name.empty() || name.is_absolute()) return false;
  fs::path folder = directory;
  for (const fs::path& part : name.parent_path()) {
    folder /= part;
    if (part == ".." || fs::is_symlink(folder)) return false;
  }
  return name.filename() != ".." && name.filename() != ".";
}

}  // namespace

std::string EvidenceDirectory::marker() const {
  PENDULUM_CHECK(!path_.empty(), "an evidence directory should have a path");
  return (fs::path(path_) / marker_name).string();
}

void EvidenceDirectory::check() const {
  if (!fs::exists(path_)) return;
  if (!fs::is_directory(path_)) throw UsageError("--evidence " + path_ + ": this is not a directory");
  if (::access(path_.c_str(), R_OK | W_OK | X_OK) != 0)
    throw UsageError("--evidence " + path_ + ": this user has no permission to write to the directory");
  if (fs::is_empty(path_) || fs::is_regular_file(marker())) return;
  throw UsageError(
      "--evidence " + path_ +
      ": the directory is not empty and was not made by Pendulum; name a new or an empty directory");
}

std::string EvidenceDirectory::make_staging(const supervise::Scratch& scratch) const {
  try {
    const bool exists = fs::exists(path_);
    if (!exists) fs::create_directories(fs::absolute(fs::path(path_) / "").parent_path().parent_path());
    const std::string staging =
        exists ? (fs::path(path_) / (".pendulum-partial-" + std::to_string(::getpid()))).string()
               : supervise::partial_name(path_);
    if (!fs::create_directory(staging))
      throw InputError("--evidence " + path_ + ": there is a file " + staging);
    scratch.remove_at_end(staging);
    return staging;
  } catch (const fs::filesystem_error& error) {
    throw InputError("--evidence " + path_ + ": cannot create the directory: " + error.code().message());
  }
}

std::set<std::string> EvidenceDirectory::own_files() const {
  std::set<std::string> files;
  std::ifstream list(marker());
  for (std::string line; std::getline(list, line);) {
    const fs::file_status status = fs::symlink_status(fs::path(path_) / line);
    if (line.starts_with("#") || !is_inside(path_, line)) continue;
    if (fs::exists(status) && !fs::is_directory(status)) files.insert(line);
  }
  return files;
}

void EvidenceDirectory::write_marker(const std::string& directory, const std::set<std::string>& files) const {
  std::string text = std::string(marker_head) + "\n";
  for (const std::string& file : files) text += file + "\n";
  const fs::path name = fs::path(directory) / marker_name;
  const std::string partial = supervise::partial_name(name.string());
  try {
    base::write_file(partial, text);
    fs::rename(partial, name);
  } catch (const std::exception&) {
    std::error_code ignored;
    fs::remove(partial, ignored);
    throw;
  }
}

/// Also removes folders that become empty.
void EvidenceDirectory::remove_own_files(const std::set<std::string>& files) const {
  for (const std::string& file : files) {
    PENDULUM_CHECK(is_inside(path_, file), "only files below {} should be removed, not {}", path_, file);
    fs::remove(fs::path(path_) / file);
    std::error_code not_empty;
    for (fs::path folder = fs::path(file).parent_path(); !folder.empty(); folder = folder.parent_path())
      if (!fs::remove(fs::path(path_) / folder, not_empty)) break;
  }
}

void EvidenceDirectory::refuse_conflicts(const std::set<std::string>& files,
                                         const std::set<std::string>& old) const {
  for (const std::string& file : files) {
    const bool is_there = fs::exists(fs::symlink_status(fs::path(path_) / file));
    if (!is_inside(path_, file) || (is_there && !old.contains(file)))
      throw InputError("cannot write the evidence: Pendulum did not write the file " +
                       (fs::path(path_) / file).string() + " and does not overwrite it");
  }
}

/// Moves result.json last, so that all other files exist when a reader sees it.
void EvidenceDirectory::move_files(const std::string& staging, const std::set<std::string>& files) const {
  PENDULUM_CHECK(!files.contains(marker_name), "a run should not write a file with the name of the marker");
  const auto move = [&](const std::string& file) {
    fs::create_directories((fs::path(path_) / file).parent_path());
    fs::rename(fs::path(staging) / file, fs::path(path_) / file);
  };
  for (const std::string& file : files)
    if (file != "result.json") move(file);
  if (files.contains("result.json")) move("result.json");
}

void EvidenceDirectory::publish(const std::string& staging) const {
  try {
    const std::set<std::string> files = files_in(staging);
    if (!fs::exists(path_)) {
      write_marker(staging, files);
      return fs::rename(staging, supervise::without_slash(path_));
    }
    const std::set<std::string> old = own_files();
    refuse_conflicts(files, old);
    // Until all files are replaced, the marker lists the old and the new files. So after an interrupted run,
    // every file that Pendulum wrote is still listed and does not count as a file of the user.
    std::set<std::string> all = files;
    all.insert(old.begin(), old.end());
    write_marker(path_, all);
    remove_own_files(old);
    move_files(staging, files);
    write_marker(path_, files);
    fs::remove_all(staging);
  } catch (const fs::filesystem_error& error) {
    throw InputError(std::string("cannot write the evidence: ") + error.what());
  }
}

std::string EvidenceDirectory::name_for(const std::string& file) const {
  PENDULUM_CHECK(is_inside(path_, file), "{} should be the name of a file in the directory", file);
  const std::string name = (fs::path(path_) / file).string();
  if (fs::exists(fs::symlink_status(name)) && !own_files().contains(file))
    throw UsageError("Pendulum did not write the file " + name +
                     " and does not overwrite it; --output names another file");
  return name;
}

void EvidenceDirectory::add_to_marker(const std::string& file) const {
  if (!fs::is_regular_file(marker())) return;
  std::set<std::string> files = own_files();
  files.insert(file);
  write_marker(path_, files);
}

}  // namespace pendulum::evidence
