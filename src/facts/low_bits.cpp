#include "facts/low_bits.h"

#include <algorithm>
#include <bit>
#include <deque>
#include <optional>

#include "base/check.h"
#include "term/traverse.h"

namespace pendulum::facts {

namespace {

using program::Edge;
using program::LocationId;
using term::Kind;
using term::Term;
using term::TermVector;

/// No more bits are followed. Constants are facts of other analyses.
constexpr unsigned max_bits = 32;

/// The set of all bit-vectors whose `count` low bits are those of `bits`. Bits above are zero in `bits`.
struct LowBits {
  unsigned count = 0;
  std::uint64_t bits = 0;
  friend bool operator==(const LowBits&, const LowBits&) = default;
};

LowBits make(unsigned count, std::uint64_t bits, unsigned width) {
  count = std::min({count, width, max_bits});
  return {count, bits & ((std::uint64_t{1} << count) - 1)};
}

/// Number of low bits that are known to be zero.
unsigned num_zeros(LowBits a) {
  return std::min(a.count, static_cast<unsigned>(std::countr_zero(a.bits)));
}

LowBits join(LowBits a, LowBits b) {
  const auto equal = static_cast<unsigned>(std::countr_zero(a.bits ^ b.bits));
  return make(std::min({a.count, b.count, equal}), a.bits, max_bits);
}

/// The abstract values of terms in one abstract state.
class Evaluation {
 public:
  explicit Evaluation(const term::TermMap<LowBits>& state) : state_(state) {}

  /// Requires: a bit-vector.
  LowBits operator()(Term root) {
    PENDULUM_CHECK(root.sort().is_bitvec(), "only bit-vectors have low bits");
    for (const Term term : term::subterms(std::span(&root, 1)))
      if (term.sort().is_bitvec() && !values_.contains(term)) values_.emplace(term, compute(term));
    return values_.at(root);
  }

 private:
  /// Soundness: nothing is known about the values of operators that have no case here.
  LowBits compute(Term t) const {
    const unsigned width = t.sort().width();
    if (t.kind() == Kind::Symbol) {
      const auto found = state_.find(t);
      return found == state_.end() ? LowBits{} : found->second;
    }
    if (t.kind() == Kind::BitVecValue) {
      const mpz_class low = t.integer_value() & mpz_class((std::uint64_t{1} << max_bits) - 1);
      return make(max_bits, low.get_ui(), width);
    }
    if (t.kind() == Kind::Ite) return join(values_.at(t[1]), values_.at(t[2]));
    if (t.kind() == Kind::BvUrem || t.kind() == Kind::BvSrem) return remainder(t, width);
    if (t.kind() == Kind::BvShl) return shifted(t, width);
    if (t.kind() == Kind::BvExtract || t.kind() == Kind::BvZeroExtend || t.kind() == Kind::BvSignExtend)
      return resized(t, width);
    if (t.num_children() == 1 && t[0].sort() == t.sort()) return unary(t.kind(), values_.at(t[0]), width);
    if (t.num_children() == 2 && t[0].sort().is_bitvec() && t[1].sort().is_bitvec())
      return binary(t, values_.at(t[0]), values_.at(t[1]), width);
    return {};
  }

  static LowBits unary(Kind kind, LowBits a, unsigned width) {
    if (kind == Kind::BvNot) return make(a.count, ~a.bits, width);
    if (kind == Kind::BvNeg) return make(a.count, -a.bits, width);
    return {};
  }

  static LowBits binary(Term t, LowBits a, LowBits b, unsigned width) {
    const unsigned count = std::min(a.count, b.count);
    if (t.kind() == Kind::BvAdd) return make(count, a.bits + b.bits, width);
    if (t.kind() == Kind::BvSub) return make(count, a.bits - b.bits, width);
    if (t.kind() == Kind::BvXor) return make(count, a.bits ^ b.bits, width);
    if (t.kind() == Kind::BvAnd) return bitwise(a, b, false, width);
    if (t.kind() == Kind::BvOr) return bitwise(a, b, true, width);
    // (A + 2^a x) (B + 2^b y): each other product has one factor that is divisible by a power of two.
    if (t.kind() == Kind::BvMul)
      return make(std::min(a.count + num_zeros(b), b.count + num_zeros(a)), a.bits * b.bits, width);
    if (t.kind() == Kind::BvConcat) {
      const unsigned low = t[1].sort().width();
      return b.count < low ? b : make(low + a.count, b.bits | a.bits << low, width);
    }
    return {};
  }

  LowBits resized(Term t, unsigned width) const {
    const LowBits value = values_.at(t[0]);
    if (t.kind() == Kind::BvSignExtend) return value;
    if (t.kind() == Kind::BvZeroExtend)
      return make(value.count == t[0].sort().width() ? width : value.count, value.bits, width);
    const unsigned low = t.parameter(1);
    return low >= value.count ? LowBits{} : make(value.count - low, value.bits >> low, width);
  }

  /// And (`dominant` is false) or or (`dominant` is true): a bit is also known if one operand is dominant.
  static LowBits bitwise(LowBits a, LowBits b, bool dominant, unsigned width) {
    const auto is_dominant = [dominant](LowBits x, unsigned bit) {
      return bit < x.count && ((x.bits >> bit & 1) != 0) == dominant;
    };
    unsigned count = 0;
    while (count < max_bits &&
           ((count < a.count && count < b.count) || is_dominant(a, count) || is_dominant(b, count)))
      ++count;
    return make(count, dominant ? a.bits | b.bits : a.bits & b.bits, width);
  }

