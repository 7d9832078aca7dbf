// The generated harness keeps three things apart, so that a recorded value can only go where it came from:
// results of calls, one queue in the order of execution, each with the function's name; contents of local
// objects, one queue per object, cut into activations; contents of external objects, written at the start.
//
// Soundness: the replay is the last of the judges of an error path. It accepts only what the compiled program
// itself did: exit code and message come from __pendulum_error, which only the instrumented source calls.
// Wrong or missing input values can make it reject or, since all inputs are arbitrary, accept another
// execution that is just as real.
#include "check/native_replay.h"

#include <fmt/core.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>

#include "base/check.h"
#include "base/error.h"
#include "base/process.h"
#include "check/harness_arguments.h"
#include "check/harness_prelude.h"
#include "check/harness_values.h"
#include "check/symbolize.h"
#include "check/system_call_filter.h"

namespace pendulum::check {

namespace {

std::string integer_type(unsigned bits, bool is_signed) {
  if (bits == 1) return "_Bool";
  const char* sign = is_signed ? "signed " : "unsigned ";
  if (bits <= 8) return std::string(sign) + "char";
  if (bits <= 16) return std::string(sign) + "short";
  if (bits <= 32) return std::string(sign) + "int";
  return std::string(sign) + "long long";
}

std::string floating_type(unsigned bits) {
  if (bits <= 32) return "float";
  return bits <= 64 ? "double" : "long double";
}

class Harness {
 public:
  Harness(const program::NativeSource& source, const std::vector<ConsumedInput>& inputs)
      : source_(source), values_(sort_inputs(inputs)) {
    drop_libc_calls();
  }

  std::string text() {
    write_head();
    write_calls();
    write_contents();
    write_foreign_memory();
    text_ += harness_prelude();
    write_functions();
    write_objects();
    write_main();
    return std::move(text_);
  }

