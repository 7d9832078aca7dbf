#include "engine/bmc/exploration.h"

#include <algorithm>

#include "base/check.h"
#include "term/bitvec_fold.h"
#include "term/traverse.h"

namespace pendulum::engine::bmc {

using program::Edge;
using program::EdgeId;
using program::LocationId;
using term::Kind;
using term::Term;
using term::TermVector;

namespace {

/// Maximum number of stored states, to limit memory: with 100 live variables, the states take 320 MB.
constexpr std::size_t max_states = 400'000;
/// Cost of a step besides the execution of its code, in instructions: copying and hashing the state.
constexpr std::size_t step_cost = 200;
/// Number of input valuations that are tried if an edge has several inputs. The number of all combinations is
/// exponential; a state that is reached again gets others.
constexpr std::size_t combinations = 12;

/// One of this many inputs gets a random value instead of a candidate, because candidates are only guesses.
constexpr unsigned random_value_period = 16;

std::uint64_t hash_of(LocationId location, const std::vector<std::uint64_t>& state) {
  std::uint64_t hash = location + 0x9e3779b97f4a7c15U;
  for (const std::uint64_t word : state) {
    hash = (hash ^ word) * 0xff51afd7ed558ccdU;
    hash ^= hash >> 32U;
  }
  return hash;
}

bool is_comparison(Kind kind) {
  return kind == Kind::Eq || kind == Kind::BvUlt || kind == Kind::BvUle || kind == Kind::BvSlt ||
         kind == Kind::BvSle;
}

std::uint32_t width_of(Term term) {
  return term.sort().is_bool() ? 1 : term.sort().width();
}

}  // namespace

Exploration::Exploration(const program::Program& program, unsigned seed, const base::StopToken& stop)
    : program_(program),
      terms_(program.terms()),
      stop_(stop),
      random_(seed),
      live_(program::live_variables(program)),
      edges_(program.edges().size()) {
  for (EdgeId id = 0; id < edges_.size() && is_possible_; ++id) compile(id);
  nodes_.push_back({program.entry(), 0, 0, {}, {}});
  cold_.push_back(0);
}

void Exploration::compile(EdgeId id) {
  const Edge& edge = program_.edge(id);
  TermVector symbols = live_[edge.source];
  for (const program::Input& input : edge.inputs) symbols.push_back(input.symbol);
  TermVector roots{edge.guard};
  for (const Term variable : live_[edge.target]) {
    const auto update = std::ranges::find(edge.updates, variable, &program::Assignment::variable);
    roots.push_back(update == edge.updates.end() ? variable : update->value);
  }
  CompiledEdge& compiled = edges_[id];
  compiled.code = term::WordCode::compile(terms_, symbols, {}, roots);
  is_possible_ = compiled.code.has_value();
  if (!is_possible_) return;
  const TermVector all = term::subterms(roots);
  for (const program::Input& input : edge.inputs) {
    compiled.candidates.push_back(candidates_of(input.symbol, all));
    compiled.widths.push_back(width_of(input.symbol));
  }
}

Exploration::Words Exploration::candidates_of(Term input, const TermVector& subterms) const {
  const std::uint64_t mask = term::word_mask(width_of(input));
  Words result{0, 1};
  for (const Term term : subterms) {
    if (!is_comparison(term.kind()) || (term[0] != input && term[1] != input)) continue;
    const Term other = term[0] == input ? term[1] : term[0];
    if (other.kind() != Kind::BitVecValue) continue;
    const std::uint64_t value = other.integer_value().get_ui();
    for (const std::uint64_t near : {value - 1, value, value + 1}) result.push_back(near & mask);
  }
  std::ranges::sort(result);
  const auto rest = std::ranges::unique(result);
  result.erase(rest.begin(), rest.end());
  return result;
}

std::optional<certificate::ErrorPath> Exploration::run(std::size_t instructions) {
  const std::size_t end = done_ + instructions;
  while (done_ < end && !is_exhausted() && !stop_.is_stopped()) {
    std::deque<std::uint32_t>& queue = hot_.empty() ? cold_ : hot_;
    const NodeId node = queue.front();
    queue.pop_front();
    expand(node);
    if (found_) return std::exchange(found_, std::nullopt);
  }
  return std::nullopt;
}

void Exploration::expand(NodeId node) {
  PENDULUM_DCHECK(node < nodes_.size(), "node {} should exist", node);
  for (const EdgeId id : program_.outgoing(nodes_[node].location)) {
    for (const Words& inputs : choose_inputs(edges_[id])) {
      try_edge(node, id, inputs);
      if (found_ || stop_.is_stopped()) return;
    }
  }
}

/// For one input: all candidates and a random value. For several inputs: random combinations of candidates.
std::vector<Exploration::Words> Exploration::choose_inputs(const CompiledEdge& edge) {
  if (edge.candidates.empty()) return {{}};
  std::vector<Words> result;
  if (edge.candidates.size() == 1)
    for (const std::uint64_t value : edge.candidates[0]) result.push_back({value});
  const std::size_t drawn = edge.candidates.size() == 1 ? 1 : combinations;
  for (std::size_t i = 0; i < drawn; ++i) {
    Words& values = result.emplace_back();
    for (std::size_t input = 0; input < edge.candidates.size(); ++input) {
      const Words& candidates = edge.candidates[input];
      const bool is_any = edge.candidates.size() == 1 || random_() % random_value_period == 0;
      values.push_back((is_any ? random_() : candidates[random_() % candidates.size()]) &
                       term::word_mask(edge.widths[input]));
    }
  }
  return result;
}

bool Exploration::execute(NodeId node, EdgeId id, const Words& inputs) {
  term::WordCode& code = *edges_[id].code;
  PENDULUM_DCHECK(inputs.size() == edges_[id].candidates.size(), "every input should have a value");
  Words values = nodes_[node].state;
  values.insert(values.end(), inputs.begin(), inputs.end());
  const bool is_novel = code.run_for_novelty(values);
  const std::size_t cost = code.size() + step_cost;
  done_ += cost;
  since_novelty_ = is_novel ? 0 : since_novelty_ + cost;
  return is_novel;
}

Exploration::Words Exploration::successor(EdgeId id) const {
  Words state;
  for (std::size_t i = 0; i < live_[program_.edge(id).target].size(); ++i)
    state.push_back(edges_[id].code->value(i + 1));
  return state;
}

void Exploration::try_edge(NodeId node, EdgeId id, const Words& inputs) {
  const bool is_novel = execute(node, id, inputs);
  if (edges_[id].code->value(0) == 0) return;
  const Edge& edge = program_.edge(id);
  if (edge.target == program_.error()) {
    if (!edge.is_unsupported) found_ = path_to(node, id, inputs);
    return;
  }
  Words state = successor(id);
  const auto next = static_cast<NodeId>(nodes_.size());
  if (nodes_.size() >= max_states || !known_.emplace(hash_of(edge.target, state), next).second) return;
  (is_novel ? hot_ : cold_).push_back(next);
  nodes_.push_back({edge.target, node, id, std::move(state), inputs});
}

std::optional<Exploration::NodeId> Exploration::take(NodeId node, EdgeId id, const Words& inputs) {
  const Edge& edge = program_.edge(id);
  PENDULUM_CHECK(is_possible_ && edge.source == nodes_[node].location && edge.target != program_.error(),
                 "edge {} should leave the location of node {}", id, node);
  execute(node, id, inputs);
  if (edges_[id].code->value(0) == 0) return std::nullopt;
  Words state = successor(id);
  const auto next = static_cast<NodeId>(nodes_.size());
  const auto [found, is_new] = known_.emplace(hash_of(edge.target, state), next);
  const NodeId known = found->second;
  if (!is_new && nodes_[known].location == edge.target && nodes_[known].state == state) return known;
  if (nodes_.size() >= max_states) {
    if (is_new) known_.erase(found);
    return std::nullopt;
  }
  hot_.push_back(next);
  nodes_.push_back({edge.target, node, id, std::move(state), inputs});
  return next;
}

certificate::Step Exploration::step(EdgeId id, const Words& inputs) const {
  certificate::Step result{id, {}};
  const auto& declared = program_.edge(id).inputs;
  PENDULUM_CHECK(declared.size() == inputs.size(), "every input of edge {} should have a value", id);
  for (std::size_t i = 0; i < declared.size(); ++i) {
    const Term symbol = declared[i].symbol;
    result.inputs.emplace(symbol, symbol.sort().is_bool()
                                      ? terms_.mk_bool(inputs[i] != 0)
                                      : terms_.mk_bv(static_cast<std::int64_t>(inputs[i]), width_of(symbol)));
  }
  return result;
}

std::vector<EdgeId> Exploration::edges_to(NodeId node) const {
  std::vector<EdgeId> result;
  for (; node != 0; node = nodes_[node].parent) result.push_back(nodes_[node].edge);
  std::ranges::reverse(result);
  return result;
}

certificate::ErrorPath Exploration::path_to(NodeId node, EdgeId last, const Words& inputs) const {
  std::vector<certificate::Step> steps{step(last, inputs)};
  for (; node != 0; node = nodes_[node].parent) steps.push_back(step(nodes_[node].edge, nodes_[node].inputs));
  std::ranges::reverse(steps);
  PENDULUM_CHECK(program_.edge(steps.front().edge).source == program_.entry(),
                 "a counterexample path should start at the entry");
  return certificate::ErrorPath(std::move(steps));
}

}  // namespace pendulum::engine::bmc
