// The complete result of one run of `pendulum verify`, as plain data. All reports are generated from it. The
// worker process also sends it as JSON to the supervisor (doc/json.md describes the fields).
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "report/check_result.h"

namespace pendulum::report {

enum class Verdict { True, False, Unknown };

/// The judgement of the evidence.
struct JudgementSummary {
  std::string word;    ///< "accepted", "rejected", "undecided"; empty if there was no evidence
  std::string by;      ///< "cvc5", "interpreter, native run", ...
  std::string reason;  ///< for rejected and undecided
};

/// The limits of the run. 0 means no limit.
struct Limits {
  double timeout_seconds = 0;
  std::size_t memory_mib = 0;
  unsigned jobs = 0;
};

/// A conjunct of the proof that another engine of the portfolio has found.
struct UsedLemma {
  std::string sender;    ///< key of that engine
  std::string location;  ///< its name in the program
  std::string formula;
};

struct RunRecord {
  std::string version;
  /// Does the run continue after a violation? Then `checks` lists all checks, and the verdict is false if one
  /// is violated, otherwise unknown if one is unknown. Engine, judge, violation and path are those of the
  /// first violation, or of the last proof.
  bool finds_all = false;
  std::vector<CheckResult> checks = {};
  Verdict verdict = Verdict::Unknown;
  std::string reason;            ///< for Unknown: "timeout", "unsupported: longjmp at a.c:3", ...
  std::string property;          ///< "unreach-call"
  std::string violation;         ///< for False: the violation and its source location
  std::vector<PathStep> path;    ///< for False: the error path, or the end of a long one
  std::string engine;            ///< the engine that found the evidence, or the requested one
  std::string requested_engine;  ///< the value of --engine
  JudgementSummary judge;
  std::vector<UsedLemma> used_lemmas = {};  ///< for True
  std::vector<std::string> input_files;
  std::string data_model;  ///< "ILP32", "LP64"; empty for systems
  std::string entry;
  unsigned seed = 0;
  Limits limits;
  std::vector<std::string> settings;        ///< values KEY=VALUE of --set, in the given order
  std::vector<std::string> models;          ///< C library functions that a model replaced
  std::vector<std::string> undefined = {};  ///< functions whose definition is missing
  std::vector<std::string> assumptions;     ///< assumptions on which the verdict depends
  std::vector<std::string> regions;         ///< objects in memory and their representation
  std::string evidence_directory;           ///< empty if none was requested
  std::vector<std::string> evidence_files;  ///< relative to evidence_directory, sorted
  std::map<std::string, std::uint64_t> counters;
  std::map<std::string, double> times;  ///< statistics name -> seconds
  double wall_seconds = 0;              ///< wall time of the whole run
  double cpu_seconds = 0;               ///< processor time of all processes of the run
  double peak_memory_mib = 0;           ///< maximum of the sampled memory of all processes together
};

/// The verdict as one line: "RESULT: true", "RESULT: false(unreach-call)" or "RESULT: unknown(<reason>)".
std::string result_line(const RunRecord& record);

}  // namespace pendulum::report
