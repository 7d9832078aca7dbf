#include "report/notation/trace_text.h"

#include <fmt/core.h>

#include <algorithm>
#include <ostream>
#include <set>

#include "report/notation/columns.h"
#include "trace/fold.h"

namespace pendulum::report {

namespace {

using trace::NamedValue;
using trace::Step;

/// Number of lines at the start and at the end of a long run.
constexpr std::size_t first_lines = 15;
constexpr std::size_t last_lines = 25;
/// Fewer hidden lines than these are shown.
constexpr std::size_t min_hidden_lines = 10;

std::string place_of(const Step& step) {
  return step.line == 0 ? "" : fmt::format("{}:{}", step.file, step.line);
}

void add(std::string& text, const std::string& part) {
  if (!part.empty()) text += (text.empty() ? "" : ", ") + part;
}

bool is_input(const Step& step, const NamedValue& change) {
  return std::ranges::any_of(step.inputs, [&](const trace::InputValue& input) {
    return input.source != trace::argument_input && input.stored_in == change.name;
  });
}

/// "i = 3, n = 5 (input)". An input that the statement stores is marked there.
std::string effects_of(const Step& step, std::set<std::string>& shown_arguments) {
  std::string text;
  const std::string outcome = step.outcome.empty() ? "" : "condition is " + step.outcome;
  // The condition of `if (x) y = 1;` precedes the assignment, that of `for (...; i < n; i++)` follows it.
  const bool is_first = step.source.starts_with("if") || step.source.starts_with("else") ||
                        step.source.starts_with("while") || step.source.starts_with("}");
  // Inputs that the statement does not store precede what it computes from them. An argument that several
  // lines read is shown once.
  for (const trace::InputValue& input : step.inputs) {
    if (input.source == trace::argument_input) {
      std::string argument = fmt::format("{} = {} (input)", input.stored_in, input.value);
      if (shown_arguments.insert(step.function + "/" + argument).second) add(text, argument);
    } else if (input.stored_in.empty() && input.source != trace::library_input) {
      add(text, fmt::format("{}() = {} (input)", input.source, input.value));
    }
  }
  if (is_first) add(text, outcome);
  for (const NamedValue& change : step.changes)
    add(text, fmt::format("{} = {}{}", change.name, change.value, is_input(step, change) ? " (input)" : ""));
  for (const std::string& note : step.notes) add(text, note);
  if (!is_first) add(text, outcome);
  if (!step.returned.empty()) add(text, "returns " + step.returned);
  return text;
}

std::string call_text(const Step& step) {
  std::string arguments;
  for (const NamedValue& change : step.changes)
    arguments += fmt::format("{}{} = {}{}", arguments.empty() ? "" : ", ", change.name, change.value,
                             is_input(step, change) ? " (input)" : "");
  return fmt::format("calls {}({})", step.callee, arguments);
}

/// Is `call` a call in the line of the statement `before`, which only reads values for it?
bool reads_for(const Step& before, const Step& call) {
  return before.kind == Step::Kind::Statement && call.kind == Step::Kind::Call && before.line == call.line &&
         before.file == call.file && before.depth == call.depth && before.outcome.empty() &&
         before.returned.empty();
}

class Printer {
 public:
  Printer(std::ostream& out, const trace::Trace& trace) : out_(out), trace_(trace) {
    for (const Step& step : trace.steps) place_width_ = std::max(place_width_, place_of(step).size());
  }

  void print(TraceDetail detail) {
    std::vector<const Step*> steps;
    for (const Step& step : trace_.steps)
      if (detail == TraceDetail::Full || step.is_relevant) steps.push_back(&step);
    std::vector<trace::Item> items;
    const Step* last = steps.empty() ? nullptr : steps.back();
    if (last != nullptr) steps.pop_back();
    if (detail == TraceDetail::Full) {
      for (const Step* step : steps) items.push_back({step, 0, 0, step->depth, 0, {}, {}});
    } else {
      items = trace::fold(trace_, steps);
    }
    measure(items, last);
    print_items(items, detail);
    if (last != nullptr) {
      print_gap_before(*last);
      print_last(*last);
    }
    print_violation();
  }

