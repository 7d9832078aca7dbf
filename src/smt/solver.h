// The one interface to SMT solvers. sat, unsat and unknown are three cases.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/statistics.h"
#include "base/stop.h"
#include "term/evaluate.h"
#include "term/term_manager.h"

namespace pendulum::smt {

struct HornAnswer;  // smt/horn.h
struct HornOptions;
struct HornSystem;

enum class SatResult { Sat, Unsat, Unknown };
std::string_view to_string(SatResult result);

enum class Capability { UnsatCore, Interrupt, QuantifierElimination, UninterpretedFunctions, IntToBitVec };

/// An incremental solver. States: after check() the model (Sat) or the core (Unsat) may be asked for until
/// the next push, pop, assert_term or check; anything else is an InternalError.
class Solver {
 public:
  virtual ~Solver() = default;

  virtual std::string_view name() const = 0;  ///< "z3", "cvc5"
  virtual bool has(Capability capability) const = 0;

  virtual void push() = 0;
  virtual void pop(unsigned levels = 1) = 0;
  virtual void assert_term(term::Term term) = 0;

  /// Is the conjunction of the assertions and `assumptions` (any Bool terms) satisfiable?
  [[nodiscard]] virtual SatResult check(std::span<const term::Term> assumptions = {}) = 0;

  /// After Unknown: "timeout", "incomplete", ...
  virtual std::string reason_unknown() const = 0;

  /// After Sat: the value of `term` in the model (a value term, see term::Model; null if the solver cannot
  /// say).
  virtual term::Term value(term::Term term) = 0;
  /// After Sat: the values of `symbols`.
  term::Model model(std::span<const term::Term> symbols);

  /// After Unsat: a subset of the last assumptions that suffices, in their order.
  virtual std::vector<term::Term> unsat_core() = 0;

  /// For each later check(); at the limit the answer is Unknown. Nothing: no limit but the stop token's.
  virtual void set_time_limit(std::optional<std::chrono::milliseconds> limit) = 0;
};

/// Cadical: Booleans and bit-vectors only (our own bit-blasting).
enum class Backend { Z3, Cvc5, Cadical };

/// Expanded: arrays and divisions by constants are said by simpler bit-vector terms before the back end sees
/// them (smt/expansion.h); for terms that smt::can_expand takes.
enum class Encoding { Plain, Expanded };

/// How cvc5 sees bit-vectors. Lazy: its default. Eager: the whole problem becomes one of SAT; for one check
/// of what should be unsat, without models and cores.
enum class BitVectors { Lazy, Eager };

struct SolverOptions {
  Backend backend = Backend::Z3;
  std::string logic;  ///< SMT-LIB logic, empty: any. Give it: it selects the solver's strategy.
  unsigned seed = 0;
  bool cores = true;  ///< unsat cores are wanted
  Encoding encoding = Encoding::Plain;
  BitVectors bitvectors = BitVectors::Lazy;
};

/// Makes solvers; handed to everybody who needs one, so that logging, limits and statistics are in one place.
class SolverFactory {
 public:
  virtual ~SolverFactory() = default;
  virtual std::unique_ptr<Solver> make(term::TermManager& manager, const SolverOptions& options) = 0;
  /// exists `bound`. `body` without the quantifier, or nothing if that fails within the limit (Z3).
  virtual std::optional<term::Term> eliminate(term::TermManager& manager, std::span<const term::Term> bound,
                                              term::Term body, std::chrono::milliseconds limit) = 0;
  /// A solution of Horn clauses, or that there is none (Z3's Spacer); see smt/horn.h.
  virtual HornAnswer solve_horn(term::TermManager& manager, const HornSystem& system,
                                const HornOptions& options) = 0;
};

/// The minimised core: a subset of `assumptions` that is still unsat, by deletion, within `max_checks`
/// calls. Requires that check(assumptions) was Unsat.
std::vector<term::Term> minimize_core(Solver& solver, std::span<const term::Term> core, unsigned max_checks);

}  // namespace pendulum::smt
