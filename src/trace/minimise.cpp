// Delta debugging over the inputs [Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing
// Input"]: first whole ranges of inputs are removed or become zero, then each input is simplified
// (simpler_input.h).
#include "trace/minimise.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "base/check.h"
#include "check/replay/machine.h"
#include "trace/simpler_input.h"

namespace pendulum::trace {

namespace {

using certificate::ErrorPath;
using program::Edge;
using program::EdgeId;
using program::Input;
using program::InputOrigin;
using program::Program;
using term::Term;

/// An input of an execution: its origin, and how many inputs of that origin precede it.
using Origin = std::tuple<InputOrigin::Kind, std::string, program::SourceLocation, std::uint64_t>;
using Key = std::pair<Origin, std::size_t>;

Origin origin_of(const Input& input) {
  return {input.origin.kind, input.origin.name, input.origin.where, input.origin.byte_offset};
}

using Values = std::map<Key, Term>;

/// Havocked inputs keep their default, because no counterexample may depend on them.
bool is_free(const Input& input) {
  return input.origin.kind != InputOrigin::Kind::Havoc;
}

/// An execution that reached the error.
struct Found {
  ErrorPath path;
  Values values;           ///< the inputs that it consumed
  std::vector<Key> order;  ///< in the order of execution
  std::uint64_t steps = 0;
  mpz_class complexity;  ///< sum over the inputs

  bool is_smaller_than(const Found& other) const {
    if (steps != other.steps) return steps < other.steps;
    return complexity < other.complexity;
  }
};

class Minimiser {
 public:
  Minimiser(const Program& program, const ErrorPath& path, const base::StopToken& stop,
            const MinimiseLimits& limits)
      : program_(program), stop_(stop), limits_(limits), last_(program.edge(path.last_step().edge)) {}

  std::optional<ErrorPath> run(const ErrorPath& path) {
    max_steps_ = path.num_steps();
    if (max_steps_ > limits_.max_steps) return std::nullopt;
    std::optional<Found> start = execute(values_of(path));
    if (!start) return std::nullopt;  // the path makes a choice that the interpreter does not make
    best_ = std::move(*start);
    const Found first = best_;
    remove_ranges();
    zero_ranges();
    while (shrink_each() && !is_over()) {
    }
    if (!best_.is_smaller_than(first)) return std::nullopt;
    return std::move(best_.path);
  }

 private:
  bool is_over() const { return runs_ >= limits_.max_runs || stop_.is_stopped(); }

  Values values_of(const ErrorPath& path) const {
    Values values;
    std::map<Origin, std::size_t> counts;
    for (const certificate::Segment& segment : path.segments)
      for (std::uint64_t repetition = 0; repetition < segment.count; ++repetition)
        for (const certificate::Step& step : segment.steps)
          for (const Input& input : program_.edge(step.edge).inputs) {
            if (!is_free(input)) continue;
            const Key key{origin_of(input), counts[origin_of(input)]++};
            if (const auto value = step.inputs.find(input.symbol); value != step.inputs.end())
              values[key] = certificate::value_at(program_.terms(), value->second, repetition);
          }
    return values;
  }

  /// Executes the program with these inputs; others are zero. Nothing if it does not reach the violation.
  std::optional<Found> execute(const Values& values) {
    ++runs_;
    Found found;
    std::map<Origin, std::size_t> counts;
    check::Machine machine(program_);
    while (machine.location() != program_.error()) {
      if (found.steps++ == max_steps_ || !take_edge(machine, values, counts, found)) return std::nullopt;
    }
    const Edge& last = program_.edge(found.path.last_step().edge);
    const bool is_same = last.violation == last_.violation && last.where == last_.where &&
                         last.is_unsupported == last_.is_unsupported;
    if (!is_same) return std::nullopt;
    return found;
  }

