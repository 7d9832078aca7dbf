#include "engine/facts/live_ranges.h"

#include <algorithm>

#include "term/traverse.h"

namespace pendulum::engine {

facts::Facts live_ranges(const PreparedProgram& prepared) {
  const program::Program& program = prepared.program();
  facts::Facts result(program.locations().size());
  if (!prepared.is_over_integers()) return result;
  const std::vector<term::TermVector> live = program::live_variables(program);
  for (const term::Term range : term::conjuncts(prepared.range_facts())) {
    const term::TermVector used = term::symbols(range);
    for (program::LocationId location = 0; location < result.size(); ++location)
      if (std::ranges::includes(live[location], used)) result[location].push_back(range);
  }
  return result;
}

}  // namespace pendulum::engine
