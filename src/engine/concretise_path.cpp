// Concretises a path of a transformed program (the coarse path): a depth-first search for a path of the
// original program, over the edges that can be taken. If guards exclude each other, as they usually do, the
// search never backtracks.
//
// For a repeated coarse segment, the search finds the original edges of one repetition, called a body. The
// body is compiled and repeated while its guards hold. If no known body can be taken, the next repetition is
// searched again and gives another body. Bodies that alternate are combined into one joint body. If the
// search has to backtrack into repeated bodies, it stops using bodies and searches the rest step by step, so
// that it does not miss a path.
#include "engine/concretise_path.h"

#include <algorithm>

#include "check/replay/compiled_segment.h"
#include "check/replay/machine.h"
#include "program/reachability.h"

namespace pendulum::engine {

namespace {

using certificate::ErrorPath;
using certificate::Segment;
using certificate::Step;
using check::CompiledSegment;
using check::Machine;
using program::Edge;
using program::EdgeId;
using program::LocationId;
using program::Program;
using term::Term;

class Concretisation {
 public:
  Concretisation(const Program& original, const program::Transformed& transformed, const ErrorPath& path)
      : original_(original),
        terms_(original.terms()),
        transformed_(transformed),
        path_(path),
        machine_(original),
        leads_to_error_(program::leading_to_error(original)),
        bodies_(path.segments.size()),
        joint_bodies_(path.segments.size()) {
    machine_.keep_log();
    is_cutpoint_.resize(original.locations().size());
    for (const LocationId origin : transformed.origin) is_cutpoint_.at(origin) = true;
  }

  std::optional<ErrorPath> run() {
    if (!fits()) return std::nullopt;
    enter({});
    std::size_t tried = 0;
    while (!is_done()) {
      if (++tried > max_tries || !advance()) return std::nullopt;
    }
    if (machine_.location() != original_.error()) return std::nullopt;
    return result();
  }

 private:
  /// The position of a step in the coarse path.
  struct Position {
    std::size_t segment = 0;
    std::uint64_t repetition = 0;
    std::size_t step = 0;  ///< index into the segment's steps
  };
  /// Original edges for `period` repetitions of a coarse segment. Repetition j of the body replaces the
  /// `period` repetitions of the segment from number period * j + shift on.
  struct Body {
    std::vector<Step> steps;  ///< input values are terms over j
    CompiledSegment code;
    std::uint64_t period = 1;
    std::uint64_t shift = 0;
    std::vector<const Body*> parts = {};  ///< the combined bodies of period 1; empty if `period` is 1
  };
  using Bodies = std::vector<std::unique_ptr<Body>>;
  /// An edge that was taken or a body that was repeated, with the data for backtracking.
  struct Taken {
    Step step;  ///< the edge; unused for a body
    std::size_t log_position;
    Position position;            ///< coarse step that contains the edge; for a body: its first repetition
    std::size_t next_choice = 0;  ///< index into outgoing(source) of the next edge to try instead
    const Body* body = nullptr;
    std::uint64_t first = 0;  ///< number of the body's first repetition
    std::uint64_t count = 0;  ///< number of repetitions of the body
  };
  /// Maximum number of search steps. The size of a block bounds the number of original edges of a coarse
  /// step, but a pass may have removed a loop that the original executes. Chosen so that a search that fails
  /// ends after some seconds; not measured.
  static constexpr std::size_t max_tries = 5'000'000;
  /// Maximum number of bodies per segment. If iterations take more different paths, the segment is written
  /// out. Not measured.
  static constexpr std::size_t max_bodies = 16;
  /// Maximum number of bodies in a joint body. Not measured.
  static constexpr std::size_t max_period = 8;

