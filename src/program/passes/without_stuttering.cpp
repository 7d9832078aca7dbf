#include "program/passes/without_stuttering.h"

#include <algorithm>
#include <map>
#include <set>

#include "program/wto.h"

namespace pendulum::program {

namespace {

class Stuttering {
 public:
  explicit Stuttering(const Program& program) : program_(program), live_(live_variables(program)) {
    const Wto wto(program);
    std::map<LocationId, std::set<LocationId>> loops;  // by head
    for (const LocationId location : wto.order())
      for (const LocationId head : wto.heads(location)) loops[head].insert(location);
    for (const auto& [head, members] : loops)
      if (keeps_state(members) && is_entered_at(head, members, wto)) add_back_edges(head, members);
  }

  bool is_removed(EdgeId edge) const { return removed_.contains(edge); }

 private:
  bool has_effect(const Edge& edge) const {
    return std::ranges::any_of(edge.updates, [&](const Assignment& update) {
      return std::ranges::binary_search(live_[edge.target], update.variable);
    });
  }

  bool keeps_state(const std::set<LocationId>& members) const {
    return std::ranges::all_of(members, [&](LocationId member) {
      return std::ranges::none_of(program_.outgoing(member), [&](EdgeId id) {
        return members.contains(program_.edge(id).target) && has_effect(program_.edge(id));
      });
    });
  }

  bool is_entered_at(LocationId head, const std::set<LocationId>& members, const Wto& wto) const {
    const auto is_from_inside = [&](EdgeId id) {
      const LocationId source = program_.edge(id).source;
      return members.contains(source) || !wto.is_reachable(source);
    };
    return std::ranges::all_of(members, [&](LocationId member) {
      return member == head || std::ranges::all_of(program_.incoming(member), is_from_inside);
    });
  }

  void add_back_edges(LocationId head, const std::set<LocationId>& members) {
    for (const EdgeId id : program_.incoming(head))
      if (members.contains(program_.edge(id).source)) removed_.insert(id);
  }

  const Program& program_;
  std::vector<term::TermVector> live_;  ///< by location, ordered by id
  std::set<EdgeId> removed_;
};

}  // namespace

Program without_stuttering(const Program& program) {
  const Stuttering stuttering(program);
  ProgramBuilder builder = ProgramBuilder::without_edges(program);
  for (EdgeId id = 0; id < program.edges().size(); ++id)
    if (!stuttering.is_removed(id)) builder.add_edge(program.edge(id));
  return builder.build();
}

}  // namespace pendulum::program
