// The options of the command line as plain data.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "program/source.h"

namespace pendulum::main {

/// The files of the program, and how the front end reads them.
struct SourceOptions {
  std::vector<std::string> files;  ///< C files, or one task definition
  std::vector<std::string> include_directories;
  std::vector<std::string> defines;
  std::vector<std::string> compiler_flags;
  std::optional<std::string> property;    ///< word or file; if unset: that of the task, or the default
  std::optional<std::string> data_model;  ///< "ILP32", "LP64"; if unset: that of the task, or ILP32
  std::string entry = "main";
  unsigned entry_array = 1;  ///< elements of arrays to which pointer parameters of the entry point
  bool wrap = false;         ///< signed arithmetic wraps around
  bool wait =
      false;  ///< functions are translated once (frontend/llvm/translate/shared_functions.h), not inlined
  unsigned inline_threshold = 0;  ///< with `wait`: inline functions with at most this number of instructions
  std::vector<program::SourceLocation> places =
      {};  ///< source locations of a witness, for which the program should have locations
};

struct RunOptions {
  double timeout_seconds = 0;  ///< 0: none
  std::size_t memory_mib = 0;  ///< 0: none
  int log_level = 0;           ///< see base/logger.h; -1: no messages, not even warnings
  bool quiet = false;
};

struct VerifyOptions {
  SourceOptions source;
  RunOptions run;
  std::string engine = "portfolio";
  std::vector<std::string> settings;  ///< KEY=VALUE
  unsigned jobs = 2;
  unsigned seed = 0;
  std::string evidence_directory;      ///< empty: none
  std::string json_file;               ///< empty: none; "-": standard output
  std::string sarif_file;              ///< empty: none; "-": standard output
  std::string dump_queries_directory;  ///< empty: none
  std::string witness_file;            ///< the witness of `validate`; empty for `verify`
};

struct EncodeOptions {
  SourceOptions source;
  RunOptions run;
  enum class Format { Vmt, Chc, Dot, Smt2 } format = Format::Chc;
  enum class Blocks { Small, Large } blocks = Blocks::Large;
  std::string output_file;  ///< empty: standard output
  unsigned unrollings = 1;  ///< for Smt2: maximum number of back edges
  /// The encoding of Horn clauses as VMT: one of the two of Horn2VMT, or that of other programs.
  enum class Horn { Functional, Relational, Program } horn = Horn::Functional;
};

struct EnginesOptions {};
struct ModelsOptions {
  bool lists_all = false;  ///< also list the functions of the library table without a model
};

struct BenchOptions {
  std::vector<std::string> arguments;  ///< directories, task definitions, set files
  std::string engines = "portfolio";   ///< separated by commas
  double timeout_seconds = 10;
  std::size_t memory_mib = 4096;
  unsigned jobs = 1;         ///< number of parallel runs
  unsigned engine_jobs = 2;  ///< --jobs of each run
  std::size_t sample = 0;    ///< number of randomly chosen tasks; 0: all tasks
  unsigned seed = 1;         ///< seed of the sample
  std::string output_file;   ///< file of rows, with which a later run can resume; empty: none
  std::string json_file;     ///< empty: none
  std::vector<std::string> include_directories;
  std::vector<std::string> compiler_flags;
  std::vector<std::string> settings;
};

struct ReportOptions {
  std::string directory;    ///< an evidence directory
  std::string output_file;  ///< empty: report.html in the directory
};

/// A text that answers the command line: help or version (exit code 0), or an error message.
struct Answer {
  std::string text;
  int exit_code = 0;
};

using CommandLine = std::variant<VerifyOptions, EncodeOptions, EnginesOptions, ModelsOptions, ReportOptions,
                                 BenchOptions, Answer>;

}  // namespace pendulum::main
