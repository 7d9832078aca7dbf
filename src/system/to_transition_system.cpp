// Converts a Program to a TransitionSystem. The location is a state variable. The next-state function of a
// variable is an ite over the locations whose edges assign the variable, so the size of the system is linear
// in the size of the program.
#include <algorithm>
#include <bit>

#include "base/check.h"
#include "program/passes/branching.h"
#include "system/new_symbol.h"
#include "system/transition_system.h"

namespace pendulum::system {

namespace {

using program::Edge;
using program::EdgeId;
using program::LocationId;
using program::Program;
using term::Term;
using term::TermManager;
using term::TermVector;

class Converter {
 public:
  explicit Converter(const Program& program) : program_(program), terms_(program.terms()) {}
  TransitionSystem convert();

 private:
  void add_state(Term current);
  void find_conditions();
  Term at(LocationId id) const { return terms_.mk_eq(system_.location, location_value(id)); }
  Term location_value(LocationId id) const {
    return terms_.mk_bv(static_cast<std::int64_t>(id), system_.location.sort().width());
  }
  Term next_location() const;
  Term next_value(std::size_t variable) const;

  const Program& program_;
  TermManager& terms_;
  TransitionSystem system_;
  TermVector conditions_;                     ///< per edge: its guard, and its choice if one is needed
  std::vector<std::vector<EdgeId>> writers_;  ///< per variable index, ordered by source location
};

void Converter::add_state(Term current) {
  system_.state.push_back({current, new_symbol(terms_, current.name() + ".next", current.sort())});
}

// Soundness: the ites select the first edge whose condition holds, so at most one condition may hold. If the
// guards of a location are not known to be exclusive, the conditions require in addition that the input
// `choice` is the position of the edge among the outgoing edges of the location.
void Converter::find_conditions() {
  std::size_t max_choices = 0;
  std::vector<LocationId> choosing;
  for (const Edge& edge : program_.edges()) conditions_.push_back(edge.guard);
  for (LocationId id = 0; id < program_.locations().size(); ++id) {
    TermVector guards;
    for (EdgeId edge : program_.outgoing(id)) guards.push_back(conditions_[edge]);
    if (guards.size() < 2 || program::are_exclusive(terms_, guards)) continue;
    choosing.push_back(id);
    max_choices = std::max(max_choices, guards.size());
  }
  if (choosing.empty()) return;
  const auto width = static_cast<std::uint32_t>(std::bit_width(max_choices - 1));
  const Term choice = new_symbol(terms_, "choice", terms_.bitvec_sort(width));
  system_.inputs.push_back(choice);
  for (LocationId id : choosing) {
    std::int64_t number = 0;
    for (EdgeId edge : program_.outgoing(id))
      conditions_[edge] =
          terms_.mk_and(terms_.mk_eq(choice, terms_.mk_bv(number++, width)), conditions_[edge]);
  }
}

Term Converter::next_location() const {
  Term result = system_.location;
  for (LocationId id = static_cast<LocationId>(program_.locations().size()); id-- > 0;) {
    const std::vector<EdgeId>& edges = program_.outgoing(id);
    if (edges.empty()) continue;
    Term here = location_value(program_.edge(edges.back()).target);
    for (std::size_t i = edges.size() - 1; i-- > 0;)
      here = terms_.mk_ite(conditions_[edges[i]], location_value(program_.edge(edges[i]).target), here);
    result = terms_.mk_ite(at(id), here, result);
  }
  return result;
}

Term Converter::next_value(std::size_t variable) const {
  const Term symbol = program_.variables()[variable].symbol;
  const std::vector<EdgeId>& writers = writers_[variable];
  Term result = symbol;
  for (std::size_t end = writers.size(); end > 0;) {
    const LocationId source = program_.edge(writers[end - 1]).source;
    Term here = symbol;
    for (; end > 0 && program_.edge(writers[end - 1]).source == source; --end) {
      const Edge& edge = program_.edge(writers[end - 1]);
      const auto update = std::find_if(edge.updates.begin(), edge.updates.end(),
                                       [&](const program::Assignment& a) { return a.variable == symbol; });
      PENDULUM_CHECK(update != edge.updates.end(), "edge {} should assign {}", writers[end - 1],
                     symbol.name());
      here = terms_.mk_ite(conditions_[writers[end - 1]], update->value, here);
    }
    result = terms_.mk_ite(at(source), here, result);
  }
  return result;
}

TransitionSystem Converter::convert() {
  const std::size_t num_locations = program_.locations().size();
  PENDULUM_CHECK(num_locations > 0, "a program should have locations");
  const auto width = static_cast<std::uint32_t>(std::max<int>(1, std::bit_width(num_locations - 1)));
  system_.location = new_symbol(terms_, "location", terms_.bitvec_sort(width));
  add_state(system_.location);
  for (const program::Variable& variable : program_.variables()) add_state(variable.symbol);
  for (const Edge& edge : program_.edges())
    for (const program::Input& input : edge.inputs) system_.inputs.push_back(input.symbol);
  find_conditions();
  writers_.resize(program_.variables().size());
  TermVector moves;  // per location: the program is there and some edge can be taken
  for (LocationId id = 0; id < num_locations; ++id) {
    TermVector conditions;
    for (EdgeId edge : program_.outgoing(id)) {
      conditions.push_back(conditions_[edge]);
      for (const program::Assignment& update : program_.edge(edge).updates)
        writers_[program_.variable_index(update.variable)].push_back(edge);
    }
    if (!conditions.empty())
      moves.push_back(terms_.mk_and(at(id), program::simplified_or(terms_, conditions)));
  }
  TermVector parts{terms_.mk_or(moves), terms_.mk_eq(system_.state[0].next, next_location())};
  for (std::size_t i = 0; i < program_.variables().size(); ++i)
    parts.push_back(terms_.mk_eq(system_.state[i + 1].next, next_value(i)));
  system_.init = at(program_.entry());
  system_.trans = terms_.mk_and(parts);
  system_.property = terms_.mk_not(at(program_.error()));
  PENDULUM_DCHECK(is_well_formed(system_), "the transition system should be well-formed");
  return std::move(system_);
}

}  // namespace

TransitionSystem to_transition_system(const Program& program) {
  return Converter(program).convert();
}

}  // namespace pendulum::system
