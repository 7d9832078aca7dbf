#include "campaign/result_table.h"

#include <fmt/core.h>
#include <fmt/ostream.h>

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>

#include "base/check.h"

namespace pendulum::campaign {

namespace {

using Outcome = BenchRow::Outcome;
using Json = nlohmann::ordered_json;

constexpr std::array<std::pair<Outcome, std::string_view>, 5> outcome_words{{{Outcome::Solved, "solved"},
                                                                             {Outcome::Wrong, "wrong"},
                                                                             {Outcome::Open, "open"},
                                                                             {Outcome::Unknown, "unknown"},
                                                                             {Outcome::Failed, "failed"}}};
constexpr std::array<std::string_view, 11> columns{"set",     "task",        "engine", "expected",
                                                   "verdict", "outcome",     "wall",   "cpu_seconds",
                                                   "mib",     "answered_by", "reason"};

std::string word_of(Outcome outcome) {
  for (const auto& [value, word] : outcome_words)
    if (value == outcome) return std::string(word);
  PENDULUM_UNREACHABLE();
}

/// Replaces control characters, because a field must not contain line breaks or tabs.
std::string plain(std::string text) {
  std::replace_if(text.begin(), text.end(), [](unsigned char c) { return c < ' '; }, ' ');
  return text;
}

Json json_of(const BenchRow& row) {
  return {{"set", row.set},
          {"task", row.task},
          {"engine", row.engine},
          {"expected", row.expected},
          {"verdict", row.verdict},
          {"outcome", word_of(row.outcome)},
          {"wall_seconds", row.wall_seconds},
          {"cpu_seconds", row.cpu_seconds},
          {"memory_mib", row.memory_mib},
          {"answered_by", row.answered_by},
          {"reason", row.reason},
          {"identity", row.identity},
          {"campaign", row.campaign},
          {"attempt", row.attempt},
          {"worker", row.worker}};
}

BenchRow row_of(const Json& json) {
  BenchRow row;
  row.set = json.at("set");
  row.task = json.at("task");
  row.engine = json.at("engine");
  row.expected = json.at("expected");
  row.verdict = json.at("verdict");
  for (const auto& [value, word] : outcome_words)
    if (word == json.at("outcome").get<std::string>()) row.outcome = value;
  row.wall_seconds = json.at("wall_seconds");
  row.cpu_seconds = json.at("cpu_seconds");
  row.memory_mib = json.at("memory_mib");
  row.answered_by = json.at("answered_by");
  row.reason = json.at("reason");
  row.identity = json.at("identity");
  row.campaign = json.at("campaign");
  row.attempt = json.at("attempt");
  row.worker = json.at("worker");
  return row;
}

std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields(1);
  for (const char c : line) {
    if (c == '\t') {
      fields.emplace_back();
    } else {
      fields.back().push_back(c);
    }
  }
  return fields;
}

struct Sums {
  unsigned tasks = 0, solved_true = 0, solved_false = 0, open = 0, wrong = 0, failed = 0, alone = 0;
  long score = 0;
  double cpu_seconds = 0, wall_seconds = 0;
};

void print_line(std::ostream& out, const std::string& engine, const std::string& set, const Sums& sums) {
  PENDULUM_CHECK(sums.solved_true + sums.solved_false + sums.open + sums.wrong + sums.failed <= sums.tasks,
                 "{} should have one outcome per task of {}", engine, set);
  fmt::print(out, "{:<12} {:<16} {:>5} {:>6} {:>6} {:>5} {:>6} {:>6} {:>6} {:>6} {:>6} {:>9.1f} {:>9.1f}\n",
             engine, set, sums.tasks, sums.solved_true + sums.solved_false, sums.solved_true,
             sums.solved_false, sums.open, sums.alone, sums.wrong, sums.failed, sums.score, sums.cpu_seconds,
             sums.wall_seconds);
}

void add_to(Sums& sums, const BenchRow& row, bool is_alone) {
  const bool is_solved = row.outcome == Outcome::Solved;
  ++sums.tasks;
  sums.solved_true += is_solved && row.verdict == "true" ? 1 : 0;
  sums.solved_false += is_solved && row.verdict == "false" ? 1 : 0;
  sums.alone += is_solved && is_alone ? 1 : 0;
  sums.open += row.outcome == Outcome::Open ? 1 : 0;
  sums.wrong += row.outcome == Outcome::Wrong ? 1 : 0;
  sums.failed += row.outcome == Outcome::Failed ? 1 : 0;
  sums.score += score_of(row);
  sums.cpu_seconds += row.cpu_seconds;
  sums.wall_seconds += row.wall_seconds;
}

void print_faults(std::ostream& out, const std::vector<BenchRow>& rows) {
  for (const BenchRow& row : rows) {
    if (row.outcome == Outcome::Wrong)
      fmt::print(out, "WRONG: {} answers {} for {}, expected {}\n", row.engine, row.verdict, row.task,
                 row.expected);
    if (row.outcome == Outcome::Failed)
      fmt::print(out, "failed: {} on {}: {}\n", row.engine, row.task, row.reason);
  }
}

}  // namespace