  LowBits shifted(Term t, unsigned width) const {
    if (t[1].kind() != Kind::BitVecValue) return {};
    if (t[1].integer_value() >= max_bits) return make(max_bits, 0, width);
    const auto distance = static_cast<unsigned>(t[1].integer_value().get_ui());
    const LowBits value = values_.at(t[0]);
    return make(value.count + distance, value.bits << distance, width);
  }

  /// x mod c is x minus a multiple of c, so it has the low bits of x below the lowest bit of c.
  LowBits remainder(Term t, unsigned width) const {
    if (t[1].kind() != Kind::BitVecValue || t[1].integer_value() == 0) return {};
    const LowBits value = values_.at(t[0]);
    const auto zeros = static_cast<unsigned>(mpz_scan1(t[1].integer_value().get_mpz_t(), 0));
    return make(std::min(value.count, zeros), value.bits, width);
  }

  const term::TermMap<LowBits>& state_;
  term::TermMap<LowBits> values_;
};

class Analysis {
 public:
  Analysis(const program::Program& program, const term::TermSet& relevant)
      : program_(program), live_(program::live_variables(program)), states_(live_.size()) {
    for (TermVector& variables : live_)
      std::erase_if(variables, [&](Term variable) { return !relevant.contains(variable); });
  }

  void run() {
    states_[program_.entry()].emplace();
    std::deque<LocationId> open{program_.entry()};
    while (!open.empty()) {
      const LocationId location = open.front();
      open.pop_front();
      for (const program::EdgeId id : program_.outgoing(location)) {
        const Edge& edge = program_.edge(id);
        if (edge.target != program_.error() && !edge.guard.is_false() && propagate(edge))
          open.push_back(edge.target);
      }
    }
  }

  std::vector<TermVector> facts() const {
    term::TermManager& terms = program_.terms();
    std::vector<TermVector> result(states_.size());
    for (LocationId location = 0; location < states_.size(); ++location) {
      if (location == program_.entry() || location == program_.error()) continue;
      if (!states_[location]) {
        result[location].push_back(terms.mk_false());
        continue;
      }
      for (const Term variable : live_[location]) {
        const auto found = states_[location]->find(variable);
        if (found == states_[location]->end()) continue;
        const auto [count, bits] = found->second;
        result[location].push_back(terms.mk_eq(terms.mk_extract(variable, count - 1, 0),
                                               terms.mk_bv(static_cast<std::int64_t>(bits), count)));
      }
    }
    return result;
  }

 private:
  using State = term::TermMap<LowBits>;  ///< variables with at least one known bit

  /// Joins the image of the edge to the state of its target. Returns whether that state changes.
  bool propagate(const Edge& edge) {
    const State& source = *states_[edge.source];
    Evaluation evaluate(source);
    const term::Substitution updates = program::substitution_of(edge);
    const std::optional<State> old = states_[edge.target];
    State next;
    for (const Term variable : live_[edge.target]) {
      if (!variable.sort().is_bitvec() || (old && !old->contains(variable))) continue;
      const auto update = updates.find(variable);
      LowBits image = evaluate(update == updates.end() ? variable : update->second);
      if (old) image = join(image, old->at(variable));
      if (image.count > 0) next.emplace(variable, image);
    }
    if (old && *old == next) return false;
    states_[edge.target] = std::move(next);
    return true;
  }

  const program::Program& program_;
  std::vector<TermVector> live_;              ///< by location: the relevant live variables
  std::vector<std::optional<State>> states_;  ///< by location; empty if it was not reached
};

/// Extractions of more bits are usually conversions of C.
constexpr unsigned max_inspected_bits = 7;

/// Whether the term depends on the low bits of its children.
bool inspects_low_bits(Term term) {
  const Kind kind = term.kind();
  if (kind == Kind::BvExtract) return term.parameter(1) == 0 && term.parameter(0) < max_inspected_bits;
  return (kind == Kind::BvAnd || kind == Kind::BvUrem || kind == Kind::BvSrem) &&
         (term[0].kind() == Kind::BitVecValue || term[1].kind() == Kind::BitVecValue);
}

/// The symbols whose low bits some term inspects, and those from which their values are computed.
term::TermSet relevant_symbols(const program::Program& program) {
  TermVector inspected;
  for (const Term term : term::subterms(program::terms_of(program)))
    if (inspects_low_bits(term)) inspected.push_back(term);
  TermVector open = term::symbols(inspected);
  term::TermSet found(open.begin(), open.end());
  term::TermMap<TermVector> values;
  for (const Edge& edge : program.edges())
    for (const program::Assignment& update : edge.updates) values[update.variable].push_back(update.value);
  while (!open.empty()) {
    const TermVector& assigned = values[open.back()];
    open.pop_back();
    for (const Term symbol : term::symbols(assigned))
      if (found.insert(symbol).second) open.push_back(symbol);
  }
  return found;
}

}  // namespace

std::vector<TermVector> low_bit_facts(const program::Program& program) {
  const term::TermSet relevant = relevant_symbols(program);
  if (relevant.empty()) return std::vector<TermVector>(program.locations().size());
  Analysis analysis(program, relevant);
  analysis.run();
  return analysis.facts();
}

}  // namespace pendulum::facts
