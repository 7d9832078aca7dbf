#include "main/interpolate.h"

#include <fmt/core.h>

#include <fstream>
#include <ostream>
#include <sstream>

#include "base/error.h"
#include "interpolation/check_labels.h"
#include "interpolation/sequence.h"
#include "interpolation/text/problem.h"
#include "main/text_output.h"
#include "smt/factory/factory.h"
#include "term/print.h"

namespace pendulum::main {

namespace {

/// Time limit of one procedure for one request; the others follow if it fails.
constexpr std::chrono::milliseconds procedure_limit{60'000};

std::string read_file(const std::string& path) {
  std::ifstream in(path);
  std::stringstream text;
  text << in.rdbuf();
  if (!in) throw base::InputError("cannot read " + path);
  return text.str();
}

/// "p1 p2", the names of a part.
std::string names_of(const std::vector<interpolation::NamedFormula>& part) {
  std::string result;
  for (const interpolation::NamedFormula& each : part) result += (result.empty() ? "" : " ") + each.name;
  return result;
}

class Interpolation {
 public:
  Interpolation(term::TermManager& terms, const supervise::Worker& worker)
      : terms_(terms), worker_(worker), solvers_(smt::make_solver_factory({}, worker.stop, statistics_)) {}

  /// Prints a list with one interpolant per cut, and the parts on both sides as a comment.
  void answer(std::ostream& out, const interpolation::InterpolationRequest& request) {
    const term::TermVector all = labels_of(interpolation::formulas_of(terms_, request));
    out << "(\n";
    for (std::size_t cut = 1; cut < request.size(); ++cut) {
      out << "  ;";
      for (std::size_t i = 0; i < request.size(); ++i)
        out << (i == 0 ? " " : i == cut ? " | " : ", ") << names_of(request[i]);
      out << "\n  " << all[cut].to_string() << '\n';
    }
    out << ")\n";
  }

 private:
  /// Throws InputError if the formulas are satisfiable together, Unsupported if the solver does not decide.
  void check_unsatisfiable(const term::TermVector& formulas, const std::string& logic) {
    const auto solver = solvers_->make(terms_, {.logic = logic});
    for (const term::Term formula : formulas) solver->assert_term(formula);
    switch (solver->check()) {
      case smt::SatResult::Unsat:
        return;
      case smt::SatResult::Sat:
        throw base::InputError("the assertions are satisfiable together, so they have no interpolant");
      case smt::SatResult::Unknown:
        worker_.stop.throw_if_stopped();
        throw base::Unsupported("the solver does not decide whether the assertions are satisfiable", "");
    }
  }

  /// The labels of the first procedure whose result the check accepts.
  term::TermVector labels_of(const term::TermVector& formulas) {
    const std::string logic = term::logic_of(formulas);
    check_unsatisfiable(formulas, logic);
    const interpolation::Context context{terms_, *solvers_, worker_.stop, statistics_, logic, 0};
    std::string reason;
    for (const interpolation::Method method : interpolation::methods_from("auto", logic)) {
      const auto procedure = interpolation::make_interpolator(method, context);
      const interpolation::Outcome outcome =
          interpolation::interpolate_sequence(*procedure, terms_, formulas, procedure_limit);
      worker_.stop.throw_if_stopped();
      std::optional<std::string> fault;
      if (const auto* labels = std::get_if<interpolation::Labels>(&outcome)) {
        fault = interpolation::check_sequence(formulas, *labels, context);
        if (!fault) return *labels;
      } else {
        fault = std::get<interpolation::Failure>(outcome).reason;
      }
      worker_.logger.decision("{}: {}", procedure->name(), *fault);
      if (reason.empty()) reason = fmt::format("{}: {}", procedure->name(), *fault);
    }
    throw base::Unsupported("no interpolant was found (" + reason + ")", "");
  }

  term::TermManager& terms_;
  const supervise::Worker& worker_;
  base::Statistics statistics_;
  std::unique_ptr<smt::SolverFactory> solvers_;
};

}  // namespace

int run_interpolate(const InterpolateOptions& options, base::Clock::time_point start) {
  return write_text("", options.run, start, [&](std::ostream& out, const supervise::Worker& worker) {
    term::TermManager terms;
    const interpolation::InterpolationProblem problem = interpolation::read_interpolation_problem(
        terms, read_file(options.file), options.file, options.order);
    Interpolation interpolation(terms, worker);
    for (const interpolation::InterpolationRequest& request : problem.requests)
      interpolation.answer(out, request);
  });
}

}  // namespace pendulum::main
