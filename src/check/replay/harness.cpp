// Generates the harness. It keeps three kinds of recorded values apart, so that a value is only used for the
// input from which it was recorded: results of calls, in one queue in the order of execution, each with the
// name of the function; contents of local objects, in one queue per object, divided into activations; and
// contents of external objects, which are written at the start.
//
// A queue consists of blocks, each of which is used several times in a row. A value in such a block is a
// sequence: first + step * repetition, except for a table of exceptions. So the harness of a loop with a
// million iterations is as long as that of a loop with ten.
#include "check/replay/harness.h"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include "base/check.h"
#include "check/replay/harness_arguments.h"
#include "check/replay/harness_prelude.h"
#include "check/replay/harness_values.h"

namespace pendulum::check {

namespace {

/// Size that the harness gives to an external object whose declaration has none, as `extern int a[];`. It is
/// large enough for most programs, and small enough for many such objects.
constexpr unsigned long unknown_object_bytes = 65536;

/// Minimum alignment of external objects: the largest alignment of a fundamental type on x86-64.
constexpr unsigned min_alignment = 16;

/// The harness ends with this exit code if the program calls a function that does not return.
constexpr int noreturn_exit = 89;

std::string integer_type(unsigned bits, bool is_signed) {
  if (bits == 1) return "_Bool";
  const char* sign = is_signed ? "signed " : "unsigned ";
  if (bits <= 8) return std::string(sign) + "char";
  if (bits <= 16) return std::string(sign) + "short";
  if (bits <= 32) return std::string(sign) + "int";
  return std::string(sign) + "long long";
}

/// A type with the same size and calling convention.
std::string floating_type(unsigned bits) {
  if (bits <= 16) return "_Float16";
  if (bits <= 32) return "float";
  if (bits <= 64) return "double";
  return bits <= 80 ? "long double" : "__float128";
}

/// An expression of the type with these bits.
std::string floating_value(const std::string& type, const std::string& low, const std::string& high) {
  return fmt::format("((union {{ unsigned long long bits[2]; {} value; }}){{{{{}, {}}}}}).value", type, low,
                     high);
}

class Harness {
 public:
  Harness(term::TermManager& terms, const program::NativeSource& source,
          const std::vector<ConsumedBlock>& inputs)
      : source_(source), values_(sort_inputs(terms, inputs)) {
    drop_libc_calls();
  }

  std::string text() {
    PENDULUM_CHECK(text_.empty(), "the text of a harness should be written once");
    write_head();
    write_calls();
    write_contents();
    write_unknown_memory();
    text_ += harness_prelude();
    write_functions();
    write_objects();
    write_main();
    return std::move(text_);
  }

 private:
  /// Soundness: the harness does not define results of functions that the C library defines (strlen, abs,
  /// ...), although the program may represent them by inputs. If the real result leads to another execution,
  /// the replay rejects the path.
  void drop_libc_calls() {
    std::set<std::string> libc;
    for (const program::ExternFunction& function : source_.functions) {
      if (function.is_in_libc) libc.insert(function.name);
    }
    for (CallBlock& block : values_.calls)
      std::erase_if(block.calls, [&](const CallValue& call) { return libc.contains(call.function); });
    std::erase_if(values_.calls, [](const CallBlock& block) { return block.calls.empty(); });
  }

  void write_head() {
    text_ +=
        "/* Replays an execution that reaches the error. Compile it together with the instrumented program";
    for (const std::string& file : source_.source_files) {
      std::string name = file;  // must not end the comment
      std::replace(name.begin(), name.end(), '*', '?');
      text_ += "\n * " + name;
    }
    text_ += "\n */\n";
    text_ += harness_types();
  }

  /// The C literal of a sequence. Adds its exceptions to the table of exceptions.
  std::string sequence(const ValueSequence& values) {
    PENDULUM_DCHECK(std::ranges::is_sorted(values.exceptions), "exceptions should be ordered by repetition");
    if (values.step == 0 && values.exceptions.empty()) return fmt::format("{{0x{:x}ULL}}", values.first);
    const std::size_t begin = num_exceptions_;
    for (const auto& [repetition, value] : values.exceptions)
      fmt::format_to(std::back_inserter(exceptions_), "  {{{}ULL, 0x{:x}ULL}},\n", repetition, value);
    num_exceptions_ += values.exceptions.size();
    return fmt::format("{{0x{:x}ULL, 0x{:x}ULL, 0x{:x}ULL, {}, {}}}", values.first, values.step, values.mask,
                       begin, num_exceptions_);
  }

