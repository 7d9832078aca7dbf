// The queue of a campaign: a directory from which workers on many machines take runs.
//
// The runs 0, 1, ... are divided into shards of `shard_runs` runs, so that directories remain small and a
// worker reads only the descriptions of the shards that it visits:
//
//   DIR/<shard>/runs         descriptions of the runs, one record per run (base/log_file.h)
//   DIR/<shard>/<run>.<k>    claim number k of the run (claim.h)
//   DIR/<shard>/<run>.done   a row of the run is on disk
//   DIR/<shard>/complete     all runs of the shard are done
//
// A worker starts in a shard that depends on its name, so that workers seldom compete, and continues
// cyclically. After it has passed all shards it takes over runs whose workers have died.
#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "campaign/claim.h"

namespace pendulum::campaign {

inline constexpr std::size_t shard_runs = 1000;
/// After this number of workers have died during a run, the run has failed: it may be the cause.
inline constexpr unsigned max_attempts = 3;

/// Creates the directories of a queue with the given descriptions. Throws InputError.
void make_queue(const std::string& directory, const std::vector<std::string>& descriptions);

struct ClaimedRun {
  std::string description;
  std::size_t number = 0;
  unsigned attempt = 1;
  bool is_lost = false;  ///< too many workers died during this run: it should not be done again
};

class Queue {
 public:
  /// Requires: the arguments outlive this object.
  Queue(std::string directory, std::size_t num_runs, const Participant& self, Observer& observer);

  /// Claims a run. Returns nothing if no run is free, although some may become free. Throws InputError.
  std::optional<ClaimedRun> claim();
  /// Changes a claimed run, whose attempt ended without an answer, to its next attempt. Returns false if
  /// another worker has taken it over.
  bool try_again(ClaimedRun& run);
  /// Marks a claimed run as done. Requires: its row is on disk.
  void finish(const ClaimedRun& run);
  /// Are all runs done, according to the last call of claim()?
  bool is_complete() const { return open_shards_.empty(); }

 private:
  std::string shard_path(std::size_t shard) const { return directory_ + "/" + std::to_string(shard); }
  std::string run_path(std::size_t run) const;
  void read_candidates(std::size_t shard);
  std::optional<ClaimedRun> claim_fresh();
  std::optional<ClaimedRun> claim_abandoned();
  std::optional<ClaimedRun> take_over(std::size_t run, unsigned last_attempt);
  ClaimedRun claimed(std::size_t run, unsigned attempt);

  std::string directory_;
  std::size_t num_runs_;
  const Participant& self_;
  Observer& observer_;
  std::deque<std::size_t> unvisited_;     ///< shards that may have runs without a claim
  std::deque<std::size_t> candidates_;    ///< runs of the current shard that had no claim when it was read
  std::vector<std::size_t> open_shards_;  ///< shards that may have runs that are not done
  unsigned num_failures_ = 0;             ///< of claims, because another worker was faster
  std::minstd_rand random_;
  std::size_t described_shard_ = 0;
  std::vector<std::string> descriptions_;  ///< of described_shard_; empty: not read yet
};

}  // namespace pendulum::campaign