Outcome outcome_of(const std::string& expected, const std::string& verdict) {
  PENDULUM_CHECK(expected == "true" || expected == "false" || expected == "-",
                 "the expected verdict should be true, false or missing, not {}", expected);
  if (verdict == "unknown") return Outcome::Unknown;
  if (verdict != "true" && verdict != "false") return Outcome::Failed;
  if (expected == "-") return Outcome::Open;
  return expected == verdict ? Outcome::Solved : Outcome::Wrong;
}

int score_of(const BenchRow& row) {
  PENDULUM_CHECK(row.outcome != Outcome::Solved || row.verdict == row.expected,
                 "{} should be solved by its expected verdict", row.task);
  const bool is_true = row.verdict == "true";
  if (row.outcome == Outcome::Solved) return is_true ? 2 : 1;
  if (row.outcome == Outcome::Wrong) return is_true ? -32 : -16;
  return 0;
}

std::string tsv_head() {
  std::string text;
  for (const std::string_view column : columns) text += (text.empty() ? "" : "\t") + std::string(column);
  return text + "\n";
}

std::string to_tsv(const BenchRow& row) {
  std::string line =
      fmt::format("{}\t{}\t{}\t{}\t{}\t{}\t{:.2f}\t{:.2f}\t{:.0f}\t{}\t{}\n", plain(row.set), plain(row.task),
                  row.engine, row.expected, row.verdict, word_of(row.outcome), row.wall_seconds,
                  row.cpu_seconds, row.memory_mib, row.answered_by, plain(row.reason));
  PENDULUM_CHECK(fields_of(line).size() == columns.size(), "the row should have {} fields: {}",
                 columns.size(), line);
  return line;
}

std::string to_json(const std::vector<BenchRow>& rows) {
  Json list = Json::array();
  for (const BenchRow& row : rows) list.push_back(json_of(row));
  return Json{{"schema", 1}, {"rows", list}}.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string to_json_line(const BenchRow& row) {
  return json_of(row).dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::optional<BenchRow> parse_json_line(const std::string& line) {
  try {
    return row_of(Json::parse(line));
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

void print_table(std::ostream& out, const std::vector<BenchRow>& rows) {
  std::map<std::string, unsigned> solvers;  // task -> number of engines that solved it
  for (const BenchRow& row : rows)
    if (row.outcome == Outcome::Solved) ++solvers[row.task];
  std::vector<std::string> engines;  // in the order of the rows
  std::map<std::pair<std::string, std::string>, Sums> table;
  for (const BenchRow& row : rows) {
    if (std::find(engines.begin(), engines.end(), row.engine) == engines.end()) engines.push_back(row.engine);
    for (const std::string& set : {row.set, std::string("all")})
      add_to(table[{row.engine, set}], row, solvers[row.task] == 1);
  }
  fmt::print(out, "{:<12} {:<16} {:>5} {:>6} {:>6} {:>5} {:>6} {:>6} {:>6} {:>6} {:>6} {:>9} {:>9}\n",
             "engine", "set", "tasks", "solved", "true", "false", "open", "alone", "wrong", "failed", "score",
             "cpu s", "wall s");
  for (const std::string& engine : engines) {
    for (const auto& [key, sums] : table)
      if (key.first == engine && key.second != "all") print_line(out, engine, key.second, sums);
    print_line(out, engine, "all", table[{engine, "all"}]);
  }
  print_faults(out, rows);
}

}  // namespace pendulum::campaign
