#include "program/integer_view/flow_ranges.h"

#include <algorithm>
#include <set>

#include "base/check.h"
#include "program/integer_view/integer_view_edge.h"
#include "term/traverse.h"

namespace pendulum::program {

using term::Term;

namespace {

/// Number of times the state of a loop head may grow before it is widened. Values that change only in the
/// first iterations, such as flags, have then been seen. Not measured.
constexpr unsigned growths_before_widening = 3;
/// Budget of the ascending iteration: edge evaluations per edge of the program. Widening bounds the
/// evaluations per loop, but those of nested loops multiply; the budget keeps the analysis linear. Not
/// measured.
constexpr std::size_t max_rounds = 10;
/// Number of descending passes: the first recovers the bounds of guards at loop heads, the second propagates
/// them through the loop.
constexpr int descending_passes = 2;

/// The conjunction of the facts of both states; nullopt if two ranges are disjoint. If both define a
/// variable, the definition in `a` is kept.
std::optional<FlowState> meet(const FlowState& a, const FlowState& b) {
  FlowState result = a;
  for (const auto& [variable, range] : b.ranges) {
    Range& both = result.ranges.emplace(variable, range).first->second;
    both = {std::max(both.lo, range.lo), std::min(both.hi, range.hi)};
    if (both.lo > both.hi) return std::nullopt;
  }
  result.definitions.insert(b.definitions.begin(), b.definitions.end());
  return result;
}

}  // namespace

FlowRanges::FlowRanges(const Program& program, IntegerSymbols& symbols, const std::vector<EdgeId>& edges)
    : program_(program),
      symbols_(symbols),
      wto_(program),
      live_(live_variables(program)),
      states_(program.locations().size()) {
  find_followed(edges);
  if (!ascend()) {
    states_.assign(states_.size(), FlowState());
    return;
  }
  descend();
}

FlowRanges::Symbols FlowRanges::symbols_of(const Edge& edge) {
  Symbols result;
  for (const Assignment& update : edge.updates) result.updates.push_back(term::symbols(update.value));
  for (const Term conjunct : term::conjuncts(edge.guard)) result.conjuncts.push_back(term::symbols(conjunct));
  return result;
}

void FlowRanges::find_followed(const std::vector<EdgeId>& edges) {
  std::vector<Symbols> symbols;
  for (const Edge& edge : program_.edges()) symbols.push_back(symbols_of(edge));
  for (const EdgeId id : edges) {
    PENDULUM_CHECK(id < symbols.size(), "edge {} should belong to the program", id);
    for (const auto* lists : {&symbols[id].updates, &symbols[id].conjuncts})
      for (const term::TermVector& list : *lists)
        for (const Term symbol : list)
          if (symbols_.readings.contains(symbol)) followed_.insert(symbol);
  }
  for (bool is_more = true; is_more;) {
    is_more = false;
    for (EdgeId id = 0; id < symbols.size(); ++id) is_more |= follow_more(program_.edge(id), symbols[id]);
  }
  for (EdgeId id = 0; id < symbols.size(); ++id)
    is_concerned_.push_back(concerns_followed(program_.edge(id), symbols[id]));
}

bool FlowRanges::follow_more(const Edge& edge, const Symbols& symbols) {
  PENDULUM_CHECK(symbols.updates.size() == edge.updates.size(),
                 "each update should have its list of symbols");
  bool is_more = false;
  const auto follow = [&](const term::TermVector& list) {
    for (const Term symbol : list)
      if (symbols_.variables.contains(symbol)) is_more |= followed_.insert(symbol).second;
  };
  // Inputs that are assigned to a followed variable: a Boolean variable may hold a comparison with them.
  term::TermSet inputs;
  for (std::size_t i = 0; i < edge.updates.size(); ++i) {
    if (!followed_.contains(edge.updates[i].variable)) continue;
    follow(symbols.updates[i]);
    if (edge.updates[i].value.is_symbol()) inputs.insert(edge.updates[i].value);
  }
  const auto is_about_followed = [&](const term::TermVector& list) {
    return std::ranges::any_of(
        list, [&](Term symbol) { return followed_.contains(symbol) || inputs.contains(symbol); });
  };
  for (std::size_t i = 0; i < edge.updates.size(); ++i)
    if (edge.updates[i].value.sort().is_bool() && is_about_followed(symbols.updates[i]))
      is_more |= followed_.insert(edge.updates[i].variable).second;
  for (const term::TermVector& list : symbols.conjuncts)
    if (list.size() == 2 && is_about_followed(list)) follow(list);
  return is_more;
}

bool FlowRanges::concerns_followed(const Edge& edge, const Symbols& symbols) const {
  const auto is_followed = [&](Term symbol) { return followed_.contains(symbol); };
  return std::ranges::any_of(edge.updates, is_followed, &Assignment::variable) ||
         std::ranges::any_of(symbols.conjuncts, [&](const term::TermVector& list) {
           return std::ranges::any_of(list, is_followed);
         });
}

Range FlowRanges::full_range(Term variable) const {
  PENDULUM_CHECK(symbols_.readings.contains(variable), "{} should have a reading", variable.to_string());
  const IntegerValue full = range_of(symbols_.readings.at(variable), variable.sort().width());
  return {full.lo, full.hi};
}

std::optional<FlowState> FlowRanges::after(EdgeId id) const {
  const Edge& edge = program_.edge(id);
  const std::optional<FlowState>& before = states_[edge.source];
  if (!before) return std::nullopt;
  FlowState result = *before;
  if (is_concerned_[id]) {
    IntegerEdge translation(symbols_, edge, &*before);
    translation.translate();
    if (translation.is_impossible()) return std::nullopt;
    result = translation.state_after(*before);
  }
  const term::TermVector& live = live_[edge.target];
  const auto is_live = [&](Term variable) {
    return followed_.contains(variable) && std::binary_search(live.begin(), live.end(), variable);
  };
  std::erase_if(result.ranges, [&](const auto& entry) { return !is_live(entry.first); });
  // Soundness: an edge that assigns no followed variable keeps all definitions, so definitions may only
  // mention followed variables.
  std::erase_if(result.definitions, [&](const auto& entry) {
    return !is_live(entry.first) || !std::ranges::all_of(term::symbols(entry.second), is_live);
  });
  return result;
}

bool FlowRanges::join(FlowState& into, const FlowState& other, bool is_widened) const {
  bool is_changed = false;
  for (auto it = into.ranges.begin(); it != into.ranges.end();) {
    auto& [variable, range] = *it;
    const Range old = range, full = full_range(variable);
    const auto found = other.ranges.find(variable);
    const Range& more = found == other.ranges.end() ? full : found->second;
    if (more.lo < range.lo) range.lo = is_widened ? full.lo : more.lo;
    if (more.hi > range.hi) range.hi = is_widened ? full.hi : more.hi;
    is_changed |= range != old;
    it = range == full ? into.ranges.erase(it) : std::next(it);
  }
  is_changed |= std::erase_if(into.definitions, [&](const auto& entry) {
                  const auto found = other.definitions.find(entry.first);
                  return found == other.definitions.end() || found->second != entry.second;
                }) > 0;
  return is_changed;
}

bool FlowRanges::ascend() {
  using Position = std::pair<std::size_t, LocationId>;
  std::set<Position> open{{wto_.position(program_.entry()), program_.entry()}};
  std::vector<unsigned> growths(states_.size());
  states_[program_.entry()] = FlowState();
  std::size_t left = max_rounds * program_.edges().size();
  while (!open.empty()) {
    const LocationId source = open.begin()->second;
    open.erase(open.begin());
    for (const EdgeId id : program_.outgoing(source)) {
      if (left-- == 0) return false;
      const LocationId target = program_.edge(id).target;
      const std::optional<FlowState> arriving = after(id);
      if (!arriving) continue;
      std::optional<FlowState>& state = states_[target];
      const bool is_new = !state;
      if (is_new) state = *arriving;
      const bool is_widened = wto_.is_head(target) && growths[target] >= growths_before_widening;
      if (!is_new && !join(*state, *arriving, is_widened)) continue;
      ++growths[target];
      open.emplace(wto_.position(target), target);
    }
  }
  return true;
}

/// Soundness: each edge leads from the state at its source into the state at its target. This remains true
/// when a state is replaced by its meet with the join over its incoming edges. Replacing it by the join alone
/// would be unsound: for a smaller interval the translation of an edge may choose another reading, whose
/// interval is larger.
void FlowRanges::descend() {
  for (int pass = 0; pass < descending_passes; ++pass) {
    for (const LocationId location : wto_.order()) {
      if (location == program_.entry() || !states_[location]) continue;
      std::optional<FlowState> state;
      for (const EdgeId id : program_.incoming(location)) {
        const std::optional<FlowState> arriving = after(id);
        if (!arriving) continue;
        if (state) {
          join(*state, *arriving, false);
        } else {
          state = arriving;
        }
      }
      states_[location] = state ? meet(*states_[location], *state) : std::nullopt;
    }
  }
}

Term FlowRanges::facts_at(LocationId location) const {
  PENDULUM_CHECK(location < states_.size(), "location {} should belong to the program", location);
  term::TermManager& terms = program_.terms();
  if (!states_[location]) return terms.mk_false();
  term::TermVector facts;
  for (const auto& [variable, range] : states_[location]->ranges) {
    const std::uint32_t width = variable.sort().width();
    const Term lo = terms.mk_bv(range.lo, width), hi = terms.mk_bv(range.hi, width);
    const bool is_signed = symbols_.readings.at(variable) == Reading::Signed;
    facts.push_back(is_signed ? terms.mk_bvsle(lo, variable) : terms.mk_bvule(lo, variable));
    facts.push_back(is_signed ? terms.mk_bvsle(variable, hi) : terms.mk_bvule(variable, hi));
  }
  for (const auto& [variable, value] : states_[location]->definitions)
    facts.push_back(terms.mk_eq(variable, value));
  return terms.mk_and(facts);
}

}  // namespace pendulum::program
