#include "campaign/store.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <numeric>
#include <tuple>

#include "base/check.h"
#include "base/error.h"
#include "base/file.h"
#include "campaign/queue.h"

namespace pendulum::campaign {

namespace {

namespace fs = std::filesystem;
using base::InputError;

constexpr const char* format_text = "pendulum store of campaigns, version 1\n";

/// Writes a file such that it has its name only when it is complete.
void write_whole_file(const std::string& path, const std::string& text) {
  base::write_file(path + ".partial", text);
  std::error_code error;
  fs::rename(path + ".partial", path, error);
  if (error) throw InputError("cannot write " + path + ": " + error.message());
}

void make_directory(const std::string& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error) throw InputError("cannot create the directory " + path + ": " + error.message());
}

/// Does row `a` count, and not row `b` of the same run?
bool precedes(const BenchRow& a, const BenchRow& b) {
  if (a.has_failed() != b.has_failed()) return b.has_failed();
  if (a.has_failed() && a.campaign != b.campaign) return a.campaign > b.campaign;
  return std::tie(a.campaign, a.attempt, a.worker) < std::tie(b.campaign, b.attempt, b.worker);
}

}  // namespace

std::string to_json_line(const RunSpec& run) {
  return nlohmann::ordered_json{{"identity", run.identity},
                                {"set", run.set},
                                {"task", run.task},
                                {"engine", run.engine},
                                {"expected", run.expected}}
      .dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

RunSpec parse_run(const std::string& line) {
  try {
    const auto json = nlohmann::json::parse(line);
    return {json.at("identity"), json.at("set"), json.at("task"), json.at("engine"), json.at("expected")};
  } catch (const nlohmann::json::exception& error) {
    throw InputError(std::string("the description of a run is damaged: ") + error.what());
  }
}

Store Store::create(const std::string& path) {
  Store store(fs::absolute(path).lexically_normal().string());
  make_directory(store.path_);
  if (!fs::exists(store.path_ + "/format") && !fs::is_empty(store.path_))
    throw InputError(path + " is neither empty nor a store of campaigns");
  for (const std::string& directory : {store.participants(), store.rows(), store.path_ + "/campaigns"})
    make_directory(directory);
  if (!fs::exists(store.path_ + "/format")) write_whole_file(store.path_ + "/format", format_text);
  store.check_format();
  return store;
}

Store Store::open(const std::string& path) {
  Store store(fs::absolute(path).lexically_normal().string());
  if (!fs::exists(store.path_ + "/format")) throw InputError(path + ": there is no store of campaigns here");
  store.check_format();
  return store;
}

void Store::check_format() const {
  const std::string text = base::read_file(path_ + "/format");
  if (text != format_text)
    throw InputError(path_ + ": another version of Pendulum made this store (" +
                     text.substr(0, text.find('\n')) + "); choose another directory with --store");
}

void Store::check_space() const {
  constexpr std::size_t bytes = std::size_t{1} << 16;  // the rows of some dozens of runs
  const std::string path = path_ + "/space";
  try {
    base::write_file(path, std::string(bytes, ' '));
  } catch (const InputError&) {
    fs::remove(path);
    throw;
  }
  fs::remove(path);
}

unsigned Store::last_campaign() const {
  unsigned last = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(path_ + "/campaigns")) {
    const std::string name = entry.path().filename().string();
    unsigned number = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
    const bool is_number = error == std::errc() && end == name.data() + name.size();
    if (is_number && fs::exists(entry.path() / "plan")) last = std::max(last, number);
  }
  return last;
}

unsigned Store::add_campaign(const Plan& plan, const std::vector<RunSpec>& runs,
                             const std::vector<std::size_t>& open) const {
  PENDULUM_CHECK(!open.empty() && open.size() <= runs.size(), "{} of {} runs should be open", open.size(),
                 runs.size());
  PENDULUM_CHECK(std::ranges::is_sorted(open), "the runs should be in their order");
  PENDULUM_CHECK(plan.timeout_seconds > 0 && plan.lease_seconds > 0, "runs and leases should take time");
  const unsigned number = last_campaign() + 1;
  std::error_code error;
  fs::remove_all(campaign(number), error);  // a campaign without a plan never started
  make_directory(campaign(number));
  std::vector<std::string> descriptions;
  for (const std::size_t run : open) descriptions.push_back(to_json_line(runs.at(run)));
  make_queue(queue(number), descriptions);
  std::string text;
  for (const RunSpec& run : runs) text += base::log_line(to_json_line(run));
  write_whole_file(campaign(number) + "/runs", text);
  const nlohmann::json json{{"version", plan.version},
                            {"directory", plan.directory},
                            {"arguments", plan.arguments},
                            {"timeout_seconds", plan.timeout_seconds},
                            {"lease_seconds", plan.lease_seconds},
                            {"num_open", open.size()}};
  write_whole_file(campaign(number) + "/plan", base::log_line(json.dump()));
  return number;
}

Plan Store::read_plan(unsigned number) const {
  const std::vector<std::string> lines = base::LogFileReader(campaign(number) + "/plan").read();
  if (lines.size() != 1) throw InputError(campaign(number) + "/plan is missing or damaged");
  const auto json = nlohmann::json::parse(lines[0]);
  return {json.at("version"),         json.at("directory"),     json.at("arguments"),
          json.at("timeout_seconds"), json.at("lease_seconds"), json.at("num_open")};
}

std::vector<RunSpec> Store::read_runs(unsigned number) const {
  std::vector<RunSpec> runs;
  base::LogFileReader reader(campaign(number) + "/runs");
  for (const std::string& line : reader.read()) runs.push_back(parse_run(line));
  if (reader.num_faults() > 0) throw InputError(campaign(number) + "/runs is damaged");
  return runs;
}

std::string Store::job(unsigned number) const {
  const std::vector<std::string> lines = base::LogFileReader(campaign(number) + "/job").read();
  return lines.empty() ? "" : lines.back();
}

void Store::set_job(unsigned number, const std::string& job) const {
  PENDULUM_CHECK(!job.empty(), "the job of campaign {} should have a name", number);
  write_whole_file(campaign(number) + "/job", base::log_line(job));
}

bool Store::is_cancelled(unsigned number) const {
  return fs::exists(campaign(number) + "/cancelled");
}

void Store::set_cancelled(unsigned number) const {
  PENDULUM_CHECK(number > 0 && number <= last_campaign(), "there should be a campaign {}", number);
  base::write_file(campaign(number) + "/cancelled", "");
}

void StoredRows::update() {
  for (const fs::directory_entry& entry : fs::directory_iterator(directory_)) {
    const std::string path = entry.path().string();
    base::LogFileReader& log = logs_.try_emplace(path, path).first->second;
    for (const std::string& line : log.read()) {
      std::optional<BenchRow> row = parse_json_line(line);
      if (!row) continue;
      ++num_read_;
      const auto [known, is_new] = rows_.try_emplace(row->identity, *row);
      if (!is_new && precedes(*row, known->second)) known->second = *std::move(row);
    }
  }
}

const BenchRow* StoredRows::find(const std::string& identity) const {
  const auto found = rows_.find(identity);
  return found == rows_.end() ? nullptr : &found->second;
}

std::uint64_t StoredRows::num_faults() const {
  return std::accumulate(logs_.begin(), logs_.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const auto& log) { return sum + log.second.num_faults(); });
}

}  // namespace pendulum::campaign
