// Implementation of Solver by cvc5.
//
// cvc5 1.0.3 does not allow changes of its options after the first check, including the time limit per check,
// and its state after an exception is not reliable. Therefore this class stores the assertions as terms and
// rebuilds the cvc5::Solver from them if the time limit changes and after an exception. It is also rebuilt
// before the first formula with floating-point operators, because the logic then has to contain their theory;
// for bit-vectors alone, cvc5 chooses better strategies without it.
#include "smt/cvc5/cvc5_solver.h"

#include <cvc5/cvc5.h>
#include <sys/resource.h>

#include <algorithm>
#include <unordered_set>

#include "base/check.h"
#include "smt/backend_solver.h"
#include "smt/cvc5/cvc5_translate.h"
#include "term/print.h"
#include "term/signature/kind_info.h"
#include "term/traverse.h"

namespace pendulum::smt {

using term::Term;

namespace {

/// Raises the soft stack limit. cvc5 traverses formulas recursively, and a term of depth 100,000 overflowed a
/// stack of 8 MiB. The main thread's stack grows up to the current limit; the kernel reserves 128 MiB of
/// addresses for it.
void raise_stack_limit() {
  constexpr rlim_t wanted = rlim_t{120} << 20;
  rlimit limit{};
  if (::getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur >= wanted)
    return;
  limit.rlim_cur = limit.rlim_max == RLIM_INFINITY ? wanted : std::min(wanted, limit.rlim_max);
  ::setrlimit(RLIMIT_STACK, &limit);
}

/// A cvc5::Solver with its translator.
struct Engine {
  Engine(term::TermManager& manager, FloatTranslation floats) : translator(manager, solver, floats) {}
  cvc5::Solver solver;
  Cvc5Translator translator;
};

bool contains_floats(Term root) {
  return std::ranges::any_of(term::subterms({&root, 1}),
                             [](Term term) { return term::is_float_operator(term.kind()); });
}

class Cvc5Solver final : public BackendSolver {
 public:
  Cvc5Solver(term::TermManager& manager, const SolverOptions& options, const base::StopToken& stop)
      : BackendSolver(manager, stop), options_(options) {}

  std::string_view name() const override { return "cvc5"; }
  bool has(Capability capability) const override;

 private:
  void do_push() override;
  void do_pop(unsigned levels) override;
  void do_assert(Term term) override;
  Answer do_check(std::span<const Term> assumptions, TimeLimit limit) override;
  Term do_value(Term term) override;
  std::vector<Term> do_unsat_core() override;

  void make_engine(TimeLimit limit);
  /// Sets has_floats_ if the term contains a floating-point operator.
  void note_floats(Term term);
  FloatTranslation float_translation() const {
    return options_.bitvectors == BitVectors::Lazy ? FloatTranslation::Theory : FloatTranslation::Circuits;
  }
  bool suits(TimeLimit wanted) const;

