#include "smt/factory/factory.h"

#include <unordered_map>

#include "base/check.h"
#include "smt/cadical/cadical_solver.h"
#include "smt/cvc5/cvc5_solver.h"
#include "smt/expansion.h"
#include "smt/factory/checked_solver.h"
#include "smt/factory/logging_solver.h"
#include "smt/factory/refuting_solver.h"
#include "smt/horn.h"
#include "smt/z3/z3_solver.h"

namespace pendulum::smt {

namespace {

class StandardFactory final : public SolverFactory {
 public:
  StandardFactory(const FactoryOptions& options, const base::StopToken& stop, base::Statistics& statistics)
      : options_(options),
        stop_(stop),
        statistics_(statistics),
        dump_(std::make_shared<QueryDump>(options.dump_queries_directory)),
        longest_(std::make_shared<LongestQuery>()) {}

  std::unique_ptr<Solver> make(term::TermManager& manager, const SolverOptions& options) override;
  std::optional<term::Term> eliminate(term::TermManager& manager, std::span<const term::Term> bound,
                                      term::Term body, std::chrono::milliseconds limit) override;
  HornAnswer solve_horn(term::TermManager& manager, const HornSystem& system,
                        const HornOptions& options) override;
  void report_long_queries(QueryReport report) override { longest_->report = std::move(report); }

 private:
  std::unique_ptr<Solver> make_backend(term::TermManager& manager, SolverOptions options);
  std::shared_ptr<Z3Environment> z3_environment(term::TermManager& manager);

  FactoryOptions options_;
  const base::StopToken& stop_;
  base::Statistics& statistics_;
  std::shared_ptr<QueryDump> dump_;
  std::shared_ptr<LongestQuery> longest_;
  /// Soundness: the pointers are weak, because the address of a destroyed manager may be reused. No solver
  /// outlives its manager, so an environment that still exists belongs to the manager that now has the
  /// address.
  std::unordered_map<const term::TermManager*, std::weak_ptr<Z3Environment>> z3_environments_;
};

std::shared_ptr<Z3Environment> StandardFactory::z3_environment(term::TermManager& manager) {
  std::weak_ptr<Z3Environment>& known = z3_environments_[&manager];
  std::shared_ptr<Z3Environment> environment = known.lock();
  if (!environment) {
    environment = make_z3_environment(manager);
    known = environment;
  }
  return environment;
}

std::unique_ptr<Solver> StandardFactory::make_backend(term::TermManager& manager, SolverOptions options) {
  if (options.seed == 0) options.seed = options_.seed;
  switch (options.backend) {
    case Backend::Z3:
      return make_z3_solver(z3_environment(manager), options, stop_,
                            statistics_.counter("smt.z3.array_axioms"));
    case Backend::Cvc5:
      return make_cvc5_solver(manager, options, stop_);
    case Backend::Cadical:
      return make_cadical_solver(manager, options, stop_);
  }
  PENDULUM_UNREACHABLE();
}

std::unique_ptr<Solver> StandardFactory::make(term::TermManager& manager, const SolverOptions& options) {
  std::unique_ptr<Solver> solver = make_backend(manager, options);
#ifdef PENDULUM_DCHECK_ENABLED
  // Eager bit-blasting does not produce models.
  if (options.bitvectors != BitVectors::Eager)
    solver = std::make_unique<CheckedSolver>(std::move(solver), manager);
#endif
  solver = std::make_unique<LoggingSolver>(std::move(solver), statistics_, dump_, longest_);
  // CaDiCaL solves queries of searches. The judge uses the other back ends, and names the one that answered.
  if (options.backend == Backend::Cadical)
    solver = std::make_unique<RefutingSolver>(std::move(solver), stop_, statistics_);
  if (options.encoding == Encoding::Expanded) solver = make_expanding_solver(std::move(solver), manager);
  return solver;
}

std::optional<term::Term> StandardFactory::eliminate(term::TermManager& manager,
                                                     std::span<const term::Term> bound, term::Term body,
                                                     std::chrono::milliseconds limit) {
  const auto remaining = stop_.remaining();
  if (remaining) limit = std::min(limit, *remaining);
  if (stop_.is_stopped() || limit.count() <= 0) return std::nullopt;
  ++statistics_.counter("smt.z3.eliminations");
  base::ScopedTimer timer(statistics_.seconds("smt.z3.eliminate_time"));
  return z3_eliminate(manager, bound, body, limit);
}

HornAnswer StandardFactory::solve_horn(term::TermManager& manager, const HornSystem& system,
                                       const HornOptions& options) {
  HornOptions limited = options;
  if (const auto remaining = stop_.remaining()) limited.limit = std::min(limited.limit, *remaining);
  if (stop_.is_stopped() || limited.limit.count() <= 0) return {HornAnswer::Kind::Unknown, {}, "timeout"};
  if (limited.seed == 0) limited.seed = options_.seed;
  ++statistics_.counter("smt.z3.horn_systems");
  base::ScopedTimer timer(statistics_.seconds("smt.z3.horn_time"));
  return z3_solve_horn(manager, system, limited);
}

}  // namespace

std::unique_ptr<SolverFactory> make_solver_factory(const FactoryOptions& options, const base::StopToken& stop,
                                                   base::Statistics& statistics) {
  return std::make_unique<StandardFactory>(options, stop, statistics);
}

}  // namespace pendulum::smt
