// Bourdoncle, "Efficient chaotic iteration strategies with widenings", 1993, Fig. 4 (hierarchical
// decomposition into strongly connected components). The recursion of `visit` and `component` is replaced by
// one stack of frames, because programs have chains of 50,000 blocks.
//
// Deviation: successors are visited in reverse order of their edges. The algorithm prepends finished
// elements, so the result follows the ids of the edges where the order is not determined: for UFO's Fig. 1 it
// is the order that the paper prints.
#include "program/wto.h"

#include <algorithm>
#include <limits>
#include <span>

#include "base/check.h"

namespace pendulum::program {

namespace {

class Decomposition {
 public:
  explicit Decomposition(const Program& program) : program_(program), dfn_(program.locations().size(), 0) {}

  std::vector<WtoElement> run() {
    partitions_.emplace_back();
    begin_visit(program_.entry());
    while (!frames_.empty()) step();
    std::reverse(partitions_.back().begin(), partitions_.back().end());
    return std::move(partitions_.back());
  }

 private:
  using Number = std::uint32_t;
  static constexpr Number done = std::numeric_limits<Number>::max();

  /// An active call of Fig. 4's `visit` and, at its end, of `component`.
  struct Frame {
    LocationId vertex;
    std::size_t left;  ///< number of outgoing edges that are still to be visited
    Number head;       ///< smallest depth-first number that was reached
    bool is_loop = false;
    bool is_component = false;  ///< the call is in `component`
  };

  void begin_visit(LocationId vertex) {
    stack_.push_back(vertex);
    dfn_[vertex] = ++number_;
    frames_.push_back({vertex, program_.outgoing(vertex).size(), number_});
  }

  void step() {
    Frame& frame = frames_.back();
    if (frame.left == 0) {
      if (frame.is_component)
        end_component(frame);
      else
        end_visit(frame);
      return;
    }
    const LocationId successor = program_.edge(program_.outgoing(frame.vertex)[--frame.left]).target;
    if (dfn_[successor] == 0)
      begin_visit(successor);
    else if (!frame.is_component)
      reach(frame, dfn_[successor]);
  }

  static void reach(Frame& frame, Number minimum) {
    if (minimum > frame.head) return;
    frame.head = minimum;
    frame.is_loop = true;
  }

  void end_visit(Frame& frame) {
    const LocationId vertex = frame.vertex;
    if (frame.head != dfn_[vertex]) {
      leave(frame.head);
      return;
    }
    dfn_[vertex] = done;
    LocationId element = pop();
    if (!frame.is_loop) {
      partitions_.back().push_back({vertex, false, {}});
      leave(frame.head);
      return;
    }
    while (element != vertex) {
      dfn_[element] = 0;
      element = pop();
    }
    // `component`: the vertices whose number was reset to 0 are the rest of the strongly connected component;
    // decompose it again without its head.
    frame.is_component = true;
    frame.left = program_.outgoing(vertex).size();
    partitions_.emplace_back();
  }

  void end_component(const Frame& frame) {
    std::vector<WtoElement> body = std::move(partitions_.back());
    partitions_.pop_back();
    std::reverse(body.begin(), body.end());
    partitions_.back().push_back({frame.vertex, true, std::move(body)});
    leave(frame.head);
  }

  /// Returns from `visit` with the result `head`.
  void leave(Number head) {
    frames_.pop_back();
    if (!frames_.empty() && !frames_.back().is_component) reach(frames_.back(), head);
  }

  LocationId pop() {
    const LocationId top = stack_.back();
    stack_.pop_back();
    return top;
  }

  const Program& program_;
  std::vector<Number> dfn_;  ///< 0: not visited; `done`: placed in the order
  Number number_ = 0;
  std::vector<LocationId> stack_;
  std::vector<Frame> frames_;
  std::vector<std::vector<WtoElement>> partitions_;  ///< under construction, reversed; the innermost last
};

}  // namespace

Wto::Wto(const Program& program) : program_(&program), elements_(Decomposition(program).run()) {
  const std::size_t size = program.locations().size();
  position_.resize(size);
  is_head_.resize(size);
  end_.resize(size);
  parent_head_.resize(size);
  for (LocationId id = 0; id < size; ++id) parent_head_[id] = id;
  flatten();
  next_.resize(size);
  exit_.resize(size);
  for (LocationId id : order_) link(id);
}

/// Destroys nested components without recursion.
Wto::~Wto() {
  std::vector<WtoElement> pending = std::move(elements_);
  while (!pending.empty()) {
    WtoElement element = std::move(pending.back());
    pending.pop_back();
    for (WtoElement& inner : element.body) pending.push_back(std::move(inner));
  }
}

void Wto::flatten() {
  struct Frame {
    std::span<const WtoElement> rest;
    std::optional<LocationId> head;
  };
  std::vector<Frame> stack{{elements_, std::nullopt}};
  while (!stack.empty()) {
    Frame& frame = stack.back();
    if (frame.rest.empty()) {
      if (frame.head) end_[*frame.head] = order_.size();
      stack.pop_back();
      continue;
    }
    const WtoElement& element = frame.rest.front();
    frame.rest = frame.rest.subspan(1);
    const LocationId id = element.location;
    position_[id] = order_.size();
    order_.push_back(id);
    if (frame.head) parent_head_[id] = *frame.head;
    is_head_[id] = element.is_component;
    if (element.is_component) stack.push_back({element.body, id});
  }
}

std::optional<LocationId> Wto::component(LocationId id) const {
  if (is_head_[id]) return id;
  if (parent_head_[id] != id) return parent_head_[id];
  return std::nullopt;
}

void Wto::link(LocationId id) {
  const std::optional<LocationId> inner = component(id);
  const std::size_t following = position(id) + 1;
  const std::size_t end = inner ? end_[*inner] : order_.size();
  next_[id] = following < end ? std::optional(order_[following]) : inner;
  if (!inner) return;
  const LocationId outer = parent_head_[*inner];
  const bool has_outer = outer != *inner;
  const std::size_t outer_end = has_outer ? end_[outer] : order_.size();
  if (end_[*inner] < outer_end)
    exit_[id] = order_[end_[*inner]];
  else if (has_outer)
    exit_[id] = outer;
}

std::vector<LocationId> Wto::heads(LocationId id) const {
  std::vector<LocationId> result;
  for (std::optional<LocationId> head = component(id); head;) {
    result.push_back(*head);
    const LocationId outer = parent_head_[*head];
    head = outer != *head ? std::optional(outer) : std::nullopt;
  }
  std::reverse(result.begin(), result.end());
  return result;
}

bool Wto::is_back_edge(LocationId source, LocationId target) const {
  PENDULUM_CHECK(is_reachable(source), "location {} should be reachable", source);
  return is_head_[target] && position(target) <= position(source) && position(source) < end_[target];
}

std::string Wto::to_string() const {
  std::string text;
  std::vector<std::size_t> ends;  // ends of the open parentheses
  for (std::size_t i = 0; i < order_.size(); ++i) {
    if (i > 0) text += ' ';
    const LocationId id = order_[i];
    if (is_head_[id]) {
      text += '(';
      ends.push_back(end_[id]);
    }
    text += program_->location(id).name;
    for (; !ends.empty() && ends.back() == i + 1; ends.pop_back()) text += ')';
  }
  return text;
}

}  // namespace pendulum::program
