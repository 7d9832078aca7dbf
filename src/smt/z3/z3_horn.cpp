// Solves Horn clauses by Spacer, through Z3's fixedpoint engine.
//
// The configuration is one that returned correct results in experiments: slicing and inlining are off, so
// that every predicate keeps its cover, and the search starts with derivations of the depth of the system.
//
// Each call runs in a forked child with its own Z3 context, for three reasons. Z3 4.8.12 aborts the process
// by a failed assertion on some systems over bit-vectors (spacer_context.cpp:2194, a simplified lemma is not
// found again). Spacer's decisions depend on the ids of Z3's expressions, and with a new context they do not
// depend on earlier calls. The memory is released when the child ends. The parent enforces the timeout: Z3's
// timers are threads, and only the calling thread exists in the child.
#include <algorithm>
#include <sstream>
#include <string>

#include "base/check.h"
#include "base/error.h"
#include "base/process/process.h"
#include "smt/horn.h"
#include "smt/z3/z3_solver.h"
#include "smt/z3/z3_translate.h"
#include "term/print.h"
#include "term/smtlib/reader.h"
#include "term/traverse.h"

namespace pendulum::smt {

using term::Term;
using term::TermVector;

namespace {

class Spacer {
 public:
  Spacer(term::TermManager& manager, const HornSystem& system, const HornOptions& options)
      : system_(system), environment_(manager), engine_(environment_.context()) {
    configure(options);
    for (const TermVector& parameters : system.predicates) declare(parameters);
    for (const HornClause& clause : system.clauses) add(clause);
  }

  HornAnswer solve();

 private:
  void configure(const HornOptions& options);
  void declare(const TermVector& parameters);
  void add(const HornClause& clause);
  z3::expr apply(const HornAtom& atom);
  HornAnswer read_solution();
  std::vector<bool> find_derivable();
  bool is_usable(const HornClause& clause);

