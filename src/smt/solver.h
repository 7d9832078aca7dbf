// The interface to SMT solvers. Callers have to treat sat, unsat and unknown as three different results.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/statistics.h"
#include "base/stop.h"
#include "term/evaluation/evaluate.h"
#include "term/term_manager.h"

namespace pendulum::smt {

struct HornAnswer;  // smt/horn.h
struct HornOptions;
struct HornSystem;

enum class SatResult { Sat, Unsat, Unknown };
std::string_view to_string(SatResult result);

/// Optional features of a back end.
enum class Capability { UnsatCore, Interrupt, QuantifierElimination, UninterpretedFunctions, IntToBitVec };

/// An incremental solver. After a check(), the model (Sat) or the core (Unsat) is available until the next
/// push, pop, assert_term or check. A request at any other time throws InternalError.
class Solver {
 public:
  virtual ~Solver() = default;

  virtual std::string_view name() const = 0;  ///< "z3", "cvc5", "cadical"
  virtual bool has(Capability capability) const = 0;

  virtual void push() = 0;
  virtual void pop(unsigned levels = 1) = 0;
  virtual void assert_term(term::Term term) = 0;

  /// Checks whether the conjunction of the assertions and `assumptions` (arbitrary Bool terms) is
  /// satisfiable.
  [[nodiscard]] virtual SatResult check(std::span<const term::Term> assumptions = {}) = 0;

  /// After Unknown: the reason, for example "timeout" or "incomplete".
  virtual std::string reason_unknown() const = 0;

  /// After Sat: the value of `term` in the model, as a value term (see term::Model). Null if the solver
  /// cannot provide it.
  virtual term::Term value(term::Term term) = 0;
  /// After Sat: the values of `symbols`, without those that the solver cannot provide.
  term::Model model(std::span<const term::Term> symbols);

  /// After Unsat: a subset of the last assumptions that is unsatisfiable together with the assertions, in the
  /// order of the assumptions.
  virtual std::vector<term::Term> unsat_core() = 0;

  /// Sets the time limit of each later check(). A check that reaches its limit returns Unknown. The stop
  /// token limits every check, also if `limit` has no value.
  virtual void set_time_limit(std::optional<std::chrono::milliseconds> limit) = 0;
};

/// Cadical supports only Booleans and bit-vectors, by the bit-blaster in smt/cadical.
enum class Backend { Z3, Cvc5, Cadical };

/// Expanded: array terms are rewritten to terms without arrays before they are passed to the back end
/// (smt/expansion.h). Requires: smt::can_expand holds for all terms.
enum class Encoding { Plain, Expanded };

/// How cvc5 solves bit-vectors. Lazy is its default. Eager bit-blasts the whole problem to SAT; it supports a
/// single check without models and cores, and is meant for formulas that are expected to be unsatisfiable.
enum class BitVectors { Lazy, Eager };

struct SolverOptions {
  Backend backend = Backend::Z3;
  std::string logic;  ///< SMT-LIB logic; it selects the solver's strategy. Empty: any logic
  unsigned seed = 0;
  bool cores = true;  ///< whether unsat_core() is available
  Encoding encoding = Encoding::Plain;
  BitVectors bitvectors = BitVectors::Lazy;
};

/// Makes solvers. All components make their solvers by a factory, so that it can add logging, limits and
/// statistics.
/// Gets the name of the solver and the time of a query.
using QueryReport = std::function<void(std::string_view solver, double seconds)>;

class SolverFactory {
 public:
  virtual ~SolverFactory() = default;
  virtual std::unique_ptr<Solver> make(term::TermManager& manager, const SolverOptions& options) = 0;
  /// Returns a quantifier-free formula that is equivalent to (exists `bound`. `body`), or no value if Z3
  /// finds none within the time limit.
  virtual std::optional<term::Term> eliminate(term::TermManager& manager, std::span<const term::Term> bound,
                                              term::Term body, std::chrono::milliseconds limit) = 0;
  /// Solves a system of Horn clauses by Z3's Spacer; see smt/horn.h.
  virtual HornAnswer solve_horn(term::TermManager& manager, const HornSystem& system,
                                const HornOptions& options) = 0;
  /// From now on, calls `report` after each query of its solvers that took longer than all queries before,
  /// and at least half a second. An empty `report` ends this.
  virtual void report_long_queries(QueryReport report) = 0;
};

/// Minimises a core by deletion, with at most `max_checks` solver calls. Returns a subset of `core` that is
/// unsatisfiable together with the assertions of `solver`. Requires: `core` has this property.
std::vector<term::Term> minimize_core(Solver& solver, std::span<const term::Term> core, unsigned max_checks);

}  // namespace pendulum::smt