  bool fits() const;
  bool is_done() const { return position_.segment == path_.segments.size(); }
  const Segment& segment() const { return path_.segments[position_.segment]; }
  term::Model inputs_of(const Step& coarse) const;
  void enter(Position position);
  void enter_next();
  LocationId goal() const {
    return transformed_.origin[transformed_.program.edge(segment().steps[position_.step].edge).target];
  }
  bool advance();
  void take(EdgeId id);
  bool go_back();
  const Body* add_body();
  void remember(const Body* body, std::uint64_t count);
  Body* joint_body();
  std::unique_ptr<Body> join(std::vector<const Body*> parts, std::uint64_t shift) const;
  bool repeat(Body& body);
  Step repeatable(const Step& step, const Step& coarse) const;
  bool repeat_body();
  ErrorPath result();

  const Program& original_;
  term::TermManager& terms_;
  const program::Transformed& transformed_;
  const ErrorPath& path_;
  Machine machine_;
  std::vector<bool> is_cutpoint_;  ///< by location of the original
  /// By location of the original: is there a path to the error? The search enters no other location, because
  /// it could take millions of edges there.
  std::vector<bool> leads_to_error_;
  Position position_;       ///< current coarse step
  std::size_t choice_ = 0;  ///< index into outgoing(location) of the next edge to try
  term::Model inputs_;      ///< input of the original -> value in the current coarse step
  std::vector<Taken> taken_;
  std::vector<Bodies> bodies_;        ///< by coarse segment: bodies of period 1, most recently used first
  std::vector<Bodies> joint_bodies_;  ///< by coarse segment: bodies of longer periods
  std::vector<const Body*> recent_;   ///< bodies of the segment's last repetitions; at most 2 * max_period
  bool repeats_ = true;               ///< does the search still use bodies?
};

/// Is the coarse path a path of the transformed program that starts at the entry?
bool Concretisation::fits() const {
  LocationId at = transformed_.program.entry();
  if (transformed_.origin.at(at) != original_.entry()) return false;
  for (const Segment& segment : path_.segments) {
    const LocationId start = at;
    for (const Step& step : segment.steps) {
      if (step.edge >= transformed_.program.edges().size()) return false;
      const Edge& edge = transformed_.program.edge(step.edge);
      if (edge.source != at) return false;
      at = edge.target;
    }
    if (segment.steps.empty() || segment.count == 0 || (segment.count > 1 && at != start)) return false;
  }
  return true;
}

/// The input values of a coarse step, by the symbols of the original program. The coarse step may also give
/// values for the original's symbols directly.
term::Model Concretisation::inputs_of(const Step& coarse) const {
  term::Model result;
  for (const program::Input& input : transformed_.program.edge(coarse.edge).inputs) {
    auto found = coarse.inputs.find(input.symbol);
    if (found != coarse.inputs.end()) result[transformed_.original_input(input.symbol)] = found->second;
  }
  for (const auto& [symbol, value] : coarse.inputs) result.emplace(symbol, value);
  return result;
}

void Concretisation::enter(Position position) {
  position_ = position;
  choice_ = 0;
  if (!is_done()) inputs_ = inputs_of(segment().steps[position_.step]);
}

/// Moves to the next coarse step. Requires: the current coarse step is complete.
void Concretisation::enter_next() {
  Position next = position_;
  if (++next.step < segment().steps.size()) return enter(next);
  next = {next.segment, next.repetition + 1, 0};
  if (repeats_ && next.repetition < segment().count) {
    remember(add_body(), 1);
    position_ = next;
    while (repeat_body()) {
    }
    next = position_;
  }
  if (next.repetition >= segment().count) {
    next = {next.segment + 1, 0, 0};
    recent_.clear();
  }
  enter(next);
}

/// Takes the next edge that can be taken at the current location, or backtracks. False if the search space is
/// exhausted.
bool Concretisation::advance() {
  machine_.arrive();
  const auto& outgoing = original_.outgoing(machine_.location());
  while (choice_ < outgoing.size()) {
    const EdgeId id = outgoing[choice_++];
    const Edge& edge = original_.edge(id);
    if (!leads_to_error_[edge.target] || (is_cutpoint_[edge.target] && edge.target != goal())) continue;
    machine_.load_inputs(edge, [&](const program::Input& input) {
      auto found = inputs_.find(input.symbol);
      return found == inputs_.end() ? Term()
                                    : certificate::value_at(terms_, found->second, position_.repetition);
    });
    if (machine_.can_take(edge)) {
      take(id);
      return true;
    }
    machine_.drop_inputs(edge);
  }
  return go_back();
}

void Concretisation::take(EdgeId id) {
  const Edge& edge = original_.edge(id);
  Taken taken{{id, {}}, machine_.log_position(), position_, choice_};
  for (const check::ConsumedInput& consumed : machine_.consumed(edge))
    taken.step.inputs.emplace(consumed.input.symbol, consumed.value);
  taken_.push_back(std::move(taken));
  machine_.take(edge);
  choice_ = 0;
  if (is_cutpoint_[edge.target]) enter_next();
}

bool Concretisation::go_back() {
  if (taken_.empty()) return false;
  const Taken taken = std::move(taken_.back());
  taken_.pop_back();
  const EdgeId first = taken.body != nullptr ? taken.body->steps[0].edge : taken.step.edge;
  machine_.rewind(taken.log_position, original_.edge(first).source);
  if (taken.body != nullptr) repeats_ = false;
  enter(taken.position);
  choice_ = taken.next_choice;
  return true;
}

/// The body of the repetition that was just completed. Null if it cannot be compiled or the segment already
/// has the maximum number of bodies.
const Concretisation::Body* Concretisation::add_body() {
  auto first = taken_.end();
  while (first != taken_.begin()) {
    const Taken& before = *std::prev(first);
    if (before.body != nullptr || before.position.segment != position_.segment ||
        before.position.repetition != position_.repetition)
      break;
    --first;
  }
  Bodies& bodies = bodies_[position_.segment];
  const auto is_same = [&](const std::unique_ptr<Body>& body) {
    return std::equal(first, taken_.end(), body->steps.begin(), body->steps.end(),
                      [](const Taken& taken, const Step& step) { return taken.step.edge == step.edge; });
  };
  const auto known = std::ranges::find_if(bodies, is_same);
  if (known != bodies.end()) return known->get();
  if (bodies.size() == max_bodies) return nullptr;
  std::vector<Step> steps;
  for (auto taken = first; taken != taken_.end(); ++taken)
    steps.push_back(repeatable(taken->step, segment().steps[taken->position.step]));
  std::optional<CompiledSegment> code = CompiledSegment::compile(original_, steps);
  if (!code) return nullptr;
  bodies.insert(bodies.begin(), std::make_unique<Body>(Body{std::move(steps), std::move(*code)}));
  return bodies.front().get();
}

void Concretisation::remember(const Body* body, std::uint64_t count) {
  for (std::uint64_t i = 0; i < std::min<std::uint64_t>(count, 2 * max_period); ++i) recent_.push_back(body);
  if (recent_.size() > 2 * max_period) recent_.erase(recent_.begin(), recent_.end() - 2 * max_period);
}

/// The combination of several bodies whose sequence occurred twice in a row. Null if there is none.
Concretisation::Body* Concretisation::joint_body() {
  Bodies& bodies = joint_bodies_[position_.segment];
  for (std::size_t period = 2; period <= max_period && 2 * period <= recent_.size(); ++period) {
    const auto last = recent_.end() - static_cast<std::ptrdiff_t>(period);
    if (!std::equal(last, recent_.end(), last - static_cast<std::ptrdiff_t>(period))) continue;
    const std::vector<const Body*> parts(last, recent_.end());
    if (std::ranges::count(parts, nullptr) > 0) return nullptr;
    const std::uint64_t shift = position_.repetition % period;
    for (const auto& body : bodies)
      if (body->parts == parts && body->shift == shift) return body.get();
    if (bodies.size() == max_bodies) return nullptr;
    std::unique_ptr<Body> body = join(parts, shift);
    return body ? bodies.emplace_back(std::move(body)).get() : nullptr;
  }
  return nullptr;
}

std::unique_ptr<Concretisation::Body> Concretisation::join(std::vector<const Body*> parts,
                                                           std::uint64_t shift) const {
  std::vector<Step> steps;
  for (std::size_t i = 0; i < parts.size(); ++i)
    for (const Step& step : parts[i]->steps) {
      Step& joint = steps.emplace_back(Step{step.edge, {}});
      for (const auto& [symbol, value] : step.inputs)
        joint.inputs.emplace(symbol, certificate::value_from(terms_, value, shift + i, parts.size()));
    }
  std::optional<CompiledSegment> code = CompiledSegment::compile(original_, steps);
  if (!code) return nullptr;
  const std::uint64_t period = parts.size();
  return std::make_unique<Body>(Body{std::move(steps), std::move(*code), period, shift, std::move(parts)});
}

/// The edge of `step`, with input values as terms over the repetition of the coarse step that contains it.
Step Concretisation::repeatable(const Step& step, const Step& coarse) const {
  const term::Model given = inputs_of(coarse);
  Step result{step.edge, {}};
  for (const program::Input& input : original_.edge(step.edge).inputs) {
    const auto found = given.find(input.symbol);
    if (found != given.end()) {
      result.inputs.emplace(input.symbol, found->second);
    } else if (!input.origin.unchanged) {
      result.inputs.emplace(input.symbol, terms_.mk_zero(input.symbol.sort()));
    }
  }
  return result;
}

/// Repeats the first body that can be taken in the current state. False if there is none or the segment is
/// complete.
bool Concretisation::repeat_body() {
  if (position_.repetition >= segment().count) return false;
  if (Body* joint = joint_body(); joint != nullptr && repeat(*joint)) {
    recent_.clear();
    return true;
  }
  Bodies& bodies = bodies_[position_.segment];
  const auto body = std::ranges::find_if(bodies, [&](const auto& candidate) { return repeat(*candidate); });
  if (body == bodies.end()) return false;
  remember(body->get(), taken_.back().count);
  std::rotate(bodies.begin(), body, std::next(body));
  return true;
}

bool Concretisation::repeat(Body& body) {
  const std::uint64_t first = (position_.repetition - body.shift) / body.period;
  const std::uint64_t end = (segment().count - body.shift) / body.period;
  if (first >= end) return false;
  const std::size_t log_position = machine_.log_position();
  const std::uint64_t stopped = body.code.run(machine_, first, end);
  if (stopped == first) return false;
  Taken taken{{}, log_position, position_};
  taken.body = &body;
  taken.first = first;
  taken.count = stopped - first;
  taken_.push_back(std::move(taken));
  position_.repetition = body.shift + stopped * body.period;
  return true;
}

ErrorPath Concretisation::result() {
  ErrorPath result;
  for (Taken& taken : taken_) {
    if (taken.body == nullptr) {
      result.append(std::move(taken.step));
      continue;
    }
    Segment repeated{{}, taken.count};
    for (const Step& step : taken.body->steps) {
      if (taken.count == 1) {
        repeated.steps.push_back(certificate::step_at(terms_, step, taken.first));
        continue;
      }
      Step& later = repeated.steps.emplace_back(Step{step.edge, {}});
      for (const auto& [symbol, value] : step.inputs)
        later.inputs.emplace(symbol, certificate::value_from(terms_, value, taken.first));
    }
    result.append(std::move(repeated));
  }
  return result;
}

}  // namespace

std::optional<ErrorPath> concretise_path(const Program& original, const program::Transformed& transformed,
                                         const ErrorPath& path) {
  return Concretisation(original, transformed, path).run();
}

}  // namespace pendulum::engine
