#include "trace/events.h"

#include "base/check.h"
#include "check/replay/machine.h"

namespace pendulum::trace {

namespace {

using certificate::Segment;
using program::SourceAction;
using term::Term;

/// Maximum number of edges of a path. The interpreter executes about 10^6 edges per second.
constexpr std::uint64_t max_edges = 2'000'000;
/// Number of edges at the start and at the end of a longer path whose actions are evaluated.
constexpr std::uint64_t first_edges = 2'000;
constexpr std::uint64_t last_edges = 8'000;

class Execution {
 public:
  Execution(const program::Program& program, const program::SourceActions& actions,
            const certificate::ErrorPath& path)
      : program_(program), actions_(actions), path_(path), machine_(program), length_(path.num_steps()) {}

  std::optional<Events> run() {
    if (length_ > max_edges || actions_.edges.size() != program_.edges().size()) return std::nullopt;
    for (const Segment& segment : path_.segments)
      for (std::uint64_t repetition = 0; repetition < segment.count; ++repetition)
        for (const certificate::Step& step : segment.steps)
          if (!take(step, repetition)) return std::nullopt;
    if (machine_.location() != program_.error()) return std::nullopt;
    return std::move(result_);
  }

 private:
  bool take(const certificate::Step& step, std::uint64_t repetition) {
    const program::Edge& edge = program_.edge(step.edge);
    if (edge.source != machine_.location()) return false;
    machine_.arrive();
    machine_.load_inputs(edge, [&](const program::Input& input) {
      const auto found = step.inputs.find(input.symbol);
      if (found == step.inputs.end()) return Term();
      const Term value = certificate::value_at(program_.terms(), found->second, repetition);
      if (input.origin.kind == program::InputOrigin::Kind::Argument)
        result_.arguments.emplace(input.origin.name, value);
      return value;
    });
    if (!machine_.can_take(edge)) return false;
    if (position_ < first_edges || position_ + last_edges >= length_) {
      result_.events.push_back({nullptr, {}, {}, {}, position_, edge.source});
      for (const SourceAction& action : actions_.edges[step.edge]) evaluate(action, edge);
    } else {
      if (result_.omitted++ == 0) result_.omitted_after = result_.events.size();
    }
    machine_.take(edge);
    ++position_;
    return true;
  }

  std::uint64_t code_of(Term term) {
    const Term value = machine_.value_of(term);
    return value.is_value() ? value.integer_value().get_ui() : 0;
  }
  std::int64_t offset_of(Term term) {
    const Term value = machine_.value_of(term);
    return value.is_value() ? value.signed_value().get_si() : 0;
  }

  void evaluate(const SourceAction& action, const program::Edge& edge) {
    Event event;
    event.action = &action;
    event.step = position_;
    event.location = edge.source;
    if (action.target.object) event.target = {code_of(action.target.object), offset_of(action.target.offset)};
    if (action.value.object) {
      event.pointer = {code_of(action.value.object), offset_of(action.value.offset)};
    } else if (action.value.offset) {
      event.value = machine_.value_of(action.value.offset);
    }
    result_.events.push_back(std::move(event));
  }

  const program::Program& program_;
  const program::SourceActions& actions_;
  const certificate::ErrorPath& path_;
  check::Machine machine_;
  std::uint64_t length_;
  std::uint64_t position_ = 0;
  Events result_;
};

}  // namespace

std::optional<Events> execute_actions(const program::Program& program, const program::SourceActions& actions,
                                      const certificate::ErrorPath& path) {
  return Execution(program, actions, path).run();
}

}  // namespace pendulum::trace
