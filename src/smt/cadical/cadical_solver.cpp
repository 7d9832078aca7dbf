// Implementation of Solver for bit-vectors by CaDiCaL.
//
// Each level has a selector literal, which implies the assertions of the level. A check assumes the selectors
// of all levels. A pop adds a unit clause that makes the selector false permanently. The clauses of circuits
// only define gates and are never removed.
#include "smt/cadical/cadical_solver.h"

#include <cadical.hpp>

#include "base/check.h"
#include "smt/backend_solver.h"
#include "smt/cadical/bit_blaster.h"
#include "term/evaluation/lazy_evaluator.h"
#include "term/traverse.h"

namespace pendulum::smt {

using term::Term;

namespace {

class Deadline : public CaDiCaL::Terminator {
 public:
  explicit Deadline(const base::StopToken& stop) : stop_(stop) {}
  void set(std::optional<std::chrono::milliseconds> limit) {
    end_.reset();
    if (limit) end_ = base::Clock::now() + *limit;
  }
  bool terminate() override { return stop_.is_stopped() || (end_ && base::Clock::now() >= *end_); }

 private:
  const base::StopToken& stop_;
  std::optional<base::Clock::time_point> end_;
};

/// Makes a CaDiCaL solver with its options, which have to be set before the first clause is added.
std::unique_ptr<CaDiCaL::Solver> make_engine(const SolverOptions& options) {
  auto engine = std::make_unique<CaDiCaL::Solver>();
  engine->set("quiet", 1);
  engine->set("seed", static_cast<int>(options.seed % 1'000'000'000));
  return engine;
}

class CadicalSolver final : public BackendSolver {
 public:
  CadicalSolver(term::TermManager& manager, const SolverOptions& options, const base::StopToken& stop)
      : BackendSolver(manager, stop),
        engine_(make_engine(options)),
        deadline_(stop),
        circuit_([this](std::span<const Literal> clause) { add_clause(clause); }),
        blaster_(manager, circuit_) {
    engine_->connect_terminator(&deadline_);
  }
  ~CadicalSolver() override { engine_->disconnect_terminator(); }

  std::string_view name() const override { return "cadical"; }
  bool has(Capability capability) const override {
    return capability == Capability::UnsatCore || capability == Capability::Interrupt;
  }

 private:
  void do_push() override { selectors_.push_back(circuit_.fresh()); }
  void do_pop(unsigned levels) override;
  void do_assert(Term term) override;
  Answer do_check(std::span<const Term> assumptions, TimeLimit limit) override;
  Term do_value(Term term) override;
  std::vector<Term> do_unsat_core() override;

  void add_clause(std::span<const Literal> clause);
  Term symbol_value(Term symbol);

  std::unique_ptr<CaDiCaL::Solver> engine_;
  Deadline deadline_;
  Circuit circuit_;
  BitBlaster blaster_;
  std::vector<Literal> selectors_;                ///< one per level
  std::vector<Term> assumptions_;                 ///< assumptions of the last check
  std::vector<Literal> literals_;                 ///< one per assumption
  std::optional<term::LazyEvaluator> evaluator_;  ///< caches values in the present model
};

void CadicalSolver::add_clause(std::span<const Literal> clause) {
  for (const Literal literal : clause) engine_->add(literal);
  engine_->add(0);
}

void CadicalSolver::do_pop(unsigned levels) {
  PENDULUM_CHECK(levels <= selectors_.size(), "each of {} levels should have a selector", levels);
  for (unsigned i = 0; i < levels; ++i) {
    circuit_.add_clause({-selectors_.back()});
    selectors_.pop_back();
  }
}

void CadicalSolver::do_assert(Term term) {
  // Conjunctions and disjunctions at the top are asserted as clauses, without a literal for the whole term.
  for (const Term conjunct : term::conjuncts(term)) {
    std::vector<Literal> clause;
    if (!selectors_.empty()) clause.push_back(-selectors_.back());
    for (const Term disjunct : term::disjuncts(conjunct)) clause.push_back(blaster_.blast(disjunct));
    add_clause(clause);
  }
}

BackendSolver::Answer CadicalSolver::do_check(std::span<const Term> assumptions, TimeLimit limit) {
  evaluator_.reset();
  assumptions_.assign(assumptions.begin(), assumptions.end());
  literals_.clear();
  for (const Term assumption : assumptions) literals_.push_back(blaster_.blast(assumption));
  for (const Literal selector : selectors_) engine_->assume(selector);
  for (const Literal literal : literals_) engine_->assume(literal);
  deadline_.set(limit);
  constexpr int satisfiable = 10, unsatisfiable = 20;
  switch (engine_->solve()) {
    case satisfiable:
      return {SatResult::Sat, {}};
    case unsatisfiable:
      return {SatResult::Unsat, {}};
    default:  // 0: interrupted by the deadline or the stop token
      return {SatResult::Unknown, "timeout"};
  }
}

Term CadicalSolver::symbol_value(Term symbol) {
  const Word& bits = blaster_.bits_of(symbol);
  if (bits.empty()) return manager().mk_zero(symbol.sort());
  PENDULUM_CHECK(symbol.sort().is_bool() ? bits.size() == 1 : bits.size() == symbol.sort().width(),
                 "{} should have a literal for each of its bits, not {}", symbol.name(), bits.size());
  mpz_class value;
  for (std::size_t i = 0; i < bits.size(); ++i)
    if (engine_->val(bits[i]) > 0) mpz_setbit(value.get_mpz_t(), i);
  return symbol.sort().is_bool() ? manager().mk_bool(value != 0)
                                 : manager().mk_bv(value, symbol.sort().width());
}

Term CadicalSolver::do_value(Term term) {
  if (!evaluator_) evaluator_.emplace(manager(), [this](Term symbol) { return symbol_value(symbol); });
  return (*evaluator_)(term);
}

std::vector<Term> CadicalSolver::do_unsat_core() {
  PENDULUM_CHECK(literals_.size() == assumptions_.size(), "each assumption should have a literal");
  std::vector<Term> result;
  for (std::size_t i = 0; i < literals_.size(); ++i)
    if (engine_->failed(literals_[i])) result.push_back(assumptions_[i]);
  return result;
}

}  // namespace

std::unique_ptr<Solver> make_cadical_solver(term::TermManager& manager, const SolverOptions& options,
                                            const base::StopToken& stop) {
  return std::make_unique<CadicalSolver>(manager, options, stop);
}

}  // namespace pendulum::smt
