// The search for a run of the original along a coarse path: depth first over the edges that can be taken.
// Where guards exclude each other, which is the rule, nothing is ever taken back.
//
// Of a coarse segment that is repeated, one repetition is searched; the edges that it took are a body, which
// is compiled and repeated for as long as its guards hold. The repetition in which no known body can be taken
// is searched again and gives another body. When the search has to go back into repeated bodies, it forgets
// them and searches the rest step by step, so that no run is missed.
#include <algorithm>

#include "check/compiled_segment.h"
#include "check/interpreter.h"
#include "check/machine.h"

namespace pendulum::check {

namespace {

using certificate::ErrorPath;
using certificate::Segment;
using certificate::Step;
using program::Edge;
using program::EdgeId;
using program::LocationId;
using program::Program;
using term::Term;

class Refinement {
 public:
  Refinement(const Program& original, const program::Transformed& transformed, const ErrorPath& path)
      : original_(original),
        terms_(original.terms()),
        transformed_(transformed),
        path_(path),
        machine_(original),
        bodies_(path.segments.size()) {
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
  /// A coarse step of the path.
  struct Position {
    std::size_t segment = 0;
    std::uint64_t repetition = 0;
    std::size_t step = 0;  ///< of the segment
  };
  /// Original edges that one repetition of a coarse segment may take.
  struct Body {
    std::vector<Step> steps;  ///< values of inputs as in the coarse segment
    CompiledSegment code;
  };
  /// An edge that was taken, or a body that was repeated, and how to take it back.
  struct Taken {
    Step step;  ///< no body
    std::size_t log_position;
    Position position;            ///< of the coarse step it is part of; of a body: the first repetition
    std::size_t next_choice = 0;  ///< index into outgoing(source) of the next edge to try instead
    const Body* body = nullptr;
    std::uint64_t count = 0;  ///< repetitions of the body
  };
  /// Runs of original edges that a coarse step may stand for are bounded by the size of a block, but a pass
  /// may have removed a loop that the original runs through.
  static constexpr std::size_t max_tries = 5'000'000;
  /// More bodies of one segment are not tried for the next repetition.
  static constexpr std::size_t max_bodies = 16;

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
  void add_body();
  Step repeatable(const Step& step, const Step& coarse) const;
  bool repeat_body();
  ErrorPath result();

  const Program& original_;
  term::TermManager& terms_;
  const program::Transformed& transformed_;
  const ErrorPath& path_;
  Machine machine_;
  std::vector<bool> is_cutpoint_;  ///< by location of the original
  Position position_;              ///< the coarse step we are in
  std::size_t choice_ = 0;         ///< index into outgoing(location) of the next edge to try
  term::Model inputs_;             ///< values of the coarse step, by the original's symbols
  std::vector<Taken> taken_;
  std::vector<std::vector<std::unique_ptr<Body>>> bodies_;  ///< by coarse segment; the last used comes first
  bool repeats_ = true;                                     ///< are bodies repeated?
};

/// The coarse path is a path of the transformed program from entry.
bool Refinement::fits() const {
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

/// Values may also be given under the original's names.
term::Model Refinement::inputs_of(const Step& coarse) const {
  term::Model result;
  for (const program::Input& input : transformed_.program.edge(coarse.edge).inputs) {
    auto found = coarse.inputs.find(input.symbol);
    if (found != coarse.inputs.end()) result[transformed_.original_input(input.symbol)] = found->second;
  }
  for (const auto& [symbol, value] : coarse.inputs) result.emplace(symbol, value);
  return result;
}

void Refinement::enter(Position position) {
  position_ = position;
  choice_ = 0;
  if (!is_done()) inputs_ = inputs_of(segment().steps[position_.step]);
}

/// Requires that the coarse step is done.
void Refinement::enter_next() {
  Position next = position_;
  if (++next.step < segment().steps.size()) return enter(next);
  next = {next.segment, next.repetition + 1, 0};
  if (repeats_ && next.repetition < segment().count) {
    add_body();
    position_ = next;
    while (repeat_body()) {
    }
    next = position_;
  }
  if (next.repetition >= segment().count) next = {next.segment + 1, 0, 0};
  enter(next);
}

/// Takes the next edge that can be taken here, or goes back. False: nothing is left to try.
bool Refinement::advance() {
  machine_.arrive();
  const auto& outgoing = original_.outgoing(machine_.location());
  while (choice_ < outgoing.size()) {
    const EdgeId id = outgoing[choice_++];
    const Edge& edge = original_.edge(id);
    if (is_cutpoint_[edge.target] && edge.target != goal()) continue;
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

void Refinement::take(EdgeId id) {
  const Edge& edge = original_.edge(id);
  Taken taken{{id, {}}, machine_.log_position(), position_, choice_};
  for (const ConsumedInput& consumed : machine_.consumed(edge))
    taken.step.inputs.emplace(consumed.input.symbol, consumed.value);
  taken_.push_back(std::move(taken));
  machine_.take(edge);
  choice_ = 0;
  if (is_cutpoint_[edge.target]) enter_next();
}

bool Refinement::go_back() {
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

/// Makes a body of the repetition that was just searched, if it is new.
void Refinement::add_body() {
  auto first = taken_.end();
  while (first != taken_.begin()) {
    const Taken& before = *std::prev(first);
    if (before.body != nullptr || before.position.segment != position_.segment ||
        before.position.repetition != position_.repetition)
      break;
    --first;
  }
  std::vector<std::unique_ptr<Body>>& bodies = bodies_[position_.segment];
  const auto is_same = [&](const std::unique_ptr<Body>& body) {
    return std::equal(first, taken_.end(), body->steps.begin(), body->steps.end(),
                      [](const Taken& taken, const Step& step) { return taken.step.edge == step.edge; });
  };
  if (bodies.size() == max_bodies || std::ranges::any_of(bodies, is_same)) return;
  std::vector<Step> steps;
  for (auto taken = first; taken != taken_.end(); ++taken)
    steps.push_back(repeatable(taken->step, segment().steps[taken->position.step]));
  std::optional<CompiledSegment> code = CompiledSegment::compile(original_, steps);
  if (code) bodies.insert(bodies.begin(), std::make_unique<Body>(Body{std::move(steps), std::move(*code)}));
}

/// The edge of `step`, with values for every repetition of the coarse step that it is part of.
Step Refinement::repeatable(const Step& step, const Step& coarse) const {
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

/// Repeats the first body that can be taken from here. False: there is none, or the segment is done.
bool Refinement::repeat_body() {
  if (position_.repetition >= segment().count) return false;
  std::vector<std::unique_ptr<Body>>& bodies = bodies_[position_.segment];
  for (auto body = bodies.begin(); body != bodies.end(); ++body) {
    const std::size_t log_position = machine_.log_position();
    const std::uint64_t stopped = (*body)->code.run(machine_, position_.repetition, segment().count);
    if (stopped == position_.repetition) continue;
    Taken taken{{}, log_position, position_};
    taken.body = body->get();
    taken.count = stopped - position_.repetition;
    taken_.push_back(std::move(taken));
    position_.repetition = stopped;
    std::rotate(bodies.begin(), body, std::next(body));
    return true;
  }
  return false;
}

ErrorPath Refinement::result() {
  ErrorPath result;
  for (Taken& taken : taken_) {
    if (taken.body == nullptr) {
      result.append(std::move(taken.step));
      continue;
    }
    const std::uint64_t first = taken.position.repetition;
    Segment repeated{{}, taken.count};
    for (const Step& step : taken.body->steps) {
      if (taken.count == 1) {
        repeated.steps.push_back(certificate::step_at(terms_, step, first));
        continue;
      }
      Step& later = repeated.steps.emplace_back(Step{step.edge, {}});
      for (const auto& [symbol, value] : step.inputs)
        later.inputs.emplace(symbol, certificate::value_from(terms_, value, first));
    }
    result.append(std::move(repeated));
  }
  return result;
}

}  // namespace

std::optional<ErrorPath> refine_path(const Program& original, const program::Transformed& transformed,
                                     const ErrorPath& path) {
  return Refinement(original, transformed, path).run();
}

}  // namespace pendulum::check
