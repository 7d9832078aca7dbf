#include "check/replay/harness_values.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "certificate/error_path.h"
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
  PENDULUM_CHECK(sort.is_bool() || sort.is_bitvec(), "a value of sort {} should have bytes",
                 sort.to_string());
  return sort.is_bool() ? 1 : (sort.width() + 7) / 8;
}

std::string little_endian(mpz_class value, std::size_t size) {
  PENDULUM_CHECK(value >= 0, "{} should be the unsigned value of a bit-vector", value.get_str());
  std::string bytes;
  for (std::size_t i = 0; i < size; ++i) {
    const mpz_class low = value & 0xffU;
    bytes += static_cast<char>(low.get_ui());
    value >>= 8;
  }
  PENDULUM_CHECK(value == 0, "the value should fit into {} bytes", size);
  return bytes;
}

/// Minimum number of equal elements that form a separate run. A shorter run would take more text than its
/// bytes as part of a string literal.
constexpr std::size_t min_run = 8;

/// Calls add(index, count, bytes) for runs of elements, which are ordered by index. Many equal neighbours
/// form one run with a count. If elements follow each other without gaps in memory (`is_dense`), other
/// neighbours form one string of bytes.
template <typename Add>
void for_each_run(const std::vector<std::pair<std::uint64_t, std::uint64_t>>& elements, std::size_t size,
                  bool is_dense, const Add& add) {
  PENDULUM_DCHECK(std::ranges::is_sorted(elements), "elements should be ordered by index");
  std::string literal;
  std::uint64_t literal_begin = 0;
  const auto flush = [&] {
    if (!literal.empty()) add(literal_begin, 1, std::exchange(literal, {}));
  };
  for (std::size_t i = 0; i < elements.size();) {
    std::size_t end = i + 1;
    while (end < elements.size() && elements[end].second == elements[i].second &&
           elements[end].first == elements[end - 1].first + 1)
      ++end;
    std::string bytes = little_endian(mpz_class(elements[i].second), size);
    if (!is_dense || end - i >= min_run) {
      flush();
      add(elements[i].first, end - i, std::move(bytes));
      i = end;
      continue;
    }
    if (i == 0 || elements[i].first != elements[i - 1].first + 1) flush();
    if (literal.empty()) literal_begin = elements[i].first;
    literal += bytes;
    ++i;
  }
  flush();
}

/// Contents of an array value whose indices or elements do not fit into words: first the default for all
/// elements, then the stored elements, the outermost store last.
std::vector<Content> wide_array_contents(term::Term value, const program::InputOrigin& origin) {
  const std::size_t size = bytes_of(value.sort().element());
  const std::uint64_t stride = origin.stride == 0 ? size : origin.stride;
  std::vector<Content> elements;
  while (value.kind() == term::Kind::Store) {
    const std::uint64_t index = low_64_bits(number_of(value[1]));
    elements.push_back(
        {0, origin.byte_offset + index * stride, 0, 1, little_endian(number_of(value[2]), size)});
    value = value[0];
  }
  PENDULUM_CHECK(value.kind() == term::Kind::ConstArray, "an array value should end in a constant array");
  elements.push_back({0, origin.byte_offset, stride, 0, little_endian(number_of(value[0]), size)});
  std::reverse(elements.begin(), elements.end());
  return elements;
}

/// Contents of an array value: first the default for all elements, then the other elements.
std::vector<Content> array_contents(term::Term value, const program::InputOrigin& origin) {
  if (!term::WordArray::fits(value.sort())) return wide_array_contents(value, origin);
  const std::size_t size = bytes_of(value.sort().element());
  const std::uint64_t stride = origin.stride == 0 ? size : origin.stride;
  const term::WordArray array = term::WordArray::from_value(value);
  std::vector<Content> contents;
  contents.push_back(
      {0, origin.byte_offset, stride, 0, little_endian(mpz_class(array.default_element()), size)});
  for_each_run(array.entries(), size, stride == size,
               [&](std::uint64_t index, std::uint64_t count, std::string bytes) {
                 contents.push_back({0, origin.byte_offset + index * stride, count == 1 ? 0 : stride, count,
                                     std::move(bytes)});
               });
  return contents;
}

