// Writes certificates and counterexample paths as JSON (json.h), with terms and values in SMT-LIB syntax.
#include <nlohmann/json.hpp>
#include <ranges>
#include <sstream>

#include "base/check.h"
#include "certificate/certificate.h"
#include "certificate/json.h"
#include "term/print.h"

namespace pendulum::certificate {

namespace {

using Json = nlohmann::ordered_json;

std::string text_of(term::Term term) {
  std::ostringstream out;
  term::print(out, term, term::OverflowText::Named);
  return out.str();
}

Json header(const char* format) {
  return Json{{"format", format}, {"version", format_version}};
}

/// Replaces invalid UTF-8, which file names may contain. This loses no information that the parser needs,
/// because file names only occur in source locations for human readers.
std::string dump(const Json& json) {
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Json to_json(const program::Program& program, const std::map<LocationId, term::Term>& formulas) {
  Json result = Json::array();
  for (const auto& [location, term] : formulas) {
    PENDULUM_CHECK(location < program.locations().size(), "location {} should be one of the program",
                   location);
    result.push_back(
        {{"location", location}, {"name", program.location(location).name}, {"term", text_of(term)}});
  }
  return result;
}

Json to_json(const program::Program& program, const LoopUnrolling& unrolling) {
  Json result = Json::array();
  for (const auto& [head, bound] : unrolling.loops) {
    PENDULUM_CHECK(head < program.locations().size(), "location {} should be one of the program", head);
    result.push_back({{"location", head}, {"name", program.location(head).name}, {"bound", bound}});
  }
  return result;
}

/// Adds the members of a certificate to `json`.
struct Writer {
  const program::Program& program;
  Json& json;

  void operator()(const Invariant& invariant) const {
    json["kind"] = kind_invariant;
    json["at"] = to_json(program, invariant.at);
  }
  void operator()(const KInduction& induction) const {
    json["kind"] = kind_kinduction;
    json["k"] = induction.k;
    json["facts"] = to_json(program, induction.facts.at);
  }
  void operator()(const Unrolling& unrolling) const {
    json["kind"] = kind_unrolling;
    json["bound"] = unrolling.bound;
  }
  void operator()(const LoopUnrolling& unrolling) const {
    json["kind"] = kind_loop_unrolling;
    json["loops"] = to_json(program, unrolling);
  }
  void operator()(const Summaries& summaries) const {
    json["kind"] = kind_summaries;
    json["at"] = to_json(program, summaries.at);
  }
  void operator()(const UnwoundCalls& unwound) const {
    json["kind"] = kind_unwound_calls;
    Json tree = Json::array();
    for (const program::CallTree::Node& node : unwound.tree.nodes() | std::views::drop(1))
      tree.push_back({node.parent, node.site});
    json["tree"] = std::move(tree);
    Json inner = Json::object();
    const program::Program unwound_program = certificate::unwound_program(program, unwound);
    std::visit(Writer{unwound_program, inner}, unwound.inner);
    json["inner"] = std::move(inner);
  }
};

/// Omits the values of symbols that are not inputs of the edge.
Json to_json(const program::Program& program, const Step& step) {
  PENDULUM_CHECK(step.edge < program.edges().size(), "edge {} should be one of the program", step.edge);
  const program::Edge& edge = program.edge(step.edge);
  Json inputs = Json::array();
  for (const program::Input& input : edge.inputs) {
    const auto value = step.inputs.find(input.symbol);
    if (value == step.inputs.end()) continue;
    inputs.push_back({{"symbol", input.symbol.name()}, {"value", text_of(value->second)}});
  }
  Json result{{"edge", step.edge},
              {"source", program.location(edge.source).name},
              {"target", program.location(edge.target).name}};
  if (edge.where.is_known()) result["at"] = edge.where.to_string();
  result["inputs"] = std::move(inputs);
  return result;
}

}  // namespace

std::string serialize(const program::Program& program, const Certificate& certificate) {
  Json json = header(certificate_format);
  std::visit(Writer{program, json}, certificate);
  return dump(json);
}

std::string serialize(const program::Program& program, const ErrorPath& path) {
  Json json = header(error_path_format);
  Json all = Json::array();
  for (const Segment& segment : path.segments) {
    Json steps = Json::array();
    for (const Step& step : segment.steps)
      (segment.count == 1 ? all : steps).push_back(to_json(program, step));
    if (segment.count != 1) all.push_back({{"repeat", segment.count}, {"steps", std::move(steps)}});
  }
  json["steps"] = std::move(all);
  return dump(json);
}

}  // namespace pendulum::certificate
