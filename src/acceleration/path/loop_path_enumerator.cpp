#include "acceleration/path/loop_path_enumerator.h"

#include "acceleration/path/cycles.h"
#include "base/check.h"

namespace pendulum::acceleration {

namespace {

/// Maximum number of cycles per loop head. Large blocks leave few cycles per head, and each cycle costs
/// solver calls for every start. Not measured.
constexpr std::size_t max_cycles = 6;

}  // namespace

LoopPathEnumerator::LoopPathEnumerator(const program::Program& program, const program::Wto& wto,
                                       smt::Expander& expander, smt::SolverFactory& solvers)
    : program_(program), wto_(wto), expander_(expander), solvers_(solvers) {}

LoopPathEnumerator::Start LoopPathEnumerator::anywhere() const {
  return {program_.terms().mk_true(), std::vector<term::Term>(program_.variables().size())};
}

void LoopPathEnumerator::enumerate(program::LocationId head, const std::vector<Start>& starts,
                                   Repetition repetition, const base::StopToken& stop,
                                   const Visitor& visitor) {
  std::vector<Cycle> cycles;
  for (const auto& edges : cycles_through(program_, wto_, head, max_cycles))
    cycles.push_back(make_cycle(program_, edges));
  enumerate(cycles, starts, repetition, stop, visitor);
}

void LoopPathEnumerator::enumerate(const std::vector<Cycle>& cycles, const std::vector<Start>& starts,
                                   Repetition repetition, const base::StopToken& stop,
                                   const Visitor& visitor) {
  PENDULUM_CHECK(visitor, "a visitor should be given");
  for (const Cycle& cycle : cycles) {
    smt::SolverOptions options;
    options.backend = smt::Backend::Cadical;
    options.cores = false;
    const auto solver = solvers_.make(program_.terms(), options);
    PathSelection selection(program_, cycle, expander_, *solver, repetition);
    for (const Start& start : starts) {
      selection.start_from(start.reach, start.values);
      for (;;) {
        stop.throw_if_stopped();
        solver->set_time_limit(stop.remaining());
        const auto path = selection.next();
        if (!path) break;
        if (!visitor(*path)) return;
      }
    }
  }
}

}  // namespace pendulum::acceleration
