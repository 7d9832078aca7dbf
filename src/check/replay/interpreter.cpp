#include "check/replay/interpreter.h"

#include <algorithm>

#include "base/check.h"
#include "check/replay/compiled_segment.h"
#include "check/replay/machine.h"
#include "term/traverse.h"

namespace pendulum::check {

namespace {

using certificate::Segment;
using certificate::Step;
using program::Edge;
using program::EdgeId;
using program::LocationId;
using program::Program;
using term::Term;

/// Minimum number of repetitions of a segment that is compiled: the interpreter executes the first and the
/// last repetition, so that at least one is left for the compiled code.
constexpr std::uint64_t min_compiled_repetitions = 3;

void finish(const Program& program, const Machine& machine, Run& run) {
  run.last = machine.location();
  run.reached_error = run.stuck_reason.empty() && run.last == program.error();
  if (!run.reached_error && run.stuck_reason.empty())
    run.stuck_reason = fmt::format("the path ends at {}, not at the error", program.location(run.last).name);
  machine.final_state(run);
}

void consume(const Machine& machine, const Edge& edge, std::vector<ConsumedInput>& inputs) {
  for (ConsumedInput& input : machine.consumed(edge)) inputs.push_back(std::move(input));
}

/// Follows one path.
class Follower {
 public:
  Follower(const Program& program, const certificate::ErrorPath& path)
      : program_(program), terms_(program.terms()), path_(path), machine_(program) {}

  Run run() {
    for (segment_ = 0; segment_ < path_.segments.size() && run_.stuck_reason.empty(); ++segment_) {
      const Segment& segment = path_.segments[segment_];
      std::string fault = fault_of(segment);
      if (!fault.empty()) {
        run_.stuck_reason = std::move(fault);
      } else if (segment.count == 1) {
        add_block({}, 1);
        repeat_once(segment, 0, true);
      } else {
        repeat(segment);
      }
    }
    finish(program_, machine_, run_);
    return std::move(run_);
  }

 private:
  /// Describes a fault of the segment that does not depend on the state; empty if there is none.
  std::string fault_of(const Segment& segment) const;
  std::string fault_of(const Step& step, bool is_repeated) const;
  bool fail_at(const Step& step, std::uint64_t repetition);
  bool is_at_source(const Step& step);
  bool take(const Step& step, std::uint64_t repetition, bool consumes);
  bool repeat_once(const Segment& segment, std::uint64_t repetition, bool consumes);
  void repeat(const Segment& segment);
  bool run_compiled(const Segment& segment);
  void add_block(std::vector<ConsumedInput> inputs, std::uint64_t count) {
    run_.inputs.push_back({std::move(inputs), count, segment_});
  }

