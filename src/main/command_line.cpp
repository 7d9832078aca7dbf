#include "main/command_line.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <map>

#include "base/check.h"
#include "base/version.h"
#include "main/exit_code.h"

namespace pendulum::main {

namespace {

/// Limits of options. They exclude values that are typing errors: no machine has more processors, and larger
/// arrays at the entry function make programs that no engine can handle.
constexpr int max_jobs = 1024;
constexpr int max_entry_array = 4096;

constexpr const char* description =
    "Pendulum checks whether a C program can reach an error and supports its verdict with independently "
    "checked evidence.";

constexpr const char* verdicts = R"(
The last line on standard output is the verdict:
  RESULT: true                   no execution reaches the error; the proof was checked     exit code 0
  RESULT: false(unreach-call)    an execution that reaches the error was replayed          exit code 10
  RESULT: unknown(<reason>)      no verdict                                                exit code 5
Other exit codes: 1 wrong command line, 2 unreadable input, 6 internal error.)";

constexpr const char* examples = R"(Examples:
  pendulum verify program.c
  pendulum verify --timeout 60 --memory 4096 --evidence out program.c
  pendulum validate --witness out/witness.yml program.c
  pendulum encode --to chc -o program.smt2 program.c
  pendulum bench --engines bmc,kinduction --timeout 10 -o rows.tsv tasks/

`pendulum COMMAND --help` describes the options of a command.
)";

constexpr const char* verify_examples = R"(Examples:
  pendulum verify program.c
  pendulum verify --timeout 60 --memory 4096 --evidence out program.c
  pendulum verify --engine kinduction --data-model LP64 -I include a.c b.c
  pendulum verify task.yml --json result.json
  pendulum verify --engine euforia system.vmt
  pendulum verify --engine impact --evidence out program.c && pendulum report out
)";

constexpr const char* validate_examples = R"(Examples:
  pendulum validate --witness out/witness.yml program.c
  pendulum validate --witness witness.yml --data-model LP64 --property no-overflow.prp program.c

The verdict is true if the invariants of the witness hold and prove the property, and false if an execution
that passes the waypoints of the witness was replayed.
)";

constexpr const char* encode_examples = R"(Examples:
  pendulum encode --to chc -o program.smt2 program.c
  pendulum encode --to dot --blocks small program.c | dot -Tpdf -o program.pdf
  pendulum encode --to vmt --horn relational -o system.vmt clauses.smt2)";

constexpr const char* report_examples = R"(Example:
  pendulum verify --engine impact --evidence out program.c && pendulum report out)";

constexpr const char* bench_examples = R"(Example:
  pendulum bench --engines bmc,kinduction --timeout 10 -o rows.tsv tasks/)";

constexpr const char* c_files = "C files (.c, .i) that are linked, or a task definition (.yml)";
constexpr const char* all_files =
    "C files (.c, .i) that are linked, a VMT file (.vmt), Horn clauses (.smt2), or a task definition (.yml)";

/// An option that may be given several times, with one value each. It takes no further arguments, because
/// files may follow it.
CLI::Option* add_list(CLI::App& app, const std::string& name, std::vector<std::string>& values,
                      const std::string& help, const std::string& type) {
  return app.add_option(name, values, help)->allow_extra_args(false)->type_name(type);
}

/// An option whose value is one of the words of `values`.
template <typename Value>
CLI::Option* add_choice(CLI::App& app, const std::string& name, Value& target,
                        const std::map<std::string, Value>& values, const std::string& help) {
  std::string words;
  for (const auto& [word, value] : values) words += (words.empty() ? "" : ", ") + word;
  const CLI::Validator is_known(
      [values, words](const std::string& word) {
        return values.contains(word) ? std::string() : "'" + word + "' is not one of " + words;
      },
      "");
  return app
      .add_option_function<std::string>(
          name, [&target, values](const std::string& word) { target = values.at(word); }, help)
      ->check(is_known);
}

