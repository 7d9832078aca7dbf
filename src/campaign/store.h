// The store of campaigns: a directory, shared by all machines that take part.
//
//   DIR/format                  the version of this layout
//   DIR/owner.<k>               the process that leads a campaign holds this claim (claim.h)
//   DIR/participants/<id>       signs of life (participant.h)
//   DIR/rows/<id>               the rows that one participant has written (base/log_file.h)
//   DIR/campaigns/<k>/plan      what the campaign number k measures
//   DIR/campaigns/<k>/queue/    its runs that had no row when it started (queue.h)
//   DIR/campaigns/<k>/job       the job of the cluster manager, if there is one
//   DIR/campaigns/<k>/cancelled exists after `pendulum bench --cancel`
//
// A started command makes a new campaign from the runs without rows, so interrupted campaigns resume by
// themselves. Rows are never changed or removed; several rows of one run are counted once.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/log_file.h"
#include "campaign/result_table.h"

namespace pendulum::campaign {

/// One run of a campaign: an engine on a task.
struct RunSpec {
  std::string identity, set, task, engine;
  std::string expected = "-";  ///< "true", "false", "-"
};

std::string to_json_line(const RunSpec& run);
/// Throws InputError for other texts.
RunSpec parse_run(const std::string& line);

/// The options of a campaign that its workers need.
struct Plan {
  std::string version;                 ///< version_identity() of the program that made the plan
  std::string directory;               ///< working directory of the runs
  std::vector<std::string> arguments;  ///< options of `pendulum verify` for all runs
  double timeout_seconds = 0;          ///< of a run
  unsigned lease_seconds = 60;
  std::size_t num_open = 0;  ///< number of runs in the queue
};

class Store {
 public:
  /// Opens the store, or creates it in a directory that is missing or empty. Throws InputError if the
  /// directory cannot be written, or contains something else or a store of another version.
  static Store create(const std::string& path);
  /// Opens an existing store. Throws InputError.
  static Store open(const std::string& path);

  /// Throws InputError if the disk is full or not writable.
  void check_space() const;

  const std::string& path() const { return path_; }
  std::string participants() const { return path_ + "/participants"; }
  std::string rows() const { return path_ + "/rows"; }
  std::string owner() const { return path_ + "/owner"; }
  std::string campaign(unsigned number) const { return path_ + "/campaigns/" + std::to_string(number); }
  std::string queue(unsigned number) const { return campaign(number) + "/queue"; }

  /// The number of the last campaign with a plan; 0 if there is none.
  unsigned last_campaign() const;
  /// Adds a campaign with all its runs, of which those with the numbers `open` are in its queue. Returns its
  /// number. Requires: `open` is ascending and not empty.
  unsigned add_campaign(const Plan& plan, const std::vector<RunSpec>& runs,
                        const std::vector<std::size_t>& open) const;
  Plan read_plan(unsigned number) const;
  /// All runs of a campaign, in the order of its plan.
  std::vector<RunSpec> read_runs(unsigned number) const;
  /// The job of the campaign at the cluster manager; empty if there is none.
  std::string job(unsigned number) const;
  void set_job(unsigned number, const std::string& job) const;
  /// The workers of a cancelled campaign end after their current runs.
  bool is_cancelled(unsigned number) const;
  void set_cancelled(unsigned number) const;

 private:
  explicit Store(std::string path) : path_(std::move(path)) {}
  void check_format() const;
  std::string path_;
};

/// The rows of a store, one per identity. Of several rows of one run, the one of the earliest campaign and
/// attempt counts that has not failed. If all have failed, that of the last campaign counts.
class StoredRows {
 public:
  explicit StoredRows(const Store& store) : directory_(store.rows()) {}
  /// Reads the rows that were added since the last call.
  void update();
  /// Returns null if the store has no row with this identity.
  const BenchRow* find(const std::string& identity) const;
  /// Number of rows that were read, with repeated ones.
  std::size_t num_read() const { return num_read_; }
  /// Number of damaged records, which are ignored.
  std::uint64_t num_faults() const;

 private:
  std::string directory_;
  std::map<std::string, base::LogFileReader> logs_;
  std::map<std::string, BenchRow> rows_;
  std::size_t num_read_ = 0;
};

}  // namespace pendulum::campaign
