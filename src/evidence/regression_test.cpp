#include "evidence/regression_test.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>

#include "check/replay/harness_values.h"
#include "property/property.h"
#include "term/floating_point/float_text.h"

namespace pendulum::evidence {

namespace {

using program::ExternFunction;
using program::InputOrigin;

/// Maximum number of recorded results.
constexpr std::uint64_t max_results = 10'000;
/// Maximum number of arguments of main, and of their characters.
constexpr std::uint64_t max_arguments = 64, max_argument_characters = 10'000;

std::string type_of(const ExternFunction& function) {
  if (function.result_is_floating) return function.result_bits == 32 ? "float" : "double";
  if (function.result_bits == 1) return "_Bool";
  const char* sign = function.result_is_signed ? "" : "unsigned ";
  switch (function.result_bits) {
    case 8:
      return function.result_is_signed ? "signed char" : "unsigned char";
    case 16:
      return std::string(sign) + "short";
    case 32:
      return std::string(sign) + "int";
    default:
      return std::string(sign) + "long long";
  }
}

/// The value as a literal; empty if there is none.
std::string literal_of(const ExternFunction& function, term::Term value) {
  if (value.is_true() || value.is_false()) return value.is_true() ? "1" : "0";
  if (!value.sort().is_bitvec() || !value.is_value()) return "";
  const std::uint32_t width = value.sort().width();
  if (function.result_is_floating) {
    const std::string text = width == 32 || width == 64 ? term::float_text(value.integer_value(), width) : "";
    return text == "nan" || text.ends_with("inf") ? "" : text;
  }
  if (width > 64) return "";
  if (!function.result_is_signed) return value.integer_value().get_str() + (width > 32 ? "ULL" : "U");
  const mpz_class number = value.signed_value();
  if (width == 64 && number == -(mpz_class(1) << 63)) return "-9223372036854775807LL - 1";
  return number.get_str() + (width > 32 ? "LL" : "");
}

/// The argument as the content of a C string literal. Octal escapes end after three digits.
std::string literal_text(const std::string& bytes) {
  std::string result;
  for (const char byte : bytes) {
    const bool is_plain = byte >= ' ' && byte <= '~' && byte != '"' && byte != '\\' && byte != '?';
    result += is_plain ? std::string(1, byte) : check::escaped_bytes(std::string(1, byte));
  }
  return result;
}

/// The strings that main gets, up to their first null character. Nothing if they are too large.
std::optional<std::vector<std::string>> arguments_of(const check::SortedInputs& inputs) {
  const auto count = inputs.arguments.find(0);
  const auto found = inputs.strings.find("argv");
  const check::ArgumentStrings strings =
      found == inputs.strings.end() ? check::ArgumentStrings() : found->second;
  std::vector<std::string> result;
  std::uint64_t characters = 0;
  const std::uint64_t number =
      count == inputs.arguments.end() ? 1 : std::max<std::uint64_t>(count->second.low, 1);
  if (number > max_arguments) return std::nullopt;
  for (std::uint64_t i = 0; i < number; ++i) {
    const auto size = strings.sizes.find(i);
    const std::uint64_t length = (size == strings.sizes.end() ? strings.usual_size : size->second) - 1;
    std::string& text = result.emplace_back();
    for (std::uint64_t place = 0; place < length; ++place) {
      const auto byte = strings.bytes.find({i, place});
      const char character = byte == strings.bytes.end() ? strings.usual_byte : byte->second;
      if (character == 0) break;
      text += character;
      if (++characters > max_argument_characters) return std::nullopt;
    }
  }
  return result;
}

/// Does the program read the environment?
bool uses_environment(const program::NativeSource& native) {
  return std::ranges::any_of(native.entry_parameters, [](const program::EntryParameter& parameter) {
    return parameter.role == program::EntryParameter::Role::Environment;
  });
}

/// Is the input a part of the arguments of main?
bool is_argument(const program::NativeSource& native, const InputOrigin& origin) {
  if (origin.kind == InputOrigin::Kind::Argument) return origin.name.starts_with("argv.");
  return origin.kind == InputOrigin::Kind::Call && origin.name == "main#0" &&
         !native.entry_parameters.empty() &&
         native.entry_parameters.front().role == program::EntryParameter::Role::ArgumentCount;
}

/// A comment must not end early.
std::string comment(std::string text) {
  std::replace(text.begin(), text.end(), '*', '?');
  return text;
}

term::Term filled(term::TermManager& terms, term::Sort sort, bool ones) {
  if (sort.is_bool()) return ones ? terms.mk_true() : terms.mk_false();
  if (sort.is_array()) return terms.mk_const_array(sort, filled(terms, sort.element(), ones));
  return ones ? terms.mk_bvnot(terms.mk_zero(sort)) : terms.mk_zero(sort);
}

/// Locals without a value, also those of recursive functions, which the front end resets, and unknown memory.
/// An internal input with a name, for example the address of an object, is not the content of memory.
bool is_indeterminate(const InputOrigin& origin) {
  return origin.kind == InputOrigin::Kind::UnknownMemory || origin.kind == InputOrigin::Kind::Uninitialised ||
         (origin.kind == InputOrigin::Kind::Internal && origin.name.empty());
}

/// The path with all bits of the indeterminate values set, or none.
certificate::ErrorPath with_indeterminate_values(const program::Program& program,
                                                 const certificate::ErrorPath& path, bool ones) {
  certificate::ErrorPath result;
  for (certificate::Segment segment : path.segments) {
    for (certificate::Step& step : segment.steps)
      for (const program::Input& input : program.edge(step.edge).inputs)
        if (is_indeterminate(input.origin))
          step.inputs[input.symbol] = filled(program.terms(), input.symbol.sort(), ones);
    result.append(std::move(segment));
  }
  return result;
}

/// Most indeterminate values are overwritten before the program reads them. A path does not depend on them if
/// it is feasible with two values that differ in every bit; a test that nevertheless does depend on them is
/// not wrong, it only does not fail on every machine.
bool depends_on_indeterminate_values(const program::Program& program, const certificate::ErrorPath& path) {
  for (const bool ones : {false, true})
    if (!check::follow(program, with_indeterminate_values(program, path, ones)).reached_error) return true;
  return false;
}

class RegressionTest {
 public:
  explicit RegressionTest(const program::NativeSource& native) : native_(native) {}