  const Program& program_;
  term::TermManager& terms_;
  const certificate::ErrorPath& path_;
  Machine machine_;
  std::size_t segment_ = 0;  ///< index into the path's segments
  Run run_;
};

std::string Follower::fault_of(const Segment& segment) const {
  if (segment.count == 0) return "a segment is repeated zero times";
  for (const Step& step : segment.steps)
    if (std::string fault = fault_of(step, segment.count > 1); !fault.empty()) return fault;
  return {};
}

std::string Follower::fault_of(const Step& step, bool is_repeated) const {
  if (step.edge >= program_.edges().size()) return fmt::format("there is no edge {}", step.edge);
  for (const program::Input& input : program_.edge(step.edge).inputs) {
    auto found = step.inputs.find(input.symbol);
    if (found == step.inputs.end()) continue;
    if (!found->second || found->second.sort() != input.symbol.sort())
      return fmt::format("the value of input {} does not have its sort", input.symbol.name());
    const term::TermVector symbols = term::symbols(found->second);
    const bool is_over_iteration =
        is_repeated && symbols.size() == 1 && symbols[0] == certificate::iteration(terms_);
    if (!symbols.empty() && !is_over_iteration)
      return fmt::format("the value of input {} is not a value", input.symbol.name());
  }
  return {};
}

bool Follower::fail_at(const Step& step, std::uint64_t repetition) {
  const Edge& edge = program_.edge(step.edge);
  run_.stuck_reason =
      fmt::format("step {}: the guard of edge {} from {} to {} is false", run_.steps, step.edge,
                  program_.location(edge.source).name, program_.location(edge.target).name);
  if (path_.segments[segment_].count > 1)
    run_.stuck_reason += fmt::format(" in repetition {} of segment {}", repetition, segment_);
  return false;
}

bool Follower::is_at_source(const Step& step) {
  const Edge& edge = program_.edge(step.edge);
  if (edge.source == machine_.location()) return true;
  run_.stuck_reason =
      fmt::format("edge {} leaves {}, but the run is at {}", step.edge, program_.location(edge.source).name,
                  program_.location(machine_.location()).name);
  return false;
}

bool Follower::take(const Step& step, std::uint64_t repetition, bool consumes) {
  PENDULUM_CHECK(repetition < path_.segments[segment_].count, "repetition {} should be one of segment {}",
                 repetition, segment_);
  if (!is_at_source(step)) return false;
  const Edge& edge = program_.edge(step.edge);
  machine_.arrive();
  machine_.load_inputs(edge, [&](const program::Input& input) {
    auto found = step.inputs.find(input.symbol);
    return found == step.inputs.end() ? Term() : certificate::value_at(terms_, found->second, repetition);
  });
  if (!machine_.can_take(edge)) return fail_at(step, repetition);
  if (consumes) {
    PENDULUM_CHECK(!run_.inputs.empty() && run_.inputs.back().segment == segment_,
                   "consumed inputs should have a block of segment {}", segment_);
    consume(machine_, edge, run_.inputs.back().inputs);
  }
  machine_.take(edge);
  ++run_.steps;
  return true;
}

bool Follower::repeat_once(const Segment& segment, std::uint64_t repetition, bool consumes) {
  return std::ranges::all_of(segment.steps,
                             [&](const Step& step) { return take(step, repetition, consumes); });
}

/// The inputs that each repetition consumes, as terms over the iteration. Nothing if an input has an address,
/// which may differ between repetitions.
std::optional<std::vector<ConsumedInput>> repeated_inputs(const Program& program, const Segment& segment) {
  std::vector<ConsumedInput> result;
  for (const Step& step : segment.steps)
    for (const program::Input& input : program.edge(step.edge).inputs) {
      if (input.origin.address) return std::nullopt;
      const auto found = step.inputs.find(input.symbol);
      if (found != step.inputs.end()) {
        result.push_back({input, found->second});
      } else if (!input.origin.unchanged) {
        result.push_back({input, program.terms().mk_zero(input.symbol.sort())});
      }
    }
  return result;
}

void Follower::repeat(const Segment& segment) {
  std::optional<std::vector<ConsumedInput>> inputs = repeated_inputs(program_, segment);
  const bool is_compact = inputs.has_value();
  if (is_compact) add_block(std::move(*inputs), segment.count);
  if (is_compact && segment.count >= min_compiled_repetitions && run_compiled(segment)) return;
  for (std::uint64_t repetition = 0; repetition < segment.count; ++repetition) {
    if (!is_compact) add_block({}, 1);
    if (!repeat_once(segment, repetition, !is_compact)) return;
  }
}

/// Executes all repetitions. Returns false, without any effect, if the segment cannot be compiled.
/// Soundness: compiled code executes the repetitions between the first and the last one. It checks every
/// guard and computes the same values as term::evaluate (test/unit/term_evaluation/word_code_test.cpp).
bool Follower::run_compiled(const Segment& segment) {
  std::optional<CompiledSegment> compiled = CompiledSegment::compile(program_, segment.steps);
  if (!compiled) return false;
  const std::uint64_t last = segment.count - 1;
  if (!repeat_once(segment, 0, false)) return true;
  const std::uint64_t stopped = compiled->run(machine_, 1, last);
  PENDULUM_CHECK(stopped >= 1 && stopped <= last, "repetition {} should be between 1 and {}", stopped, last);
  run_.steps += (stopped - 1) * segment.steps.size();
  if (stopped != last) {
    run_.steps += compiled->failed_step();
    fail_at(segment.steps[compiled->failed_step()], stopped);
    return true;
  }
  repeat_once(segment, last, false);
  return true;
}

}  // namespace

Run follow(const Program& program, const certificate::ErrorPath& path) {
  Run run = Follower(program, path).run();
  PENDULUM_CHECK(run.reached_error == run.stuck_reason.empty(),
                 "an execution should reach the error or have a reason why it does not");
  PENDULUM_CHECK(!run.reached_error || run.steps == path.num_steps(),
                 "an execution that reaches the error should take all {} steps, not {}", path.num_steps(),
                 run.steps);
  return run;
}

std::vector<ConsumedInput> expanded(term::TermManager& terms, const std::vector<ConsumedBlock>& blocks) {
  std::vector<ConsumedInput> result;
  for (const ConsumedBlock& block : blocks) {
    PENDULUM_CHECK(block.count > 0, "a block of inputs should be consumed at least once");
    for (std::uint64_t repetition = 0; repetition < block.count; ++repetition)
      for (const ConsumedInput& input : block.inputs)
        result.push_back({input.input, certificate::value_at(terms, input.value, repetition), input.address});
  }
  return result;
}

namespace {

bool guard_reads_inputs(const Edge& edge) {
  if (edge.inputs.empty() || edge.guard.is_value()) return false;
  const term::TermVector read = term::symbols(edge.guard);
  return std::ranges::any_of(edge.inputs, [&](const program::Input& input) {
    return std::ranges::find(read, input.symbol) != read.end();
  });
}

/// Takes the first edge whose guard holds. Calls `next_value` for the inputs of an edge only if the edge is
/// taken or its guard reads inputs.
bool take_first(const Program& program, Machine& machine, const InputSource& next_value, Run& run) {
  machine.arrive();
  for (const EdgeId id : program.outgoing(machine.location())) {
    const Edge& edge = program.edge(id);
    const bool reads_inputs = guard_reads_inputs(edge);
    if (reads_inputs) machine.load_inputs(edge, next_value);
    if (machine.can_take(edge)) {
      if (!reads_inputs) machine.load_inputs(edge, next_value);
      consume(machine, edge, run.inputs.back().inputs);
      machine.take(edge);
      ++run.steps;
      return true;
    }
    if (reads_inputs) machine.drop_inputs(edge);
  }
  return false;
}

}  // namespace

Run execute(const Program& program, const InputSource& next_value, std::size_t max_steps) {
  Run run;
  run.inputs.emplace_back();
  Machine machine(program);
  while (machine.location() != program.error()) {
    if (run.steps == max_steps) {
      run.stuck_reason = fmt::format("stopped after {} steps", max_steps);
      break;
    }
    if (!take_first(program, machine, next_value, run)) {
      run.stuck_reason = fmt::format("no edge can be taken at {}", program.location(machine.location()).name);
      break;
    }
  }
  finish(program, machine, run);
  PENDULUM_CHECK(run.steps <= max_steps, "an execution should take at most {} steps, not {}", max_steps,
                 run.steps);
  return run;
}

}  // namespace pendulum::check
