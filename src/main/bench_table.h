// What `pendulum bench` has measured: rows, as a file that a later run goes on with, and as a table.
#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "main/bench_tasks.h"

namespace pendulum::main {

struct BenchRow {
  enum class Outcome {
    Solved,   ///< the expected verdict
    Wrong,    ///< the other one
    Open,     ///< a verdict where none is expected
    Unknown,  ///< no verdict, with a reason
    Failed,   ///< no answer at all, or a crash
  };
  std::string set, task, engine;
  std::string expected;  ///< "true", "false", "-"
  std::string verdict;   ///< "true", "false", "unknown", "-"
  Outcome outcome = Outcome::Failed;
  double wall_seconds = 0;
  double cpu_seconds = 0;
  double memory_mib = 0;
  std::string answered_by;  ///< the engine whose evidence was accepted
  std::string reason;       ///< in one line
};

/// What the verdict means against what was expected.
BenchRow::Outcome outcome_of(const std::string& expected, const std::string& verdict);

/// The rows' file: tab-separated, a head line first.
std::string tsv_head();
std::string to_tsv(const BenchRow& row);
/// Rows of an earlier run; a last line that was cut off by the end of that run is left out. Throws InputError
/// for a file that is something else.
std::vector<BenchRow> read_tsv(const std::string& file);
std::string to_json(const std::vector<BenchRow>& rows);

/// A line per engine and set, one per engine over all sets, and what is wrong or failed by name. "alone"
/// counts tasks that no other engine of the run solved.
void print_table(std::ostream& out, const std::vector<BenchRow>& rows);

}  // namespace pendulum::main