  void write_calls() {
    std::string blocks;
    std::size_t num_calls = 0;
    text_ +=
        "\n/* The inputs: results of external functions, in the order in which the program reads them. */";
    text_ += "\nstatic struct __pendulum_call __pendulum_calls[] = {\n";
    for (const CallBlock& block : values_.calls) {
      PENDULUM_CHECK(block.count > 0 && !block.calls.empty(), "a block should contain a call");
      const std::size_t begin = num_calls;
      for (const CallValue& call : block.calls)
        text_ += fmt::format("  {{\"{}\", {}, 0x{:x}ULL}},{}\n", call.function, sequence(call.value),
                             call.high, call.comment.empty() ? "" : " /* " + call.comment + " */");
      num_calls += block.calls.size();
      blocks += fmt::format("  {{{}ULL, {}, {}}},\n", block.count, begin, num_calls);
    }
    text_ += fmt::format(
        "  {{0}}}};\nstatic const struct __pendulum_block __pendulum_call_blocks[] = {{\n{}  {{0}}}};\n",
        blocks);
    text_ += fmt::format("static struct __pendulum_queue __pendulum_next_call = {{0, {}}};\n",
                         values_.calls.size());
  }

  std::string content_literal(const Content& content) {
    const std::string head = fmt::format("{}, {}ULL, {}ULL, {}ULL", content.activation, content.offset,
                                         content.stride, content.count);
    PENDULUM_CHECK(content.value.has_value() ? content.size > 0 : !content.bytes.empty(),
                   "the content at offset {} should have a byte", content.offset);
    if (content.value) return fmt::format("{{{}, {}, 0, {}}}", head, content.size, sequence(*content.value));
    return fmt::format("{{{}, {}, \"{}\"}}", head, content.bytes.size(), escaped_bytes(content.bytes));
  }

  void write_contents() {
    std::string queues;
    std::string blocks;
    std::size_t num_contents = 0;
    std::size_t num_blocks = 0;
    std::uint32_t next_object = 0;
    text_ += "\nstatic struct __pendulum_content __pendulum_contents[] = {\n";
    for (const auto& [object, local] : values_.locals) {
      for (; next_object < object; ++next_object) queues += "{0, 0}, ";
      queues += fmt::format("{{{}, {}}},\n  ", num_blocks, num_blocks + local.size());
      next_object = object + 1;
      num_blocks += local.size();
      for (const ContentBlock& block : local) {
        PENDULUM_CHECK(block.count > 0 && !block.contents.empty(),
                       "a block of object {} should have a content", object);
        const std::size_t begin = num_contents;
        num_contents += block.contents.size();
        blocks += fmt::format("  {{{}ULL, {}, {}}},\n", block.count, begin, num_contents);
        for (const Content& content : block.contents) text_ += "  " + content_literal(content) + ",\n";
      }
    }
    text_ += fmt::format(
        "  {{0}}}};\nstatic const struct __pendulum_block __pendulum_content_blocks[] = {{\n{}  {{0}}}};\n",
        blocks);
    text_ +=
        fmt::format("static struct __pendulum_queue __pendulum_objects[] = {{\n  {}{{0, 0}}}};\n", queues);
    text_ += fmt::format("enum {{ __pendulum_number_of_objects = {} }};\n", next_object);
    text_ += fmt::format(
        "static const struct __pendulum_exception __pendulum_exceptions[] = {{\n{}  {{0, 0}}}};\n",
        exceptions_);
  }

  void write_unknown_memory() {
    text_ += "\nstatic const struct __pendulum_bytes __pendulum_unknown_memory[] = {\n";
    for (const ByteRun& run : byte_runs({values_.unknown_memory.begin(), values_.unknown_memory.end()}))
      text_ += fmt::format("  {{0x{:x}ul, {}, {}, \"{}\"}},\n", run.start, run.count, run.bytes.size(),
                           escaped_bytes(run.bytes));
    text_ += "  {0}};\n";
  }

  void write_functions() {
    std::set<std::string> recorded;
    for (const CallBlock& block : values_.calls)
      for (const CallValue& call : block.calls) recorded.insert(call.function);
    for (const program::ExternFunction& function : source_.functions) {
      if (function.is_in_libc) continue;
      text_ += definition(function, recorded.contains(function.name));
    }
  }

  static std::string definition(const program::ExternFunction& function, bool is_recorded) {
    const std::string& name = function.name;
    const std::string& symbol = function.symbol;
    // If no result of a function was recorded, the program does not use its results.
    const std::string value = is_recorded ? fmt::format("__pendulum_take(\"{}\")", name) : "0";
    if (function.is_assumption) {
      return fmt::format("int {}(int condition) {{ __pendulum_assume(condition); return {}; }}\n", symbol,
                         value);
    }
    if (function.is_noreturn) {
      return fmt::format("void {}() {{ __pendulum_end(\"ended by \", \"{}\", {}); }}\n", symbol, name,
                         noreturn_exit);
    }
    if (function.result_is_pointer) {
      return fmt::format("void *{}() {{ return (void *)(unsigned long){}; }}\n", symbol, value);
    }
    if (function.result_bits == 0) return fmt::format("void {}() {{}}\n", symbol);
    if (function.result_is_floating) return floating_definition(function, value);
    return fmt::format("{} {}() {{ return {}; }}\n",
                       integer_type(function.result_bits, function.result_is_signed), symbol, value);
  }

