#include "report/event_json.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/check.h"
#include "report/notation/formula_text.h"
#include "report/source_json.h"
#include "report/source_marks.h"

namespace pendulum::report {

namespace {

using nlohmann::ordered_json;

/// Maximum length of a formula in characters. The page shows formulas in a panel, where longer ones are
/// unreadable.
constexpr std::size_t max_formula = 2000;
/// Maximum number of events: more than a user steps through, and few enough for a browser.
constexpr std::size_t max_events_in_file = 20'000;
ordered_json source_location(const program::SourceLocation& where) {
  if (!where.is_known()) return nullptr;
  return {{"file", where.file}, {"line", where.line}};
}

ordered_json program_of(const program::Program& program, const FormulaText& text) {
  ordered_json locations = ordered_json::array(), edges = ordered_json::array();
  for (const program::Location& location : program.locations())
    locations.push_back({{"name", location.name}, {"at", source_location(location.where)}});
  for (const program::Edge& edge : program.edges())
    edges.push_back({{"source", edge.source},
                     {"target", edge.target},
                     {"text", text(edge)},
                     {"violation", edge.violation},
                     {"at", source_location(edge.where)}});
  return {{"entry", program.entry()}, {"error", program.error()}, {"locations", locations}, {"edges", edges}};
}

/// Writes an event as an object whose first key is its name.
class EventWriter {
 public:
  explicit EventWriter(const FormulaText& text) : text_(text) {}

  ordered_json operator()(const arg::NodeAdded& event) const {
    return {{"event", "node"}, {"node", event.node}, {"location", event.location}};
  }
  ordered_json operator()(const arg::EdgeAdded& event) const {
    return {{"event", "edge"}, {"source", event.source}, {"target", event.target}, {"action", event.action}};
  }
  ordered_json operator()(const arg::Expanded& event) const {
    return {{"event", "expanded"}, {"node", event.node}};
  }
  ordered_json operator()(const arg::Labelled& event) const {
    PENDULUM_CHECK(event.label.sort().is_bool(), "the label of node {} should have sort Bool", event.node);
    return {{"event", "label"},
            {"node", event.node},
            {"label", text_(event.label)},
            {"origin", to_string(event.origin)}};
  }
  ordered_json operator()(const arg::Covered& event) const {
    PENDULUM_CHECK(std::ranges::find(event.by, event.node) == event.by.end(),
                   "node {} should not cover itself", event.node);
    return {{"event", "cover"}, {"node", event.node}, {"by", event.by}};
  }
  ordered_json operator()(const arg::Uncovered& event) const {
    return {{"event", "uncover"}, {"node", event.node}};
  }
  ordered_json operator()(const arg::RefinementStarted& event) const {
    return {{"event", "refine"}, {"nodes", event.nodes}, {"formula", texts(event.formula)}};
  }
  ordered_json operator()(const arg::RefinementEnded& event) const {
    return {{"event", "refined"}, {"feasible", event.is_feasible}};
  }
  ordered_json operator()(const arg::ForcedCoverTried& event) const {
    return {{"event", "force"}, {"node", event.node}, {"by", event.by}, {"successful", event.is_successful}};
  }
  ordered_json operator()(const arg::Removed& event) const {
    return {{"event", "removed"}, {"node", event.node}};
  }
  ordered_json operator()(const arg::PredicatesFound& event) const {
    return {{"event", "predicates"}, {"location", event.location}, {"predicates", texts(event.predicates)}};
  }

 private:
  ordered_json texts(const term::TermVector& formulas) const {
    ordered_json list = ordered_json::array();
    for (const term::Term formula : formulas) {
      PENDULUM_CHECK(formula.sort().is_bool(), "the formula {} should have sort Bool", formula.to_string());
      list.push_back(text_(formula));
    }
    return list;
  }

  const FormulaText& text_;
};

}  // namespace

std::string to_json(const arg::RecordingHead& head, const program::Program& program, const arg::EventLog& log,
                    std::size_t max_events) {
  const FormulaText text(program, max_formula);
  const EventWriter write(text);
  const std::size_t kept = std::min(max_events, log.events().size());
  ordered_json events = ordered_json::array();
  for (std::size_t i = 0; i < kept; ++i) events.push_back(std::visit(write, log.events()[i]));
  const ordered_json all = {{"schema", 1},
                            {"engine", head.engine},
                            {"theory", head.theory},
                            {"program", program_of(program, text)},
                            {"sources", sources_to_json(source_files(program))},
                            {"events", std::move(events)},
                            {"cut", log.events().size() - kept}};
  // Names in the source may have any encoding; invalid UTF-8 is replaced.
  return all.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

void write_recording(const std::string& directory, const arg::RecordingHead& head,
                     const program::Program& program, const arg::EventLog& log) {
  PENDULUM_CHECK(!directory.empty() && !head.engine.empty(),
                 "a recording should have a directory and an engine");
  const std::filesystem::path name = std::filesystem::path(directory) / ("steps-" + head.engine + ".json");
  // Write to a temporary name first: a process that is terminated must not leave an incomplete file.
  const std::string partial = name.string() + ".partial";
  std::ofstream file(partial, std::ios::binary);
  file << to_json(head, program, log, max_events_in_file);
  file.close();
  if (file) std::filesystem::rename(partial, name);
}

}  // namespace pendulum::report
