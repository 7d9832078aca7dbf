#include "check/kernel/layered_graph.h"

#include <algorithm>

#include "base/check.h"
#include "program/wto.h"
#include "term/traverse.h"

namespace pendulum::check {

using program::Edge;
using program::EdgeId;
using program::LocationId;
using program::Program;
using term::Kind;
using term::Term;

namespace {

/// Marks the locations that can be reached from `start`. `next` lists the edges at a location, `far_end`
/// returns the other end of an edge.
template <typename Next, typename FarEnd>
std::vector<bool> flood(std::size_t size, LocationId start, const Next& next, const FarEnd& far_end) {
  std::vector<bool> is_marked(size);
  std::vector<LocationId> open{start};
  is_marked[start] = true;
  while (!open.empty()) {
    const LocationId id = open.back();
    open.pop_back();
    for (const EdgeId edge : next(id)) {
      const LocationId other = far_end(edge);
      if (is_marked[other]) continue;
      is_marked[other] = true;
      open.push_back(other);
    }
  }
  return is_marked;
}

term::TermVector direct_conjuncts(Term term) {
  if (term.kind() != Kind::And) return {term};
  return {term.children().begin(), term.children().end()};
}

/// For an equality of a term and a constant value: the pair (term, value). Otherwise a pair of null terms.
std::pair<Term, Term> as_fixed_value(Term term) {
  if (term.kind() != Kind::Eq) return {};
  if (term[1].is_value()) return {term[0], term[1]};
  if (term[0].is_value()) return {term[1], term[0]};
  return {};
}

bool contradict(term::TermManager& terms, Term a, Term b) {
  if (terms.mk_not(a) == b) return true;
  const auto [left, left_value] = as_fixed_value(a);
  const auto [right, right_value] = as_fixed_value(b);
  return left && left == right && left_value != right_value;
}

/// Soundness: true only if the conjunction of the guards is syntactically false. Both guards are evaluated in
/// one state. Two edges have different input symbols, so inputs cannot make two conjuncts contradict each
/// other.
bool exclude_each_other(term::TermManager& terms, Term a, Term b) {
  if (a.is_false() || b.is_false()) return true;
  for (const Term left : direct_conjuncts(a))
    for (const Term right : direct_conjuncts(b))
      if (contradict(terms, left, right)) return true;
  return false;
}

/// Maximum number of edges whose guards are compared pairwise. With more edges, the quadratic number of
/// comparisons costs more than the symbols that they save.
constexpr std::size_t max_compared = 300;

bool have_exclusive_guards(const Program& program, const std::vector<EdgeId>& edges) {
  if (edges.size() > max_compared) return false;
  for (std::size_t i = 0; i < edges.size(); ++i)
    for (std::size_t j = i + 1; j < edges.size(); ++j)
      if (!exclude_each_other(program.terms(), program.edge(edges[i]).guard, program.edge(edges[j]).guard))
        return false;
  return true;
}

}  // namespace

LayeredGraph::LayeredGraph(const Program& program, std::vector<bool> starts_layer)
    : program_(program), starts_layer_(std::move(starts_layer)) {
  PENDULUM_CHECK(starts_layer_.size() == program.edges().size(), "each edge should be marked or not");

  find_relevant();
  sort_topologically();
  is_deterministic_.resize(program.locations().size());
  for (const LocationId id : order_) is_deterministic_[id] = have_exclusive_guards(program, outgoing_[id]);
}

void LayeredGraph::find_relevant() {
  const std::size_t size = program_.locations().size();
  const std::vector<bool> from_entry = flood(
      size, program_.entry(), [&](LocationId id) -> auto& { return program_.outgoing(id); },
      [&](EdgeId edge) { return program_.edge(edge).target; });
  const std::vector<bool> to_error = flood(
      size, program_.error(), [&](LocationId id) -> auto& { return program_.incoming(id); },
      [&](EdgeId edge) { return program_.edge(edge).source; });
  is_relevant_.resize(size);
  outgoing_.resize(size);
  for (LocationId id = 0; id < size; ++id) is_relevant_[id] = from_entry[id] && to_error[id];
  for (LocationId id = 0; id < size; ++id) {
    if (!is_relevant_[id]) continue;
    for (const EdgeId edge : program_.outgoing(id))
      if (is_relevant_[program_.edge(edge).target]) outgoing_[id].push_back(edge);
  }
}

/// Depth-first search along the unmarked edges. An edge to a location that is on the stack closes a cycle of
/// unmarked edges, which is an error. Without such an edge, reverse postorder is a topological order.
void LayeredGraph::sort_topologically() {
  enum class Color : std::uint8_t { New, OnStack, Done };
  std::vector<Color> color(program_.locations().size(), Color::New);
  std::vector<std::pair<LocationId, std::size_t>> stack;  // location, next edge
  for (LocationId root = 0; root < color.size(); ++root) {
    if (!is_relevant_[root] || color[root] != Color::New) continue;
    color[root] = Color::OnStack;
    stack.emplace_back(root, 0);
    while (!stack.empty()) {
      auto& [id, next] = stack.back();
      if (next == outgoing_[id].size()) {
        color[id] = Color::Done;
        order_.push_back(id);
        stack.pop_back();
        continue;
      }
      const EdgeId edge = outgoing_[id][next++];
      const LocationId target = program_.edge(edge).target;
      if (starts_layer_[edge] || color[target] == Color::Done) continue;
      if (color[target] == Color::OnStack)
        throw base::InputError(
            fmt::format("the certificate should have a location on each cycle, but it has none on a cycle "
                        "through {}",
                        program_.location(target).name));
      color[target] = Color::OnStack;
      stack.emplace_back(target, 0);
    }
  }
  std::ranges::reverse(order_);
  position_.resize(color.size());
  for (std::size_t i = 0; i < order_.size(); ++i) position_[order_[i]] = i;
  // Soundness: the encoder relies on this order, so it does not depend on the search above being right.
  for (const LocationId id : order_)
    for (const EdgeId edge : outgoing_[id])
      PENDULUM_CHECK(starts_layer_[edge] || position_[id] < position_[program_.edge(edge).target],
                     "an edge that is not marked should lead to a later location");
}

std::vector<bool> edges_into(const Program& program, const std::vector<bool>& is_cut) {
  PENDULUM_CHECK(is_cut.size() == program.locations().size(), "each location should be a cutpoint or not");
  std::vector<bool> result;
  result.reserve(program.edges().size());
  for (const Edge& edge : program.edges()) result.push_back(is_cut[edge.target]);
  return result;
}

std::vector<bool> back_edges(const Program& program) {
  const program::Wto wto(program);
  std::vector<bool> result;
  result.reserve(program.edges().size());
  for (const Edge& edge : program.edges())
    result.push_back(wto.is_reachable(edge.source) && wto.is_reachable(edge.target) &&
                     wto.is_back_edge(edge.source, edge.target));
  return result;
}

NeededVariables::Indices variables_in(const Program& program, Term term) {
  NeededVariables::Indices result;
  for (const Term symbol : term::symbols(term))
    if (program.is_variable(symbol))
      result.push_back(static_cast<std::uint32_t>(program.variable_index(symbol)));
  std::ranges::sort(result);
  return result;
}

namespace {

using Indices = NeededVariables::Indices;

/// The variables that the guard and each update of an edge read. Computed once per edge.
struct EdgeReads {
  Indices guard;
  std::vector<std::pair<std::uint32_t, Indices>> updates;  ///< variable, variables that its new value reads
};

class BitSet {
 public:
  explicit BitSet(std::size_t size) : words_((size + 63) / 64) {}  // words of 64 bits
  bool contains(std::uint32_t i) const { return (words_[i / 64] >> (i % 64)) & 1; }
  void insert(std::uint32_t i) { words_[i / 64] |= std::uint64_t{1} << (i % 64); }
  void erase(std::uint32_t i) { words_[i / 64] &= ~(std::uint64_t{1} << (i % 64)); }
  void insert_all(const Indices& indices) {
    for (const std::uint32_t i : indices) insert(i);
  }
  void insert_all(const BitSet& other) {
    PENDULUM_DCHECK(words_.size() == other.words_.size(), "sets should be over the same variables");
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] |= other.words_[i];
  }
  Indices elements() const {
    Indices result;
    for (std::size_t w = 0; w < words_.size(); ++w)
      for (std::uint64_t rest = words_[w]; rest != 0; rest &= rest - 1)
        result.push_back(static_cast<std::uint32_t>(w * 64) +
                         static_cast<std::uint32_t>(__builtin_ctzll(rest)));
    return result;
  }
  friend bool operator==(const BitSet&, const BitSet&) = default;