void add_source_options(CLI::App& app, input::SourceOptions& source, const std::string& files) {
  app.add_option("FILE", source.files, files)->required()->type_name("");
  app.add_option(
         "--property", source.property,
         "property to check: reach, overflow, memsafety, a property of SV-COMP (valid-deref, ...), or a "
         "property file (.prp) [reach, or the property of the task]")
      ->type_name("WORD|FILE");
  app.add_option("--data-model", source.data_model,
                 "data model, which determines the sizes of the C types [ILP32, or that of the task]")
      ->check(CLI::IsMember({"ILP32", "LP64"}))
      ->type_name("MODEL");
  app.add_option("--entry", source.entry, "function in which every execution starts")
      ->capture_default_str()
      ->type_name("NAME");
  app.add_option("--entry-array", source.entry_array,
                 "number of elements of the arrays to which pointer parameters of the entry function point")
      ->check(CLI::Range(1, max_entry_array))
      ->capture_default_str()
      ->type_name("N");
  add_list(app, "-I", source.include_directories, "directory for #include", "DIR");
  add_list(app, "-D", source.defines, "macro for the preprocessor", "NAME[=VALUE]");
  add_list(app, "--cflag", source.compiler_flags,
           "option for clang that changes neither its mode nor the ABI, for example --cflag=-funsigned-char",
           "OPTION");
  app.add_flag("--wrap", source.wrap, "signed arithmetic wraps around instead of being undefined");
}

/// A number of seconds: positive and finite. CLI::PositiveNumber accepts "nan" and "inf".
const CLI::Validator& is_duration() {
  static const CLI::Validator validator(
      [](const std::string& text) {
        double seconds = 0;
        const bool is_good =
            CLI::detail::lexical_cast(text, seconds) && std::isfinite(seconds) && seconds > 0;
        return is_good ? std::string() : "'" + text + "' is not a positive number of seconds";
      },
      "");
  return validator;
}

struct Verbosity {
  int verbose = 0;
};

void add_run_options(CLI::App& app, RunOptions& run, Verbosity& verbosity) {
  app.add_option("--timeout", run.timeout_seconds, "time limit for the whole run")
      ->check(is_duration())
      ->type_name("SECONDS");
  app.add_option("--memory", run.memory_mib, "memory limit for all processes together")
      ->check(CLI::PositiveNumber)
      ->type_name("MiB");
  auto* quiet = app.add_flag("--quiet,-q", run.quiet, "print only the verdict, no warnings");
  app.add_flag("--verbose,-v", verbosity.verbose,
               "print statistics and decisions; given twice: also formulas and other data")
      ->excludes(quiet);
}

/// The options that `verify` and `validate` share.
void add_work_options(CLI::App& app, VerifyOptions& options, Verbosity& verbosity) {
  add_list(app, "--set", options.settings, "option of an engine; `pendulum engines` lists them", "KEY=VALUE");
  add_run_options(app, options.run, verbosity);
  app.add_option("--jobs,-j", options.jobs, "maximum number of parallel processes")
      ->check(CLI::Range(1, max_jobs))
      ->capture_default_str()
      ->type_name("N");
  app.add_option("--seed", options.seed, "seed of all random choices")->capture_default_str()->type_name("N");
  app.add_option("--evidence", options.evidence_directory,
                 "write the evidence of the verdict to this directory")
      ->type_name("DIR");
  app.add_option("--json", options.json_file, "write the result as JSON; - for standard output")
      ->type_name("FILE");
  app.add_option("--sarif", options.sarif_file, "write the result as SARIF 2.1.0; - for standard output")
      ->type_name("FILE");
  app.add_option("--dump-queries", options.dump_queries_directory,
                 "write all solver queries to this directory")
      ->type_name("DIR");
}

void add_verify(CLI::App& app, VerifyOptions& options, Verbosity& verbosity) {
  CLI::App* verify = app.add_subcommand("verify", "check whether the program can reach an error");
  verify->footer(std::string(verify_examples) + verdicts);
  add_source_options(*verify, options.source, all_files);
  verify
      ->add_option("--engine", options.engine,
                   "engine that searches for evidence; `pendulum engines` lists them")
      ->capture_default_str()
      ->type_name("NAME");
  add_work_options(*verify, options, verbosity);
  // This flag has to come after --set, whose values would otherwise replace the added setting.
  verify->add_flag_callback(
      "--check-interpolants", [&options] { options.settings.emplace_back("ufo.check_interpolants=on"); },
      "check with a solver that the labels that ufo computes are interpolants");
}

