#include "witness/replay.h"

#include <algorithm>

#include "base/error.h"
#include "check/replay/machine.h"
#include "witness/expression/c_parse.h"
#include "witness/source_match.h"
#include "witness/waypoint_inputs.h"

namespace pendulum::witness {

namespace {

using program::Edge;
using program::Input;
using program::InputOrigin;
using term::Kind;
using term::Term;

/// Maximum number of edges of an execution.
constexpr std::uint64_t max_steps = 5'000'000;

class Replay {
 public:
  Replay(const program::Program& program, const program::NativeSource& native,
         const ViolationSequence& sequence, unsigned long_bits, SourceTexts& sources)
      : program_(program),
        native_(native),
        segments_(sequence.segments),
        scopes_(program),
        long_bits_(long_bits),
        sources_(sources),
        machine_(program) {}

  std::optional<certificate::ErrorPath> run(const base::StopToken& stop) {
    for (std::uint64_t steps = 0; machine_.location() != program_.error(); ++steps)
      if (steps == max_steps || stop.is_stopped() || !take_edge()) return std::nullopt;
    const Edge& last = program_.edge(path_.last_step().edge);
    const bool is_at_target =
        next_ + 1 == segments_.size() && sources_.is_on_line(last.where, segments_.back().follow.where.line);
    if (!is_at_target || last.is_unsupported) return std::nullopt;
    return std::move(path_);
  }

 private:
  bool take_edge() {
    machine_.arrive();
    for (const program::EdgeId id : program_.outgoing(machine_.location())) {
      const Edge& edge = program_.edge(id);
      const std::size_t before = next_;
      certificate::Step step{id, {}};
      machine_.load_inputs(edge, [&](const Input& input) {
        if (input.origin.kind == InputOrigin::Kind::Havoc) return Term();
        const Term value = value_of(input, edge.source);
        step.inputs.emplace(input.symbol, value);
        return value;
      });
      if (machine_.can_take(edge)) {
        machine_.take(edge);
        path_.append(std::move(step));
        return true;
      }
      machine_.drop_inputs(edge);
      next_ = before;
    }
    return false;
  }

  /// The value that the next waypoint states if it is about the input; otherwise zero.
  Term value_of(const Input& input, program::LocationId location) {
    const Waypoint& waypoint = segments_[next_].follow;
    std::string text = waypoint.value;
    const InputOrigin& origin = input.origin;
    auto signedness = signedness_of(native_, origin.name);
    const bool is_return = waypoint.type == Waypoint::Type::FunctionReturn &&
                           origin.kind == InputOrigin::Kind::Call && origin.where.is_known() &&
                           matches(sources_.closing_parenthesis(origin.where), waypoint.where);
    bool is_used = is_return;
    if (const auto local = local_name(origin); local && waypoint.type == Waypoint::Type::Assumption &&
                                               text.starts_with(*local + " ") &&
                                               matches(sources_.statement(origin.where), waypoint.where)) {
      is_used = true;
      text.replace(0, local->size(), "\\result");
      signedness = signedness_of(program_, origin.where.function, *local);
    }
    const Term zero = program_.terms().mk_zero(input.symbol.sort());
    if (!is_used || signedness == program::Variable::Signedness::Unknown) return zero;
    const Term value = solution(input.symbol, location, text, signedness);
    if (value.is_null()) return zero;
    ++next_;
    return value;
  }

  /// The value c if the text states `symbol == c`; null for other conditions.
  Term solution(Term symbol, program::LocationId location, const std::string& text,
                program::Variable::Signedness signedness) const {
    try {
      const Term condition = parse_condition({scopes_, location, long_bits_, symbol, signedness}, text);
      if (condition.kind() != Kind::Eq) return {};
      if (condition[0] == symbol && condition[1].is_value()) return condition[1];
      if (condition[1] == symbol && condition[0].is_value()) return condition[0];
    } catch (const NotExpressible&) {
      return {};
    }
    return {};
  }

  const program::Program& program_;
  const program::NativeSource& native_;
  const std::vector<Segment>& segments_;
  Scopes scopes_;
  unsigned long_bits_;
  SourceTexts& sources_;
  check::Machine machine_;
  std::size_t next_ = 0;  ///< the next waypoint
  certificate::ErrorPath path_;
};

}  // namespace

std::optional<certificate::ErrorPath> replay(const program::Program& program,
                                             const program::NativeSource& native,
                                             const ViolationSequence& sequence, unsigned long_bits,
                                             SourceTexts& sources, const base::StopToken& stop) {
  const bool avoids =
      std::ranges::any_of(sequence.segments, [](const Segment& s) { return !s.avoid.empty(); });
  if (avoids) return std::nullopt;
  return Replay(program, native, sequence, long_bits, sources).run(stop);
}

}  // namespace pendulum::witness