 private:
  std::vector<std::uint64_t> words_;
};

/// Live-variable analysis. Its results are not trusted: PathEncoder::value_of fails a check if a variable
/// that it reads is not in the result.
class NeedAnalysis {
 public:
  NeedAnalysis(const LayeredGraph& graph, const std::vector<Indices>& read_at,
               const std::vector<bool>& is_end)
      : graph_(graph), program_(graph.program()), read_at_(read_at), is_end_(is_end) {
    reads_.resize(program_.edges().size());
    for (const LocationId id : graph.order())
      for (const EdgeId edge : graph.outgoing(id)) reads_[edge] = reads_of(program_.edge(edge));
    needed_.assign(program_.locations().size(), BitSet(program_.variables().size()));
  }

  /// Computes the least fixpoint by sweeps against the topological order: about one sweep per level of loop
  /// nesting, and a last sweep without changes.
  void run() {
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t i = graph_.order().size(); i-- > 0;) {
        const LocationId id = graph_.order()[i];
        BitSet now = arrival(id);
        if (now == needed_[id]) continue;
        needed_[id] = std::move(now);
        changed = true;
      }
    }
  }

  Indices on_arrival(LocationId id) const {
    PENDULUM_DCHECK(arrival(id) == needed_[id], "the analysis should have reached its fixpoint");
    return needed_[id].elements();
  }

  Indices read_by_edges(LocationId id) const {
    BitSet result(program_.variables().size());
    for (const EdgeId edge : graph_.outgoing(id)) {
      result.insert_all(reads_[edge].guard);
      for (const auto& [variable, reads] : reads_[edge].updates)
        if (needed_[program_.edge(edge).target].contains(variable)) result.insert_all(reads);
    }
    return result.elements();
  }

 private:
  EdgeReads reads_of(const Edge& edge) const {
    EdgeReads result{variables_in(program_, edge.guard), {}};
    for (const program::Assignment& update : edge.updates)
      result.updates.emplace_back(program_.variable_index(update.variable),
                                  variables_in(program_, update.value));
    return result;
  }

  BitSet arrival(LocationId id) const {
    BitSet result(program_.variables().size());
    if (!is_end_[id]) {
      for (const EdgeId edge : graph_.outgoing(id)) {
        const BitSet& after = needed_[program_.edge(edge).target];
        BitSet before = after;
        for (const auto& [variable, reads] : reads_[edge].updates) before.erase(variable);
        for (const auto& [variable, reads] : reads_[edge].updates)
          if (after.contains(variable)) before.insert_all(reads);
        before.insert_all(reads_[edge].guard);
        result.insert_all(before);
      }
    }
    result.insert_all(read_at_[id]);
    return result;
  }

  const LayeredGraph& graph_;
  const Program& program_;
  const std::vector<Indices>& read_at_;
  const std::vector<bool>& is_end_;
  std::vector<EdgeReads> reads_;
  std::vector<BitSet> needed_;
};

}  // namespace

NeededVariables::NeededVariables(const LayeredGraph& graph, const std::vector<Indices>& read_at,
                                 const std::vector<bool>& is_end) {
  PENDULUM_CHECK(read_at.size() == is_end.size() && is_end.size() == graph.program().locations().size(),
                 "reads and ends should be given for each location");
  NeedAnalysis analysis(graph, read_at, is_end);
  analysis.run();
  on_arrival_.resize(graph.program().locations().size());
  read_by_edges_.resize(graph.program().locations().size());
  for (const LocationId id : graph.order()) {
    on_arrival_[id] = analysis.on_arrival(id);
    read_by_edges_[id] = analysis.read_by_edges(id);
  }
}

}  // namespace pendulum::check