  /// Recorded floating-point values are bit patterns.
  static std::string floating_definition(const program::ExternFunction& function, const std::string& value) {
    const std::string type = floating_type(function.result_bits);
    return fmt::format("{} {}() {{\n  __pendulum_number low = {};\n  return {};\n}}\n", type, function.symbol,
                       value, floating_value(type, "low", value == "0" ? "0" : "__pendulum_high"));
  }

  void write_objects() {
    for (const program::ExternObject& object : source_.objects) {
      const unsigned long size = object.size_bytes == 0 ? unknown_object_bytes : object.size_bytes;
      text_ += fmt::format("char {}[{}] __attribute__((aligned({})));\n", object.symbol, size,
                           std::max(min_alignment, object.alignment));
      const auto contents = values_.objects.find(object.name);
      if (contents == values_.objects.end()) continue;
      for (const Content& content : contents->second) {
        initialisation_ += fmt::format(
            "  {{\n    static struct __pendulum_content content = {};\n"
            "    __pendulum_fill({}, {}, &content, 0);\n  }}\n",
            content_literal(content), object.symbol, size);
      }
    }
  }

  /// The value of argc: the recorded value, or 1 if none was recorded or it is 0.
  std::uint64_t argument_count() const {
    const auto value = values_.arguments.find(0);
    return value == values_.arguments.end() || value->second.low == 0 ? 1 : value->second.low;
  }

  /// The expression for a parameter of main. Writes the definitions that the expression uses.
  std::string argument_of_main(program::EntryParameter::Role role) {
    PENDULUM_CHECK(role != program::EntryParameter::Role::Plain, "the parameter should be one of main");
    if (role == program::EntryParameter::Role::ArgumentCount) return std::to_string(argument_count());
    const bool is_argv = role == program::EntryParameter::Role::ArgumentVector;
    const ArgumentStrings& strings = values_.strings[is_argv ? "argv" : "envp"];
    const std::string name = is_argv ? "__pendulum_argv" : "__pendulum_envp";
    if (is_argv) text_ += argument_prelude();
    text_ += argument_vector(name, is_argv ? argument_count() : strings.count, strings);
    return name + "()";
  }

  void write_main() {
    std::string parameters;
    std::string arguments;
    for (std::size_t i = 0; i < source_.entry_parameters.size(); ++i) {
      const program::EntryParameter& parameter = source_.entry_parameters[i];
      const std::string separator = i == 0 ? "" : ", ";
      const auto value = values_.arguments.find(i);
      const WideNumber bits = value == values_.arguments.end() ? WideNumber{} : value->second;
      if (parameter.is_pointer) {
        parameters += separator + "void *";
        arguments += separator + (parameter.role == program::EntryParameter::Role::Plain
                                      ? fmt::format("(void *)0x{:x}ul", bits.low)
                                      : argument_of_main(parameter.role));
      } else if (parameter.role != program::EntryParameter::Role::Plain) {
        parameters += separator + "int";
        arguments += separator + argument_of_main(parameter.role);
      } else {
        const std::string type =
            parameter.is_floating ? floating_type(parameter.bits) : integer_type(parameter.bits, false);
        const std::string low = fmt::format("0x{:x}ULL", bits.low);
        parameters += separator + type;
        arguments +=
            separator +
            (parameter.is_floating ? floating_value(type, low, fmt::format("0x{:x}ULL", bits.high)) : low);
      }
    }
    text_ += fmt::format(
        "\nextern void __pendulum_forget(void) __attribute__((weak));\nextern void {0}({1});\nint main(void) "
        "{{\n"
        "{4}{2}  {0}({3});\n"
        "  if (__pendulum_forget) __pendulum_forget();\n  __pendulum_print(\"PENDULUM: the program "
        "ended\\n\");\n"
        "  return 0;\n}}\n",
        source_.entry, parameters.empty() ? "void" : parameters, initialisation_, arguments,
        source_.uses_unknown_memory
            ? "  __pendulum_map_unknown_memory();\n  __pendulum_fill_unknown_memory();\n"
            : "");
  }

  const program::NativeSource& source_;
  SortedInputs values_;
  std::string text_;
  std::string exceptions_;  ///< rows of the table of exceptions
  std::size_t num_exceptions_ = 0;
  std::string initialisation_;  ///< statements of main that fill external objects
};

}  // namespace

std::string make_harness(term::TermManager& terms, const program::NativeSource& source,
                         const std::vector<ConsumedBlock>& inputs) {
  return Harness(terms, source, inputs).text();
}

}  // namespace pendulum::check
