#include "campaign/queue.h"

#include <fcntl.h>
#include <fmt/core.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <functional>
#include <map>

#include "base/check.h"
#include "base/error.h"
#include "base/file.h"
#include "base/log_file.h"
#include "base/pipe.h"

namespace pendulum::campaign {

namespace {

namespace fs = std::filesystem;

/// The state of one run according to the names in the directory of its shard.
struct RunState {
  unsigned claims = 0;
  bool is_done = false;
};

struct ShardState {
  std::map<std::size_t, RunState> runs;  ///< without runs that have no claim
  bool is_complete = false;
};

/// The number that `text` consists of; nothing for other texts.
std::optional<std::size_t> number_in(std::string_view text) {
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

ShardState read_shard(const std::string& directory) {
  ShardState state;
  std::error_code error;
  for (fs::directory_iterator entry(directory, error), end; !error && entry != end; entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (name == "complete") state.is_complete = true;
    const std::size_t dot = name.find('.');
    const auto run = number_in(name.substr(0, dot));
    if (!run || dot == std::string::npos) continue;
    const std::string claim = name.substr(dot + 1);
    RunState& of_run = state.runs[*run];
    if (claim == "done") of_run.is_done = true;
    if (const auto number = number_in(claim))
      of_run.claims = std::max(of_run.claims, static_cast<unsigned>(*number));
  }
  if (error) throw base::InputError("cannot read " + directory + ": " + error.message());
  return state;
}

void create_marker(const std::string& path) {
  const base::Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666));
  if (!file.is_open()) throw base::InputError("cannot write " + path + ": " + std::strerror(errno));
}

/// After this number of failed claims, a worker reads the names in its shard again.
constexpr unsigned failures_before_reading = 3;

std::size_t shards_for(std::size_t num_runs) {
  return (num_runs + shard_runs - 1) / shard_runs;
}

}  // namespace

void make_queue(const std::string& directory, const std::vector<std::string>& descriptions) {
  for (std::size_t shard = 0; shard < shards_for(descriptions.size()); ++shard) {
    const std::string path = directory + "/" + std::to_string(shard);
    std::error_code error;
    fs::create_directories(path, error);
    if (error) throw base::InputError("cannot write " + path + ": " + error.message());
    std::string text;
    const std::size_t end = std::min(descriptions.size(), (shard + 1) * shard_runs);
    PENDULUM_CHECK(shard * shard_runs < end, "shard {} should have a run", shard);
    for (std::size_t run = shard * shard_runs; run < end; ++run) text += base::log_line(descriptions[run]);
    base::write_file(path + "/runs", text);
  }
}

Queue::Queue(std::string directory, std::size_t num_runs, const Participant& self, Observer& observer)
    : directory_(std::move(directory)), num_runs_(num_runs), self_(self), observer_(observer) {
  const std::size_t count = shards_for(num_runs);
  if (count == 0) return;
  random_.seed(static_cast<unsigned>(std::hash<std::string>()(self.id())));
  const std::size_t first = random_() % count;
  for (std::size_t i = 0; i < count; ++i) unvisited_.push_back((first + i) % count);
  open_shards_.assign(unvisited_.begin(), unvisited_.end());
}

std::string Queue::run_path(std::size_t run) const {
  PENDULUM_CHECK(run < num_runs_, "there should be a run {}", run);
  return shard_path(run / shard_runs) + "/" + std::to_string(run);
}

std::optional<ClaimedRun> Queue::claim() {
  if (auto run = claim_fresh()) return run;
  return claim_abandoned();
}

bool Queue::try_again(ClaimedRun& run) {
  PENDULUM_CHECK(!run.is_lost, "run {} should not be done again", run.number);
  if (!try_claim(run_path(run.number), run.attempt + 1, self_)) return false;
  run = claimed(run.number, run.attempt + 1);
  return true;
}