  /// Returns false if the input cannot be reproduced by a function.
  bool add(const check::ConsumedInput& input) {
    const InputOrigin& origin = input.input.origin;
    const auto function = std::ranges::find(native_.functions, origin.name, &ExternFunction::name);
    if (origin.kind != InputOrigin::Kind::Call || function == native_.functions.end()) return false;
    if (function->is_in_libc || function->result_is_pointer ||
        origin.name.find("_model_") != origin.name.npos)
      return false;
    const std::string literal = literal_of(*function, input.value);
    if (literal.empty()) return false;
    tables_[origin.name] += fmt::format("    {},  /* {}() at {} */\n", literal,
                                        comment(origin.where.function), comment(origin.where.to_string()));
    ++counts_[origin.name];
    return true;
  }

  /// Calls main with these arguments. Requires: there is at least one.
  void set_arguments(std::vector<std::string> arguments) { arguments_ = std::move(arguments); }

  std::string text(const std::string& violation) const {
    std::string files;
    for (const std::string& file : native_.source_files) files += " " + file;
    std::string result = fmt::format(
        "/* A regression test. This execution of the program reaches an error:\n"
        " *   {}\n"
        " * Compile this file together with the program, and run it:\n"
        " *   cc{} -o test regression-test.c{} && ./test\n"
        " * If the error is an invalid access or an overflow, add -fsanitize=address,undefined. */\n"
        "#include <stdio.h>\n#include <stdlib.h>\n\n",
        comment(violation), arguments_.empty() ? "" : " -Dmain=tested_main", comment(files));
    for (const ExternFunction& function : native_.functions)
      if (!function.is_in_libc && function.name.find("_model_") == std::string::npos)
        result += define(function);
    for (const char* name : {"reach_error", "__VERIFIER_error"})
      result +=
          fmt::format("__attribute__((weak)) void {}(void) {{ puts(\"error reached\"); abort(); }}\n", name);
    return result + call_of_main();
  }

