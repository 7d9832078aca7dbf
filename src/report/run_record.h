// The complete result of one run of `pendulum verify`, as plain data. All reports are generated from it. The
// worker process also sends it as JSON to the supervisor (doc/json.md describes the fields).
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "report/check_result.h"
#include "trace/trace.h"

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

/// A condition that holds whenever an execution is at the source location.
struct ProofInvariant {
  std::string file;
  unsigned line = 0;
  std::string function;
  std::string expression;             ///< in C; empty if no conjunct has a C form
  std::size_t left_out = 0;           ///< conjuncts of the proof that have no C form
  std::string source;                 ///< the source line
  std::vector<std::string> formulas;  ///< the conjuncts without a C form, as formulas
};

/// A source location that no execution passes.
struct UnreachableLine {
  std::string file;
  unsigned line = 0;
  std::string text;  ///< what is there: "assertion", "assumption"
};

/// How far an engine got.
struct EngineProgress {
  std::string engine;  ///< its key
  std::string text;    ///< "no error below depth 14"
};

/// A source location with a meaning for the verification.
struct SourceMark {
  enum class Kind {
    Loop,         ///< head of a loop
    Unsupported,  ///< construct that is not modelled; `text` names it
    External,     ///< call of an undefined function, whose result is arbitrary; `text` is its name
    Havoc,        ///< an object that a call may have changed arbitrarily; `text` is the name of the call
  };
  Kind kind = Kind::Loop;
  std::string file;
  unsigned line = 0;
  unsigned column = 0;  ///< 0: unknown
  std::string function;
  std::string text = {};
  auto operator<=>(const SourceMark&) const = default;
};

struct RunRecord {
  std::string version;
  /// Does the run continue after a violation? Then `checks` lists all checks, and the verdict is false if one
  /// is violated, otherwise unknown if one is unknown. Engine, judge, violation and path are those of the
  /// first violation, or of the last proof.
  bool finds_all = false;
  std::vector<CheckResult> checks = {};
  Verdict verdict = Verdict::Unknown;
  std::string reason;  ///< for Unknown: "timeout", "unsupported: longjmp at a.c:3", ...
  /// For Unknown: the engines that ran, in the order in which they started, and what the user can try next.
  std::vector<EngineProgress> progress = {};
  std::vector<std::string> advice = {};
  std::string property;          ///< "unreach-call"
  std::string violation;         ///< for False: the violation and its source location
  std::vector<PathStep> path;    ///< for False: the error path, or the end of a long one
  trace::Trace trace = {};       ///< for False, of C programs: the statements of the error path; may be empty
  std::string engine;            ///< the engine that found the evidence, or the requested one
  std::string requested_engine;  ///< the value of --engine
  JudgementSummary judge;
  std::vector<UsedLemma> used_lemmas = {};  ///< for True
  /// For True, of C programs: the proof in words, its invariants, and lines that no execution reaches.
  std::vector<std::string> proof = {};
  std::vector<ProofInvariant> invariants = {};
  std::vector<UnreachableLine> unreachable = {};
  std::vector<std::string> input_files;
  std::string data_model;  ///< "ILP32", "LP64"; empty for systems
  std::string entry;
  unsigned seed = 0;
  Limits limits;
  std::vector<std::string> settings;           ///< values KEY=VALUE of --set, in the given order
  std::vector<std::string> models;             ///< C library functions that a model replaced
  std::vector<std::string> undefined = {};     ///< functions whose definition is missing
  std::vector<std::string> assumptions;        ///< assumptions on which the verdict depends
  std::vector<std::string> regions;            ///< objects in memory and their representation
  std::vector<std::string> source_files = {};  ///< files with code of the program, headers included; sorted
  std::vector<SourceMark> marks = {};          ///< loops, and what the program does not define
  std::string evidence_directory;              ///< empty if none was requested
  std::vector<std::string> evidence_files;     ///< relative to evidence_directory, sorted
  std::map<std::string, std::uint64_t> counters;
  std::map<std::string, double> times;  ///< statistics name -> seconds
  double wall_seconds = 0;              ///< wall time of the whole run
  double cpu_seconds = 0;               ///< processor time of all processes of the run
  double peak_memory_mib = 0;           ///< maximum of the sampled memory of all processes together
};

/// The verdict as one line: "RESULT: true", "RESULT: false(unreach-call)" or "RESULT: unknown(<reason>)".
std::string result_line(const RunRecord& record);

}  // namespace pendulum::report
