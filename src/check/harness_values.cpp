// See harness_values.h.
#include "check/harness_values.h"

#include <fmt/core.h>

#include <algorithm>

#include "base/check.h"
#include "program/native_source.h"

namespace pendulum::check {

namespace {

mpz_class number_of(term::Term value) {
  if (value.is_true()) return 1;
  if (value.is_false()) return 0;
  PENDULUM_CHECK(value.kind() == term::Kind::BitVecValue, "an input should be a bit-vector, not {}",
                 value.to_string());
  return value.integer_value();
}

std::uint64_t low_64_bits(const mpz_class& value) {
  const mpz_class mask = (mpz_class(1) << 64) - 1;
  const mpz_class low = value & mask;
  const mpz_class high_half = low >> 32;
  const mpz_class low_half = low & 0xffffffffUL;
  return (static_cast<std::uint64_t>(high_half.get_ui()) << 32) | low_half.get_ui();
}

std::size_t bytes_of(term::Sort sort) {
  return sort.is_bool() ? 1 : (sort.width() + 7) / 8;
}

std::string little_endian(mpz_class value, std::size_t size) {
  std::string bytes;
  for (std::size_t i = 0; i < size; ++i) {
    const mpz_class low = value & 0xffU;
    bytes += static_cast<char>(low.get_ui());
    value >>= 8;
  }
  return bytes;
}

/// Array values: the default everywhere, then the elements, those stored last at the end.
std::vector<Content> array_contents(term::Term value, const program::InputOrigin& origin) {
  const std::size_t size = bytes_of(value.sort().element());
  const std::uint64_t stride = origin.stride == 0 ? size : origin.stride;
  std::vector<Content> elements;
  while (value.kind() == term::Kind::Store) {
    const std::uint64_t index = low_64_bits(number_of(value[1]));
    elements.push_back({0, origin.byte_offset + index * stride, 0, little_endian(number_of(value[2]), size)});
    value = value[0];
  }
  PENDULUM_CHECK(value.kind() == term::Kind::ConstArray, "an array value should end in a constant array");
  elements.push_back({0, origin.byte_offset, stride, little_endian(number_of(value[0]), size)});
  std::reverse(elements.begin(), elements.end());
  return elements;
}

std::vector<Content> contents_of(const ConsumedInput& input) {
  const program::InputOrigin& origin = input.input.origin;
  if (input.value.sort().is_array()) return array_contents(input.value, origin);
  return {{0, origin.byte_offset, 0, little_endian(number_of(input.value), bytes_of(input.value.sort()))}};
}

/// Follows one execution.
class Sorter {
 public:
  void add(const ConsumedInput& input) {
    using Kind = program::InputOrigin::Kind;
    const program::InputOrigin& origin = input.input.origin;
    switch (origin.kind) {
      case Kind::Call:
        add_call(input);
        current_object_ = 0;
        return;
      case Kind::Uninitialised:
        add_local(input);
        return;
      case Kind::ExternObject: {
        std::vector<Content>& contents = result_.objects[origin.name];
        for (Content& content : contents_of(input)) contents.push_back(std::move(content));
        current_object_ = 0;
        return;
      }
      case Kind::Foreign:
        add_foreign(input);
        return;
      case Kind::Argument:
        add_argument(input);
        return;
      case Kind::Change:  // none: judge.cpp
      case Kind::Internal:
        return;
    }
  }

  SortedInputs take() { return std::move(result_); }

 private:
  void add_call(const ConsumedInput& input) {
    const std::string& name = input.input.origin.name;
    const std::uint64_t value = input.value.sort().is_array() ? 0 : low_64_bits(number_of(input.value));
    const std::size_t mark = name.find('#');
    if (mark == std::string::npos) {
      result_.calls.push_back({name, value});
    } else {
      result_.arguments[std::stoul(name.substr(mark + 1))] = value;
    }
  }

  void add_local(const ConsumedInput& input) {
    const program::InputOrigin& origin = input.input.origin;
    if (origin.object == 0) return;  // has no counterpart in the instrumented program
    unsigned& activations = activations_[origin.object];
    if (origin.object != current_object_ || origin.byte_offset <= current_offset_) ++activations;
    current_object_ = origin.object;
    current_offset_ = origin.byte_offset;
    for (Content& content : contents_of(input)) {
      content.activation = activations - 1;
      result_.locals[origin.object].push_back(std::move(content));
    }
  }

  void add_argument(const ConsumedInput& input) {
    const std::string& name = input.input.origin.name;
    const std::size_t dot = name.find('.');
    ArgumentStrings& strings = result_.strings[name.substr(0, dot)];
    const std::string what = name.substr(dot + 1);
    if (what == "count") {
      strings.count = low_64_bits(number_of(input.value));
      return;
    }
    // Those that were stored last come first.
    term::Term value = input.value;
    for (; value.kind() == term::Kind::Store; value = value[0]) {
      const std::uint64_t index = low_64_bits(number_of(value[1]));
      const std::uint64_t element = low_64_bits(number_of(value[2]));
      constexpr std::uint64_t places = std::uint64_t(1) << program::argument_string_bits;
      if (what == "sizes")
        strings.sizes.emplace(index, element + 1);
      else
        strings.bytes.emplace(std::pair(index / places, index % places), static_cast<char>(element));
    }
    PENDULUM_CHECK(value.kind() == term::Kind::ConstArray, "an array value should end in a constant array");
    const std::uint64_t usual = low_64_bits(number_of(value[0]));
    if (what == "sizes")
      strings.usual_size = usual + 1;
    else
      strings.usual_byte = static_cast<char>(usual);
  }

  /// What is read again was written by the program in between, or is the same: the first one counts.
  void add_foreign(const ConsumedInput& input) {
    const std::uint64_t address = input.address ? low_64_bits(number_of(input.address)) : 0;
    if (address == 0 || input.value.sort().is_array()) return;
    const std::string bytes = little_endian(number_of(input.value), bytes_of(input.value.sort()));
    for (std::size_t i = 0; i < bytes.size(); ++i) result_.foreign.emplace(address + i, bytes[i]);
  }

  SortedInputs result_;
  std::map<std::uint32_t, unsigned> activations_;  ///< begun so far, by object
  std::uint32_t current_object_ = 0;               ///< of the last record; 0: another kind of input came
  std::uint64_t current_offset_ = 0;
};

}  // namespace

SortedInputs sort_inputs(const std::vector<ConsumedInput>& inputs) {
  Sorter sorter;
  for (const ConsumedInput& input : inputs) sorter.add(input);
  return sorter.take();
}

std::string escaped_bytes(const std::string& bytes) {
  std::string result;  // octal escapes end after three digits, hexadecimal ones do not
  for (const char byte : bytes) result += fmt::format("\\{:03o}", static_cast<unsigned char>(byte));
  return result;
}

}  // namespace pendulum::check
