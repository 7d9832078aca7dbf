#include "main/publish.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "base/error.h"

namespace pendulum::main {

namespace fs = std::filesystem;
using base::InputError;

namespace {

/// "out/" and "out" are the same directory.
fs::path without_slash(const fs::path& path) {
  return path.has_filename() ? path : path.parent_path();
}

}  // namespace

std::string partial_name(const std::string& final_name) {
  return without_slash(final_name).string() + ".partial-" + std::to_string(::getpid());
}

void write_file(const std::string& path, std::string_view text) {
  std::ofstream file(path, std::ios::binary);
  file.write(text.data(), static_cast<std::streamsize>(text.size()));
  file.close();
  if (!file) throw InputError("cannot write " + path + ": " + std::strerror(errno));
}

void publish_file(const std::string& path, std::string_view text, const Scratch& scratch) {
  if (fs::exists(path) && !fs::is_regular_file(path)) return write_file(path, text);  // /dev/stdout, a pipe
  const std::string partial = partial_name(path);
  scratch.remove_at_end(partial);
  write_file(partial, text);
  std::error_code error;
  fs::rename(partial, path, error);
  if (error) throw InputError("cannot write " + path + ": " + error.message());
}

void check_writable(const std::string& path) {
  if (fs::is_directory(path)) throw InputError("cannot write " + path + ": it is a directory");
  const fs::path parent = fs::path(path).has_parent_path() ? fs::path(path).parent_path() : fs::path(".");
  if (!fs::is_directory(parent))
    throw InputError("cannot write " + path + ": there is no directory " + parent.string());
  if (::access(parent.c_str(), W_OK) != 0)
    throw InputError("cannot write " + path + ": " + std::strerror(errno));
}

namespace {

/// What an earlier run may have left: everything that evidence.cpp and the supervisor write.
void remove_old_evidence(const fs::path& directory) {
  for (const char* name : {"result.json", "certificate.json", "path.json", "obligations", "harness.c",
                           "replay.sh", "program.txt", "report.html", "invariant.smt2", "trace.smt2",
                           "model.smt2", "derivation.smt2", "witness.yml", "witness.graphml", "test-suite"}) {
    fs::remove_all(directory / name);
  }
  for (const fs::directory_entry& entry : fs::directory_iterator(directory)) {
    const std::string name = entry.path().filename().string();
    const bool is_module = name.starts_with("program-") && name.ends_with(".ll");
    const bool is_recording =
        (name.starts_with("steps-") || name.starts_with("invariants-")) && name.ends_with(".json");
    if (is_module || is_recording) fs::remove(entry.path());
  }
}

}  // namespace

void publish_directory(const std::string& staging, const std::string& directory) {
  try {
    if (!fs::exists(directory)) return fs::rename(staging, without_slash(directory));
    remove_old_evidence(directory);
    // result.json last: who sees it sees the rest.
    for (const fs::directory_entry& entry : fs::directory_iterator(staging)) {
      if (entry.path().filename() != "result.json")
        fs::rename(entry.path(), fs::path(directory) / entry.path().filename());
    }
    if (fs::exists(fs::path(staging) / "result.json"))
      fs::rename(fs::path(staging) / "result.json", fs::path(directory) / "result.json");
    fs::remove(staging);
  } catch (const fs::filesystem_error& error) {
    throw InputError(std::string("cannot write the evidence: ") + error.what());
  }
}

}  // namespace pendulum::main
