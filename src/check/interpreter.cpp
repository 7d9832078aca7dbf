// One Machine runs a Program on values. Its state is one map that is changed in place, with a log of what was
// overwritten, so that a step costs what its edge reads and writes, not the size of the state, and so that
// refine_path can go back where several edges can be taken.
#include "check/interpreter.h"

#include <algorithm>

#include "base/check.h"
#include "term/traverse.h"

namespace pendulum::check {

namespace {

using program::Edge;
using program::EdgeId;
using program::LocationId;
using program::Program;
using term::Term;

/// Supplies the values of an edge's inputs; null: what memory was before, for changes of it, otherwise zero.
using Supply = std::function<Term(const program::Input& input)>;

class Machine {
 public:
  explicit Machine(const Program& program) : program_(program), location_(program.entry()) {}

  LocationId location() const { return location_; }

  /// Forgets what was evaluated: to be called once before the edges of a location are tried.
  void arrive() { evaluator_.emplace(program_.terms(), state_); }

  /// Gives the edge's inputs their values. An input belongs to one edge, so other guards do not see them.
  void load_inputs(const Edge& edge, const Supply& supply) {
    for (const program::Input& input : edge.inputs) {
      const Term value = supply(input);
      PENDULUM_CHECK(!value || value.sort() == input.symbol.sort(), "the value of {} should have its sort",
                     input.symbol.name());
      state_[input.symbol] = value ? value : value_without(input);
    }
  }

  bool can_take(const Edge& edge) { return (*evaluator_)(edge.guard).is_true(); }

  /// Requires that the inputs are loaded and the guard holds. All values are computed before any is written.
  void take(const Edge& edge) {
    std::vector<Term> values;
    values.reserve(edge.updates.size());
    for (const program::Assignment& update : edge.updates) values.push_back((*evaluator_)(update.value));
    for (std::size_t i = 0; i < values.size(); ++i) {
      Term& slot = state_[edge.updates[i].variable];
      if (keeps_log_) log_.push_back({edge.updates[i].variable, slot});
      slot = values[i];
    }
    drop_inputs(edge);
    location_ = edge.target;
    evaluator_.reset();
  }

  ConsumedInput consumed(const program::Input& input) const {
    const Term address = input.origin.address;
    return {input, state_.at(input.symbol),
            address ? term::evaluate(program_.terms(), address, state_) : Term()};
  }
  void drop_inputs(const Edge& edge) {
    for (const program::Input& input : edge.inputs) state_.erase(input.symbol);
  }

  void keep_log() { keeps_log_ = true; }
  std::size_t log_position() const { return log_.size(); }
  /// Back to the state in which log_position() was `position`.
  void rewind(std::size_t position, LocationId location) {
    for (; log_.size() > position; log_.pop_back()) {
      const auto& [variable, old] = log_.back();
      if (old) {
        state_[variable] = old;
      } else {
        state_.erase(variable);
      }
    }
    location_ = location;
    evaluator_.reset();
  }

  /// The values of all variables; those never assigned are zero, as in term::evaluate.
  term::Model final_state() const {
    term::Model result;
    for (const program::Variable& variable : program_.variables()) {
      auto found = state_.find(variable.symbol);
      if (found != state_.end()) {
        result.emplace(*found);
      } else if (variable.symbol.sort().kind() != term::SortKind::Uninterpreted) {
        result.emplace(variable.symbol, program_.terms().mk_zero(variable.symbol.sort()));
      }
    }
    return result;
  }

 private:
  /// An evaluator of its own: what the other one knows must not depend on how the inputs are supplied.
  Term value_without(const program::Input& input) const {
    if (!input.origin.unchanged) return program_.terms().mk_zero(input.symbol.sort());
    return term::evaluate(program_.terms(), input.origin.unchanged, state_);
  }

