#include "witness/graphml.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "base/check.h"
#include "witness/xml.h"

namespace pendulum::witness {

namespace {

struct Key {
  const char* name;
  const char* type;
  const char* target;
};

constexpr std::array<Key, 15> keys{{
    {"witness-type", "string", "graph"},
    {"sourcecodelang", "string", "graph"},
    {"producer", "string", "graph"},
    {"specification", "string", "graph"},
    {"programfile", "string", "graph"},
    {"programhash", "string", "graph"},
    {"architecture", "string", "graph"},
    {"creationtime", "string", "graph"},
    {"entry", "boolean", "node"},
    {"violation", "boolean", "node"},
    {"startline", "int", "edge"},
    {"assumption", "string", "edge"},
    {"assumption.scope", "string", "edge"},
    {"assumption.resultfunction", "string", "edge"},
    {"originfile", "string", "edge"},
}};

std::string data(const std::string& key, const std::string& value) {
  PENDULUM_DCHECK(std::ranges::any_of(keys, [&](const Key& known) { return key == known.name; }),
                  "the key {} should be declared", key);
  return fmt::format("<data key=\"{}\">{}</data>", key, xml_escaped(value));
}

std::string edge(std::size_t from, const Waypoint& waypoint) {
  std::string text = fmt::format("  <edge source=\"N{}\" target=\"N{}\">\n", from, from + 1);
  text += "   " + data("originfile", waypoint.where.file) + "\n";
  text += "   " + data("startline", std::to_string(waypoint.where.line)) + "\n";
  if (!waypoint.value.empty()) {
    text += "   " + data("assumption", waypoint.value + ";") + "\n";
    text += "   " + data("assumption.scope", waypoint.where.function) + "\n";
  }
  if (!waypoint.callee.empty()) text += "   " + data("assumption.resultfunction", waypoint.callee) + "\n";
  return text + "  </edge>\n";
}

}  // namespace

std::string to_graphml(const Metadata& metadata, const ViolationSequence& sequence) {
  PENDULUM_CHECK(!sequence.segments.empty() && sequence.segments.back().follow.type == Waypoint::Type::Target,
                 "a violation sequence should end with its target");
  std::string text =
      "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n"
      "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\" "
      "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">\n";
  for (const Key& key : keys)
    text += fmt::format(" <key id=\"{0}\" attr.name=\"{0}\" attr.type=\"{1}\" for=\"{2}\"/>\n", key.name,
                        key.type, key.target);
  text += " <graph edgedefault=\"directed\">\n";
  const auto graph_data = [&](const std::string& key, const std::string& value) {
    text += "  " + data(key, value) + "\n";
  };
  graph_data("witness-type", "violation_witness");
  graph_data("sourcecodelang", "C");
  graph_data("producer", metadata.producer_name + " " + metadata.producer_version);
  graph_data("specification", metadata.specification);
  if (!metadata.input_files.empty()) {
    graph_data("programfile", metadata.input_files[0].first);
    graph_data("programhash", metadata.input_files[0].second);
  }
  graph_data("architecture", metadata.data_model == "LP64" ? "64bit" : "32bit");
  graph_data("creationtime", metadata.creation_time);
  for (std::size_t i = 0; i <= sequence.segments.size(); ++i) {
    text += fmt::format("  <node id=\"N{}\">", i);
    if (i == 0) text += data("entry", "true");
    if (i == sequence.segments.size()) text += data("violation", "true");
    text += "</node>\n";
  }
  for (std::size_t i = 0; i < sequence.segments.size(); ++i) text += edge(i, sequence.segments[i].follow);
  return text + " </graph>\n</graphml>\n";
}

}  // namespace pendulum::witness
