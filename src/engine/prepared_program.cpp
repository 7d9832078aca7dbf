#include "engine/prepared_program.h"

#include "base/statistics.h"
#include "check/interpreter.h"
#include "smt/expansion.h"
#include "term/smtlib.h"

namespace pendulum::engine {

PreparedProgram::PreparedProgram(const Task& task, Env& env, Blocks blocks) : original_(task.program) {
  base::ScopedTimer timer(env.statistics.seconds("program.prepare_time"));
  passes_.reserve(3);
  passes_.push_back(program::prune_unreachable(original_));
  passes_.push_back(program::slice(program()));
  env.stop.throw_if_stopped();
  if (blocks == Blocks::Large) passes_.push_back(program::large_block(program()));
  env.statistics.counter("program.locations") = original_.locations().size();
  env.statistics.counter("program.edges") = original_.edges().size();
  env.statistics.counter("program.variables") = original_.variables().size();
  env.statistics.counter("program.prepared_locations") = program().locations().size();
  env.statistics.counter("program.prepared_edges") = program().edges().size();
  env.statistics.counter("program.prepared_variables") = program().variables().size();
}

certificate::Certificate PreparedProgram::lift(const certificate::Certificate& certificate) const {
  certificate::Certificate lifted = certificate;
  for (auto pass = passes_.rbegin(); pass != passes_.rend(); ++pass)
    lifted = certificate::lift(lifted, pass->origin);
  return lifted;
}

std::optional<certificate::ErrorPath> PreparedProgram::refine(const certificate::ErrorPath& path) const {
  std::optional<certificate::ErrorPath> refined = path;
  for (std::size_t i = passes_.size(); i-- > 0 && refined;)
    refined = check::refine_path(i == 0 ? original_ : passes_[i - 1].program, passes_[i], *refined);
  return refined;
}

std::unique_ptr<smt::Solver> make_unrolling_solver(const program::Program& program, Env& env) {
  const term::TermVector all = program::terms_of(program);
  smt::SolverOptions options;
  options.logic = term::logic_of(all);
  options.seed = env.seed;
  options.cores = false;
  if (options.logic == "QF_ABV" && smt::can_expand(all)) {
    options.encoding = smt::Encoding::Expanded;
    options.logic = "QF_BV";
  }
  return env.solvers.make(env.terms, options);
}

}  // namespace pendulum::engine