void add_validate(CLI::App& app, VerifyOptions& options, Verbosity& verbosity) {
  CLI::App* validate = app.add_subcommand("validate", "validate a witness (format 2.0) for a C program");
  validate->add_option("--witness", options.witness_file, "witness file to validate")
      ->required()
      ->type_name("FILE");
  validate->footer(std::string(validate_examples) + verdicts);
  add_source_options(*validate, options.source, c_files);
  options.engine.clear();
  validate
      ->add_option(
          "--engine", options.engine,
          "engine that completes the proof or the path [kinduction for invariants, bmc for violations]")
      ->type_name("NAME");
  add_work_options(*validate, options, verbosity);
}

void add_encode(CLI::App& app, EncodeOptions& options, Verbosity& verbosity) {
  static const std::map<std::string, EncodeOptions::Format> formats{{"vmt", EncodeOptions::Format::Vmt},
                                                                    {"chc", EncodeOptions::Format::Chc},
                                                                    {"dot", EncodeOptions::Format::Dot},
                                                                    {"smt2", EncodeOptions::Format::Smt2}};
  static const std::map<std::string, EncodeOptions::Blocks> blocks{{"small", EncodeOptions::Blocks::Small},
                                                                   {"large", EncodeOptions::Blocks::Large}};
  CLI::App* encode = app.add_subcommand("encode", "write the program in another format");
  encode->footer(encode_examples);
  add_source_options(*encode, options.source, all_files);
  add_choice(
      *encode, "--to", options.format, formats,
      "format: vmt (transition system), chc (Horn clauses), dot (graph of the program for Graphviz), or "
      "smt2 (formula for all paths within --unroll)")
      ->required()
      ->type_name("FORMAT");
  encode->add_option("-o,--output", options.output_file, "output file [standard output]")->type_name("FILE");
  add_choice(*encode, "--blocks", options.blocks, blocks,
             "size of the blocks that edges represent: small (basic blocks) or large [large]")
      ->type_name("SIZE");
  encode->add_option("--unroll", options.unrollings, "for smt2: maximum number of back edges on a path")
      ->capture_default_str()
      ->type_name("N");
  static const std::map<std::string, EncodeOptions::Horn> horn{
      {"functional", EncodeOptions::Horn::Functional},
      {"relational", EncodeOptions::Horn::Relational},
      {"program", EncodeOptions::Horn::Program}};
  add_choice(*encode, "--horn", options.horn, horn,
             "transition relation of Horn clauses in vmt: functional (next-state functions), relational (a "
             "disjunction of the clauses), or program (a location per predicate) [functional]")
      ->type_name("ENCODING");
  encode->add_flag("--wait", options.source.wait, "translate each function once instead of inlining it");
  encode
      ->add_option("--inline-threshold", options.source.inline_threshold,
                   "with --wait: inline functions of at most N instructions")
      ->type_name("N");
  add_run_options(*encode, options.run, verbosity);
}

void add_report(CLI::App& app, ReportOptions& options) {
  CLI::App* report =
      app.add_subcommand("report", "write an HTML page that plays back a run from its evidence directory");
  report->footer(report_examples);
  report->add_option("DIR", options.directory, "directory that `verify --evidence` wrote")
      ->required()
      ->type_name("");
  report->add_option("-o,--output", options.output_file, "output file [DIR/report.html]")->type_name("FILE");
}

void add_bench(CLI::App& app, campaign::BenchOptions& options) {
  CLI::App* bench = app.add_subcommand("bench", "measure engines on tasks with known verdicts");
  bench
      ->add_option("PATH", options.arguments,
                   "task definitions (.yml), set files (.set), or directories of task definitions")
      ->required()
      ->type_name("");
  bench->footer(bench_examples);
  bench->add_option("--engines", options.engines, "engines, separated by commas")
      ->capture_default_str()
      ->type_name("NAMES");
  bench->add_option("--timeout", options.timeout_seconds, "time limit for each run")
      ->check(is_duration())
      ->capture_default_str()
      ->type_name("SECONDS");
  bench->add_option("--memory", options.memory_mib, "memory limit for each run; 0 for none")
      ->capture_default_str()
      ->type_name("MiB");
  bench->add_option("--jobs,-j", options.jobs, "number of parallel runs")
      ->check(CLI::Range(1, max_jobs))
      ->capture_default_str()
      ->type_name("N");
  bench->add_option("--engine-jobs", options.engine_jobs, "maximum number of parallel processes of a run")
      ->check(CLI::Range(1, max_jobs))
      ->capture_default_str()
      ->type_name("N");
  bench->add_option("--sample", options.sample, "run only N randomly chosen tasks")->type_name("N");
  bench->add_option("--seed", options.seed, "seed of the sample")->capture_default_str()->type_name("N");
  bench
      ->add_option("-o,--output", options.output_file,
                   "append a row for each run to this file; skip the tasks that it already contains")
      ->type_name("FILE.tsv");
  bench->add_option("--json", options.json_file, "write all rows as JSON to this file at the end")
      ->type_name("FILE");
  add_list(*bench, "-I", options.include_directories, "directory for #include", "DIR");
  add_list(*bench, "--cflag", options.compiler_flags, "option for clang", "OPTION");
  add_list(*bench, "--set", options.settings, "option of an engine", "KEY=VALUE");
}

