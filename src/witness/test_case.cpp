#include "witness/test_case.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>

#include "base/check.h"
#include "check/replay/value_sequence.h"
#include "term/floating_point/float_text.h"
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
  PENDULUM_CHECK(!entry.empty(), "a test suite should have an entry function");
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

namespace {

bool is_test_value(const check::ConsumedInput& consumed) {
  return consumed.input.origin.kind == program::InputOrigin::Kind::Call &&
         consumed.input.origin.name.starts_with(nondet_prefix) && consumed.value.sort().is_bitvec();
}

/// One input of a block; writes a line of the test case for each repetition.
class TestInput {
 public:
  TestInput(term::TermManager& terms, const check::ConsumedInput& consumed, std::uint64_t count)
      : terms_(terms), consumed_(consumed) {
    PENDULUM_CHECK(is_test_value(consumed), "{} should be a call of {}*", consumed.input.symbol.name(),
                   nondet_prefix);
    const std::string& function = consumed.input.origin.name;
    const std::string type = function.substr(nondet_prefix.size());
    is_floating_ = type == "float" || type == "double" || type == "long_double" || type == "float128";
    is_unsigned_ = type.starts_with('u') || type == "size_t";
    head_ = fmt::format("  <input variable=\"{}\">", xml_escaped(function));
    if (count > 1 && !is_floating_) values_ = check::value_sequence(terms, consumed.value, 0, count);
  }

  void write(std::ostream& out, std::uint64_t repetition) const {
    out << head_;
    if (!values_) {
      const term::Term value = certificate::value_at(terms_, consumed_.value, repetition);
      PENDULUM_CHECK(value.kind() == term::Kind::BitVecValue, "{} should be a number", value.to_string());
      if (is_floating_)
        out << term::float_text(value.integer_value(), value.sort().width());
      else
        out << (is_unsigned_ ? mpz_class(value.integer_value()) : value.signed_value()).get_str();
    } else if (is_unsigned_) {
      out << values_->at(repetition);
    } else {
      PENDULUM_CHECK(consumed_.value.sort().width() <= 64, "a sequence should consist of words");
      const unsigned unused = 64 - consumed_.value.sort().width();
      out << (static_cast<std::int64_t>(values_->at(repetition) << unused) >> unused);
    }
    out << "</input>\n";
  }

 private:
  term::TermManager& terms_;
  const check::ConsumedInput& consumed_;
  bool is_unsigned_ = false;
  bool is_floating_ = false;
  std::string head_;
  std::optional<check::ValueSequence> values_;
};

}  // namespace

void write_test_case(std::ostream& out, term::TermManager& terms,
                     const std::vector<check::ConsumedBlock>& blocks) {
  out << xml_head << document_type("testcase", "testcase") << "<testcase coversError=\"true\">\n";
  for (const check::ConsumedBlock& block : blocks) {
    std::vector<TestInput> inputs;
    for (const check::ConsumedInput& consumed : block.inputs)
      if (is_test_value(consumed)) inputs.emplace_back(terms, consumed, block.count);
    if (inputs.empty()) continue;
    for (std::uint64_t repetition = 0; repetition < block.count; ++repetition)
      for (const TestInput& input : inputs) input.write(out, repetition);
  }
  out << "</testcase>\n";
}

std::uint64_t num_test_values(const std::vector<check::ConsumedBlock>& blocks) {
  std::uint64_t result = 0;
  for (const check::ConsumedBlock& block : blocks)
    result += block.count * static_cast<std::uint64_t>(std::ranges::count_if(block.inputs, is_test_value));
  return result;
}

}  // namespace pendulum::witness
