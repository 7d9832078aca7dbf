// Compares the interpolation procedures on stored DAGs (interpolation/text/dag_text.h). The DAGs in
// bench/dags are refinements of real tasks. The program measures, for each DAG and procedure, the CPU time,
// the size of all labels together, and whether the labels hold, and prints a table in Markdown.
//
//   bench_interpolation [--limit=MILLISECONDS] [--only=NAME[,NAME...]] FILE...
//
// The limit is on wall-clock time. --only selects procedures by their names in the table.
//
// Every run is a separate process: it starts with an empty term manager, and a solver that crashes does not
// end the comparison.
#include "interpolation/interpolation.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <sstream>

#include "base/error.h"
#include "base/process/process.h"
#include "interpolation/chc.h"
#include "interpolation/check_labels.h"
#include "interpolation/dag_sequence.h"
#include "interpolation/text/dag_text.h"
#include "smt/factory/factory.h"
#include "term/print.h"
#include "term/traverse.h"

namespace pendulum::interpolation {
namespace {

using Seconds = std::chrono::duration<double>;

/// A procedure and its name in the table.
struct Procedure {
  const char* name;
  std::unique_ptr<Interpolator> (*make)(const Context& context);
};

constexpr Procedure procedures[] = {
    {"cubes", [](const Context& context) { return make_interpolator(Method::Cubes, context); }},
    {"chc", make_chc},
    {"core", [](const Context& context) { return make_interpolator(Method::Core, context); }},
    {"newton", [](const Context& context) { return make_interpolator(Method::Newton, context); }},
    {"proof", [](const Context& context) { return make_interpolator(Method::Proof, context); }},
    {"sequence (cubes)", [](const Context& context) { return make_interpolator(Method::Sequence, context); }},
    {"sequence (chc)", [](const Context& context) { return make_sequence(context, make_chc); }},
};

/// The result of one run on one DAG.
struct Run {
  enum class Kind { Labels, Wrong, Path, Failed } kind = Kind::Failed;
  double seconds = 0;
  std::size_t size = 0;  ///< Distinct subterms of all labels together.
  std::string detail;
};

std::string read_file(const std::string& path) {
  std::ifstream in(path);
  if (!in) throw base::InputError("cannot read " + path);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string logic_of(const StoredDag& stored) {
  term::TermVector all = program::terms_of(stored.program);
  for (const DagNode& node : stored.dag.nodes) all.push_back(node.known);
  return term::logic_of(all);
}

/// CPU time of this process and of the children that it has waited for (Spacer runs in a child).
double cpu_seconds() {
  double result = 0;
  for (const int who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    rusage usage{};
    getrusage(who, &usage);
    for (const timeval& time : {usage.ru_utime, usage.ru_stime})
      result += static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  }
  return result;
}

Run measure(const Procedure& procedure, const std::string& path, std::chrono::milliseconds limit) {
  term::TermManager terms;
  const StoredDag stored = read_dag(terms, read_file(path), path);
  const base::StopToken stop;
  base::Statistics statistics;
  const auto solvers = smt::make_solver_factory({}, stop, statistics);
  const Context context{terms, *solvers, stop, statistics, logic_of(stored), 0};
  const double start = cpu_seconds();
  const Outcome outcome = procedure.make(context)->label(stored.dag, limit);
  Run run;
  run.seconds = cpu_seconds() - start;
  if (const auto* failure = std::get_if<Failure>(&outcome)) {
    run.kind = failure->path ? Run::Kind::Path : Run::Kind::Failed;
    run.detail = failure->reason;
    return run;
  }
  const Labels& labels = std::get<Labels>(outcome);
  for (const term::Term label : labels) run.size += term::dag_size(label);
  const auto wrong = check_labels(stored.dag, labels, context);
  run.kind = wrong ? Run::Kind::Wrong : Run::Kind::Labels;
  run.detail = wrong.value_or("labels");
  return run;
}

Run measure_in_fork(const Procedure& procedure, const std::string& path, std::chrono::milliseconds limit) {
  const auto body = [&] {
    const Run run = measure(procedure, path, limit);
    return fmt::format("{} {} {} {}", static_cast<int>(run.kind), run.seconds, run.size, run.detail);
  };
  // The check of the labels may take as long as the procedure.
  const base::CommandResult result = base::run_fork(body, {.time = 4 * limit + std::chrono::seconds(10)});
  if (result.exit_code != 0)
    return {Run::Kind::Failed, Seconds(limit).count(), 0, result.timed_out ? "too slow" : "fault"};
  std::istringstream in(result.output);
  Run run;
  int kind = 0;
  in >> kind >> run.seconds >> run.size >> std::ws;
  std::getline(in, run.detail);
  run.kind = static_cast<Run::Kind>(kind);
  return run;
}

/// Runs of all procedures on the DAGs of one logic.
struct Group {
  std::map<std::string, std::vector<Run>> runs;  ///< by procedure, in the order of the DAGs
};

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::ranges::sort(values);
  return values[values.size() / 2];
}

void print_row(const std::string& logic, const Procedure& procedure, const Group& group) {
  const std::vector<Run>& runs = group.runs.at(procedure.name);
  const auto count = [&](Run::Kind kind) { return std::ranges::count(runs, kind, &Run::kind); };
  // Sizes and times of a procedure are medians over the DAGs that it labels.
  std::vector<double> sizes, seconds;
  double total = 0;
  for (const Run& run : runs) {
    total += run.seconds;
    if (run.kind != Run::Kind::Labels) continue;
    sizes.push_back(static_cast<double>(run.size));
    seconds.push_back(run.seconds);
  }
  fmt::print("| {} | {} | {} | {} | {} | {} | {:.2f} | {:.1f} | {:.0f} |\n", logic, procedure.name,
             runs.size(), count(Run::Kind::Labels), count(Run::Kind::Path), count(Run::Kind::Wrong),
             median(seconds), total, median(sizes));
}

struct Options {
  std::chrono::milliseconds limit{10'000};
  std::vector<Procedure> selected{std::begin(procedures), std::end(procedures)};
  std::vector<std::string> files;
};

std::vector<Procedure> select(std::string_view names) {
  std::vector<Procedure> result;
  for (std::size_t end = 0; end != std::string_view::npos;) {
    end = names.find(',');
    const auto found = std::ranges::find(procedures, names.substr(0, end),
                                         [](const Procedure& each) { return std::string_view(each.name); });
    if (found == std::end(procedures)) throw base::UsageError("--only takes names of procedures");
    result.push_back(*found);
    if (end != std::string_view::npos) names.remove_prefix(end + 1);
  }
  return result;
}

Options parse(const std::vector<std::string>& arguments) {
  constexpr std::string_view limit = "--limit=", only = "--only=";
  Options options;
  for (const std::string& argument : arguments) {
    if (argument.starts_with(limit)) {
      int value = 0;
      std::from_chars(argument.data() + limit.size(), argument.data() + argument.size(), value);
      if (value <= 0) throw base::UsageError("--limit takes a number of milliseconds");
      options.limit = std::chrono::milliseconds(value);
    } else if (argument.starts_with(only)) {
      options.selected = select(std::string_view(argument).substr(only.size()));
    } else {
      options.files.push_back(argument);
    }
  }
  return options;
}

int run(const Options& options) {
  std::map<std::string, Group> groups;
  for (const std::string& file : options.files) {
    term::TermManager terms;
    const StoredDag stored = read_dag(terms, read_file(file), file);
    Group& group = groups[logic_of(stored)];
    fmt::print("{}: {} nodes, {} edges\n", file, stored.dag.nodes.size(), stored.dag.edges.size());
    for (const Procedure& procedure : options.selected) {
      const Run result = measure_in_fork(procedure, file, options.limit);
      fmt::print("  {:18} {:8.2f} s  size {:6}  {}\n", procedure.name, result.seconds, result.size,
                 result.detail);
      std::fflush(stdout);
      group.runs[procedure.name].push_back(result);
    }
  }
  fmt::print(
      "\n| logic | procedure | DAGs | labels | runs | wrong | median s | total s | median size |\n"
      "| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n");
  for (const auto& [logic, group] : groups)
    for (const Procedure& procedure : options.selected) print_row(logic, procedure, group);
  return 0;
}

}  // namespace
}  // namespace pendulum::interpolation

int main(int argc, char** argv) {
  try {
    return pendulum::interpolation::run(pendulum::interpolation::parse({argv + 1, argv + argc}));
  } catch (const pendulum::base::InputError& error) {
    std::cerr << error.what() << '\n';
    return 2;
  }
}
