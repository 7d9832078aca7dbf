#include "report/path_steps.h"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <span>

#include "base/check.h"
#include "check/replay/interpreter.h"
#include "property/property.h"
#include "report/notation/value_text.h"

namespace pendulum::report {

namespace {

using program::InputOrigin;
using program::Variable;

/// Maximum number of steps of a path in a report: more than a user reads, and few enough for a JSON file.
constexpr std::size_t max_steps = 500;

PathStep step_at(const program::SourceLocation& where, std::string text) {
  return {where.file, where.line, where.column, where.function, std::move(text)};
}

/// The variable to which the edge assigns the input; null if there is none.
const Variable* holder_of(const program::Program& program, const program::Edge& edge, term::Term input) {
  for (const program::Assignment& update : edge.updates) {
    if (update.value != input) continue;
    const auto& variables = program.variables();
    const auto found = std::find_if(variables.begin(), variables.end(), [&](const Variable& variable) {
      return variable.symbol == update.variable;
    });
    if (found != variables.end()) return &*found;
  }
  return nullptr;
}

/// Translates the front end's name for a part of an object, such as "a.3.x", to C: "a[3].x".
std::string c_name(const std::string& source_name) {
  std::string name;
  bool is_index = false;
  for (std::size_t i = 0; i < source_name.size(); ++i) {
    const bool begins = source_name[i] == '.' && i + 1 < source_name.size() &&
                        std::isdigit(static_cast<unsigned char>(source_name[i + 1])) != 0;
    if (is_index && source_name[i] == '.') name += ']';
    if (source_name[i] == '.') is_index = begins;
    name += begins ? '[' : source_name[i];
  }
  return is_index ? name + "]" : name;
}

/// Does the name of an SV-COMP function indicate an unsigned type (__VERIFIER_nondet_uint, nondet_size_t)?
bool is_named_unsigned(const std::string& function) {
  const std::size_t found = function.find("nondet_");
  if (found == std::string::npos) return false;
  const std::string_view type = std::string_view(function).substr(found + 7);
  return type.starts_with('u') || type == "size_t" || type == "bool" || type == "_Bool" ||
         type == "pthread_t";
}

/// The interpretation of a value that the variable holds; signed if it is unknown.
Interpretation interpretation_of(const Variable* holder) {
  if (holder == nullptr) return Interpretation::Signed;
  switch (holder->signedness) {
    case Variable::Signedness::Unsigned:
      return Interpretation::Unsigned;
    case Variable::Signedness::Floating:
      return Interpretation::Floating;
    case Variable::Signedness::Signed:
    case Variable::Signedness::Unknown:
      break;
  }
  return Interpretation::Signed;
}

Interpretation interpretation_of_call(const program::NativeSource* native, const std::string& function,
                                      const Variable* holder) {
  if (native != nullptr)
    for (const program::ExternFunction& known : native->functions) {
      if (known.name != function) continue;
      if (known.result_is_pointer) return Interpretation::Pointer;
      if (known.result_is_floating) return Interpretation::Floating;
      if (known.result_bits < 32)
        return known.result_is_signed ? Interpretation::Signed : Interpretation::Unsigned;
    }
  return is_named_unsigned(function) ? Interpretation::Unsigned : interpretation_of(holder);
}

std::string text_of(const check::ConsumedInput& consumed, const program::NativeSource* native,
                    const Variable* holder) {
  const InputOrigin& origin = consumed.input.origin;
  if (origin.kind == InputOrigin::Kind::Call)
    return fmt::format("{}() returns {}", origin.name,
                       value_text(consumed.value, interpretation_of_call(native, origin.name, holder)));
  const bool is_named = holder != nullptr && !holder->source_name.empty();
  return fmt::format("{} holds {}", is_named ? c_name(holder->source_name) : origin.name,
                     value_text(consumed.value, interpretation_of(holder)));
}

bool is_at(const PathStep& step, const program::SourceLocation& where) {
  return step.line == where.line && step.file == where.file;
}

/// Adds the last step: the source location and the text of the violation.
void add_violation(std::vector<PathStep>& steps, const program::Edge& last) {
  const std::string text =
      last.violation.empty() ? "the error is reached" : property::parse_violation(last.violation).what;
  if (!last.where.is_known()) {
    if (!steps.empty()) steps.back().text += (steps.back().text.empty() ? "" : "; ") + text;
    return;
  }
  if (!steps.empty() && steps.back().text.empty() && is_at(steps.back(), last.where)) steps.pop_back();
  steps.push_back(step_at(last.where, text));
}

}  // namespace

namespace {

/// Collects the steps of one path and keeps the last `max_steps` of them.
class PathText {
 public:
  PathText(const program::Program& program, const program::NativeSource* native)
      : program_(program), native_(native) {}