  SolverOptions options_;
  std::vector<std::vector<Term>> assertions_{1};  ///< by level
  std::unique_ptr<Engine> engine_;                ///< null: the next check makes it from assertions_
  TimeLimit engine_limit_;                        ///< time limit per check of engine_
  std::vector<Term> assumptions_;                 ///< assumptions of the last check
  bool has_floats_ = false;                       ///< a formula contains floating-point operators
  term::TermSet seen_;                            ///< subterms without floating-point operators
};

bool Cvc5Solver::has(Capability capability) const {
  switch (capability) {
    case Capability::UnsatCore:
      return options_.cores;
    case Capability::Interrupt:
    case Capability::UninterpretedFunctions:
    case Capability::IntToBitVec:
      return true;
    case Capability::QuantifierElimination:
      return false;
  }
  PENDULUM_UNREACHABLE();
}

void Cvc5Solver::do_push() {
  assertions_.emplace_back();
  if (engine_) engine_->solver.push();
}

void Cvc5Solver::do_pop(unsigned levels) {
  assertions_.resize(assertions_.size() - levels);
  if (engine_) engine_->solver.pop(levels);
}

void Cvc5Solver::do_assert(Term term) {
  assertions_.back().push_back(term);
  note_floats(term);
  if (engine_) engine_->solver.assertFormula(engine_->translator.formula_to_cvc5(term));
}

void Cvc5Solver::note_floats(Term root) {
  if (has_floats_ || float_translation() == FloatTranslation::Circuits) return;
  std::vector<Term> stack{root};
  while (!stack.empty()) {
    const Term term = stack.back();
    stack.pop_back();
    if (!seen_.insert(term).second) continue;
    if (term::is_float_operator(term.kind())) {
      has_floats_ = true;
      engine_.reset();
      return;
    }
    for (const Term child : term.children()) stack.push_back(child);
  }
}

void Cvc5Solver::make_engine(TimeLimit limit) {
  engine_ = std::make_unique<Engine>(manager(), float_translation());
  engine_limit_ = limit;
  try {
    cvc5::Solver& solver = engine_->solver;
    if (options_.bitvectors == BitVectors::Lazy) {
      solver.setOption("incremental", "true");
      solver.setOption("produce-models", "true");
      // If another theory requests values of bit-vectors after a timeout, cvc5 1.0.3 reads them from the
      // interrupted CaDiCaL, which aborts the process. `bitblast-internal` avoids this.
      if (options_.logic.find("QF_A") == 0) solver.setOption("bv-solver", "bitblast-internal");
    } else {
      PENDULUM_CHECK(!options_.cores, "this view of bit-vectors should not be asked for cores");
      solver.setOption("bitblast", "eager");
    }
    if (options_.cores) solver.setOption("produce-unsat-assumptions", "true");
    if (limit) solver.setOption("tlimit-per", std::to_string(limit->count()));
    if (options_.seed != 0) {
      solver.setOption("seed", std::to_string(options_.seed));
      solver.setOption("sat-random-seed", std::to_string(options_.seed));
    }
    if (has_floats_) solver.setOption("fp-exp", "true");  // formats other than float32 and float64
    const std::string logic = options_.logic.empty() ? "ALL" : options_.logic;
    solver.setLogic(has_floats_ ? term::logic_with_floats(logic) : logic);
    for (std::size_t level = 0; level < assertions_.size(); ++level) {
      if (level != 0) solver.push();
      for (const Term term : assertions_[level])
        solver.assertFormula(engine_->translator.formula_to_cvc5(term));
    }
  } catch (const cvc5::CVC5ApiException& error) {
    PENDULUM_CHECK(false, "cvc5 should accept its options and the assertions: {}", error.what());
  }
}

// Returns true if the current engine can be used for a check with the limit `wanted`. A limit that results
// from the stop token decreases from check to check. Exceeding it by a third is better than rebuilding the
// solver for each check. A check never gets less time than `wanted`.
bool Cvc5Solver::suits(TimeLimit wanted) const {
  if (!wanted || !engine_limit_) return !wanted && !engine_limit_;
  return *wanted <= *engine_limit_ && *engine_limit_ <= *wanted + *wanted / 3;
}

BackendSolver::Answer Cvc5Solver::do_check(std::span<const Term> assumptions, TimeLimit limit) {
  for (const Term assumption : assumptions) note_floats(assumption);
  if (!engine_ || !suits(limit)) make_engine(limit);
  assumptions_.assign(assumptions.begin(), assumptions.end());
  std::vector<cvc5::Term> translated;
  for (const Term assumption : assumptions)
    translated.push_back(engine_->translator.formula_to_cvc5(assumption));
  try {
    const cvc5::Result result =
        translated.empty() ? engine_->solver.checkSat() : engine_->solver.checkSatAssuming(translated);
    if (result.isSat()) return {SatResult::Sat, {}};
    if (result.isUnsat()) return {SatResult::Unsat, {}};
    const bool is_timeout = result.getUnknownExplanation() == cvc5::UnknownExplanation::TIMEOUT;
    return {SatResult::Unknown, is_timeout ? "timeout" : "incomplete"};
  } catch (const cvc5::CVC5ApiException& error) {
    // All terms are well-sorted, so cvc5 has encountered something that it does not support, such as an
    // equality between different constant arrays.
    engine_.reset();
    return {SatResult::Unknown, std::string("incomplete: ") + error.what()};
  }
}

/// The bits of a floating-point result are only defined if a formula needs them. Terms with floating-point
/// operators are therefore evaluated with the values of their symbols.
Term Cvc5Solver::do_value(Term term) {
  if (has_floats_ && contains_floats(term)) {
    term::Model model;
    for (const Term symbol : term::symbols(term)) {
      const Term value = do_value(symbol);
      if (!value) return {};
      model.emplace(symbol, value);
    }
    return term::evaluate(manager(), term, model);
  }
  return engine_->translator.value_from_cvc5(engine_->solver.getValue(engine_->translator.to_cvc5(term)),
                                             term.sort());
}

std::vector<Term> Cvc5Solver::do_unsat_core() {
  PENDULUM_CHECK(options_.cores, "cores should have been asked for when the solver was made");
  if (assumptions_.empty()) return {};
  const std::vector<cvc5::Term> core = engine_->solver.getUnsatAssumptions();
  std::unordered_set<cvc5::Term> in_core(core.begin(), core.end());
  std::vector<Term> result;
  for (const Term assumption : assumptions_) {
    if (in_core.erase(engine_->translator.formula_to_cvc5(assumption)) == 1) result.push_back(assumption);
  }
  PENDULUM_CHECK(in_core.empty(), "cvc5's core should consist of assumptions");
  return result;
}

}  // namespace

std::unique_ptr<Solver> make_cvc5_solver(term::TermManager& manager, const SolverOptions& options,
                                         const base::StopToken& stop) {
  raise_stack_limit();
  return std::make_unique<Cvc5Solver>(manager, options, stop);
}

}  // namespace pendulum::smt
