// Implementation of Solver by Z3.
//
// An assumption t that is not a literal is represented by a proxy: a fresh constant p with p => t. The
// implication is asserted in the level in which t is first assumed, and again if t is assumed after that
// level was popped. Repeated checks under the same assumptions therefore add no clauses.
#include "smt/z3/z3_solver.h"

#include <algorithm>
#include <limits>
#include <string>
#include <unordered_set>

#include "base/check.h"
#include "smt/backend_solver.h"
#include "smt/z3/z3_translate.h"

namespace pendulum::smt {

using term::Term;

namespace {

/// Makes a Z3 solver. The name of the logic selects Z3's strategy. CPU times for incremental unrollings under
/// assumptions: QF_BV, which selects the incremental SAT solver with bit-blasting, takes 0.26 s, the general
/// core 1.8 s (bench/smt_incremental.cpp); for arrays over bit-vectors, QF_AUFBV takes 2.0 s, the general
/// core 39 s. Wall-clock measurements on a busy machine showed no difference between QF_ABV and QF_AUFBV.
z3::solver make_engine(z3::context& context, const SolverOptions& options) {
  z3::solver engine =
      options.logic.empty() ? z3::solver(context) : z3::solver(context, options.logic.c_str());
  if (options.seed != 0) {
    z3::params parameters(context);
    parameters.set("random_seed", options.seed);
    engine.set(parameters);
  }
  return engine;
}

class Z3Solver final : public BackendSolver {
 public:
  Z3Solver(std::shared_ptr<Z3Environment> environment, const SolverOptions& options,
           const base::StopToken& stop, std::uint64_t& array_axioms)
      : BackendSolver(environment->manager(), stop),
        environment_(std::move(environment)),
        engine_(make_engine(environment_->context(), options)),
        array_axioms_(array_axioms) {}
  ~Z3Solver() override {
    try {
      array_axioms_ += num_array_axioms();
    } catch (const z3::exception&) {  // statistics may be unavailable after a failure
    }
  }

  std::string_view name() const override { return "z3"; }
  bool has(Capability) const override { return true; }

 private:
  /// The constant that represents an assumption.
  struct Proxy {
    z3::expr literal;
    bool is_asserted = false;  ///< the implication is asserted in a current level
  };

  void do_push() override {
    engine_.push();
    asserted_proxies_.emplace_back();
  }
  void do_pop(unsigned levels) override;
  void do_assert(Term term) override { engine_.add(environment_->to_z3(term)); }
  Answer do_check(std::span<const Term> assumptions, TimeLimit limit) override;
  Term do_value(Term term) override;
  std::vector<Term> do_unsat_core() override;

  z3::expr literal_of(Term assumption);
  void set_timeout(TimeLimit limit);
  Answer unknown(std::string reason) const;
  std::uint64_t num_array_axioms() const;