  /// Adds the steps of a segment; a repeated segment appears once, with the values of its first repetition.
  /// `blocks` are the inputs that the segment consumed.
  void add(const certificate::Segment& segment, std::span<const check::ConsumedBlock> blocks) {
    const std::size_t first = steps_.size();
    auto block = blocks.begin();
    std::size_t next = 0;
    for (const certificate::Step& step : segment.steps) {
      PENDULUM_CHECK(step.edge < program_.edges().size(), "edge {} should be one of the program", step.edge);
      const program::Edge& edge = program_.edge(step.edge);
      add_location(edge.where);
      // Havocked inputs without a value are not among the consumed inputs.
      for (const program::Input& input : edge.inputs) {
        if (block == blocks.end() || next == block->inputs.size()) break;
        if (block->inputs[next].input.symbol != input.symbol) continue;
        add_input(edge, block->inputs[next++]);
      }
    }
    if (segment.count > 1 && steps_.size() > first) {
      std::string& text = steps_[first].text;
      text = fmt::format("repeated {} times{}{}", segment.count, text.empty() ? "" : ": ", text);
    }
    if (steps_.size() > 2 * max_steps) shorten();
  }

  std::vector<PathStep> take(const program::Edge& last) {
    add_violation(steps_, last);
    if (steps_.size() > max_steps) shorten();
    PENDULUM_CHECK(steps_.size() <= max_steps, "{} steps should be shortened", steps_.size());
    return std::move(steps_);
  }

 private:
  void add_location(const program::SourceLocation& where) {
    if (!where.is_known()) return;
    const bool is_again = !steps_.empty() && is_at(steps_.back(), where) && steps_.back().text.empty();
    if (!is_again) steps_.push_back(step_at(where, ""));
  }

  void add_input(const program::Edge& edge, check::ConsumedInput consumed) {
    const InputOrigin& origin = consumed.input.origin;
    if (!origin.where.is_known() || origin.kind == InputOrigin::Kind::Internal) return;
    consumed.value = certificate::value_at(program_.terms(), consumed.value, 0);
    const Variable* holder = holder_of(program_, edge, consumed.input.symbol);
    steps_.push_back(step_at(origin.where, text_of(consumed, native_, holder)));
  }

  void shorten() {
    PENDULUM_CHECK(steps_.size() >= max_steps, "only long paths should be shortened, not {} steps",
                   steps_.size());
    steps_.erase(steps_.begin(), steps_.end() - max_steps);
  }

  const program::Program& program_;
  const program::NativeSource* native_;
  std::vector<PathStep> steps_;
};

}  // namespace

std::vector<PathStep> path_steps(const program::Program& program, const certificate::ErrorPath& path,
                                 const program::NativeSource* native) {
  if (path.empty()) return {};
  PENDULUM_CHECK(program.edge(path.last_step().edge).target == program.error(),
                 "the last edge {} of an error path should lead to the error", path.last_step().edge);
  const check::Run run = check::follow(program, path);
  PathText text(program, native);
  auto block = run.inputs.begin();
  for (std::size_t i = 0; i < path.segments.size(); ++i) {
    const auto first = block;
    while (block != run.inputs.end() && block->segment == i) ++block;
    PENDULUM_CHECK(block == run.inputs.end() || block->segment > i,
                   "blocks of inputs should be ordered by segment, but {} follows {}", block->segment, i);
    text.add(path.segments[i], std::span(first, block));
  }
  return text.take(program.edge(path.last_step().edge));
}

}  // namespace pendulum::report