 private:
  /// The definition of a main that calls the program's main with the recorded arguments.
  std::string call_of_main() const {
    if (arguments_.empty()) return "";
    std::string texts, names;
    for (std::size_t i = 0; i < arguments_.size(); ++i) {
      texts += fmt::format("  static char argument{}[] = \"{}\";\n", i, literal_text(arguments_[i]));
      names += fmt::format("argument{}, ", i);
    }
    return fmt::format(
        "\n#undef main\nint tested_main(int argc, char **argv);\n"
        "int main(void) {{\n{}  static char *arguments[] = {{{}NULL}};\n  return tested_main({}, "
        "arguments);\n}}\n",
        texts, names, arguments_.size());
  }

  std::string define(const ExternFunction& function) const {
    const std::string& name = function.name;
    if (function.is_assumption)
      return fmt::format("__attribute__((weak)) void {}(int condition) {{ if (!condition) exit(0); }}\n\n",
                         name);
    if (function.is_noreturn) return fmt::format("__attribute__((weak)) void {}() {{ exit(0); }}\n\n", name);
    if (function.result_is_pointer) return fmt::format("void *{}() {{ return NULL; }}\n\n", name);
    if (function.result_bits == 0) return fmt::format("void {}() {{}}\n\n", name);
    const auto table = tables_.find(name);
    if (table == tables_.end()) return fmt::format("{} {}() {{ return 0; }}\n\n", type_of(function), name);
    return fmt::format(
        "/* The results of {0}(), in the order of the calls; 0 after the last one. */\n"
        "{1} {0}() {{\n  static const {1} results[] = {{\n{2}  }};\n  static unsigned next = 0;\n"
        "  return next < {3} ? results[next++] : 0;\n}}\n\n",
        name, type_of(function), table->second, counts_.at(name));
  }

  const program::NativeSource& native_;
  std::map<std::string, std::string> tables_;    ///< by function: the rows of its table
  std::map<std::string, std::uint64_t> counts_;  ///< by function: the number of rows
  std::vector<std::string> arguments_;           ///< of main; empty if main has no parameters
};

}  // namespace

std::optional<std::string> regression_test(const program::Program& program,
                                           const program::NativeSource& native,
                                           const certificate::ErrorPath& path, const check::Run& run) {
  std::uint64_t results = 0;
  for (const check::ConsumedBlock& block : run.inputs) results += block.count * block.inputs.size();
  if (results > max_results || depends_on_indeterminate_values(program, path)) return std::nullopt;
  RegressionTest test(native);
  if (!native.entry_parameters.empty()) {
    const auto arguments = arguments_of(check::sort_inputs(program.terms(), run.inputs));
    if (!arguments || uses_environment(native)) return std::nullopt;
    test.set_arguments(*arguments);
  }
  for (const check::ConsumedInput& input : check::expanded(program.terms(), run.inputs)) {
    // No counterexample depends on havocked inputs. Internal inputs have no counterpart in the source.
    const InputOrigin::Kind kind = input.input.origin.kind;
    if (is_indeterminate(input.input.origin) || kind == InputOrigin::Kind::Havoc ||
        kind == InputOrigin::Kind::Internal)
      continue;
    const auto& functions = native.functions;
    const auto function = std::ranges::find(functions, input.input.origin.name, &ExternFunction::name);
    // Results of an assumption are not used, and the C library defines its functions itself.
    if (function != functions.end() && (function->is_assumption || function->is_in_libc)) continue;
    if (is_argument(native, input.input.origin)) continue;
    if (!test.add(input)) return std::nullopt;
  }
  return test.text(property::parse_violation(program.edge(path.last_step().edge).violation).what);
}

}  // namespace pendulum::evidence
