// The results of `pendulum bench`: one row per task and engine. Rows are stored in a file, with which a later
// run can resume, and printed as a table.
#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "campaign/task_selection.h"

namespace pendulum::campaign {

struct BenchRow {
  enum class Outcome {
    Solved,   ///< the expected verdict
    Wrong,    ///< the opposite verdict
    Open,     ///< a verdict for a task without an expected verdict
    Unknown,  ///< the verdict unknown, with a reason
    Failed,   ///< no answer, or a crash
  };
  std::string set, task, engine;
  std::string expected;  ///< "true", "false", "-"
  std::string verdict;   ///< "true", "false", "unknown", "-"
  Outcome outcome = Outcome::Failed;
  double wall_seconds = 0;
  double cpu_seconds = 0;
  double memory_mib = 0;
  std::string answered_by;  ///< the engine whose evidence was accepted
  std::string reason;       ///< reason of the verdict unknown or of the failure
};

/// Compares a verdict with the expected one.
BenchRow::Outcome outcome_of(const std::string& expected, const std::string& verdict);

/// The header line and the rows of the file, separated by tabs.
std::string tsv_head();
std::string to_tsv(const BenchRow& row);
/// The rows of an earlier run, without incomplete lines, which an interrupted run may leave. Throws
/// InputError if the file has another format.
std::vector<BenchRow> read_tsv(const std::string& file);
std::string to_json(const std::vector<BenchRow>& rows);

/// Prints one line per engine and set, one line per engine for all sets, and the names of tasks with wrong
/// verdicts or failures. The column "alone" counts tasks that no other engine of the run solved.
void print_table(std::ostream& out, const std::vector<BenchRow>& rows);

}  // namespace pendulum::campaign
