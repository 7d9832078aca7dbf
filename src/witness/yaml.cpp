#include "witness/yaml.h"

#include <yaml-cpp/yaml.h>

#include <array>
#include <string_view>

#include "base/check.h"
#include "base/error.h"

namespace pendulum::witness {

namespace {

using program::SourceLocation;

constexpr std::array<std::pair<Waypoint::Type, std::string_view>, 5> waypoint_words{{
    {Waypoint::Type::Assumption, "assumption"},
    {Waypoint::Type::Target, "target"},
    {Waypoint::Type::FunctionEnter, "function_enter"},
    {Waypoint::Type::FunctionReturn, "function_return"},
    {Waypoint::Type::Branching, "branching"},
}};

// ---- Writing

void emit(YAML::Emitter& out, const std::string& key, const std::string& value) {
  out << YAML::Key << key << YAML::Value << YAML::DoubleQuoted << value;
}

void emit(YAML::Emitter& out, const SourceLocation& where) {
  out << YAML::Key << "location" << YAML::Value << YAML::BeginMap;
  emit(out, "file_name", where.file);
  out << YAML::Key << "line" << YAML::Value << where.line;
  if (where.column != 0) out << YAML::Key << "column" << YAML::Value << where.column;
  if (!where.function.empty()) emit(out, "function", where.function);
  out << YAML::EndMap;
}

void emit(YAML::Emitter& out, const Metadata& metadata) {
  PENDULUM_CHECK(metadata.data_model == "ILP32" || metadata.data_model == "LP64",
                 "the data model {} should be ILP32 or LP64", metadata.data_model);
  out << YAML::Key << "metadata" << YAML::Value << YAML::BeginMap;
  emit(out, "format_version", "2.0");
  emit(out, "uuid", metadata.uuid);
  emit(out, "creation_time", metadata.creation_time);
  out << YAML::Key << "producer" << YAML::Value << YAML::BeginMap;
  emit(out, "name", metadata.producer_name);
  emit(out, "version", metadata.producer_version);
  if (!metadata.description.empty()) emit(out, "description", metadata.description);
  out << YAML::EndMap;
  out << YAML::Key << "task" << YAML::Value << YAML::BeginMap;
  out << YAML::Key << "input_files" << YAML::Value << YAML::BeginSeq;
  for (const auto& [file, hash] : metadata.input_files) out << YAML::DoubleQuoted << file;
  out << YAML::EndSeq;
  out << YAML::Key << "input_file_hashes" << YAML::Value << YAML::BeginMap;
  for (const auto& [file, hash] : metadata.input_files)
    out << YAML::Key << YAML::DoubleQuoted << file << YAML::Value << YAML::DoubleQuoted << hash;
  out << YAML::EndMap;
  emit(out, "specification", metadata.specification);
  emit(out, "data_model", metadata.data_model);
  emit(out, "language", metadata.language);
  out << YAML::EndMap << YAML::EndMap;
}

void emit(YAML::Emitter& out, const Invariant& invariant) {
  PENDULUM_CHECK(!invariant.value.empty(), "an invariant should have an expression");
  out << YAML::BeginMap << YAML::Key << "invariant" << YAML::Value << YAML::BeginMap;
  emit(out, "type", invariant.kind == Invariant::Kind::Loop ? "loop_invariant" : "location_invariant");
  emit(out, invariant.where);
  emit(out, "value", invariant.value);
  emit(out, "format", "c_expression");
  out << YAML::EndMap << YAML::EndMap;
}

void emit(YAML::Emitter& out, const Waypoint& waypoint, const std::string& action) {
  PENDULUM_CHECK(waypoint.type != Waypoint::Type::Assumption || !waypoint.value.empty(),
                 "an assumption should have a constraint");
  out << YAML::BeginMap << YAML::Key << "waypoint" << YAML::Value << YAML::BeginMap;
  for (const auto& [type, word] : waypoint_words)
    if (type == waypoint.type) emit(out, "type", std::string(word));
  emit(out, "action", action);
  emit(out, waypoint.where);
  if (!waypoint.value.empty()) {
    out << YAML::Key << "constraint" << YAML::Value << YAML::BeginMap;
    emit(out, "value", waypoint.value);
    if (waypoint.type != Waypoint::Type::Branching)
      emit(out, "format",
           waypoint.type == Waypoint::Type::FunctionReturn ? "ext_c_expression" : "c_expression");
    out << YAML::EndMap;
  }
  out << YAML::EndMap << YAML::EndMap;
}

void emit(YAML::Emitter& out, const Segment& segment) {
  out << YAML::BeginMap << YAML::Key << "segment" << YAML::Value << YAML::BeginSeq;
  for (const Waypoint& waypoint : segment.avoid) emit(out, waypoint, "avoid");
  emit(out, segment.follow, "follow");
  out << YAML::EndSeq << YAML::EndMap;
}

// ---- Reading

class Reader {
 public:
  explicit Reader(std::string name) : name_(std::move(name)) {}

