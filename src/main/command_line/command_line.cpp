#include "main/command_line/command_line.h"

#include <fmt/core.h>

#include <map>

#include "base/check.h"
#include "base/version.h"
#include "frontend/frontend.h"
#include "main/command_line/exit_code.h"
#include "main/command_line/help_formatter.h"
#include "main/command_line/help_texts.h"
#include "main/command_line/manual.h"
#include "main/command_line/option_groups.h"
#include "smt/factory/versions.h"

namespace pendulum::main {

namespace {

void add_verify(CLI::App& app, VerifyOptions& options, Verbosity& verbosity) {
  CLI::App* verify = app.add_subcommand("verify", "check whether the program can reach an error");
  verify->footer(std::string(verify_examples) + verdicts);
  add_source_options(*verify, options.source, all_files);
  verify
      ->add_option("--engine", options.engine,
                   "engine that searches for evidence; `pendulum engines` lists them")
      ->capture_default_str()
      ->type_name("NAME");
  verify->add_flag("--all", options.finds_all,
                   "continue after a violation: report each violation once, and a result for each check");
  add_work_options(*verify, options, verbosity);
  using On = VerifyOptions::On;
  add_choice(*verify, "--on", options.on,
             std::map<std::string, On>{{"local", On::Local}, {"slurm", On::Slurm}},
             "where the members of the portfolio run: local (this machine), or slurm (an array job with one "
             "element per "
             "member) [local]")
      ->type_name("SYSTEM");
  verify
      ->add_option(
          "--shared", options.shared_directory,
          "with --on slurm: directory that all nodes share, for temporary files [the current directory]")
      ->type_name("DIR");
  add_slurm_options(*verify, options.slurm);
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

void add_interpolate(CLI::App& app, InterpolateOptions& options, Verbosity& verbosity) {
  CLI::App* interpolate =
      app.add_subcommand("interpolate", "print interpolants of the named assertions of an SMT-LIB file");
  interpolate->footer(interpolate_examples);
  interpolate->add_option("FILE", options.file, "SMT-LIB file (.smt2)")->required()->type_name("");
  interpolate
      ->add_option("--order", options.order,
                   "names of assertions, separated by commas; replaces the requests of the file")
      ->delimiter(',')
      ->type_name("NAMES");
  add_run_options(*interpolate, options.run, verbosity);
}

void add_report(CLI::App& app, ReportOptions& options) {
  CLI::App* report =
      app.add_subcommand("report", "write an HTML page that explains the verdict of an evidence directory");
  report->footer(report_examples);
  report->add_option("DIR", options.directory, "directory that `verify --evidence` wrote")
      ->required()
      ->type_name("");
  report->add_option("-o,--output", options.output_file, "output file [DIR/report.html]")->type_name("FILE");
}

/// The options of `bench` about the store and the workers.
void add_store_options(CLI::App& bench, campaign::BenchOptions& options) {
  using On = campaign::BenchOptions::On;
  bench
      .add_option(
          "--store", options.store,
          "directory that keeps the results; runs whose results it contains are not repeated [a directory in "
          "$XDG_CACHE_HOME/pendulum or ~/.cache/pendulum, named after the paths]")
      ->type_name("DIR");
  add_choice(bench, "--on", options.on, std::map<std::string, On>{{"local", On::Local}, {"slurm", On::Slurm}},
             "where the workers run: local (this machine), or slurm (an array job; --store has to be a "
             "directory that "
             "all nodes share) [local]")
      ->type_name("SYSTEM");
  add_number(
      bench, "--lease", options.lease_seconds, 1, max_lease_seconds,
      "seconds without a sign of life after which a worker on another machine counts as dead, and its run is "
      "repeated");
  bench.add_option("--table", options.table_store, "print the table of this store, and do nothing else")
      ->type_name("DIR");
  bench
      .add_option("--cancel", options.cancel_store, "cancel the campaign of this store, and do nothing else")
      ->type_name("DIR");
  bench
      .add_option("--plots", options.plots_directory,
                  "write quantile and scatter plots (SVG) to this directory")
      ->type_name("DIR");
}

void add_bench(CLI::App& app, campaign::BenchOptions& options) {
  CLI::App* bench = app.add_subcommand("bench", "measure engines on tasks with known verdicts");
  bench
      ->add_option("PATH", options.arguments,
                   "task definitions (.yml), set files (.set), or directories of task definitions")
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
  add_number(*bench, "--jobs,-j", options.jobs, 1, max_jobs, "number of workers, which do one run at a time");
  add_number(*bench, "--engine-jobs", options.engine_jobs, 1, max_jobs,
             "maximum number of parallel processes of a run");
  bench->add_option("--sample", options.sample, "run only N randomly chosen tasks")->type_name("N");
  bench->add_option("--seed", options.seed, "seed of the sample")->capture_default_str()->type_name("N");
  bench->add_option("-o,--output", options.output_file, "write all rows to this file at the end")
      ->type_name("FILE.tsv");
  bench->add_option("--json", options.json_file, "write all rows as JSON to this file at the end")
      ->type_name("FILE");
  add_list(*bench, "-I", options.include_directories, "directory for #include", "DIR");
  add_list(*bench, "--cflag", options.compiler_flags, "option for clang", "OPTION");
  add_list(*bench, "--set", options.settings, "option of an engine", "KEY=VALUE");
  add_store_options(*bench, options);
  add_slurm_options(*bench, options.slurm);
}

/// The highest level of base/logger.h: data.
constexpr int max_log_level = 3;

/// Without -v: warnings only. -v: up to decisions (level 2). -vv: all messages.
int log_level_of(const RunOptions& run, const Verbosity& verbosity) {
  PENDULUM_CHECK(!run.quiet || verbosity.verbose == 0, "--quiet should exclude --verbose");
  if (run.quiet) return quiet_log_level;
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
      if (!each->get_group().empty()) known += (known.empty() ? "" : ", ") + each->get_name();
    message = argc < 2 ? "a command is missing" : fmt::format("there is no command or option '{}'", argv[1]);
    message += "; the commands are " + known;
  }
  return fmt::format("pendulum: error: {}\n`pendulum{} --help` describes the command line.\n", message,
                     command);
}

/// The version and commit of Pendulum, and the versions of the libraries that affect verdicts.
std::string version_text() {
  return fmt::format("pendulum {} (commit {})\n{}, LLVM {}", base::version, base::commit,
                     smt::solver_versions(), frontend::llvm_version());
}

/// The options of all commands.
struct AllOptions {
  VerifyOptions verify, validate;
  EncodeOptions encode;
  InterpolateOptions interpolate;
  ReportOptions report;
  campaign::BenchOptions bench;
  campaign::WorkOptions work;
  MemberOptions member;
  ModelsOptions models;
  Verbosity verbosity;
  std::string manual_command;  ///< of the hidden command `man`; empty: the program
  bool lists_pages = false;    ///< of `man`: print the commands that have pages
};

/// The commands that print texts for other programs. The build and the packages use them; the help does not
/// list them.
void add_hidden_commands(CLI::App& app, AllOptions& options) {
  CLI::App* manual = app.add_subcommand("man", "print a manual page")->group("");
  manual->add_option("COMMAND", options.manual_command, "command of the page [the program]");
  manual->add_flag("--list", options.lists_pages, "list the commands that have pages");
  CLI::App* work = app.add_subcommand("work", "take part in a campaign")->group("");
  work->add_option("STORE", options.work.store)->required();
  work->add_option("CAMPAIGN", options.work.campaign)->required();
  work->add_option("MINUTES", options.work.minutes);
  CLI::App* member =
      app.add_subcommand("member", "run one member of a portfolio on several machines")->group("");
  member->add_option("DIR", options.member.directory)->required();
  member->add_option("MEMORY", options.member.memory_mib)->required();
  app.add_subcommand("completion", "print the completion for bash")->group("")->allow_extras();
}

void add_commands(CLI::App& app, AllOptions& options) {
  app.footer(std::string(examples) + verdicts);
  app.set_version_flag("--version", version_text);
  app.require_subcommand(1);
  add_verify(app, options.verify, options.verbosity);
  add_encode(app, options.encode, options.verbosity);
  add_interpolate(app, options.interpolate, options.verbosity);
  add_report(app, options.report);
  add_bench(app, options.bench);
  add_validate(app, options.validate, options.verbosity);
  app.add_subcommand("engines", "list the engines and their options")->footer("");
  CLI::App* list = app.add_subcommand("models", "list the functions of the C library that are modelled");
  list->footer("");
  list->add_flag("--all", options.models.lists_all, "list all known library functions and their classes");
  add_hidden_commands(app, options);
}

/// The options of the chosen command that describe the program; null if it has none.
const input::SourceOptions* source_of(const CLI::App& app, const AllOptions& options) {
  if (app.got_subcommand("verify")) return &options.verify.source;
  if (app.got_subcommand("validate")) return &options.validate.source;
  if (app.got_subcommand("encode")) return &options.encode.source;
  return nullptr;
}

CommandLine chosen_command(const CLI::App& app, const AllOptions& options) {
  PENDULUM_CHECK(app.get_subcommands().size() == 1, "the command line should have one command, not {}",
                 app.get_subcommands().size());
  if (app.got_subcommand("verify")) return options.verify;
  if (app.got_subcommand("validate")) return options.validate;
  if (app.got_subcommand("encode")) return options.encode;
  if (app.got_subcommand("interpolate")) return options.interpolate;
  if (app.got_subcommand("report")) return options.report;
  if (app.got_subcommand("models")) return options.models;
  if (app.got_subcommand("bench")) return options.bench;
  if (app.got_subcommand("work")) return options.work;
  if (app.got_subcommand("member")) return options.member;
  if (app.got_subcommand("man") && options.lists_pages) return Answer{manual_pages(app), 0};
  if (app.got_subcommand("man")) return Answer{manual_page(app, options.manual_command), 0};
  if (app.got_subcommand("completion")) return Answer{bash_completion(app), 0};
  return EnginesOptions{};
}

}  // namespace

CommandLine parse_command_line(int argc, const char* const* argv) {
  CLI::App app(description, "pendulum");
  app.formatter(std::make_shared<HelpFormatter>());
  AllOptions options;
  add_commands(app, options);
  try {
    app.parse(argc, argv);
    const input::SourceOptions* source = source_of(app, options);
    if (source != nullptr && source->files.empty() && source->compile_commands.empty())
      throw CLI::RequiredError("FILE");
  } catch (const CLI::ParseError& error) {
    std::ostringstream out, complaint;
    const int code = app.exit(error, out, complaint);
    PENDULUM_CHECK(!(code == 0 ? out : complaint).str().empty(), "the command line should have an answer");
    if (code == 0) return Answer{out.str(), 0};
    return Answer{complaint_about(app, error, argc, argv), exit_usage};
  }
  for (RunOptions* run :
       {&options.verify.run, &options.validate.run, &options.encode.run, &options.interpolate.run})
    run->log_level = log_level_of(*run, options.verbosity);
  options.verify.command_line.assign(argv + 1, argv + argc);
  return chosen_command(app, options);
}

}  // namespace pendulum::main