  const Program& program_;
  LocationId location_;
  term::Model state_;  ///< variables, and while an edge is tried its inputs
  std::optional<term::Evaluator> evaluator_;
  bool keeps_log_ = false;
  std::vector<std::pair<Term, Term>> log_;  ///< variable, value before (null: none)
};

void finish(const Program& program, const Machine& machine, Run& run) {
  run.last = machine.location();
  run.reached_error = run.stuck_reason.empty() && run.last == program.error();
  if (!run.reached_error && run.stuck_reason.empty())
    run.stuck_reason = fmt::format("the path ends at {}, not at the error", program.location(run.last).name);
  run.state = machine.final_state();
}

void consume(const Machine& machine, const Edge& edge, Run& run) {
  for (const program::Input& input : edge.inputs) run.inputs.push_back(machine.consumed(input));
}

/// Why the step cannot be taken from `location`; empty if nothing speaks against it so far.
std::string fault_of(const Program& program, const certificate::Step& step, LocationId location) {
  if (step.edge >= program.edges().size()) return fmt::format("there is no edge {}", step.edge);
  const Edge& edge = program.edge(step.edge);
  if (edge.source != location)
    return fmt::format("edge {} leaves {}, but the run is at {}", step.edge,
                       program.location(edge.source).name, program.location(location).name);
  for (const program::Input& input : edge.inputs) {
    auto found = step.inputs.find(input.symbol);
    if (found == step.inputs.end()) continue;
    if (!found->second || found->second.sort() != input.symbol.sort())
      return fmt::format("the value of input {} does not have its sort", input.symbol.name());
    if (!term::symbols(found->second).empty())
      return fmt::format("the value of input {} is not a value", input.symbol.name());
  }
  return {};
}

std::vector<certificate::Step> plain_steps(const Program& program, const certificate::ErrorPath& path) {
  certificate::ErrorPath plain = certificate::expanded(program.terms(), path);
  return plain.empty() ? std::vector<certificate::Step>() : std::move(plain.segments[0].steps);
}

}  // namespace

Run follow(const Program& program, const certificate::ErrorPath& path) {
  Run run;
  Machine machine(program);
  for (const certificate::Step& step : plain_steps(program, path)) {
    run.stuck_reason = fault_of(program, step, machine.location());
    if (!run.stuck_reason.empty()) break;
    const Edge& edge = program.edge(step.edge);
    machine.arrive();
    machine.load_inputs(edge, [&](const program::Input& input) {
      auto found = step.inputs.find(input.symbol);
      return found == step.inputs.end() ? Term() : found->second;
    });
    if (!machine.can_take(edge)) {
      run.stuck_reason =
          fmt::format("step {}: the guard of edge {} from {} to {} is false", run.steps, step.edge,
                      program.location(edge.source).name, program.location(edge.target).name);
      break;
    }
    consume(machine, edge, run);
    machine.take(edge);
    ++run.steps;
  }
  finish(program, machine, run);
  return run;
}

namespace {

bool guard_reads_inputs(const Edge& edge) {
  if (edge.inputs.empty() || edge.guard.is_value()) return false;
  const term::TermVector read = term::symbols(edge.guard);
  return std::ranges::any_of(edge.inputs, [&](const program::Input& input) {
    return std::ranges::find(read, input.symbol) != read.end();
  });
}

/// Takes the first edge whose guard holds. An input is asked for when its edge is taken or when its guard
/// cannot be decided without it.
bool take_first(const Program& program, Machine& machine, const InputSource& next_value, Run& run) {
  machine.arrive();
  for (const EdgeId id : program.outgoing(machine.location())) {
    const Edge& edge = program.edge(id);
    const bool reads_inputs = guard_reads_inputs(edge);
    if (reads_inputs) machine.load_inputs(edge, next_value);
    if (machine.can_take(edge)) {
      if (!reads_inputs) machine.load_inputs(edge, next_value);
      consume(machine, edge, run);
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
  return run;
}

namespace {

/// The search for a run of the original along a coarse path: depth first over the edges that can be taken.
/// Where guards exclude each other, which is the rule, nothing is ever taken back.
class Refinement {
 public:
  Refinement(const Program& original, const program::Transformed& transformed,
             const certificate::ErrorPath& path)
      : original_(original),
        transformed_(transformed),
        path_(plain_steps(original, path)),
        machine_(original) {
    machine_.keep_log();
    is_cutpoint_.resize(original.locations().size());
    for (const LocationId origin : transformed.origin) is_cutpoint_.at(origin) = true;
  }

  std::optional<certificate::ErrorPath> run() {
    if (!fits()) return std::nullopt;
    enter_step(0);
    std::size_t tried = 0;
    while (coarse_ < path_.size()) {
      if (++tried > max_tries || !advance()) return std::nullopt;
    }
    if (machine_.location() != original_.error()) return std::nullopt;
    certificate::ErrorPath result;
    for (Taken& taken : taken_) result.append(std::move(taken.step));
    return result;
  }

 private:
  /// An edge that was taken, and how to take it back.
  struct Taken {
    certificate::Step step;
    std::size_t log_position;
    std::size_t coarse;       ///< index of the coarse step it is part of
    std::size_t next_choice;  ///< index into outgoing(source) of the next edge to try instead
  };
  /// Runs of original edges that a coarse step may stand for are bounded by the size of a block, but a pass
  /// may have removed a loop that the original runs through.
  static constexpr std::size_t max_tries = 5'000'000;

  /// The coarse path is a path of the transformed program from entry.
  bool fits() const {
    LocationId at = transformed_.program.entry();
    if (transformed_.origin.at(at) != original_.entry()) return false;
    for (const certificate::Step& step : path_) {
      if (step.edge >= transformed_.program.edges().size()) return false;
      const Edge& edge = transformed_.program.edge(step.edge);
      if (edge.source != at) return false;
      at = edge.target;
    }
    return true;
  }

  void enter_step(std::size_t coarse) {
    coarse_ = coarse;
    choice_ = 0;
    if (coarse == path_.size()) return;
    inputs_.clear();
    const certificate::Step& step = path_[coarse];
    for (const program::Input& input : transformed_.program.edge(step.edge).inputs) {
      auto found = step.inputs.find(input.symbol);
      if (found != step.inputs.end()) inputs_[transformed_.original_input(input.symbol)] = found->second;
    }
    // Values may also be given under the original's names.
    for (const auto& [symbol, value] : step.inputs) inputs_.emplace(symbol, value);
  }

  LocationId goal() const {
    return transformed_.origin[transformed_.program.edge(path_[coarse_].edge).target];
  }

  /// Takes the next edge that can be taken here, or goes back. False: nothing is left to try.
  bool advance() {
    machine_.arrive();
    const auto& outgoing = original_.outgoing(machine_.location());
    while (choice_ < outgoing.size()) {
      const EdgeId id = outgoing[choice_++];
      const Edge& edge = original_.edge(id);
      if (is_cutpoint_[edge.target] && edge.target != goal()) continue;
      machine_.load_inputs(edge, [&](const program::Input& input) {
        auto found = inputs_.find(input.symbol);
        return found == inputs_.end() ? Term() : found->second;
      });
      if (machine_.can_take(edge)) {
        take(id);
        return true;
      }
      machine_.drop_inputs(edge);
    }
    return go_back();
  }

  void take(EdgeId id) {
    const Edge& edge = original_.edge(id);
    Taken taken{{id, {}}, machine_.log_position(), coarse_, choice_};
    for (const program::Input& input : edge.inputs)
      taken.step.inputs.emplace(input.symbol, machine_.consumed(input).value);
    taken_.push_back(std::move(taken));
    machine_.take(edge);
    if (is_cutpoint_[edge.target]) {
      enter_step(coarse_ + 1);
    } else {
      choice_ = 0;
    }
  }

  bool go_back() {
    if (taken_.empty()) return false;
    const Taken taken = std::move(taken_.back());
    taken_.pop_back();
    machine_.rewind(taken.log_position, original_.edge(taken.step.edge).source);
    if (taken.coarse != coarse_) enter_step(taken.coarse);
    choice_ = taken.next_choice;
    return true;
  }

  const Program& original_;
  const program::Transformed& transformed_;
  std::vector<certificate::Step> path_;
  Machine machine_;
  std::vector<bool> is_cutpoint_;  ///< by location of the original
  std::size_t coarse_ = 0;         ///< the coarse step we are in
  std::size_t choice_ = 0;         ///< index into outgoing(location) of the next edge to try
  term::Model inputs_;             ///< values of the coarse step, by the original's symbols
  std::vector<Taken> taken_;
};

}  // namespace

std::optional<certificate::ErrorPath> refine_path(const Program& original,
                                                  const program::Transformed& transformed,
                                                  const certificate::ErrorPath& path) {
  return Refinement(original, transformed, path).run();
}

}  // namespace pendulum::check
