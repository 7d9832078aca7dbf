#include "program/call_effects.h"

namespace pendulum::program {

using Kind = CallStructure::Edge::Kind;

/// Soundness: locations outside of all procedures are unreachable, so their edges have no pairs.
std::vector<CallPair> call_pairs(const Program& program, const CallStructure& calls,
                                 const Procedures& procedures) {
  std::vector<CallPair> result;
  for (EdgeId back = 0; back < program.edges().size(); ++back) {
    const auto procedure = procedures.of_location[program.edge(back).source];
    if (calls.edges[back].kind != Kind::Return || !procedure) continue;
    for (const EdgeId call : procedures.all[*procedure].calls)
      if (calls.edges[call].site == calls.edges[back].site) result.push_back({call, back});
  }
  return result;
}

std::vector<term::TermSet> assigned_variables(const Program& program, const CallStructure& calls,
                                              const Procedures& procedures) {
  std::vector<term::TermSet> assigned(procedures.all.size());
  for (EdgeId id = 0; id < program.edges().size(); ++id) {
    const Edge& edge = program.edge(id);
    // A return assigns variables of the procedure to which it returns.
    const LocationId location = calls.edges[id].kind == Kind::Return ? edge.target : edge.source;
    const auto procedure = procedures.of_location[location];
    if (!procedure) continue;
    for (const Assignment& update : calls.edges[id].updates) assigned[*procedure].insert(update.variable);
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t callee = 0; callee < assigned.size(); ++callee)
      for (const EdgeId call : procedures.all[callee].calls) {
        const auto caller = procedures.of_location[program.edge(call).source];
        if (!caller || *caller == callee) continue;
        const std::size_t before = assigned[*caller].size();
        assigned[*caller].insert(assigned[callee].begin(), assigned[callee].end());
        changed = changed || assigned[*caller].size() > before;
      }
  }
  return assigned;
}

}  // namespace pendulum::program
