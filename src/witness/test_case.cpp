#include "witness/test_case.h"

#include <fmt/core.h>

#include "witness/xml.h"

namespace pendulum::witness {

namespace {

constexpr std::string_view nondet_prefix = "__VERIFIER_nondet_";

constexpr const char* xml_head = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n";

std::string document_type(const std::string& root, const std::string& name) {
  return fmt::format(
      "<!DOCTYPE {} PUBLIC \"+//IDN sosy-lab.org//DTD test-format {} 1.1//EN\" "
      "\"https://sosy-lab.org/test-format/{}-1.1.dtd\">\n",
      root, name, name);
}

}  // namespace

std::string test_metadata(const Metadata& metadata, const std::string& entry) {
  std::string text = xml_head + document_type("test-metadata", "test-metadata") + "<test-metadata>\n";
  const auto add = [&](const char* tag, const std::string& value) {
    text += fmt::format("  <{0}>{1}</{0}>\n", tag, xml_escaped(value));
  };
  add("sourcecodelang", "C");
  add("producer", metadata.producer_name + " " + metadata.producer_version);
  add("specification", fmt::format("COVER( init({}()), FQL(COVER EDGES(@CALL(reach_error))) )", entry));
  if (!metadata.input_files.empty()) {
    add("programfile", metadata.input_files[0].first);
    add("programhash", metadata.input_files[0].second);
  }
  add("entryfunction", entry);
  add("architecture", metadata.data_model == "LP64" ? "64bit" : "32bit");
  add("creationtime", metadata.creation_time);
  return text + "</test-metadata>\n";
}

std::string test_case(const std::vector<check::ConsumedInput>& inputs) {
  std::string text = xml_head + document_type("testcase", "testcase") + "<testcase coversError=\"true\">\n";
  for (const check::ConsumedInput& consumed : inputs) {
    const std::string& function = consumed.input.origin.name;
    if (consumed.input.origin.kind != program::InputOrigin::Kind::Call ||
        !function.starts_with(nondet_prefix) || consumed.value.kind() != term::Kind::BitVecValue)
      continue;
    const std::string type = function.substr(nondet_prefix.size());
    const mpz_class value = type.starts_with('u') || type == "size_t" ? consumed.value.integer_value()
                                                                      : consumed.value.signed_value();
    text += fmt::format("  <input variable=\"{}\">{}</input>\n", xml_escaped(function), value.get_str());
  }
  return text + "</testcase>\n";
}

}  // namespace pendulum::witness
