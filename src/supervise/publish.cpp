#include "supervise/publish.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "base/check.h"
#include "base/error.h"
#include "base/file.h"

namespace pendulum::supervise {

namespace fs = std::filesystem;
using base::InputError;

std::filesystem::path without_slash(const std::filesystem::path& path) {
  return path.has_filename() ? path : path.parent_path();
}

std::string partial_name(const std::string& final_name) {
  PENDULUM_CHECK(!final_name.empty(), "an output should have a name");
  return without_slash(final_name).string() + ".partial-" + std::to_string(::getpid());
}

void publish_file(const std::string& path, std::string_view text, const Scratch& scratch) {
  PENDULUM_CHECK(!path.empty(), "an output should have a name");
  if (fs::exists(path) && !fs::is_regular_file(path))
    return base::write_file(path, text);  // /dev/stdout, a pipe
  const std::string partial = partial_name(path);
  scratch.remove_at_end(partial);
  base::write_file(partial, text);
  std::error_code error;
  fs::rename(partial, path, error);
  if (error) throw InputError("cannot write " + path + ": " + error.message());
}

void check_output(const std::string& path, const std::vector<std::string>& inputs) {
  std::error_code error;
  for (const std::string& input : inputs)
    if (fs::equivalent(path, input, error))
      throw base::UsageError("cannot write " + path + ": it is the input file " + input);
  if (fs::is_directory(path)) throw InputError("cannot write " + path + ": it is a directory");
  const fs::path parent = fs::path(path).has_parent_path() ? fs::path(path).parent_path() : fs::path(".");
  if (!fs::is_directory(parent))
    throw InputError("cannot write " + path + ": there is no directory " + parent.string());
  if (::access(parent.c_str(), W_OK) != 0)
    throw InputError("cannot write " + path + ": " + std::strerror(errno));
}

}  // namespace pendulum::supervise
