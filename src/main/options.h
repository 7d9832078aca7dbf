// What the command line says, as plain data.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "program/source.h"

namespace pendulum::main {

/// Which program, and how to read it.
struct SourceOptions {
  std::vector<std::string> files;  ///< C files, or one task definition
  std::vector<std::string> include_directories;
  std::vector<std::string> defines;
  std::vector<std::string> compiler_flags;
  std::optional<std::string> property;    ///< word or file; nothing: the task's, or reach
  std::optional<std::string> data_model;  ///< "ILP32", "LP64"; nothing: the task's, or ILP32
  std::string entry = "main";
  unsigned entry_array = 1;
  bool wrap = false;
  bool wait = false;              ///< functions are translated once (frontend/llvm/wait.cpp), not inlined
  unsigned inline_threshold = 0;  ///< for wait: smaller ones (in instructions) are inlined all the same
  std::vector<program::SourceLocation> places =
      {};  ///< of a witness: where the program should have locations
};

struct RunOptions {
  double timeout_seconds = 0;  ///< 0: none
  std::size_t memory_mib = 0;  ///< 0: none
  int log_level = 0;           ///< see base/logger.h; -1: nothing at all
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
  std::string sarif_file;              ///< as json_file
  std::string dump_queries_directory;  ///< empty: none
  std::string witness_file;            ///< validate: the witness that is judged; empty: verify
};

struct EncodeOptions {
  SourceOptions source;
  RunOptions run;
  enum class Format { Vmt, Chc, Dot, Smt2 } format = Format::Chc;
  enum class Blocks { Small, Large } blocks = Blocks::Large;
  std::string output_file;  ///< empty: standard output
  unsigned unrollings = 1;  ///< for Smt2
  /// Horn clauses as VMT: Horn2VMT's two encodings, or as other programs are written.
  enum class Horn { Functional, Relational, Program } horn = Horn::Functional;
};

struct EnginesOptions {};
struct ModelsOptions {
  bool lists_all = false;  ///< also functions of the table without a model, with their class
};

struct BenchOptions {
  std::vector<std::string> arguments;  ///< directories, tasks, sets of tasks
  std::string engines = "portfolio";   ///< separated by commas
  double timeout_seconds = 10;
  std::size_t memory_mib = 4096;
  unsigned jobs = 1;         ///< runs at once
  unsigned engine_jobs = 2;  ///< --jobs of each run
  std::size_t sample = 0;    ///< tasks; 0: all
  unsigned seed = 1;         ///< of the sample
  std::string output_file;   ///< rows, with which a later run goes on; empty: none
  std::string json_file;     ///< empty: none
  std::vector<std::string> include_directories;
  std::vector<std::string> compiler_flags;
  std::vector<std::string> settings;
};

struct ReportOptions {
  std::string directory;    ///< of --evidence
  std::string output_file;  ///< empty: report.html in the directory
};

/// The command line is answered by a text: help or version (exit code 0), or a complaint.
struct Answer {
  std::string text;
  int exit_code = 0;
};

using CommandLine = std::variant<VerifyOptions, EncodeOptions, EnginesOptions, ModelsOptions, ReportOptions,
                                 BenchOptions, Answer>;

}  // namespace pendulum::main
