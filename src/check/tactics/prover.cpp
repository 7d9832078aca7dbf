#include "check/tactics/prover.h"

#include <algorithm>
#include <ctime>

#include "base/check.h"
#include "check/tactics/integer_reading.h"
#include "smt/expansion.h"
#include "smt/intervals/interval_solver.h"
#include "term/floating_point/lowering.h"
#include "term/print.h"
#include "term/signature/kind_info.h"
#include "term/traverse.h"

namespace pendulum::check {

using smt::SatResult;
using std::chrono::milliseconds;
using term::Term;
using View = Configuration::View;

namespace {

/// Time limit for all obligations together if the stop token has no deadline.
constexpr milliseconds unlimited{600'000};
/// Processor time per obligation and configuration on the first rung; each rung multiplies the limit of the
/// previous one by `growth`.
constexpr milliseconds first_limit{400};
constexpr int growth = 4;

constexpr Configuration cvc5{"cvc5", smt::Backend::Cvc5};
constexpr Configuration over_integers{"cvc5 over integers", smt::Backend::Cvc5, View::Integers};
constexpr Configuration by_sat{"cvc5 by SAT", smt::Backend::Cvc5, View::Sat};
constexpr Configuration z3{"z3", smt::Backend::Z3};
constexpr Configuration z3_over_integers{"z3 over integers", smt::Backend::Z3, View::Integers};
constexpr Configuration expanded{"z3 without arrays", smt::Backend::Z3, View::WithoutArrays};

// For obligations with floating-point operators. Intervals prove bounds of sums and products, for which SAT
// solvers search through all rounding errors. cvc5 has its own theory of floating-point numbers; the others
// get the circuits of term/floating_point, which the engines use as well. cvc5's lazy bit-blasting of
// circuits is slower than the others on a few operators, and much faster if the control flow makes most of
// many operators irrelevant: on an obligation about log10f, it takes 1.1 s, eager bit-blasting 15.7 s.
constexpr Configuration intervals{.name = "interval splitting", .view = View::Intervals};
constexpr Configuration cvc5_floats{"cvc5 with its theory of floats", smt::Backend::Cvc5};
constexpr Configuration circuits{"cvc5 on float circuits", smt::Backend::Cvc5, View::Circuits};
constexpr Configuration circuits_by_sat{"cvc5 by SAT on float circuits", smt::Backend::Cvc5, View::Sat};
constexpr Configuration z3_circuits{"z3 on float circuits", smt::Backend::Z3};
constexpr Configuration expanded_circuits{"z3 without arrays on float circuits", smt::Backend::Z3,
                                          View::WithoutArrays};

/// The first rung on which the remaining configurations are tried as well, and on which the expensive
/// expansions are tried once.
constexpr unsigned last_resort_rung = 2;

/// A formula counts as arithmetic if more than one in 20 subterms is an operator of arithmetic or a
/// comparison. The value only determines the order in which configurations are tried.
constexpr std::ptrdiff_t max_subterms_per_operator = 20;

/// An obligation with more floating-point operators has many. The value only determines the order in which
/// configurations are tried.
constexpr std::ptrdiff_t max_few_floats = 40;

/// Maximum number of variables in the reason of a rejection, so that the reason stays readable.
constexpr std::size_t max_shown_values = 10;

bool is_arithmetic(std::span<const Term> subterms) {
  using term::Kind;
  static constexpr Kind kinds[] = {Kind::BvAdd, Kind::BvSub,   Kind::BvMul,   Kind::BvSlt,   Kind::BvSle,
                                   Kind::BvUlt, Kind::BvSaddo, Kind::BvSsubo, Kind::BvSmulo, Kind::BvUle};
  const auto count = std::ranges::count_if(
      subterms, [](Term term) { return std::ranges::find(kinds, term.kind()) != std::end(kinds); });
  return max_subterms_per_operator * count > std::ssize(subterms);
}

std::ptrdiff_t num_float_operators(std::span<const Term> subterms) {
  return std::ranges::count_if(subterms, [](Term term) { return term::is_float_operator(term.kind()); });
}

bool has_arrays(std::span<const Term> subterms) {
  return std::ranges::any_of(subterms, [](Term term) { return term.sort().is_array(); });
}

/// Does the formula contain only bit-vectors and possibly arrays of them?
bool is_about_bits(const Obligation& obligation) {
  const std::string logic = term::logic_of(obligation.formula);
  return logic == "QF_BV" || logic == "QF_ABV";
}

}  // namespace

/// Finishes a rung for all obligations before it starts the next rung, so that a wrong certificate is
/// rejected early.
Judgement Prover::prove(const std::vector<Obligation>& obligations) {
  PENDULUM_CHECK(proved_.empty() && num_simplified_ == 0, "a prover should be used once");
  std::vector<Question> open = questions(obligations);
  for (unsigned rung = 0; !open.empty() && remaining().count() > 0; ++rung) {
    for (Question& question : open) {
      climb(question, rung);
      if (rejection_) return *rejection_;
    }
    std::erase_if(open, [](const Question& question) { return question.open.empty(); });
  }
  if (!open.empty()) {
    std::string why;
    for (const auto& [configuration, reason] : gave_up_)
      why += fmt::format("{}{}: {}", why.empty() ? "" : "; ", configuration, reason);
    return {.reason = fmt::format("{} of {} obligations were not decided; first: \"{}\" ({})", open.size(),
                                  obligations.size(), open.front().obligation->name,
                                  why.empty() ? "timeout" : why)};
  }
  Judgement judgement;
  judgement.verdict = Judgement::Verdict::Accepted;
  judgement.judge = provers();
  judgement.num_obligations = obligations.size();
  judgement.num_simplified = num_simplified_;
  std::size_t num_proved = num_simplified_;
  for (const auto& [configuration, number] : proved_) num_proved += number;
  PENDULUM_CHECK(num_proved == obligations.size(), "each obligation should be proved");
  return judgement;
}

/// The obligations that the simplifying term constructors do not already refute, in order of their size.
/// Soundness: no solver checks the others, so the constructors of terms are part of the trusted base. The
/// judgement states their number.
std::vector<Prover::Question> Prover::questions(const std::vector<Obligation>& obligations) {
  std::vector<std::pair<std::size_t, Question>> sized;
  for (const Obligation& obligation : obligations) {
    PENDULUM_CHECK(!obligation.name.empty(), "an obligation should have a name");
    if (program_.terms().mk_and(obligation.formula).is_false()) {
      ++num_simplified_;
      continue;
    }
    const term::TermVector all = term::subterms(obligation.formula);
    const std::ptrdiff_t num_floats = num_float_operators(all);
    sized.emplace_back(all.size(), Question{.obligation = &obligation,
                                            .is_arithmetic = is_arithmetic(all),
                                            .has_arrays = has_arrays(all),
                                            .has_floats = num_floats > 0,
                                            .has_many_floats = num_floats > max_few_floats,
                                            .open = {program_.terms().mk_true()}});
  }
  std::ranges::stable_sort(sized, {}, [](const auto& entry) { return entry.first; });
  std::vector<Question> result;
  for (auto& [size, question] : sized) result.push_back(std::move(question));
  return result;
}

/// The configurations of one rung, in the order in which they are tried. Z3 comes late, because the engine
/// may have used it to find the certificate, and an independent solver should check it. For formulas with
/// arrays, Z3 is part of the first rung, and comes first on later rungs: on unrollings of string loops it
/// needs a small fraction of cvc5's time. Eager bit-blasting and expanded arrays are the last resort.
std::vector<Configuration> Prover::configurations_of(unsigned rung, const Question& question) {
  if (question.has_floats) return float_configurations(rung, question);
  std::vector<Configuration> result{cvc5, over_integers};
  if (question.is_arithmetic) std::swap(result.front(), result.back());
  if (question.has_arrays) result = {cvc5, z3, over_integers};
  if (question.has_arrays && rung > 0) std::swap(result[0], result[1]);
  if (rung < last_resort_rung) return result;
  if (!question.has_arrays) result.push_back(z3);
  result.push_back(z3_over_integers);
  if (rung == last_resort_rung) result.insert(result.end(), {expanded, by_sat});
  return result;
}

/// The same for obligations with floating-point operators. cvc5's theory is another implementation of IEEE
/// 754 than the circuits and comes before them; if there are many operators, only on the first rung. The view
/// over integers leaves the results of these operators open; it proves obligations about other variables.
/// Intervals need little time if they succeed, so they come first on the first rung, and last on the others.
std::vector<Configuration> Prover::float_configurations(unsigned rung, const Question& question) {
  std::vector<Configuration> result{cvc5_floats, over_integers, circuits_by_sat};
  if (question.has_many_floats) result.insert(result.begin() + (rung == 0 ? 1 : 0), circuits);
  if (rung > 0 || question.has_arrays) result.push_back(z3_circuits);
  if (rung == last_resort_rung) result.push_back(expanded_circuits);
  if (rung >= last_resort_rung && !question.has_many_floats) result.push_back(circuits);
  result.insert(rung == 0 ? result.begin() : result.end(), intervals);
  return result;
}

/// Is the configuration's translation applicable to the question, and of use for it?
bool Prover::suits(const Configuration& configuration, const Question& question) {
  const Obligation& obligation = *question.obligation;
  switch (configuration.view) {
    case View::Bits:
    case View::Intervals:
    case View::Circuits:
      return true;
    case View::Integers:
      return is_about_bits(obligation) && IntegerReading::can_translate(obligation.formula);
    case View::Sat:
      return is_about_bits(obligation) && smt::can_expand(obligation.formula);
    case View::WithoutArrays:
      return question.has_arrays && smt::can_expand(obligation.formula);
  }
  PENDULUM_UNREACHABLE();
}

void Prover::climb(Question& question, unsigned rung) {
  PENDULUM_CHECK(!question.open.empty(), "an obligation that is proved should not climb to rung {}", rung);
  if (rung == 1 && !question.obligation->cases.empty()) question.open = question.obligation->cases;
  milliseconds limit = first_limit;
  for (unsigned i = 0; i < rung; ++i) limit *= growth;
  for (const Configuration& configuration : configurations_of(rung, question)) {
    const milliseconds now = std::min(stretched(limit), remaining());
    if (now.count() <= 0 || rejection_) return;
    if (suits(configuration, question)) ask(question, configuration, now);
    if (!question.open.empty()) continue;
    ++proved_[configuration.name];
    return;
  }
}

Prover::Shown Prover::show(const Question& question, View view) const {
  Shown shown{question.obligation->formula, question.open};
  if (view == View::Sat) {  // The eager solver supports only one call: check all cases at once.
    shown.formula.push_back(program_.terms().mk_or(shown.cases));
    shown.cases = {program_.terms().mk_true()};
  }
  if (view == View::Circuits) {
    for (Term& term : shown.formula) term = term::lower_floats(program_.terms(), term);
    for (Term& term : shown.cases) term = term::lower_floats(program_.terms(), term);
  }
  if (view != View::Integers) return shown;
  PENDULUM_DCHECK(IntegerReading::can_translate(question.obligation->formula),
                  "obligation \"{}\" should have a translation to integers", question.obligation->name);
  term::TermVector all = shown.formula;
  all.insert(all.end(), shown.cases.begin(), shown.cases.end());
  IntegerReading reading(program_.terms(), all);
  for (Term& term : shown.formula) term = reading.translate(term);
  for (Term& term : shown.cases) term = reading.translate(term);
  shown.formula.insert(shown.formula.end(), reading.constraints().begin(), reading.constraints().end());
  return shown;
}

std::unique_ptr<smt::Solver> Prover::make_solver(std::span<const Term> formula,
                                                 const Configuration& configuration) const {
  if (configuration.view == View::Intervals) {
    std::unique_ptr<smt::Solver> solver = smt::make_interval_solver(program_.terms(), stop_);
    for (const Term term : formula) solver->assert_term(term);
    return solver;
  }
  smt::SolverOptions options;
  options.backend = configuration.backend;
  options.logic = term::logic_of(formula);
  options.cores = false;
  if (configuration.view == View::Sat || configuration.view == View::WithoutArrays)
    options.encoding = smt::Encoding::Expanded;
  if (configuration.view == View::Sat) {
    options.bitvectors = smt::BitVectors::Eager;
    // cvc5 1.0.3 rejects eager bit-blasting for logics with arrays. The expansion has removed the arrays.
    options.logic = "QF_BV";
  }
  std::unique_ptr<smt::Solver> solver = solvers_.make(program_.terms(), options);
  for (const Term term : formula) solver->assert_term(term);
  return solver;
}

/// Removes the cases that are unsatisfiable from the open cases, up to the first case that is not. That case
/// is moved to the end, so that the next configuration tries the others before it.
/// Soundness: each case is checked together with the formula, so a satisfiable case makes the obligation
/// satisfiable; the formula implies the disjunction of the cases, so it is unsatisfiable if all cases are.
void Prover::ask(Question& question, const Configuration& configuration, milliseconds limit) {
  PENDULUM_CHECK(!question.open.empty(), "an obligation that is proved should not be tried again");
  const Shown shown = show(question, configuration.view);
  PENDULUM_CHECK(!shown.cases.empty(), "a question should have at least one case");
  const std::unique_ptr<smt::Solver> solver = make_solver(shown.formula, configuration);
  solver->set_time_limit(limit);
  const auto clock_before = base::Clock::now();
  const std::clock_t processor_before = std::clock();
  auto open = shown.cases.begin();
  SatResult result = SatResult::Unsat;
  for (; open != shown.cases.end(); ++open) {
    result = open->is_true() ? solver->check() : solver->check({&*open, 1});
    if (result != SatResult::Unsat) break;
  }
  waited_ += base::Clock::now() - clock_before;
  worked_ +=
      std::chrono::duration<double>(static_cast<double>(std::clock() - processor_before) / CLOCKS_PER_SEC);
  if (result == SatResult::Unsat) {
    question.open.clear();
    return;
  }
  PENDULUM_CHECK(shown.cases.size() == question.open.size() || open == shown.cases.begin(),
                 "a proved case should be one of the {} open cases", question.open.size());
  question.open.erase(question.open.begin(), question.open.begin() + (open - shown.cases.begin()));
  std::ranges::rotate(question.open, question.open.begin() + 1);
  if (result == SatResult::Unknown) gave_up_.try_emplace(configuration.name, solver->reason_unknown());
  // The other views have no models, or models of an over-approximation. A bit-precise configuration has to
  // find the model.
  const bool has_model = configuration.view == View::Bits || configuration.view == View::WithoutArrays ||
                         configuration.view == View::Circuits;
  if (result == SatResult::Sat && has_model) reject(*question.obligation, *solver);
}

void Prover::reject(const Obligation& obligation, smt::Solver& solver) {
  PENDULUM_CHECK(!rejection_, "a certificate should be rejected once");
  term::TermVector variables;
  for (const Term symbol : term::symbols(obligation.formula))
    if (program_.is_variable(symbol)) variables.push_back(symbol);
  Judgement judgement;
  judgement.verdict = Judgement::Verdict::Rejected;
  judgement.judge = solver.name();
  const term::Model state = solver.model(variables);
  judgement.reason = obligation.name + " does not hold";
  std::string values;
  for (std::size_t i = 0; i < variables.size() && i < max_shown_values; ++i) {
    auto found = state.find(variables[i]);
    if (found != state.end() && found->second.is_value())
      values += fmt::format("{}{} = {}", values.empty() ? "" : ", ", variables[i].name(),
                            found->second.to_string());
  }
  if (!values.empty()) judgement.reason += fmt::format(" from {}", values);
  rejection_ = std::move(judgement);
}

/// Converts a limit of processor time to wall time, which the solvers measure. On a busy machine the limit
/// grows by the ratio of wall time to processor time of the solver calls so far. `first_limit` is added to
/// both times, so that the first short calls do not determine the ratio.
milliseconds Prover::stretched(milliseconds limit) const {
  const double share = (worked_ + first_limit) / (waited_ + first_limit);
  PENDULUM_CHECK(share > 0, "the share of processor time in wall time should be positive, not {}", share);
  return share < 1 ? std::chrono::duration_cast<milliseconds>(limit / share) : limit;
}

milliseconds Prover::remaining() const {
  const auto used = std::chrono::duration_cast<milliseconds>(base::Clock::now() - start_);
  return stop_.is_stopped() ? milliseconds(0) : stop_.remaining().value_or(unlimited - used);
}

/// The configurations that proved the obligations: "cvc5", or "cvc5 (3), z3 (1)" with numbers of obligations
/// if there are several.
std::string Prover::provers() const {
  if (proved_.empty()) return "simplification";
  if (proved_.size() == 1) return std::string(proved_.begin()->first);
  std::string result;
  for (const auto& [configuration, number] : proved_)
    result += fmt::format("{}{} ({})", result.empty() ? "" : ", ", configuration, number);
  return result;
}

}  // namespace pendulum::check
