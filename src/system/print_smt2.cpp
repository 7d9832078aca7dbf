// Prints bounded reachability as one SMT-LIB script. The unroller works on large blocks: the conditions of
// their edges are exclusive for fixed inputs, as the unroller requires, so that merging paths loses no
// execution.
#include <fmt/core.h>

#include <ostream>

#include "program/passes/passes.h"
#include "program/unroller.h"
#include "system/transition_system.h"
#include "term/print.h"

namespace pendulum::system {

void print_smt2(std::ostream& out, const program::Program& program, unsigned unrollings) {
  const program::Transformed large = program::large_block(program);
  const base::StopToken stop;
  program::Unroller unroller(large.program, program::Unroller::Count::BackEdges, stop);
  unroller.start_at_entry();
  term::TermVector reached;
  for (unsigned layer = 0; layer <= unrollings; ++layer) {
    unroller.add_layer();
    reached.push_back(unroller.reach(large.program.error(), layer));
  }
  const term::Term query = program.terms().mk_or(reached);
  term::print_script(out, std::span(&query, 1),
                     fmt::format("sat: the error is reachable with at most {} back edges", unrollings));
}

}  // namespace pendulum::system
