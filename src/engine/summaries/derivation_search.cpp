#include "engine/summaries/derivation_search.h"

#include <algorithm>

#include "base/check.h"
#include "engine/solvers.h"
#include "term/traverse.h"

namespace pendulum::engine::summaries {

using program::LocationId;
using term::Substitution;
using term::Term;
using term::TermVector;

namespace {

class Search {
 public:
  Search(const ProcedureClauses& clauses, const std::vector<bool>& is_entry, Env& env,
         const base::StopToken& stop)
      : clauses_(clauses), is_entry_(is_entry), terms_(env.terms), env_(env), stop_(stop) {
    solver_ = make_solver(SolverPurpose::Steps, "", env);
  }

  DerivationResult run() {
    atoms_.push_back(make_atom({clauses_.error, {}}, 0, false));
    solver_->assert_term(atoms_[0].is_needed);
    expand(0);
    for (std::size_t bound = 1;;) {
      if (stop_.is_stopped()) return {};
      solver_->set_time_limit(stop_.remaining());
      const TermVector blocked = blocked_atoms();
      switch (solver_->check(blocked)) {
        case smt::SatResult::Sat:
          return {DerivationResult::Kind::Found, path()};
        case smt::SatResult::Unknown:
          return {};
        case smt::SatResult::Unsat:
          break;
      }
      const TermVector core = solver_->unsat_core();
      if (core.empty()) return {DerivationResult::Kind::Exhausted, {}};
      if (!expand(core, bound)) ++bound;
    }
  }

 private:
  /// A use of a clause to derive an atom.
  struct Use {
    const ProcedureClause* clause = nullptr;
    Term is_chosen;
    Substitution symbols;               ///< symbols of the clause -> symbols of the formula
    std::vector<std::size_t> children;  ///< by atom of the body: index into atoms_
  };
  struct Atom {
    ProcedureAtom atom;
    Term is_needed;
    std::size_t depth = 0;
    /// The atom belongs to a complete call. Its derivation then ends at the entry of the procedure, because
    /// the caller's part of the derivation has led there.
    bool is_inner = false;
    bool is_expanded = false;
    std::vector<Use> uses;
  };

  Atom make_atom(ProcedureAtom atom, std::size_t depth, bool is_inner) {
    Atom result{.atom = std::move(atom), .depth = depth, .is_inner = is_inner};
    result.is_needed = terms_.mk_fresh("needed", terms_.bool_sort());
    result.is_expanded = is_inner && is_entry_[result.atom.location];
    return result;
  }

  TermVector blocked_atoms() const {
    TermVector result;
    for (const Atom& atom : atoms_)
      if (!atom.is_expanded) result.push_back(terms_.mk_not(atom.is_needed));
    return result;
  }

  /// Expands the atoms of the core within the bound. Returns false if there are none.
  bool expand(const TermVector& core, std::size_t bound) {
    const term::TermSet in_core(core.begin(), core.end());
    std::vector<std::size_t> chosen;
    for (std::size_t i = 0; i < atoms_.size(); ++i)
      if (!atoms_[i].is_expanded && atoms_[i].depth <= bound &&
          in_core.contains(terms_.mk_not(atoms_[i].is_needed)))
        chosen.push_back(i);
    for (const std::size_t atom : chosen) expand(atom);
    return !chosen.empty();
  }

  void expand(std::size_t index) {
    ++env_.statistics.counter("engine.summaries.expansions");
    TermVector choices{terms_.mk_not(atoms_[index].is_needed)};
    std::vector<Use> uses;
    for (const ProcedureClause& clause : clauses_.clauses) {
      if (clause.head.location != atoms_[index].atom.location) continue;
      uses.push_back(use(clause, index));
      choices.push_back(uses.back().is_chosen);
    }
    solver_->assert_term(terms_.mk_or(choices));
    atoms_[index].is_expanded = true;
    atoms_[index].uses = std::move(uses);
  }

  Use use(const ProcedureClause& clause, std::size_t parent) {
    Use result{.clause = &clause, .is_chosen = terms_.mk_fresh("use", terms_.bool_sort())};
    const ProcedureAtom goal = atoms_[parent].atom;
    for (const Term symbol : symbols_of(clause))
      result.symbols.emplace(symbol, terms_.mk_fresh(symbol.name(), symbol.sort()));
    term::Substituter instantiate(terms_, result.symbols);
    TermVector implied{instantiate(clause.constraint)};
    for (std::size_t i = 0; i < goal.arguments.size(); ++i)
      implied.push_back(terms_.mk_eq(goal.arguments[i], instantiate(clause.head.arguments[i])));
    for (std::size_t i = 0; i < clause.body.size(); ++i) {
      ProcedureAtom atom{clause.body[i].location, {}};
      for (const Term argument : clause.body[i].arguments) atom.arguments.push_back(instantiate(argument));
      const bool is_first = !clause.trace[0].edge && clause.trace[0].atom == i;
      result.children.push_back(atoms_.size());
      atoms_.push_back(
          make_atom(std::move(atom), atoms_[parent].depth + 1, atoms_[parent].is_inner || !is_first));
      implied.push_back(atoms_.back().is_needed);
    }
    solver_->assert_term(terms_.mk_implies(result.is_chosen, terms_.mk_and(implied)));
    return result;
  }

  const Use& chosen_use(std::size_t atom) {
    for (const Use& candidate : atoms_[atom].uses)
      if (solver_->value(candidate.is_chosen).is_true()) return candidate;
    PENDULUM_UNREACHABLE();
  }

  certificate::ErrorPath path() {
    certificate::ErrorPath result;
    struct Frame {
      const Use* use;
      std::size_t next = 0;  ///< index into the trace
    };
    std::vector<Frame> stack{{&chosen_use(0)}};
    while (!stack.empty()) {
      Frame& frame = stack.back();
      const Use& use = *frame.use;
      if (frame.next == use.clause->trace.size()) {
        stack.pop_back();
        continue;
      }
      const TraceItem& item = use.clause->trace[frame.next++];
      if (item.edge) {
        result.append(step(item, use));
      } else if (const std::size_t child = use.children[item.atom]; !atoms_[child].uses.empty()) {
        stack.push_back({&chosen_use(child)});
      }
    }
    return result;
  }

  certificate::Step step(const TraceItem& item, const Use& use) {
    certificate::Step result{.edge = *item.edge, .inputs = {}};
    for (const auto& [symbol, value] : item.inputs) {
      const Term known = solver_->value(term::substitute(terms_, value, use.symbols));
      result.inputs.emplace(symbol, known ? known : terms_.mk_zero(symbol.sort()));
    }
    return result;
  }

  const ProcedureClauses& clauses_;
  const std::vector<bool>& is_entry_;
  term::TermManager& terms_;
  Env& env_;
  const base::StopToken& stop_;
  std::unique_ptr<smt::Solver> solver_;
  std::vector<Atom> atoms_;
};

}  // namespace

DerivationResult find_derivation(const ProcedureClauses& clauses, const std::vector<bool>& is_entry, Env& env,
                                 const base::StopToken& stop) {
  return Search(clauses, is_entry, env, stop).run();
}

}  // namespace pendulum::engine::summaries
