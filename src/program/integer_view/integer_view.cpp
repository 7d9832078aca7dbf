// Chooses the view's variables and their readings. IntegerEdge translates each edge.
#include "program/integer_view/integer_view.h"

#include <set>

#include "base/check.h"
#include "base/integer_math.h"
#include "program/integer_view/flow_ranges.h"
#include "program/integer_view/integer_view_edge.h"
#include "term/traverse.h"

namespace pendulum::program {

namespace {

using term::Kind;
using term::Term;

/// Maximum number of edges of programs for which flow ranges are computed, because each of them is translated
/// several times. Not measured.
constexpr std::size_t max_edges = 5000;

/// Returns how the operator reads its operands: 1 for signed, -1 for unsigned, 0 for either.
int reading_of(Kind kind) {
  static const std::set<Kind> as_signed{Kind::BvSlt,   Kind::BvSle,   Kind::BvSdiv,
                                        Kind::BvSrem,  Kind::BvAshr,  Kind::BvSaddo,
                                        Kind::BvSsubo, Kind::BvSmulo, Kind::BvSignExtend};
  static const std::set<Kind> as_unsigned{Kind::BvUlt,  Kind::BvUle,        Kind::BvUdiv,   Kind::BvUrem,
                                          Kind::BvLshr, Kind::BvZeroExtend, Kind::BvConcat, Kind::Select,
                                          Kind::Store,  Kind::Bv2Nat};
  return as_signed.contains(kind) ? 1 : as_unsigned.contains(kind) ? -1 : 0;
}

/// For each symbol, the number of operators that read it as signed minus the number that read it as unsigned.
/// The sign of this sum decides the reading of variables of unknown signedness.
term::TermMap<int> count_votes(const Program& program) {
  term::TermVector roots;
  for (const Edge& edge : program.edges()) {
    roots.push_back(edge.guard);
    for (const Assignment& update : edge.updates) roots.push_back(update.value);
  }
  term::TermMap<int> votes;
  for (Term t : term::subterms(std::span<const Term>(roots)))
    if (const int vote = reading_of(t.kind()); vote != 0)
      for (Term child : t.children())
        if (child.is_symbol()) votes[child] += vote;
  return votes;
}

Reading reading_of(const Variable& variable, const term::TermMap<int>& votes) {
  switch (variable.signedness) {
    case Variable::Signedness::Signed:
      return Reading::Signed;
    case Variable::Signedness::Unsigned:
      return Reading::Unsigned;
    case Variable::Signedness::Unknown:
    case Variable::Signedness::Floating:
      break;
  }
  const auto vote = votes.find(variable.symbol);
  const int sum = vote == votes.end() ? 0 : vote->second;
  return sum < 0 || (sum == 0 && variable.symbol.sort().width() == 1) ? Reading::Unsigned : Reading::Signed;
}

struct TranslatedEdge {
  Edge image;
  std::set<std::string> approximations;
  unsigned num_wraps = 0;
};

TranslatedEdge translate(IntegerSymbols& symbols, const Edge& edge, const FlowState* known) {
  IntegerEdge translation(symbols, edge, known);
  Edge image = translation.translate();
  return {std::move(image), translation.approximations(), translation.num_wraps()};
}

}  // namespace

IntegerView::IntegerView(const Program& original) : original_(&original) {
  term::TermManager& terms = original.terms();
  ProgramBuilder builder(terms);
  IntegerSymbols symbols;
  symbols.terms = &terms;
  const term::TermMap<int> votes = count_votes(original);
  term::TermVector ranges;
  for (const Variable& variable : original.variables()) {
    const term::Sort sort = variable.symbol.sort();
    const term::Sort image = integer_sort(terms, sort);
    const Term symbol =
        image == sort ? variable.symbol : terms.mk_fresh(variable.symbol.name() + ".int", image);
    symbols.variables.emplace(variable.symbol, symbol);
    to_original_.emplace(symbol, variable.symbol);
    Variable copy = variable;
    copy.symbol = symbol;
    builder.add_variable(std::move(copy));
    if (!sort.is_bitvec()) continue;
    const Reading reading = reading_of(variable, votes);
    symbols.readings.emplace(variable.symbol, reading);
    is_signed_.emplace(symbol, reading == Reading::Signed);
    const IntegerValue range = range_of(reading, sort.width());
    ranges.push_back(terms.mk_le(terms.mk_int(range.lo), symbol));
    ranges.push_back(terms.mk_le(symbol, terms.mk_int(range.hi)));
  }
  range_facts_ = terms.mk_and(ranges);
  for (const Location& location : original.locations()) builder.add_location(location.name, location.where);
  std::vector<TranslatedEdge> edges;
  std::vector<EdgeId> wrapping;
  for (EdgeId id = 0; id < original.edges().size(); ++id) {
    edges.push_back(translate(symbols, original.edge(id), nullptr));
    if (edges.back().num_wraps > 0) wrapping.push_back(id);
  }
  facts_at_.assign(original.locations().size(), terms.mk_true());
  if (!wrapping.empty() && original.edges().size() <= max_edges) {
    const FlowRanges flow(original, symbols, wrapping);
    bool relies_on_flow = false;
    for (const EdgeId id : wrapping) {
      const Edge& edge = original.edge(id);
      TranslatedEdge with_ranges = translate(symbols, edge, flow.at(edge.source));
      if (with_ranges.num_wraps >= edges[id].num_wraps) continue;
      relies_on_flow = true;
      edges[id] = std::move(with_ranges);
    }
    for (LocationId id = 0; relies_on_flow && id < facts_at_.size(); ++id) facts_at_[id] = flow.facts_at(id);
  }
  std::set<std::string> approximations;
  for (EdgeId id = 0; id < original.edges().size(); ++id) {
    TranslatedEdge& edge = edges[id];
    PENDULUM_CHECK(edge.image.inputs.size() >= original.edge(id).inputs.size(),
                   "edge {} should keep its inputs", id);
    for (std::size_t i = original.edge(id).inputs.size(); i < edge.image.inputs.size(); ++i)
      own_inputs_.insert(edge.image.inputs[i].symbol);
    const std::optional<EdgeId> image_id = builder.add_edge(std::move(edge.image));
    PENDULUM_CHECK(image_id == id, "edge {} should keep its id", id);
    approximations.insert(edge.approximations.begin(), edge.approximations.end());
  }
  approximations_.assign(approximations.begin(), approximations.end());
  image_ = std::move(symbols.variables);
  input_origin_ = std::move(symbols.input_origin);
  builder.set_entry(original.entry());
  builder.set_error(original.error());
  program_ = builder.build();
  PENDULUM_CHECK(program_.locations().size() == original.locations().size() &&
                     program_.variables().size() == original.variables().size(),
                 "each location and variable should have an image");
}

Term IntegerView::original_input(Term input) const {
  if (own_inputs_.contains(input)) return Term();
  const auto found = input_origin_.find(input);
  return found == input_origin_.end() ? input : found->second;
}

Term IntegerView::original_value(term::Sort sort, Term value) const {
  term::TermManager& terms = original_->terms();
  PENDULUM_CHECK(value.sort() == integer_sort(terms, sort),
                 "a value of sort {} should have an integer image, not {}", sort.to_string(),
                 value.sort().to_string());
  if (sort.is_bitvec()) return terms.mk_bv(value.integer_value(), sort.width());
  if (!sort.is_array() || value.sort() == sort) return value;
  // An array value is a chain of stores over a constant array, the last store outermost. Stores at indices
  // that the original index sort cannot represent are dropped.
  term::TermVector stores;
  for (; value.kind() == Kind::Store; value = value[0]) stores.push_back(value);
  PENDULUM_CHECK(value.kind() == Kind::ConstArray, "an array value should be stores over a constant array");
  Term result = terms.mk_const_array(sort, original_value(sort.element(), value[0]));
  for (auto store = stores.rbegin(); store != stores.rend(); ++store) {
    const Term index = (*store)[1];
    if (index.sort().is_int() && sort.index().is_bitvec() &&
        (index.integer_value() < 0 || index.integer_value() >= base::power_of_two(sort.index().width())))
      continue;
    result = terms.mk_store(result, original_value(sort.index(), index),
                            original_value(sort.element(), (*store)[2]));
  }
  return result;
}

}  // namespace pendulum::program