  const HornSystem& system_;
  Z3Environment environment_;
  z3::fixedpoint engine_;
  std::vector<z3::func_decl> predicates_;
};

void Spacer::configure(const HornOptions& options) {
  z3::params parameters(environment_.context());
  parameters.set("engine", environment_.context().str_symbol("spacer"));
  parameters.set("xform.slice", false);
  parameters.set("xform.inline_linear", false);
  parameters.set("xform.inline_eager", false);
  parameters.set("spacer.min_level", options.min_level);
  parameters.set("spacer.random_seed", options.seed);
  engine_.set(parameters);
}

void Spacer::declare(const TermVector& parameters) {
  z3::context& context = environment_.context();
  z3::sort_vector domain(context);
  for (const Term parameter : parameters) domain.push_back(environment_.to_z3(parameter.sort()));
  const std::string name = "predicate!" + std::to_string(predicates_.size());
  predicates_.push_back(context.function(name.c_str(), domain, context.bool_sort()));
  engine_.register_relation(predicates_.back());
}

z3::expr Spacer::apply(const HornAtom& atom) {
  z3::expr_vector translated(environment_.context());
  for (const Term argument : atom.arguments) translated.push_back(environment_.to_z3(argument));
  return predicates_[atom.predicate](translated);
}

void Spacer::add(const HornClause& clause) {
  z3::context& context = environment_.context();
  z3::expr premise = environment_.to_z3(clause.constraint);
  TermVector parts = clause.head.arguments;
  parts.push_back(clause.constraint);
  for (const HornAtom& atom : clause.body) {
    premise = apply(atom) && premise;
    parts.insert(parts.end(), atom.arguments.begin(), atom.arguments.end());
  }
  z3::expr rule = z3::implies(premise, apply(clause.head));
  z3::expr_vector bound(context);
  for (const Term symbol : term::symbols(parts)) bound.push_back(environment_.to_z3(symbol));
  if (!bound.empty()) rule = z3::forall(bound, rule);
  engine_.add_rule(rule, context.int_symbol(static_cast<int>(&clause - system_.clauses.data())));
}

HornAnswer Spacer::solve() {
  z3::expr query = predicates_[system_.query]();
  switch (engine_.query(query)) {
    case z3::sat:
      return {HornAnswer::Kind::Derivable, {}, {}};
    case z3::unsat:
      return read_solution();
    case z3::unknown:
      return {HornAnswer::Kind::Unknown, {}, engine_.reason_unknown()};
  }
  PENDULUM_UNREACHABLE();
}

/// Returns for each predicate whether a sequence of usable clauses derives it. Spacer removes clauses whose
/// constraint it recognises as false, and then the predicates that no clause derives. The covers that it
/// reports for these predicates are true, although its proof assumes that the predicates are false.
/// Soundness: the solution of an underivable predicate may be false. An underivable predicate that this
/// function does not recognise keeps the cover true, and then the caller's check rejects the solution.
std::vector<bool> Spacer::find_derivable() {
  std::vector<const HornClause*> usable;
  for (const HornClause& clause : system_.clauses)
    if (is_usable(clause)) usable.push_back(&clause);
  std::vector<bool> derivable(predicates_.size());
  for (bool changed = true; changed;) {
    changed = false;
    for (const HornClause* clause : usable) {
      const auto is_derivable = [&](const HornAtom& atom) -> bool { return derivable[atom.predicate]; };
      if (is_derivable(clause->head) || !std::ranges::all_of(clause->body, is_derivable)) continue;
      derivable[clause->head.predicate] = changed = true;
    }
  }
  return derivable;
}

/// Returns false if the constraint of the clause is found to be unsatisfiable.
bool Spacer::is_usable(const HornClause& clause) {
  if (clause.constraint.is_true()) return true;
  z3::solver solver(environment_.context(), z3::solver::simple());
  solver.set("rlimit", 1'000'000u);
  solver.add(environment_.to_z3(clause.constraint));
  return solver.check() != z3::unsat;
}

HornAnswer Spacer::read_solution() {
  HornAnswer answer{HornAnswer::Kind::Solved, {}, {}};
  const std::vector<bool> derivable = find_derivable();
  for (std::size_t i = 0; i < predicates_.size(); ++i) {
    if (!derivable[i]) {
      answer.solution.push_back(environment_.manager().mk_false());
      continue;
    }
    z3::expr_vector parameters(environment_.context());
    for (const Term parameter : system_.predicates[i]) parameters.push_back(environment_.to_z3(parameter));
    z3::expr cover = engine_.get_cover_delta(-1, predicates_[i]);
    if (!parameters.empty()) cover = cover.substitute(parameters);
    const Term term = environment_.from_z3(cover);
    if (!term) return {HornAnswer::Kind::Unknown, {}, "the solution has no term of ours"};
    answer.solution.push_back(term);
  }
  PENDULUM_CHECK(answer.solution.size() == system_.predicates.size(),
                 "each predicate should have a solution");
  return answer;
}

HornAnswer solve(term::TermManager& manager, const HornSystem& system, const HornOptions& options) {
  try {
    return Spacer(manager, system, options).solve();
  } catch (const z3::exception& error) {  // Spacer gave up, or does not support the theory
    return {HornAnswer::Kind::Unknown, {}, error.msg()};
  }
}

/// Encodes the answer for the parent: a letter for the kind, then the solution as assertions or the reason.
std::string to_text(const HornAnswer& answer) {
  std::ostringstream out;
  switch (answer.kind) {
    case HornAnswer::Kind::Solved:
      out << 'S';
      break;
    case HornAnswer::Kind::Derivable:
      out << 'D';
      break;
    case HornAnswer::Kind::Unknown:
      out << 'U' << answer.reason;
      break;
  }
  for (const Term term : answer.solution) {
    out << "(assert ";
    term::print(out, term, term::OverflowText::Named);
    out << ")\n";
  }
  return out.str();
}

HornAnswer from_text(term::TermManager& manager, const std::string& text) {
  PENDULUM_CHECK(!text.empty(), "the fork should answer");
  if (text[0] == 'D') return {HornAnswer::Kind::Derivable, {}, {}};
  if (text[0] == 'U') return {HornAnswer::Kind::Unknown, {}, text.substr(1)};
  PENDULUM_CHECK(text[0] == 'S', "the answer should be S, D or U, not {}", text[0]);
  term::SmtLibReader reader(manager, "the solution of Horn clauses");
  return {HornAnswer::Kind::Solved, reader.read_script(std::string_view(text).substr(1)).assertions, {}};
}

}  // namespace

HornAnswer z3_solve_horn(term::TermManager& manager, const HornSystem& system, const HornOptions& options) {
  PENDULUM_CHECK(system.query < system.predicates.size() && system.predicates[system.query].empty(),
                 "the query should be a predicate without parameters");
  const auto is_application = [&](const HornAtom& atom) {
    return atom.predicate < system.predicates.size() &&
           atom.arguments.size() == system.predicates[atom.predicate].size();
  };
  for (const HornClause& clause : system.clauses) {
    PENDULUM_CHECK(is_application(clause.head) && std::ranges::all_of(clause.body, is_application),
                   "clauses should apply predicates to all their arguments");
    PENDULUM_CHECK(clause.constraint && clause.constraint.sort().is_bool(),
                   "constraints should be Bool terms");
  }
  const base::CommandResult result =
      base::run_fork([&] { return to_text(solve(manager, system, options)); },
                     {.time = options.limit, .output_bytes = std::size_t{256} << 20});
  if (result.exit_code != 0)
    return {HornAnswer::Kind::Unknown, {}, result.timed_out ? "timeout" : "the solver ended in a fault"};
  return from_text(manager, result.output);
}

}  // namespace pendulum::smt