  std::shared_ptr<Z3Environment> environment_;
  z3::solver engine_;
  std::uint64_t& array_axioms_;                                 ///< increased by the destructor
  unsigned timeout_ms_ = std::numeric_limits<unsigned>::max();  ///< setting of Z3; maximum: no timeout
  term::TermMap<Proxy> proxies_;
  std::vector<std::vector<Term>> asserted_proxies_{1};  ///< by level: terms with implication there
  std::vector<Term> assumptions_;                       ///< assumptions of the last check
  std::vector<z3::expr> literals_;                      ///< one per assumption
  std::optional<z3::model> model_;                      ///< model of the last check, after the first request
};

/// Number of instances of McCarthy's axioms (ax1, ax2) and of extensionality, from Z3's statistics.
std::uint64_t Z3Solver::num_array_axioms() const {
  const z3::stats all = engine_.statistics();
  std::uint64_t sum = 0;
  for (unsigned i = 0; i < all.size(); ++i) {
    const std::string key = all.key(i);
    if (key.starts_with("array") && key.find("ax") != std::string::npos && all.is_uint(i))
      sum += all.uint_value(i);
  }
  return sum;
}

void Z3Solver::do_pop(unsigned levels) {
  PENDULUM_CHECK(levels < asserted_proxies_.size(), "{} levels should have been pushed", levels);
  engine_.pop(levels);
  for (unsigned i = 0; i < levels; ++i) {
    for (const Term term : asserted_proxies_.back()) proxies_.at(term).is_asserted = false;
    asserted_proxies_.pop_back();
  }
}

z3::expr Z3Solver::literal_of(Term assumption) {
  const Term atom = assumption.kind() == term::Kind::Not ? assumption.child(0) : assumption;
  if (atom.is_symbol()) return environment_->to_z3(assumption);
  auto found = proxies_.find(assumption);
  if (found == proxies_.end()) {
    found = proxies_.emplace(assumption, Proxy{environment_->fresh_bool("assume")}).first;
  }
  Proxy& proxy = found->second;
  if (!proxy.is_asserted) {
    engine_.add(z3::implies(proxy.literal, environment_->to_z3(assumption)));
    asserted_proxies_.back().push_back(assumption);
    proxy.is_asserted = true;
  }
  return proxy.literal;
}

void Z3Solver::set_timeout(TimeLimit limit) {
  constexpr auto none = std::numeric_limits<unsigned>::max();
  const unsigned wanted =
      limit ? static_cast<unsigned>(std::min<std::int64_t>(limit->count(), none - 1)) : none;
  if (wanted == timeout_ms_) return;
  engine_.set("timeout", wanted);
  timeout_ms_ = wanted;
}

BackendSolver::Answer Z3Solver::do_check(std::span<const Term> assumptions, TimeLimit limit) {
  assumptions_.assign(assumptions.begin(), assumptions.end());
  literals_.clear();
  model_.reset();
  for (const Term assumption : assumptions) literals_.push_back(literal_of(assumption));
  set_timeout(limit);
  std::vector<Z3_ast> raw(literals_.begin(), literals_.end());
  const Z3_lbool result = Z3_solver_check_assumptions(environment_->context(), engine_,
                                                      static_cast<unsigned>(raw.size()), raw.data());
  // Z3 reports an error if it runs out of memory or is cancelled within a step. The result is then unknown.
  const Z3_error_code error = Z3_get_error_code(environment_->context());
  if (error != Z3_OK) return unknown(Z3_get_error_msg(environment_->context(), error));
  switch (result) {
    case Z3_L_TRUE:
      return {SatResult::Sat, {}};
    case Z3_L_FALSE:
      return {SatResult::Unsat, {}};
    case Z3_L_UNDEF:
      return unknown(engine_.reason_unknown());
  }
  PENDULUM_UNREACHABLE();
}

BackendSolver::Answer Z3Solver::unknown(std::string reason) const {
  const bool has_timeout = timeout_ms_ != std::numeric_limits<unsigned>::max();
  if (reason == "timeout" || (reason == "canceled" && has_timeout)) reason = "timeout";
  if (reason.empty() || reason == "unknown") reason = "incomplete";
  return {SatResult::Unknown, std::move(reason)};
}

Term Z3Solver::do_value(Term term) {
  if (!model_) model_ = engine_.get_model();
  const Term value = environment_->from_z3(model_->eval(environment_->to_z3(term), true), &*model_);
  if (!value) return {};
  PENDULUM_CHECK(value.sort() == term.sort(), "the value of {} should have the sort {}", term.to_string(),
                 term.sort().to_string());
  if (value.sort().is_array()) return term::normalize_array_value(manager(), value);
  return value.is_value() ? value : Term();
}

std::vector<Term> Z3Solver::do_unsat_core() {
  std::unordered_set<unsigned> in_core;
  const z3::expr_vector core = engine_.unsat_core();
  for (unsigned i = 0; i < core.size(); ++i) in_core.insert(core[static_cast<int>(i)].id());
  PENDULUM_CHECK(literals_.size() == assumptions_.size(), "each assumption should have a literal");
  std::vector<Term> result;
  for (std::size_t i = 0; i < literals_.size(); ++i) {
    if (in_core.erase(literals_[i].id()) == 1) result.push_back(assumptions_[i]);
  }
  PENDULUM_CHECK(in_core.empty(), "Z3's core should consist of assumptions");
  return result;
}

}  // namespace

std::shared_ptr<Z3Environment> make_z3_environment(term::TermManager& manager) {
  return std::make_shared<Z3Environment>(manager);
}

std::unique_ptr<Solver> make_z3_solver(std::shared_ptr<Z3Environment> environment,
                                       const SolverOptions& options, const base::StopToken& stop,
                                       std::uint64_t& array_axioms) {
  PENDULUM_CHECK(environment != nullptr, "the solver should have an environment");
  return std::make_unique<Z3Solver>(std::move(environment), options, stop, array_axioms);
}

}  // namespace pendulum::smt