 private:
  /// Soundness: what the C library computes (strlen, abs, ...) is not ours to choose, though the model of the
  /// program may have left it open. If the real result leads elsewhere, the replay rejects.
  void drop_libc_calls() {
    std::set<std::string> libc;
    for (const program::ExternFunction& function : source_.functions) {
      if (function.is_in_libc) libc.insert(function.name);
    }
    std::erase_if(values_.calls, [&](const CallValue& call) { return libc.contains(call.function); });
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

  void write_calls() {
    text_ += "\nstatic const struct __pendulum_call __pendulum_calls[] = {\n";
    for (const CallValue& call : values_.calls) {
      text_ += fmt::format("  {{\"{}\", 0x{:x}ULL}},\n", call.function, call.value);
    }
    text_ +=
        fmt::format("  {{0, 0}}}};\nenum {{ __pendulum_number_of_calls = {} }};\n", values_.calls.size());
    text_ += "static unsigned __pendulum_next_call;\n";
  }

  static std::string content_literal(const Content& content) {
    return fmt::format("{{{}, {}ULL, {}ULL, {}, \"{}\"}}", content.activation, content.offset, content.stride,
                       content.bytes.size(), escaped_bytes(content.bytes));
  }

  void write_contents() {
    std::string queues;
    std::size_t count = 0;
    std::uint32_t next_object = 0;
    text_ += "\nstatic const struct __pendulum_content __pendulum_contents[] = {\n";
    for (const auto& [object, contents] : values_.locals) {
      for (; next_object < object; ++next_object) queues += "{0, 0}, ";
      queues += fmt::format("{{{}, {}}},\n  ", count, count + contents.size());
      next_object = object + 1;
      count += contents.size();
      for (const Content& content : contents) text_ += "  " + content_literal(content) + ",\n";
    }
    text_ += "  {0, 0, 0, 0, 0}};\n";
    text_ +=
        fmt::format("static struct __pendulum_queue __pendulum_objects[] = {{\n  {}{{0, 0}}}};\n", queues);
    text_ += fmt::format("enum {{ __pendulum_number_of_objects = {} }};\n", next_object);
  }

  void write_foreign_memory() {
    text_ += "\nstatic const struct __pendulum_byte __pendulum_foreign[] = {\n";
    for (const auto& [address, value] : values_.foreign)
      text_ += fmt::format("  {{0x{:x}ul, {}}},\n", address, static_cast<int>(value));
    text_ += "  {0, 0}};\n";
  }

  void write_functions() {
    std::set<std::string> recorded;
    for (const CallValue& call : values_.calls) recorded.insert(call.function);
    for (const program::ExternFunction& function : source_.functions) {
      if (function.is_in_libc) continue;
      text_ += definition(function, recorded.contains(function.name));
    }
  }

  static std::string definition(const program::ExternFunction& function, bool is_recorded) {
    const std::string& name = function.name;
    const std::string& symbol = function.symbol;
    // A function without recorded results is one whose value the program does not use.
    const std::string value = is_recorded ? fmt::format("__pendulum_take(\"{}\")", name) : "0";
    if (name == "__VERIFIER_assume" || name == "assume") {
      return fmt::format("int {}(int condition) {{ __pendulum_assume(condition); return {}; }}\n", symbol,
                         value);
    }
    if (function.is_noreturn) {
      return fmt::format("void {}() {{ __pendulum_end(\"ended by \", \"{}\", 89); }}\n", symbol, name);
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
    return fmt::format(
        "{0} {1}() {{\n  union {{ __pendulum_number bits; {0} value; }} u = {{0}};\n  u.bits = {2};\n"
        "  return u.value;\n}}\n",
        floating_type(function.result_bits), function.symbol, value);
  }

  void write_objects() {
    for (const program::ExternObject& object : source_.objects) {
      // `extern int a[];` has no size here; give it room.
      const unsigned long size = object.size_bytes == 0 ? 65536 : object.size_bytes;
      text_ += fmt::format("char {}[{}] __attribute__((aligned({})));\n", object.symbol, size,
                           std::max(16U, object.alignment));
      const auto contents = values_.objects.find(object.name);
      if (contents == values_.objects.end()) continue;
      for (const Content& content : contents->second) {
        initialisation_ += fmt::format(
            "  {{\n    static const struct __pendulum_content content = {};\n"
            "    __pendulum_fill({}, {}, &content);\n  }}\n",
            content_literal(content), object.symbol, size);
      }
    }
  }

  /// argc, if main has it: what was recorded, or 1.
  std::uint64_t argument_count() const {
    const auto value = values_.arguments.find(0);
    return value == values_.arguments.end() || value->second == 0 ? 1 : value->second;
  }

  /// The expression for a parameter of main, and before it what makes its value.
  std::string argument_of_main(program::EntryParameter::Role role) {
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
      const auto bits = value == values_.arguments.end() ? 0 : value->second;
      if (parameter.is_pointer) {
        parameters += separator + "void *";
        arguments += separator + (parameter.role == program::EntryParameter::Role::Plain
                                      ? fmt::format("(void *)0x{:x}ul", bits)
                                      : argument_of_main(parameter.role));
      } else if (parameter.role != program::EntryParameter::Role::Plain) {
        parameters += separator + "int";
        arguments += separator + argument_of_main(parameter.role);
      } else {
        parameters += separator + (parameter.is_floating ? floating_type(parameter.bits)
                                                         : integer_type(parameter.bits, false));
        arguments += separator + fmt::format("0x{:x}ULL", bits);
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
        source_.uses_foreign_memory
            ? "  __pendulum_map_foreign_memory();\n  __pendulum_fill_foreign_memory();\n"
            : "");
  }

  const program::NativeSource& source_;
  SortedInputs values_;
  std::string text_;
  std::string initialisation_;  ///< statements of main that fill external objects
};

Judgement judgement(Judgement::Verdict verdict, std::string reason) {
  Judgement result;
  result.verdict = verdict;
  result.judge = "native run";
  result.reason = std::move(reason);
  return result;
}

/// Nothing on success, else why there is no executable.
std::string build(const ReplayBuild& parts, const std::string& harness, const std::string& executable,
                  std::chrono::milliseconds limit) {
  std::vector<std::string> command{"clang-19"};
  command.insert(command.end(), parts.flags.begin(), parts.flags.end());
  command.insert(command.end(), {"-o", executable, harness});
  command.insert(command.end(), parts.modules.begin(), parts.modules.end());
  command.emplace_back("-lm");
  base::CommandLimits limits;
  limits.time = limit;
  const base::CommandResult result = base::run_command(command, limits);
  if (result.timed_out) return "compiling the harness took too long";
  if (result.exit_code != 0) return "the harness could not be compiled: " + result.error.substr(0, 500);
  return "";
}

/// The program is untrusted: it runs confined, in an empty directory.
base::CommandResult run_replay(const ReplayBuild& parts, const std::string& executable,
                               const ExpectedError& expected, std::chrono::milliseconds limit) {
  const base::TemporaryDirectory empty;
  base::Confinement confinement;
  confinement.directory = empty.path();
  confinement.has_namespaces = base::namespaces_work();
  confinement.cpu_seconds = static_cast<unsigned>(std::chrono::ceil<std::chrono::seconds>(limit).count()) + 1;
  const bool is_32_bit = std::find(parts.flags.begin(), parts.flags.end(), "-m32") != parts.flags.end();
  add_filter(confinement, {is_32_bit, expected.property == property::Property::ValidMemtrack});
  base::CommandLimits limits;
  limits.time = limit;
  // AddressSanitizer reserves more addresses than any limit.
  limits.memory_mib = is_memory_error(expected) ? 0 : 1024;
  limits.stack_mib = parts.stack_mib;
  limits.output_bytes = 16 << 20;
  return base::run_confined(executable, limits, confinement);
}

/// What the program said last through the harness, for messages.
std::string last_words(const std::string& error) {
  const std::size_t begin = error.rfind("PENDULUM: ");
  if (begin == std::string::npos) return "";
  const std::size_t end = error.find('\n', begin);
  return error.substr(begin + 10, end == std::string::npos ? end : end - begin - 10);
}

std::string describe_end(const base::CommandResult& result) {
  if (result.timed_out) return "the compiled program did not reach the error within the time limit";
  if (result.signal != 0) return "the compiled program was ended by signal " + std::to_string(result.signal);
  if (const std::size_t begin = result.error.find("Sanitizer: "); begin != std::string::npos)
    return "another error came first: " +
           result.error.substr(begin + 11, result.error.find('\n', begin) - begin - 11);
  const std::string words = last_words(result.error);
  if (words.starts_with("error reached: ") || words.starts_with("overflow: "))
    return "another error came first: " + words;
  return fmt::format("the compiled program did not reach the error: {}",
                     words.empty() ? fmt::format("exit code {}", result.exit_code) : words);
}

}  // namespace

std::string make_harness(const program::NativeSource& source, const std::vector<ConsumedInput>& inputs) {
  return Harness(source, inputs).text();
}

ReplayBuild replay_build(const program::NativeSource& source, const ExpectedError& expected) {
  ReplayBuild parts;
  parts.flags = {"-O0", "-w", "-std=gnu17", "-fno-builtin"};
  parts.flags.insert(parts.flags.end(), source.compile_flags.begin(), source.compile_flags.end());
  parts.modules = source.modules;
  if (is_memory_error(expected)) parts.flags.emplace_back("-fsanitize=address");
  // Checks of accesses keep copies of addresses in the frame, where lost objects would be found.
  if (expected.property == property::Property::ValidMemtrack)
    parts.flags.insert(parts.flags.end(), {"-mllvm", "-asan-instrument-reads=0", "-mllvm",
                                           "-asan-instrument-writes=0", "-mllvm", "-asan-stack=0"});
  // Guards are for invalid accesses, which need them; other errors are looked for in the program as it is.
  if (expected.property != property::Property::ValidDeref || source.guarded_modules.empty()) return parts;
  parts.modules = source.guarded_modules;
  // Accesses at constant offsets are checked, too: a guard is inside of the global that AddressSanitizer
  // knows.
  parts.flags.insert(parts.flags.end(), {"-mllvm", "-asan-opt-globals=0"});
  // Guards take room in each frame. AddressSanitizer cleans up to 64 MiB of a stack that is left at once.
  parts.stack_mib = 64;
  return parts;
}

Judgement replay_natively(const program::NativeSource& source, const std::vector<ConsumedInput>& inputs,
                          const ExpectedError& expected, std::chrono::milliseconds limit) try {
  const base::TemporaryDirectory directory;
  const std::string harness = directory.path() + "/harness.c";
  const std::string executable = directory.path() + "/replay";
  std::ofstream out(harness);
  out << make_harness(source, inputs) << sanitizer_options(expected);
  out.close();
  if (!out) return judgement(Judgement::Verdict::Undecided, "the harness could not be written");
  const ReplayBuild parts = replay_build(source, expected);
  if (const std::string problem = build(parts, harness, executable, 3 * limit); !problem.empty()) {
    return judgement(Judgement::Verdict::Undecided, problem);
  }
  base::CommandResult run = run_replay(parts, executable, expected, limit);
  if (is_memory_error(expected)) run.error = symbolize(run.error, executable);
  if (is_seen(expected, run)) return judgement(Judgement::Verdict::Accepted, "");
  return judgement(Judgement::Verdict::Rejected, describe_end(run));
} catch (const base::InputError& error) {
  // The temporary directory is full, the compiler is missing, or the kernel refuses the confinement.
  return judgement(Judgement::Verdict::Undecided, error.what());
}

}  // namespace pendulum::check