  bool take_edge(check::Machine& machine, const Values& values, std::map<Origin, std::size_t>& counts,
                 Found& found) {
    machine.arrive();
    for (const EdgeId id : program_.outgoing(machine.location())) {
      const Edge& edge = program_.edge(id);
      std::map<Origin, std::size_t> next = edge.inputs.empty() ? std::map<Origin, std::size_t>() : counts;
      certificate::Step step{id, {}};
      std::vector<std::pair<Key, Term>> consumed;
      mpz_class complexity = 0;
      machine.load_inputs(edge, [&](const Input& input) {
        if (!is_free(input)) return Term();
        const Key key{origin_of(input), next[origin_of(input)]++};
        const auto value = values.find(key);
        const bool is_given = value != values.end() && value->second.sort() == input.symbol.sort();
        const Term used = is_given ? value->second : program_.terms().mk_zero(input.symbol.sort());
        step.inputs.emplace(input.symbol, used);
        consumed.emplace_back(key, used);
        meanings_.try_emplace(key.first, meaning_of(input));
        complexity += complexity_of(meanings_.at(key.first), used);
        return used;
      });
      if (!machine.can_take(edge)) {
        machine.drop_inputs(edge);
        continue;
      }
      machine.take(edge);
      if (!edge.inputs.empty()) counts = std::move(next);
      for (const auto& [key, value] : consumed) {
        found.values[key] = value;
        found.order.push_back(key);
      }
      found.complexity += complexity;
      found.path.append(std::move(step));
      return true;
    }
    return false;
  }

  /// Executes a candidate and keeps it if it is smaller.
  bool try_values(const Values& values) {
    if (is_over()) return false;
    std::optional<Found> found = execute(values);
    if (!found || !found->is_smaller_than(best_)) return false;
    best_ = std::move(*found);
    max_steps_ = best_.steps;
    return true;
  }

  /// Removes ranges of the inputs: later inputs of the same origin take their place. This shortens executions
  /// whose loops read one input per iteration.
  void remove_ranges() {
    for (std::size_t size = best_.order.size() / 2; size > 0 && !is_over(); size /= 2)
      for (std::size_t begin = 0; begin + size <= best_.order.size() && !is_over();)
        if (!try_values(without(begin, begin + size))) begin += size;
  }

  /// The inputs of the best execution without those at the positions begin ... end - 1.
  Values without(std::size_t begin, std::size_t end) const {
    Values values;
    std::map<Origin, std::size_t> counts;
    for (std::size_t i = 0; i < best_.order.size(); ++i) {
      const Key& key = best_.order[i];
      if (i < begin || i >= end) values[{key.first, counts[key.first]++}] = best_.values.at(key);
    }
    return values;
  }

  void zero_ranges() {
    for (std::size_t size = best_.order.size(); size > 0 && !is_over(); size /= 2)
      for (std::size_t begin = 0; begin < best_.order.size() && !is_over(); begin += size) {
        Values values = best_.values;
        for (std::size_t i = begin; i < std::min(begin + size, best_.order.size()); ++i)
          values.erase(best_.order[i]);
        try_values(values);
      }
  }

  bool shrink_each() {
    bool has_changed = false;
    const std::vector<Key> keys = best_.order;
    for (const Key& key : keys) {
      if (is_over()) return false;
      if (best_.values.contains(key)) has_changed = shrink(key) || has_changed;
    }
    return has_changed;
  }

  /// Simplifies one input; stops if the best execution no longer reads it.
  bool shrink(const Key& key) {
    return simplify_input(program_.terms(), meanings_.at(key.first), best_.values.at(key), [&](Term simpler) {
      if (!best_.values.contains(key)) return false;
      Values values = best_.values;
      values[key] = simpler;
      return try_values(values);
    });
  }

  const Program& program_;
  const base::StopToken& stop_;
  const MinimiseLimits limits_;
  const Edge& last_;
  std::uint64_t max_steps_ = 0;
  std::size_t runs_ = 0;
  std::map<Origin, InputMeaning> meanings_;
  Found best_;
};

}  // namespace

std::optional<ErrorPath> minimise(const Program& program, const ErrorPath& path, const base::StopToken& stop,
                                  const MinimiseLimits& limits) {
  if (path.empty()) return std::nullopt;
  return Minimiser(program, path, stop, limits).run(path);
}

}  // namespace pendulum::trace
