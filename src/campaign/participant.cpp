#include "campaign/participant.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <random>
#include <sstream>

#include "base/check.h"
#include "base/error.h"
#include "base/file.h"
#include "base/pipe.h"

namespace pendulum::campaign {

namespace {

namespace fs = std::filesystem;

/// A participant renews its file this often per lease, so that a few late renewals do no harm.
constexpr int renewals_per_lease = 6;

std::string first_line(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

/// Identifies the process table of this machine or container since its start.
std::string process_table() {
  std::error_code error;
  const std::string space = fs::read_symlink("/proc/self/ns/pid", error).string();
  return first_line("/proc/sys/kernel/random/boot_id") + " " + (error ? "" : space);
}

/// The time at which the process started, in clock ticks since the start of the machine; empty if it has
/// ended. Together with the number it identifies a process, because numbers are used again.
std::string start_of_process(pid_t process) {
  const std::string line = first_line(fmt::format("/proc/{}/stat", process));
  const std::size_t name_end = line.rfind(')');
  if (name_end == std::string::npos) return "";
  std::istringstream fields(line.substr(name_end + 1));
  std::string field;
  constexpr int state_field = 3, start_field = 22;  // proc(5) counts from 1; the name is field 2
  for (int i = state_field; i <= start_field && fields >> field; ++i)
    if (i == state_field && (field == "Z" || field == "X")) return "";
  return field;
}

/// The modification time; nothing if the file does not exist.
std::optional<long> renewal_of(const std::string& path) {
  // Opening the file makes the client of a network file system ask the server.
  const base::Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat state{};
  if (!file.is_open() || ::fstat(file.get(), &state) != 0) return std::nullopt;
  return state.st_mtim.tv_sec * 1'000'000'000L + state.st_mtim.tv_nsec;
}

std::string host_name() {
  std::array<char, 256> name{};
  if (::gethostname(name.data(), name.size() - 1) != 0) return "unknown";
  return name.data();
}

}  // namespace

Participant::Participant(std::string directory, std::chrono::seconds lease)
    : directory_(std::move(directory)) {
  PENDULUM_CHECK(lease.count() > 0, "a lease should last at least a second");
  id_ = fmt::format("{}-{}-{:08x}", host_name(), ::getpid(), std::random_device()());
  base::write_file(directory_ + "/" + id_,
                   fmt::format("{}\n{}\n{}\n", process_table(), ::getpid(), start_of_process(::getpid())));
  renewal_ = std::thread([this, lease] { renew_until_end(lease); });
}

Participant::~Participant() {
  {
    const std::lock_guard lock(mutex_);
    is_ending_ = true;
  }
  end_.notify_all();
  renewal_.join();
  std::error_code ignored;
  fs::remove(directory_ + "/" + id_, ignored);
}

void Participant::renew_until_end(std::chrono::seconds lease) {
  const auto period = std::chrono::milliseconds(lease) / renewals_per_lease;
  std::unique_lock lock(mutex_);
  while (!end_.wait_for(lock, period, [this] { return is_ending_; }))
    ::utimensat(AT_FDCWD, (directory_ + "/" + id_).c_str(), nullptr, 0);  // the time of the file server
}

bool Observer::is_dead(const std::string& id) {
  const std::optional<long> renewed = renewal_of(path(id));
  if (!renewed) return true;
  std::ifstream file(path(id));
  std::string table, process, start;
  if (std::getline(file, table) && std::getline(file, process) && std::getline(file, start) &&
      table == process_table())
    return start_of_process(static_cast<pid_t>(std::strtol(process.c_str(), nullptr, 10))) != start;
  const auto now = base::Clock::now();
  const auto [known, is_new] = sightings_.try_emplace(id, Sighting{*renewed, now});
  if (!is_new && known->second.renewed != *renewed) known->second = {*renewed, now};
  return now - known->second.since >= lease_;
}

bool Observer::waits_until_dead(const std::string& id) {
  const std::optional<long> before = renewal_of(path(id));
  while (!is_dead(id)) {
    if (renewal_of(path(id)) != before || sightings_.find(id) == sightings_.end()) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
  }
  return true;
}

std::string Observer::describe(const std::string& id) {
  const std::size_t random = id.rfind('-');
  const std::size_t process = random == std::string::npos || random == 0 ? random : id.rfind('-', random - 1);
  if (process == std::string::npos) return id;
  return fmt::format("process {} on {}", id.substr(process + 1, random - process - 1), id.substr(0, process));
}

}  // namespace pendulum::campaign