std::vector<Content> contents_of(const ConsumedInput& input) {
  const program::InputOrigin& origin = input.input.origin;
  if (input.value.sort().is_array()) return array_contents(input.value, origin);
  return {{0, origin.byte_offset, 0, 1, little_endian(number_of(input.value), bytes_of(input.value.sort()))}};
}

ValueSequence constant(std::uint64_t value) {
  ValueSequence result;
  result.first = value;
  return result;
}

/// The value that a call returns in the harness, which does not support arrays as results.
WideNumber call_value(term::Term value) {
  if (value.sort().is_array()) return {};
  const mpz_class number = number_of(value);
  return {low_64_bits(number), low_64_bits(number >> 64)};
}

/// Is the value wider than the 64 bits that a sequence describes?
bool is_wide(term::Term value) {
  return value.sort().is_bitvec() && value.sort().width() > 64;
}

/// Where the program reads the value, and the value as a signed number; for a comment in C.
std::string comment_of(const program::InputOrigin& origin, term::Term value) {
  std::string text = value && value.kind() == term::Kind::BitVecValue ? value.signed_value().get_str() : "";
  if (value && value.sort().is_bitvec() && value.sort().width() == 8) {
    const unsigned long byte = value.integer_value().get_ui();
    if (byte > ' ' && byte <= '~' && byte != '*') text += fmt::format(" '{}'", static_cast<char>(byte));
  }
  if (!origin.where.is_known()) return text;
  text +=
      (text.empty() ? "" : ", ") + ("read in " + origin.where.function + "() at " + origin.where.to_string());
  std::replace(text.begin(), text.end(), '*', '?');  // the comment must not end early
  std::replace_if(text.begin(), text.end(), [](unsigned char c) { return c < ' ' || c == '\\'; }, ' ');
  return text;
}

/// Groups the inputs of one execution.
class Sorter {
 public:
  explicit Sorter(term::TermManager& terms) : terms_(terms) {}

  void add(const ConsumedBlock& block) {
    PENDULUM_CHECK(block.count > 0, "a block of inputs should be consumed at least once");
    if (block.count < min_repetitions || !is_repeatable(block)) return add(block, 0, block.count);
    // The first and the last repetition are written out, so that activations of objects that begin before the
    // block or end after it stay complete.
    add(block, 0, 1);
    const std::optional<std::vector<ValueSequence>> values = sequences(block, 1, block.count - 1);
    if (!values || begins_inside_activation(block)) return add(block, 1, block.count);
    add_repeated(block, *values);
    add(block, block.count - 1, block.count);
  }

  SortedInputs take() { return std::move(result_); }

 private:
  /// Minimum number of repetitions of a block that stays a block: its first and last repetition are written
  /// out, and a queue entry for a single repetition would save nothing.
  static constexpr std::uint64_t min_repetitions = 4;
  using Kind = program::InputOrigin::Kind;

