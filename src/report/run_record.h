// Everything that one run of `pendulum verify` says, as plain data. All reports are made from it; it also
// travels as JSON from the worker process to the supervisor (doc/json.md describes the fields).
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace pendulum::report {

enum class Verdict { True, False, Unknown };

/// What the judge said about the evidence.
struct JudgeWord {
  std::string word;    ///< "accepted", "rejected", "undecided"; empty: there was nothing to judge
  std::string by;      ///< "cvc5", "interpreter, native run", ...
  std::string reason;  ///< for rejected and undecided
};

/// 0: no limit.
struct Limits {
  double timeout_seconds = 0;
  std::size_t memory_mib = 0;
  unsigned jobs = 0;
};

/// A place on the way to the error, for people.
struct PathStep {
  std::string file;
  unsigned line = 0;
  unsigned column = 0;  ///< 0: unknown
  std::string function;
  std::string text;  ///< "nondet_int() returns 3", what is violated; may be empty
};

struct RunRecord {
  std::string version;
  Verdict verdict = Verdict::Unknown;
  std::string reason;            ///< for Unknown: "timeout", "unsupported: longjmp at a.c:3", ...
  std::string property;          ///< "unreach-call"
  std::string violation;         ///< for False: what happens where
  std::vector<PathStep> path;    ///< for False: how; of a long path its end
  std::string engine;            ///< the engine that found the evidence, or the one that was asked for
  std::string requested_engine;  ///< the value of --engine
  JudgeWord judge;
  std::vector<std::string> input_files;
  std::string data_model;  ///< "ILP32", "LP64"
  std::string entry;
  unsigned seed = 0;
  Limits limits;
  std::vector<std::string> settings;        ///< KEY=VALUE of --set, in their order
  std::vector<std::string> models;          ///< C library functions that were modelled
  std::vector<std::string> assumptions;     ///< what the verdict rests on
  std::vector<std::string> regions;         ///< objects in memory and how they are represented
  std::string evidence_directory;           ///< empty: none was asked for
  std::vector<std::string> evidence_files;  ///< relative to evidence_directory, sorted
  std::map<std::string, std::uint64_t> counters;
  std::map<std::string, double> times;  ///< seconds, by statistics name
  double wall_seconds = 0;              ///< of the whole run
  double cpu_seconds = 0;               ///< of all processes of the run
  double peak_memory_mib = 0;           ///< of all processes together, as far as it was observed
};

/// "RESULT: true", "RESULT: false(unreach-call)", "RESULT: unknown(<reason>)", in one line.
std::string result_line(const RunRecord& record);

}  // namespace pendulum::report