/// The highest level of base/logger.h: data.
constexpr int max_log_level = 3;

/// Without -v: warnings only. -v: up to decisions (level 2). -vv: all messages.
int log_level_of(const RunOptions& run, const Verbosity& verbosity) {
  PENDULUM_CHECK(!run.quiet || verbosity.verbose == 0, "--quiet should exclude --verbose");
  if (run.quiet) return -1;
  return verbosity.verbose == 0 ? 0 : std::min(verbosity.verbose + 1, max_log_level);
}

/// The message for a wrong command line. CLI11's own message for an unknown command does not name it.
std::string complaint_about(const CLI::App& app, const CLI::ParseError& error, int argc,
                            const char* const* argv) {
  const std::vector<CLI::App*> chosen = app.get_subcommands();
  std::string command = chosen.empty() ? "" : " " + chosen.front()->get_name();
  std::string message = error.what();
  if (chosen.empty()) {
    std::string known;
    for (const CLI::App* each : app.get_subcommands({}))
      known += (known.empty() ? "" : ", ") + each->get_name();
    message = argc < 2 ? "a command is missing" : fmt::format("there is no command or option '{}'", argv[1]);
    message += "; the commands are " + known;
  }
  return fmt::format("pendulum: error: {}\n`pendulum{} --help` describes the command line.\n", message,
                     command);
}

}  // namespace

CommandLine parse_command_line(int argc, const char* const* argv) {
  CLI::App app(description, "pendulum");
  app.footer(std::string(examples) + verdicts);
  app.set_version_flag("--version", std::string("pendulum ") + base::version);
  app.require_subcommand(1);
  VerifyOptions verify, validate;
  EncodeOptions encode;
  ReportOptions report;
  campaign::BenchOptions bench;
  Verbosity verbosity;
  add_verify(app, verify, verbosity);
  add_encode(app, encode, verbosity);
  add_report(app, report);
  add_bench(app, bench);
  add_validate(app, validate, verbosity);
  app.add_subcommand("engines", "list the engines and their options")->footer("");
  ModelsOptions models;
  CLI::App* list = app.add_subcommand("models", "list the functions of the C library that are modelled");
  list->footer("");
  list->add_flag("--all", models.lists_all, "list all known library functions and their classes");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    std::ostringstream out, complaint;
    const int code = app.exit(error, out, complaint);
    PENDULUM_CHECK(!(code == 0 ? out : complaint).str().empty(), "the command line should have an answer");
    if (code == 0) return Answer{out.str(), 0};
    return Answer{complaint_about(app, error, argc, argv), exit_usage};
  }
  verify.run.log_level = log_level_of(verify.run, verbosity);
  validate.run.log_level = log_level_of(validate.run, verbosity);
  encode.run.log_level = log_level_of(encode.run, verbosity);
  PENDULUM_CHECK(app.get_subcommands().size() == 1, "the command line should have one command, not {}",
                 app.get_subcommands().size());
  if (app.got_subcommand("verify")) return verify;
  if (app.got_subcommand("validate")) return validate;
  if (app.got_subcommand("encode")) return encode;
  if (app.got_subcommand("report")) return report;
  if (app.got_subcommand("models")) return models;
  if (app.got_subcommand("bench")) return bench;
  return EnginesOptions{};
}

}  // namespace pendulum::main
