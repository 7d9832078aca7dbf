#include "witness/source_match.h"

#include <algorithm>
#include <filesystem>

#include "base/check.h"
#include "term/traverse.h"

namespace pendulum::witness {

using program::SourceLocation;

bool matches(const SourceLocation& a, const SourceLocation& b) {
  return a.line == b.line && (a.column == b.column || a.column == 0 || b.column == 0) &&
         std::filesystem::path(a.file).filename() == std::filesystem::path(b.file).filename();
}

std::vector<program::LocationId> locations_at(const program::Program& program, const SourceLocation& where) {
  std::vector<program::LocationId> result;
  for (program::LocationId id = 0; id < program.locations().size(); ++id) {
    const SourceLocation& own = program.location(id).where;
    if (id != program.entry() && id != program.error() && own.is_known() && matches(own, where))
      result.push_back(id);
  }
  return result;
}

void EntryHavoc::add(term::Term term) {
  for (const term::Term symbol : term::symbols(term))
    if (std::find(read_.begin(), read_.end(), symbol) == read_.end()) read_.push_back(symbol);
}

void EntryHavoc::assign(program::Edge& edge, term::TermManager& terms) const {
  for (const term::Term variable : read_) {
    PENDULUM_CHECK(std::ranges::none_of(
                       edge.inputs, [&](const program::Input& input) { return input.symbol == variable; }),
                   "{} should be a variable and not an input of the edge", variable.name());
    const bool is_set =
        std::any_of(edge.updates.begin(), edge.updates.end(),
                    [&](const program::Assignment& update) { return update.variable == variable; });
    if (is_set) continue;
    const term::Term value = terms.mk_fresh("havoc", variable.sort());
    edge.inputs.push_back({value, {}});
    edge.updates.push_back({variable, value});
  }
}

}  // namespace pendulum::witness