 private:
  void measure(const std::vector<trace::Item>& items, const Step* last) {
    for (const trace::Item& item : items)
      if (item.step != nullptr) source_width_ = std::max(source_width_, source_of(*item.step).size());
    if (last != nullptr) source_width_ = std::max(source_width_, source_of(*last).size());
  }

  static std::string source_of(const Step& step) {
    return cut(std::string(std::size_t{2} * step.depth, ' ') + step.source, max_source_width);
  }

  void print_items(const std::vector<trace::Item>& items, TraceDetail detail) {
    const bool is_long =
        detail == TraceDetail::Short && items.size() >= first_lines + last_lines + min_hidden_lines;
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (is_long && i == first_lines) {
        const std::size_t hidden = items.size() - first_lines - last_lines;
        out_ << fmt::format("  ... {} more lines (--trace full shows them)\n", hidden);
        i += hidden;
      }
      print_gap_before(*first_step(items[i]));
      const bool is_cut = is_long && i + 1 == first_lines;
      const Step* next = i + 1 < items.size() && !is_cut ? items[i + 1].step : nullptr;
      if (items[i].step != nullptr && next != nullptr && reads_for(*items[i].step, *next)) {
        print_line(place_of(*next), source_of(*next),
                   joined(effects_of(*items[i++].step, shown_arguments_), call_text(*next)));
      } else if (items[i].step != nullptr) {
        print_step(*items[i].step);
      } else {
        print_fold(items[i]);
      }
    }
  }

  static const Step* first_step(const trace::Item& item) {
    return item.step != nullptr ? item.step : first_step(item.items.front());
  }

  /// Prints, before the first step after the gap, how much of the execution was not traced.
  void print_gap_before(const Step& step) {
    const auto number = static_cast<std::size_t>(&step - trace_.steps.data());
    if (trace_.omitted == 0 || is_gap_printed_ || number < trace_.omitted_after) return;
    is_gap_printed_ = true;
    out_ << fmt::format("  ({} steps of the program are omitted here)\n", trace_.omitted);
  }

  void print_line(const std::string& place, const std::string& source, const std::string& effects) {
    std::string line =
        fmt::format("  {:<{}}  {:<{}}  {}", place, place_width_, source, source_width_, effects);
    line.erase(line.find_last_not_of(' ') + 1);
    std::replace_if(line.begin(), line.end(), [](unsigned char c) { return c < ' '; }, ' ');
    out_ << line << '\n';
  }

  std::string text_of(const Step& step) {
    return step.kind == Step::Kind::Call ? call_text(step) : effects_of(step, shown_arguments_);
  }

  static std::string joined(std::string text, const std::string& part) {
    add(text, part);
    return text;
  }

  void print_step(const Step& step) { print_line(place_of(step), source_of(step), text_of(step)); }

  /// The line of the violation is printed as a whole.
  void print_last(const Step& step) {
    const std::string source = std::string(std::size_t{2} * step.depth, ' ') + step.source;
    print_line(place_of(step), source, text_of(step));
  }

  void print_fold(const trace::Item& item) {
    std::string text = "... " + trace::title_of(item);
    for (const NamedValue& range : item.ranges) text += fmt::format(", {} = {}", range.name, range.value);
    print_line("", std::string(std::size_t{2} * item.depth, ' ') + text, "");
  }

  void print_violation() {
    std::string operands;
    for (const NamedValue& operand : trace_.violation.operands)
      add(operands, operand.name + " = " + operand.value);
    out_ << "  " << std::string(place_width_, ' ') << "  => " << trace_.violation.text
         << (operands.empty() ? "" : ", with " + operands) << '\n';
  }

  std::ostream& out_;
  const trace::Trace& trace_;
  bool is_gap_printed_ = false;
  std::set<std::string> shown_arguments_;  ///< "main/argc = 2 (input)"
  std::size_t place_width_ = 0;
  std::size_t source_width_ = 0;
};

}  // namespace

void print_trace(std::ostream& out, const trace::Trace& trace, TraceDetail detail, const std::string& title) {
  if (trace.empty() || detail == TraceDetail::Off) return;
  out << "counterexample" << (title.empty() ? "" : " for " + title) << ":\n";
  Printer(out, trace).print(detail);
}

}  // namespace pendulum::report