  Witness read(const std::string& text) const {
    const YAML::Node root = YAML::Load(text);
    if (!root.IsSequence()) fail(root, "a witness should be a list of entries");
    for (const YAML::Node& entry : root) {
      const std::string type = word(entry, "entry_type");
      if (type == "invariant_set") return {metadata(entry), invariant_set(entry)};
      if (type == "violation_sequence") return {metadata(entry), violation_sequence(entry)};
    }
    fail(root, "a witness should have an entry invariant_set or violation_sequence");
  }

  [[noreturn]] void fail(const YAML::Mark& mark, const std::string& what) const {
    throw base::InputError(mark.is_null() ? name_ + ": " + what
                                          : name_ + ":" + std::to_string(mark.line + 1) + ": " + what);
  }

 private:
  [[noreturn]] void fail(const YAML::Node& node, const std::string& what) const { fail(node.Mark(), what); }

  YAML::Node member(const YAML::Node& node, const std::string& key) const {
    if (!node.IsMap()) fail(node, "expected a map with the key " + key);
    const YAML::Node value = node[key];
    if (!value) fail(node, "the key " + key + " is missing");
    return value;
  }

  std::string word(const YAML::Node& node, const std::string& key) const {
    const YAML::Node value = member(node, key);
    if (!value.IsScalar()) fail(value, key + " should be a text");
    return value.as<std::string>();
  }

  unsigned number(const YAML::Node& node, const std::string& key) const {
    const YAML::Node value = member(node, key);
    unsigned result = 0;
    if (!value.IsScalar() || !YAML::convert<unsigned>::decode(value, result) || result == 0)
      fail(value, key + " should be a positive number");
    return result;
  }

  YAML::Node list(const YAML::Node& node, const std::string& key) const {
    const YAML::Node value = member(node, key);
    if (!value.IsSequence()) fail(value, key + " should be a list");
    return value;
  }

  Metadata metadata(const YAML::Node& entry) const {
    const YAML::Node node = member(entry, "metadata");
    const std::string version = word(node, "format_version");
    if (!version.starts_with("2."))
      fail(node, "format_version " + version + " is not supported; expected 2.x");
    Metadata result;
    result.uuid = word(node, "uuid");
    result.creation_time = word(node, "creation_time");
    const YAML::Node producer = member(node, "producer");
    result.producer_name = word(producer, "name");
    result.producer_version = word(producer, "version");
    if (producer["description"]) result.description = word(producer, "description");
    const YAML::Node task = member(node, "task");
    const YAML::Node hashes = member(task, "input_file_hashes");
    if (!hashes.IsMap()) fail(hashes, "input_file_hashes should be a map");
    for (const YAML::Node& file : list(task, "input_files")) {
      const auto input = file.as<std::string>();
      result.input_files.emplace_back(input, hashes[input] ? word(hashes, input) : "");
    }
    result.specification = word(task, "specification");
    result.data_model = word(task, "data_model");
    if (result.data_model != "ILP32" && result.data_model != "LP64")
      fail(task["data_model"], "data_model should be ILP32 or LP64");
    result.language = word(task, "language");
    return result;
  }

  SourceLocation location(const YAML::Node& node) const {
    const YAML::Node entry = member(node, "location");
    SourceLocation where;
    where.file = word(entry, "file_name");
    where.line = number(entry, "line");
    if (entry["column"]) where.column = number(entry, "column");
    if (entry["function"]) where.function = word(entry, "function");
    return where;
  }

