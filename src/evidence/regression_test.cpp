#include "evidence/regression_test.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>

#include "property/property.h"
#include "term/floating_point/float_text.h"

namespace pendulum::evidence {

namespace {

using program::ExternFunction;
using program::InputOrigin;

/// Maximum number of recorded results.
constexpr std::uint64_t max_results = 10'000;

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

/// Locals without a value, also those of recursive functions, which the front end resets.
bool is_indeterminate(const InputOrigin& origin) {
  return origin.kind == InputOrigin::Kind::Uninitialised || origin.kind == InputOrigin::Kind::Internal;
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

  std::string text(const std::string& violation) const {
    std::string files;
    for (const std::string& file : native_.source_files) files += " " + file;
    std::string result = fmt::format(
        "/* A regression test. This execution of the program reaches an error:\n"
        " *   {}\n"
        " * Compile this file together with the program, and run it:\n"
        " *   cc -o test regression-test.c{} && ./test\n"
        " * If the error is an invalid access or an overflow, add -fsanitize=address,undefined. */\n"
        "#include <stdio.h>\n#include <stdlib.h>\n\n",
        comment(violation), comment(files));
    for (const ExternFunction& function : native_.functions)
      if (!function.is_in_libc && function.name.find("_model_") == std::string::npos)
        result += define(function);
    for (const char* name : {"reach_error", "__VERIFIER_error"})
      result +=
          fmt::format("__attribute__((weak)) void {}(void) {{ puts(\"error reached\"); abort(); }}\n", name);
    return result;
  }

 private:
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
};

}  // namespace

std::optional<std::string> regression_test(const program::Program& program,
                                           const program::NativeSource& native,
                                           const certificate::ErrorPath& path, const check::Run& run) {
  std::uint64_t results = 0;
  for (const check::ConsumedBlock& block : run.inputs) results += block.count * block.inputs.size();
  if (results > max_results || depends_on_indeterminate_values(program, path)) return std::nullopt;
  RegressionTest test(native);
  for (const check::ConsumedInput& input : check::expanded(program.terms(), run.inputs)) {
    // No counterexample depends on havocked inputs.
    if (is_indeterminate(input.input.origin) || input.input.origin.kind == InputOrigin::Kind::Havoc) continue;
    const auto& functions = native.functions;
    const auto function = std::ranges::find(functions, input.input.origin.name, &ExternFunction::name);
    // Results of an assumption are not used, and the C library defines its functions itself.
    if (function != functions.end() && (function->is_assumption || function->is_in_libc)) continue;
    if (!test.add(input)) return std::nullopt;
  }
  return test.text(property::parse_violation(program.edge(path.last_step().edge).violation).what);
}

}  // namespace pendulum::evidence