void Queue::finish(const ClaimedRun& run) {
  PENDULUM_DCHECK(holder_of(run_path(run.number), run.attempt).has_value(), "run {} should have a claim",
                  run.number);
  create_marker(run_path(run.number) + ".done");
}

ClaimedRun Queue::claimed(std::size_t run, unsigned attempt) {
  PENDULUM_CHECK(run < num_runs_ && attempt > 0, "attempt {} of run {} should exist", attempt, run);
  const std::size_t shard = run / shard_runs;
  if (descriptions_.empty() || described_shard_ != shard) {
    descriptions_ = base::LogFileReader(shard_path(shard) + "/runs").read();
    described_shard_ = shard;
  }
  const std::size_t index = run % shard_runs;
  if (descriptions_.size() != std::min(num_runs_ - shard * shard_runs, shard_runs))
    throw base::InputError(shard_path(shard) + "/runs: the descriptions of the runs are damaged");
  return {descriptions_[index], run, attempt, attempt > max_attempts};
}

void Queue::read_candidates(std::size_t shard) {
  PENDULUM_CHECK(shard < shards_for(num_runs_), "there should be a shard {}", shard);
  candidates_.clear();
  const ShardState state = read_shard(shard_path(shard));
  if (state.is_complete) return;
  for (std::size_t run = shard * shard_runs; run < std::min(num_runs_, (shard + 1) * shard_runs); ++run)
    if (!state.runs.contains(run)) candidates_.push_back(run);
}

/// Claims a run that no worker has claimed. Without competition, runs are claimed in their order. A worker
/// that finds its next run claimed continues at a random position, and reads the shard again after some
/// failures, so that many workers in one shard do not follow each other.
std::optional<ClaimedRun> Queue::claim_fresh() {
  while (true) {
    while (!candidates_.empty()) {
      const std::size_t run = candidates_.front();
      candidates_.pop_front();
      if (try_claim(run_path(run), 1, self_)) return claimed(run, 1);
      if (++num_failures_ % failures_before_reading == 0) read_candidates(run / shard_runs);
      if (candidates_.empty()) break;
      const std::size_t position = random_() % candidates_.size();
      std::rotate(candidates_.begin(), candidates_.begin() + static_cast<std::ptrdiff_t>(position),
                  candidates_.end());
    }
    if (unvisited_.empty()) return std::nullopt;
    read_candidates(unvisited_.front());
    unvisited_.pop_front();
  }
}

/// Takes over a run whose worker has died, and updates open_shards_.
std::optional<ClaimedRun> Queue::claim_abandoned() {
  for (std::size_t i = 0; i < open_shards_.size();) {
    const std::size_t shard = open_shards_[i];
    const ShardState state = read_shard(shard_path(shard));
    std::size_t num_done = 0;
    for (const auto& [run, of_run] : state.runs) {
      num_done += of_run.is_done ? 1 : 0;
      if (of_run.is_done || of_run.claims == 0 || state.is_complete) continue;
      if (auto taken = take_over(run, of_run.claims)) return taken;
    }
    const std::size_t num_runs = std::min(num_runs_ - shard * shard_runs, shard_runs);
    PENDULUM_CHECK(num_done <= num_runs, "{} of the {} runs of shard {} are done", num_done, num_runs, shard);
    if (!state.is_complete && num_done == num_runs) create_marker(shard_path(shard) + "/complete");
    if (state.is_complete || num_done == num_runs) {
      open_shards_.erase(open_shards_.begin() + static_cast<std::ptrdiff_t>(i));
    } else {
      ++i;
    }
  }
  return std::nullopt;
}

std::optional<ClaimedRun> Queue::take_over(std::size_t run, unsigned last_attempt) {
  const std::optional<std::string> holder = holder_of(run_path(run), last_attempt);
  if (!holder || *holder == self_.id() || !observer_.is_dead(*holder)) return std::nullopt;
  if (!try_claim(run_path(run), last_attempt + 1, self_)) return std::nullopt;
  return claimed(run, last_attempt + 1);
}

}  // namespace pendulum::campaign
