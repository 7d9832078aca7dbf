// Asks solvers whether all obligations are unsatisfiable.
//
// Every obligation gets a solver of its own: nothing of one question can leak into another. Small ones come
// first, so that they leave their share of the time to the hard ones and a wrong certificate is noticed
// early. cvc5 answers as long as half of the time lasts; what it leaves open goes to Z3.
#include "check/certificate_checker.h"

#include <algorithm>

#include "base/check.h"
#include "check/obligations.h"
#include "term/smtlib.h"
#include "term/traverse.h"

namespace pendulum::check {

using certificate::Certificate;
using program::Program;
using std::chrono::milliseconds;
using term::Term;

std::vector<Obligation> CertificateChecker::obligations(const Certificate& certificate) const {
  validate(program_, certificate);
  // All obligations speak of paths of at least one step.
  PENDULUM_CHECK(program_.entry() != program_.error(), "entry and error should be two locations");
  return std::visit([&](const auto& kind) { return obligations_of(program_, kind, stop_); }, certificate);
}

namespace {

/// How long one solver may work on all questions together when no deadline says so.
constexpr milliseconds unlimited_share{300'000};
/// No question gets less, as long as the solver's whole share lasts.
constexpr milliseconds least_share{1'000};

/// One of the two rounds: a solver and the obligations that are still open.
class Round {
 public:
  Round(const Program& program, smt::SolverFactory& solvers, smt::Backend backend, milliseconds whole_share)
      : program_(program), solvers_(solvers), backend_(backend), end_(base::Clock::now() + whole_share) {}

  /// Asks all of `open`; returns those without an answer. Stops at the first that is satisfiable.
  std::vector<const Obligation*> run(const std::vector<const Obligation*>& open) {
    std::vector<const Obligation*> left;
    for (std::size_t i = 0; i < open.size() && !rejection; ++i)
      if (!is_decided(*open[i], share(open.size() - i))) left.push_back(open[i]);
    return left;
  }

  std::size_t proved = 0;
  std::string gave_up;  ///< why the first unanswered question was not answered
  std::optional<Judgement> rejection;

 private:
  milliseconds share(std::size_t questions_left) const {
    const auto left = std::chrono::duration_cast<milliseconds>(end_ - base::Clock::now());
    if (left.count() <= 0) return milliseconds(0);
    return std::min(left, std::max(left / static_cast<long>(questions_left), least_share));
  }

  bool is_decided(const Obligation& obligation, milliseconds limit) {
    if (limit.count() == 0) return give_up("timeout");
    smt::SolverOptions options;
    options.backend = backend_;
    options.logic = term::logic_of(obligation.formula);
    options.cores = false;
    const std::unique_ptr<smt::Solver> solver = solvers_.make(program_.terms(), options);
    solver->set_time_limit(limit);
    for (const Term term : obligation.formula) solver->assert_term(term);
    switch (solver->check()) {
      case smt::SatResult::Unsat:
        ++proved;
        return true;
      case smt::SatResult::Unknown:
        return give_up(solver->reason_unknown());
      case smt::SatResult::Sat:
        reject(obligation, *solver);
        return true;
    }
    PENDULUM_UNREACHABLE();
  }

  bool give_up(const std::string& why) {
    if (gave_up.empty()) gave_up = why;
    return false;
  }

  void reject(const Obligation& obligation, smt::Solver& solver) {
    term::TermVector variables;
    for (const Term symbol : term::symbols(obligation.formula))
      if (program_.is_variable(symbol)) variables.push_back(symbol);
    Judgement judgement;
    judgement.verdict = Judgement::Verdict::Rejected;
    judgement.judge = solver.name();
    judgement.failure = {obligation.source, obligation.target, solver.model(variables)};
    judgement.reason = obligation.name + " does not hold";
    std::string values;
    constexpr std::size_t max_shown = 10;
    for (std::size_t i = 0; i < variables.size() && i < max_shown; ++i) {
      auto found = judgement.failure->state.find(variables[i]);
      if (found != judgement.failure->state.end() && found->second.is_value())
        values += fmt::format("{}{} = {}", values.empty() ? "" : ", ", variables[i].name(),
                              found->second.to_string());
    }
    if (!values.empty()) judgement.reason += fmt::format(" from {}", values);
    rejection = std::move(judgement);
  }

  const Program& program_;
  smt::SolverFactory& solvers_;
  smt::Backend backend_;
  base::Clock::time_point end_;
};

/// What the simplifying term constructors do not refute already, small ones first.
std::vector<const Obligation*> not_trivial(term::TermManager& terms,
                                           const std::vector<Obligation>& obligations) {
  std::vector<std::pair<std::size_t, const Obligation*>> sized;
  for (const Obligation& obligation : obligations)
    if (!terms.mk_and(obligation.formula).is_false())
      sized.emplace_back(term::subterms(obligation.formula).size(), &obligation);
  std::ranges::stable_sort(sized, {}, [](const auto& entry) { return entry.first; });
  std::vector<const Obligation*> result;
  result.reserve(sized.size());
  for (const auto& [size, obligation] : sized) result.push_back(obligation);
  return result;
}

std::string judges(const Round& first, const Round& second) {
  if (second.proved == 0) return first.proved == 0 ? "simplification" : "cvc5";
  return fmt::format("cvc5 ({}), z3 ({}; cvc5 gave up: {})", first.proved, second.proved, first.gave_up);
}

Judgement undecided(const std::string& reason) {
  Judgement judgement;
  judgement.reason = reason;
  return judgement;
}

}  // namespace

Judgement CertificateChecker::check(const Certificate& certificate) const {
  try {
    const std::vector<Obligation> all = obligations(certificate);
    std::vector<const Obligation*> open = not_trivial(program_.terms(), all);
    const auto remaining = [&] { return stop_.remaining().value_or(unlimited_share * 2); };

    Round cvc5(program_, solvers_, smt::Backend::Cvc5, remaining() / 2);
    open = cvc5.run(open);
    if (cvc5.rejection) return *cvc5.rejection;
    Round z3(program_, solvers_, smt::Backend::Z3, open.empty() ? milliseconds(0) : remaining());
    open = z3.run(open);
    if (z3.rejection) return *z3.rejection;
    if (!open.empty())
      return undecided(fmt::format("{} of {} obligations stayed open, the first is \"{}\" (cvc5: {}; z3: {})",
                                   open.size(), all.size(), open.front()->name, cvc5.gave_up, z3.gave_up));
    Judgement judgement;
    judgement.verdict = Judgement::Verdict::Accepted;
    judgement.judge = judges(cvc5, z3);
    return judgement;
  } catch (const base::Stopped& stopped) {
    return undecided(stopped.what());
  }
}

}  // namespace pendulum::check
