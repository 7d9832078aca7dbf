#include "check/prover.h"

#include <algorithm>

#include "base/check.h"
#include "smt/expansion.h"
#include "term/smtlib.h"
#include "term/traverse.h"

namespace pendulum::check {

using std::chrono::milliseconds;
using term::Term;

namespace {

/// For all questions together when no deadline says so.
constexpr milliseconds unlimited{600'000};
/// The first rung's limit per question and way; each rung has `growth` times the one before.
constexpr milliseconds first_limit{400};
constexpr int growth = 4;

constexpr Way cvc5{"cvc5", smt::Backend::Cvc5};
constexpr Way by_cases{"cvc5 by cases", smt::Backend::Cvc5, smt::BitVectors::Lazy, smt::Encoding::Plain,
                       true};
constexpr Way over_integers{"cvc5 over integers", smt::Backend::Cvc5, smt::BitVectors::Integers};
constexpr Way by_sat{"cvc5 by SAT", smt::Backend::Cvc5, smt::BitVectors::Eager, smt::Encoding::Expanded};
constexpr Way z3{"z3", smt::Backend::Z3};
constexpr Way expanded{"z3 without arrays", smt::Backend::Z3, smt::BitVectors::Lazy, smt::Encoding::Expanded};

/// What decides how to ask.
struct Traits {
  bool is_arithmetic = false;  ///< do sums and comparisons matter beside the control?
  bool has_arrays = false;
};

/// Z3 comes late: an engine may have trusted it before. Among arrays it comes at once: on unrollings of
/// string loops it needs a small part of cvc5's time. SAT at once, and arrays expanded, help where the others
/// are at their end.
std::vector<Way> ways_of(unsigned rung, Traits traits) {
  if (rung == 0)
    return traits.has_arrays ? std::vector{cvc5, z3, over_integers} : std::vector{cvc5, over_integers};
  std::vector<Way> ways{cvc5};
  std::vector<Way> late{z3, over_integers};
  if (traits.has_arrays) {
    ways = {z3, cvc5};
    late = {over_integers};
  } else if (traits.is_arithmetic) {
    ways = {over_integers, cvc5};
    late = {z3};
  }
  ways.insert(rung == 1 ? ways.end() : ways.begin(), by_cases);
  if (rung >= 2) ways.insert(ways.end(), late.begin(), late.end());
  if (rung == 2) ways.insert(ways.end(), {expanded, by_sat});
  return ways;
}

bool is_arithmetic(const Obligation& obligation) {
  using term::Kind;
  static constexpr Kind kinds[] = {Kind::BvAdd, Kind::BvSub,   Kind::BvMul,   Kind::BvSlt,   Kind::BvSle,
                                   Kind::BvUlt, Kind::BvSaddo, Kind::BvSsubo, Kind::BvSmulo, Kind::BvUle};
  const term::TermVector all = term::subterms(obligation.formula);
  const auto count = std::ranges::count_if(
      all, [](Term term) { return std::ranges::find(kinds, term.kind()) != std::end(kinds); });
  constexpr std::ptrdiff_t rare = 20;
  return rare * count > std::ssize(all);
}

bool has_arrays(const Obligation& obligation) {
  return std::ranges::any_of(term::subterms(obligation.formula),
                             [](Term term) { return term.sort().kind() == term::SortKind::Array; });
}

/// Bit-vectors, perhaps in arrays, and nothing else?
bool is_about_bits(const Obligation& obligation) {
  const std::string logic = term::logic_of(obligation.formula);
  return logic == "QF_BV" || logic == "QF_ABV";
}

/// Is there anything to gain from asking in this way?
bool suits(const Way& way, const Obligation& obligation) {
  if (way.is_by_cases) return obligation.cases.size() > 1;
  if (way.bitvectors == smt::BitVectors::Eager && !is_about_bits(obligation)) return false;
  if (way.encoding == smt::Encoding::Plain) return true;
  if (!has_arrays(obligation)) return way.bitvectors == smt::BitVectors::Eager;
  return smt::can_expand(obligation.formula);
}

Judgement undecided(std::string reason) {
  Judgement judgement;
  judgement.reason = std::move(reason);
  return judgement;
}

}  // namespace

Judgement Prover::prove(const std::vector<Obligation>& obligations) {
  Open open = not_trivial(obligations);
  for (unsigned rung = 0; !open.empty() && remaining().count() > 0; ++rung) {
    open = climb(open, rung);
    if (rejection_) return *rejection_;
  }
  if (!open.empty()) {
    std::string why;
    for (const auto& [way, reason] : gave_up_)
      why += fmt::format("{}{}: {}", why.empty() ? "" : "; ", way, reason);
    return undecided(fmt::format("{} of {} obligations stayed open, the first is \"{}\" ({})", open.size(),
                                 obligations.size(), open.front()->name, why.empty() ? "timeout" : why));
  }
  Judgement judgement;
  judgement.verdict = Judgement::Verdict::Accepted;
  judgement.judge = who();
  return judgement;
}

/// What the simplifying term constructors do not refute already, small ones first.
Prover::Open Prover::not_trivial(const std::vector<Obligation>& obligations) const {
  std::vector<std::pair<std::size_t, const Obligation*>> sized;
  for (const Obligation& obligation : obligations)
    if (!program_.terms().mk_and(obligation.formula).is_false())
      sized.emplace_back(term::subterms(obligation.formula).size(), &obligation);
  std::ranges::stable_sort(sized, {}, [](const auto& entry) { return entry.first; });
  Open result;
  result.reserve(sized.size());
  for (const auto& [size, obligation] : sized) result.push_back(obligation);
  return result;
}

/// Rung by rung, not obligation by obligation: a certificate that fails should do so early.
Prover::Open Prover::climb(const Open& open, unsigned rung) {
  milliseconds limit = first_limit;
  for (unsigned i = 0; i < rung; ++i) limit *= growth;
  Open left;
  for (const Obligation* obligation : open) {
    if (rejection_) break;
    if (!climb(*obligation, rung, limit)) left.push_back(obligation);
  }
  return left;
}

bool Prover::climb(const Obligation& obligation, unsigned rung, milliseconds limit) {
  for (const Way& way : ways_of(rung, {is_arithmetic(obligation), has_arrays(obligation)})) {
    const milliseconds now = std::min(limit, remaining());
    if (now.count() <= 0) return false;
    if (suits(way, obligation) && is_decided(obligation, way, now)) return true;
  }
  return false;
}

std::unique_ptr<smt::Solver> Prover::make_solver(const Obligation& obligation, const Way& way) const {
  smt::SolverOptions options;
  options.backend = way.backend;
  options.encoding = way.encoding;
  options.logic = term::logic_of(obligation.formula);
  options.cores = false;
  if (way.bitvectors == smt::BitVectors::Lazy) return solvers_.make(program_.terms(), options);
  // cvc5 1.0.3 refuses eager bit-blasting where the logic has arrays; expanded, there are none.
  if (way.bitvectors == smt::BitVectors::Eager) options.logic = "QF_BV";
  auto solver = smt::make_cvc5_solver(program_.terms(), options, stop_, way.bitvectors);
  if (way.encoding == smt::Encoding::Plain) return solver;
  return smt::make_expanding_solver(std::move(solver), program_.terms());
}

bool Prover::is_decided(const Obligation& obligation, const Way& way, milliseconds limit) {
  const std::unique_ptr<smt::Solver> solver = make_solver(obligation, way);
  solver->set_time_limit(limit);
  for (const Term term : obligation.formula) solver->assert_term(term);
  switch (ask(*solver, obligation, way)) {
    case smt::SatResult::Unsat:
      ++proved_[way.name];
      return true;
    case smt::SatResult::Unknown:
      gave_up_.try_emplace(way.name, solver->reason_unknown());
      return false;
    case smt::SatResult::Sat:
      // The other views have no models; whoever has one will say so.
      if (way.bitvectors != smt::BitVectors::Lazy) return false;
      reject(obligation, *solver);
      return true;
  }
  PENDULUM_UNREACHABLE();
}

/// Soundness: without cases, or with a case that is sat, it is the whole formula that was asked about.
smt::SatResult Prover::ask(smt::Solver& solver, const Obligation& obligation, const Way& way) const {
  if (!way.is_by_cases) return solver.check();
  for (const Term assumed : obligation.cases) {
    const smt::SatResult result = solver.check(term::TermVector{assumed});
    if (result != smt::SatResult::Unsat) return result;
  }
  return smt::SatResult::Unsat;
}

void Prover::reject(const Obligation& obligation, smt::Solver& solver) {
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
  rejection_ = std::move(judgement);
}

milliseconds Prover::remaining() const {
  const auto used = std::chrono::duration_cast<milliseconds>(base::Clock::now() - start_);
  return stop_.is_stopped() ? milliseconds(0) : stop_.remaining().value_or(unlimited - used);
}

/// "cvc5" alone, or each with the number of its obligations.
std::string Prover::who() const {
  if (proved_.empty()) return "simplification";
  if (proved_.size() == 1) return std::string(proved_.begin()->first);
  std::string result;
  for (const auto& [way, number] : proved_)
    result += fmt::format("{}{} ({})", result.empty() ? "" : ", ", way, number);
  return result;
}

}  // namespace pendulum::check
