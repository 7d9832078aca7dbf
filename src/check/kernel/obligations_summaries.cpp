// Summaries are an inductive invariant of the summary program (summary_program.h).
#include "check/kernel/obligations.h"
#include "check/kernel/summary_program.h"

namespace pendulum::check {

std::vector<Obligation> obligations_of(const program::Program& program,
                                       const certificate::Summaries& summaries, const base::StopToken& stop) {
  return obligations_of(summary_program(program, summaries), certificate::Invariant{summaries.at}, stop);
}

}  // namespace pendulum::check