  InvariantSet invariant_set(const YAML::Node& entry) const {
    InvariantSet set;
    const YAML::Node content = member(entry, "content");
    if (content.IsNull()) return set;
    for (const YAML::Node& item : list(entry, "content")) {
      const YAML::Node node = member(item, "invariant");
      const std::string type = word(node, "type");
      Invariant invariant;
      if (type == "location_invariant") {
        invariant.kind = Invariant::Kind::Location;
      } else if (type != "loop_invariant") {
        fail(node["type"],
             "unknown type of invariant " + type + "; expected loop_invariant or location_invariant");
      }
      invariant.where = location(node);
      invariant.value = word(node, "value");
      const std::string format = word(node, "format");
      if (format != "c_expression")
        fail(node["format"], "format " + format + " is not supported; expected c_expression");
      set.invariants.push_back(std::move(invariant));
    }
    return set;
  }

  ViolationSequence violation_sequence(const YAML::Node& entry) const {
    ViolationSequence sequence;
    for (const YAML::Node& item : list(entry, "content")) sequence.segments.push_back(segment(item));
    if (sequence.segments.empty() || sequence.segments.back().follow.type != Waypoint::Type::Target)
      fail(entry, "a violation_sequence should end with a target");
    return sequence;
  }

  Segment segment(const YAML::Node& item) const {
    Segment result;
    const YAML::Node waypoints = list(item, "segment");
    for (std::size_t i = 0; i < waypoints.size(); ++i) {
      const YAML::Node node = member(waypoints[i], "waypoint");
      const bool is_last = i + 1 == waypoints.size();
      const std::string action = word(node, "action");
      if (action != (is_last ? "follow" : "avoid"))
        fail(node, "the last waypoint of a segment should have the action follow, all others avoid");
      (is_last ? result.follow : result.avoid.emplace_back()) = waypoint(node);
    }
    if (waypoints.size() == 0) fail(item, "a segment should have a waypoint");
    return result;
  }

  Waypoint waypoint(const YAML::Node& node) const {
    Waypoint result;
    const std::string type = word(node, "type");
    bool is_known = false;
    for (const auto& [value, text] : waypoint_words) {
      if (text != type) continue;
      result.type = value;
      is_known = true;
    }
    if (!is_known) fail(node["type"], "unknown type of waypoint: " + type);
    result.where = location(node);
    if (node["constraint"]) result.value = word(node["constraint"], "value");
    const bool needs_constraint =
        result.type == Waypoint::Type::Assumption || result.type == Waypoint::Type::Branching;
    if (needs_constraint && result.value.empty())
      fail(node, "a waypoint " + type + " should have a constraint");
    return result;
  }

  std::string name_;
};

}  // namespace

std::string to_yaml(const Witness& witness) {
  YAML::Emitter out;
  out << YAML::BeginSeq << YAML::BeginMap;
  const auto* invariants = std::get_if<InvariantSet>(&witness.content);
  if (const auto* sequence = std::get_if<ViolationSequence>(&witness.content))
    PENDULUM_CHECK(
        !sequence->segments.empty() && sequence->segments.back().follow.type == Waypoint::Type::Target,
        "a violation sequence should end with its target");
  emit(out, "entry_type", invariants != nullptr ? "invariant_set" : "violation_sequence");
  emit(out, witness.metadata);
  out << YAML::Key << "content" << YAML::Value << YAML::BeginSeq;
  if (invariants != nullptr) {
    for (const Invariant& invariant : invariants->invariants) emit(out, invariant);
  } else {
    for (const Segment& segment : std::get<ViolationSequence>(witness.content).segments) emit(out, segment);
  }
  out << YAML::EndSeq << YAML::EndMap << YAML::EndSeq;
  PENDULUM_CHECK(out.good(), "a witness should have a YAML form: {}", out.GetLastError());
  return std::string(out.c_str()) + "\n";
}

Witness parse_yaml(const std::string& text, const std::string& name) {
  const Reader reader(name);
  try {
    return reader.read(text);
  } catch (const YAML::Exception& error) {
    reader.fail(error.mark, error.msg);
  }
}

}  // namespace pendulum::witness