  /// Adds the repetitions begin ... end - 1, written out.
  void add(const ConsumedBlock& block, std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t repetition = begin; repetition < end; ++repetition)
      for (const ConsumedInput& input : block.inputs)
        add({input.input, certificate::value_at(terms_, input.value, repetition), input.address});
  }

  /// Can the harness repeat all inputs of the block? Only results of calls and contents of local objects have
  /// queues; Havoc and Internal inputs are not used.
  static bool is_repeatable(const ConsumedBlock& block) {
    return std::ranges::all_of(block.inputs, [](const ConsumedInput& input) {
      const program::InputOrigin& origin = input.input.origin;
      return (origin.kind == Kind::Call && origin.name.find('#') == std::string::npos) ||
             origin.kind == Kind::Uninitialised || origin.kind == Kind::Havoc ||
             origin.kind == Kind::Internal;
    });
  }

  /// Does the block's first record belong to the same activation as the previous record?
  bool begins_inside_activation(const ConsumedBlock& block) const {
    for (const ConsumedInput& input : block.inputs) {
      const program::InputOrigin& origin = input.input.origin;
      if (origin.kind == Kind::Call) return false;
      if (origin.kind == Kind::Uninitialised && origin.object != 0)
        return origin.object == current_object_ && origin.byte_offset > current_offset_;
    }
    return false;
  }

  /// The sequences of the block's inputs, in their order. Nothing if one of them cannot be represented.
  std::optional<std::vector<ValueSequence>> sequences(const ConsumedBlock& block, std::uint64_t begin,
                                                      std::uint64_t end) const {
    std::vector<ValueSequence> result;
    for (const ConsumedInput& input : block.inputs) {
      std::optional<ValueSequence> values = ValueSequence();
      if (certificate::has_iteration(input.value) && is_wide(input.value)) return std::nullopt;
      if (certificate::has_iteration(input.value)) values = value_sequence(terms_, input.value, begin, end);
      if (!values) return std::nullopt;
      result.push_back(std::move(*values));
    }
    return result;
  }

  /// Adds all repetitions except for the first and the last one.
  void add_repeated(const ConsumedBlock& block, const std::vector<ValueSequence>& values) {
    PENDULUM_CHECK(block.count >= min_repetitions, "a block of {} repetitions should be written out",
                   block.count);
    PENDULUM_CHECK(values.size() == block.inputs.size(), "each of {} inputs should have a sequence, not {}",
                   block.inputs.size(), values.size());
    const std::uint64_t count = block.count - 2;
    CallBlock calls{{}, count};
    std::map<std::uint32_t, ContentBlock> locals;
    for (std::size_t i = 0; i < block.inputs.size(); ++i) {
      const ConsumedInput& input = block.inputs[i];
      const program::InputOrigin& origin = input.input.origin;
      const bool is_constant = !certificate::has_iteration(input.value);
      if (origin.kind == Kind::Call) {
        const WideNumber value = is_constant ? call_value(input.value) : WideNumber{};
        calls.calls.push_back({origin.name, is_constant ? constant(value.low) : values[i], value.high,
                               comment_of(origin, is_constant ? input.value : term::Term())});
        current_object_ = 0;
      } else if (origin.kind == Kind::Uninitialised && origin.object != 0) {
        std::vector<Content> contents;
        if (is_constant) {
          contents = contents_of(input);
        } else {
          contents.push_back({0, origin.byte_offset, 0, 1, "", values[i], bytes_of(input.value.sort())});
        }
        ContentBlock& local = locals[origin.object];
        local.count = count;
        add_contents(origin, std::move(contents), local);
      }
    }
    if (!calls.calls.empty()) result_.calls.push_back(std::move(calls));
    for (auto& [object, local] : locals) result_.locals[object].push_back(std::move(local));
  }

  void add(const ConsumedInput& input) {
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
      case Kind::UnknownMemory:
        add_unknown_memory(input);
        return;
      case Kind::Argument:
        add_argument(input);
        return;
      case Kind::Havoc:  // the judge removes these values before the replay (judge.cpp)
      case Kind::Internal:
        return;
    }
  }

  void add_call(const ConsumedInput& input) {
    const std::string& name = input.input.origin.name;
    const WideNumber value = call_value(input.value);
    const std::size_t mark = name.find('#');
    if (mark != std::string::npos) {
      PENDULUM_CHECK(mark + 1 < name.size(), "the name {} should contain the position of the argument", name);
      result_.arguments[std::stoul(name.substr(mark + 1))] = value;
      return;
    }
    if (result_.calls.empty() || result_.calls.back().count != 1) result_.calls.emplace_back();
    result_.calls.back().calls.push_back(
        {name, constant(value.low), value.high, comment_of(input.input.origin, input.value)});
  }

  void add_local(const ConsumedInput& input) {
    const program::InputOrigin& origin = input.input.origin;
    if (origin.object == 0) return;  // has no counterpart in the instrumented program
    std::vector<ContentBlock>& blocks = result_.locals[origin.object];
    if (blocks.empty() || blocks.back().count != 1) blocks.emplace_back();
    add_contents(origin, contents_of(input), blocks.back());
  }

  void add_contents(const program::InputOrigin& origin, std::vector<Content> contents, ContentBlock& block) {
    PENDULUM_CHECK(origin.object != 0, "the object {} should have a number", origin.name);
    unsigned& activations = activations_[origin.object];
    if (origin.object != current_object_ || origin.byte_offset <= current_offset_) ++activations;
    current_object_ = origin.object;
    current_offset_ = origin.byte_offset;
    for (Content& content : contents) {
      content.activation = activations - 1;
      block.contents.push_back(std::move(content));
    }
  }

  void add_argument(const ConsumedInput& input) {
    const std::string& name = input.input.origin.name;
    const std::size_t dot = name.find('.');
    PENDULUM_CHECK(dot != std::string::npos, "the name {} should consist of a vector and its part", name);
    ArgumentStrings& strings = result_.strings[name.substr(0, dot)];
    const std::string what = name.substr(dot + 1);
    if (what == "count") {
      strings.count = low_64_bits(number_of(input.value));
      return;
    }
    PENDULUM_CHECK(what == "sizes" || what == "bytes", "{} should be the sizes or the bytes of strings",
                   name);
    // The outermost store comes first, and `emplace` keeps the first value.
    term::Term value = input.value;
    for (; value.kind() == term::Kind::Store; value = value[0]) {
      const std::uint64_t index = low_64_bits(number_of(value[1]));
      const std::uint64_t element = low_64_bits(number_of(value[2]));
      constexpr std::uint64_t max_length = std::uint64_t(1) << program::argument_string_bits;
      if (what == "sizes")
        strings.sizes.emplace(index, element + 1);
      else
        strings.bytes.emplace(std::pair(index / max_length, index % max_length), static_cast<char>(element));
    }
    PENDULUM_CHECK(value.kind() == term::Kind::ConstArray, "an array value should end in a constant array");
    const std::uint64_t usual = low_64_bits(number_of(value[0]));
    if (what == "sizes")
      strings.usual_size = usual + 1;
    else
      strings.usual_byte = static_cast<char>(usual);
  }

  /// Records the first value that is read at an address. A later read has the same value, or the program has
  /// written to the address in between.
  void add_unknown_memory(const ConsumedInput& input) {
    const std::uint64_t address = input.address ? low_64_bits(number_of(input.address)) : 0;
    if (address == 0 || input.value.sort().is_array()) return;
    const std::string bytes = little_endian(number_of(input.value), bytes_of(input.value.sort()));
    for (std::size_t i = 0; i < bytes.size(); ++i) result_.unknown_memory.emplace(address + i, bytes[i]);
  }

  term::TermManager& terms_;
  SortedInputs result_;
  std::map<std::uint32_t, unsigned> activations_;  ///< object -> number of activations so far
  std::uint32_t current_object_ = 0;               ///< object of the last record; 0: another kind of input
  std::uint64_t current_offset_ = 0;
};

}  // namespace

SortedInputs sort_inputs(term::TermManager& terms, const std::vector<ConsumedBlock>& blocks) {
  Sorter sorter(terms);
  for (const ConsumedBlock& block : blocks) sorter.add(block);
  return sorter.take();
}

std::vector<ByteRun> byte_runs(const std::vector<std::pair<std::uint64_t, char>>& bytes) {
  PENDULUM_DCHECK(std::ranges::is_sorted(bytes), "bytes should be ordered by address");
  std::vector<std::pair<std::uint64_t, std::uint64_t>> elements;
  elements.reserve(bytes.size());
  for (const auto& [address, byte] : bytes) elements.emplace_back(address, static_cast<unsigned char>(byte));
  std::vector<ByteRun> result;
  for_each_run(elements, 1, true, [&](std::uint64_t start, std::uint64_t count, std::string run) {
    result.push_back({start, count, std::move(run)});
  });
  return result;
}

std::string escaped_bytes(const std::string& bytes) {
  std::string result;  // octal escapes end after three digits, hexadecimal ones do not
  result.reserve(4 * bytes.size());
  for (const char byte : bytes)
    fmt::format_to(std::back_inserter(result), "\\{:03o}", static_cast<unsigned char>(byte));
  return result;
}

}  // namespace pendulum::check
