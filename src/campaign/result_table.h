// The results of `pendulum bench`: one row per task and engine, and their forms as table, TSV and JSON.
#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

namespace pendulum::campaign {

struct BenchRow {
  enum class Outcome {
    Solved,   ///< the expected verdict
    Wrong,    ///< the opposite verdict
    Open,     ///< a verdict for a task without an expected verdict
    Unknown,  ///< the verdict unknown, with a reason
    Failed,   ///< no answer: a crash, an input that cannot be read, or too many workers died
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
  std::string identity;     ///< of the run (identity.h)
  unsigned campaign = 0;    ///< number of the campaign in its store
  unsigned attempt = 1;     ///< greater than 1 if workers died during the run
  std::string worker;       ///< the participant that has stored the row
  bool has_failed() const { return outcome == Outcome::Failed; }
};

/// Compares a verdict with the expected one.
BenchRow::Outcome outcome_of(const std::string& expected, const std::string& verdict);

/// The score of a row by the rules of SV-COMP: 2 for a correct true, 1 for a correct false, -32 for a wrong
/// true, -16 for a wrong false, and 0 otherwise.
int score_of(const BenchRow& row);

/// The header line and the rows of a file of rows, separated by tabs.
std::string tsv_head();
std::string to_tsv(const BenchRow& row);
std::string to_json(const std::vector<BenchRow>& rows);

/// One row as one line of JSON, as it is stored.
std::string to_json_line(const BenchRow& row);
/// The inverse of to_json_line; nothing for other texts.
std::optional<BenchRow> parse_json_line(const std::string& line);

/// Prints one line per engine and set, one line per engine for all sets, and the names of tasks with wrong
/// verdicts or failures. The column "alone" counts tasks that no other engine of the campaign solved; the
/// times are those of all rows.
void print_table(std::ostream& out, const std::vector<BenchRow>& rows);

}  // namespace pendulum::campaign
