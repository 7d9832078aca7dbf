// The options of the command line as plain data.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "campaign/campaign.h"
#include "campaign/worker.h"
#include "input/source_options.h"
#include "report/notation/trace_text.h"

namespace pendulum::main {

/// No messages, not even warnings.
inline constexpr int quiet_log_level = -1;

struct RunOptions {
  double timeout_seconds = 0;  ///< 0: none; option_groups.h defines the default
  std::size_t memory_mib = 0;  ///< 0: none; option_groups.h defines the default
  int log_level = 0;           ///< see base/logger.h, or quiet_log_level
  bool quiet = false;
};

struct VerifyOptions {
  input::SourceOptions source;
  RunOptions run;
  std::string engine = "portfolio";
  std::vector<std::string> settings;  ///< KEY=VALUE
  unsigned jobs = 2;
  unsigned seed = 0;
  std::string evidence_directory;      ///< empty: none
  std::string json_file;               ///< empty: none; "-": standard output
  std::string sarif_file;              ///< empty: none; "-": standard output
  std::string dump_queries_directory;  ///< empty: none
  bool finds_all = false;              ///< continue after a violation: a result for each check
  std::string witness_file;            ///< the witness of `validate`; empty for `verify`
  bool explains = false;               ///< print the proof of the verdict true
  report::TraceDetail trace = report::TraceDetail::Short;
  enum class On { Local, Slurm } on = On::Local;
  std::string shared_directory;  ///< for Slurm: parent of the directory for the exchange; empty: the current
                                 ///< directory
  campaign::SlurmOptions slurm;
  std::vector<std::string> command_line;  ///< the words after the name of the program
};

/// One member of a portfolio on several machines.
struct MemberOptions {
  std::string directory;       ///< of the exchange
  std::size_t memory_mib = 0;  ///< limit; 0: none
};

struct EncodeOptions {
  input::SourceOptions source;
  RunOptions run;
  enum class Format { Vmt, Chc, Dot, Smt2 } format = Format::Chc;
  enum class Blocks { Small, Large } blocks = Blocks::Large;
  std::string output_file;  ///< empty: standard output
  unsigned unrollings = 1;  ///< for Smt2: maximum number of back edges
  /// The encoding of Horn clauses as VMT: one of the two of Horn2VMT, or that of other programs.
  enum class Horn { Functional, Relational, Program } horn = Horn::Functional;
};

struct InterpolateOptions {
  std::string file;
  RunOptions run;
  std::vector<std::string> order;  ///< names of assertions; empty: the requests of the file
};

struct EnginesOptions {};
struct ModelsOptions {
  bool lists_all = false;  ///< also list the functions of the library table without a model
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

using CommandLine =
    std::variant<VerifyOptions, EncodeOptions, InterpolateOptions, EnginesOptions, ModelsOptions,
                 ReportOptions, campaign::BenchOptions, campaign::WorkOptions, MemberOptions, Answer>;

}  // namespace pendulum::main
