#include "witness/places.h"

#include <algorithm>
#include <filesystem>

#include "term/traverse.h"

namespace pendulum::witness {

using program::SourceLocation;

bool is_same_place(const SourceLocation& a, const SourceLocation& b) {
  return a.line == b.line && (a.column == b.column || a.column == 0 || b.column == 0) &&
         std::filesystem::path(a.file).filename() == std::filesystem::path(b.file).filename();
}

std::vector<program::LocationId> locations_at(const program::Program& program, const SourceLocation& where) {
  std::vector<program::LocationId> result;
  for (program::LocationId id = 0; id < program.locations().size(); ++id) {
    const SourceLocation& place = program.location(id).where;
    if (id != program.entry() && id != program.error() && place.is_known() && is_same_place(place, where))
      result.push_back(id);
  }
  return result;
}

void UnsetVariables::add(term::Term condition) {
  for (const term::Term symbol : term::symbols(condition))
    if (std::find(read_.begin(), read_.end(), symbol) == read_.end()) read_.push_back(symbol);
}

void UnsetVariables::assign(program::Edge& edge, term::TermManager& terms) const {
  for (const term::Term variable : read_) {
    const bool is_set =
        std::any_of(edge.updates.begin(), edge.updates.end(),
                    [&](const program::Assignment& update) { return update.variable == variable; });
    if (is_set) continue;
    const term::Term value = terms.mk_fresh("unset", variable.sort());
    edge.inputs.push_back({value, {}});
    edge.updates.push_back({variable, value});
  }
}

}  // namespace pendulum::witness
