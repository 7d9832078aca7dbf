#include "engine/solvers.h"

#include "base/check.h"
#include "smt/expansion.h"
#include "term/print.h"

namespace pendulum::engine {

namespace {

smt::SolverOptions options_for(SolverPurpose purpose, const std::string& logic, const Env& env) {
  smt::SolverOptions options;
  options.logic = logic;
  options.seed = env.seed;
  const bool is_bitvec = logic == "QF_BV";
  switch (purpose) {
    case SolverPurpose::Paths:
      options.cores = false;
      if (is_bitvec) options.backend = smt::Backend::Cadical;
      return options;
    case SolverPurpose::Implications:
      if (is_bitvec) options.backend = smt::Backend::Cadical;
      return options;
    case SolverPurpose::Labels:
      options.cores = false;
      if (is_bitvec) options.backend = smt::Backend::Cadical;
      return options;
    case SolverPurpose::Steps:
      return options;
  }
  PENDULUM_UNREACHABLE();
}

}  // namespace

std::unique_ptr<smt::Solver> make_solver(SolverPurpose purpose, const std::string& logic, Env& env) {
  return env.solvers.make(env.terms, options_for(purpose, logic, env));
}

std::unique_ptr<smt::Solver> make_solver(SolverPurpose purpose, const program::Program& program, Env& env) {
  const term::TermVector all = program::terms_of(program);
  const std::string logic = term::logic_of(all);
  const bool is_expanded = purpose == SolverPurpose::Paths && logic == "QF_ABV" && smt::can_expand(all);
  smt::SolverOptions options = options_for(purpose, is_expanded ? "QF_BV" : logic, env);
  if (is_expanded) options.encoding = smt::Encoding::Expanded;
  return env.solvers.make(env.terms, options);
}

std::string logic_of(const program::Program& program, term::Term known) {
  term::TermVector all = program::terms_of(program);
  all.push_back(known);
  return term::logic_of(all);
}

}  // namespace pendulum::engine
