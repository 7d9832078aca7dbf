// Random programs over two variables of three bits with random certificates. Some are right, some are right
// except for one state. Enumeration of all 64 states decides whether a certificate is right.
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <tuple>

#include "check_kernel/check_certificate.h"
#include "program/wto.h"

namespace pendulum::check::test {
namespace {

using certificate::Certificate;
using certificate::Invariant;
using certificate::KInduction;
using certificate::LoopUnrolling;
using certificate::Unrolling;

constexpr unsigned width = 3;
constexpr unsigned values = 1u << width;
constexpr unsigned states = values * values;
using StateSet = std::set<unsigned>;
using Places = std::set<std::pair<LocationId, unsigned>>;  ///< location, state

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  unsigned below(unsigned bound) { return static_cast<unsigned>(engine_() % bound); }
  bool one_in(unsigned n) { return below(n) == 0; }

 private:
  std::mt19937 engine_;
};

/// A random program, and its properties by enumeration.
class World {
 public:
  World(TermContext& w, Random& random)
      : w_(w), a_(w.symbol("a", width)), b_(w.symbol("b", width)), program_(make(random)), wto_(program_) {
    for (const program::Edge& edge : program_.edges()) successors_.push_back(enumerate(edge));
    find_relevant();
  }

  const Program& program() const { return program_; }
  LocationId error() const { return program_.error(); }

  /// The states that executions have at each location.
  std::map<LocationId, StateSet> reachable() const {
    Places seen;
    for (unsigned s = 0; s < states; ++s) seen.insert({program_.entry(), s});
    std::vector<std::pair<LocationId, unsigned>> open(seen.begin(), seen.end());
    while (!open.empty()) {
      const auto place = open.back();
      open.pop_back();
      for (const auto& [edge, next] : steps(place))
        if (seen.insert(next).second) open.push_back(next);
    }
    std::map<LocationId, StateSet> result;
    for (const auto& [location, state] : seen) result[location].insert(state);
    return result;
  }

  bool holds(Term term, unsigned state) const {
    return term::evaluate(w_.terms, term, model(state)).is_true();
  }

  Term describe(const StateSet& set) const {
    term::TermVector cases;
    for (const unsigned s : set)
      cases.push_back(w_.terms.mk_and(w_.is(a_, s % values), w_.is(b_, s / values)));
    return w_.terms.mk_or(cases);
  }

  Term random_predicate(Random& random) const {
    Term term = atom(random);
    for (unsigned i = random.below(3); i > 0; --i)
      term = random.one_in(2) ? w_.terms.mk_and(term, atom(random)) : w_.terms.mk_or(term, atom(random));
    return term;
  }

  /// Empty if the locations do not cut every relevant cycle.
  std::optional<bool> is_right(const Invariant& invariant) const {
    if (!cuts(invariant)) return std::nullopt;
    return is_inductive(invariant, true);
  }

  std::optional<bool> is_right(const KInduction& induction) const {
    if (!cuts(induction.facts)) return std::nullopt;
    return is_inductive(induction.facts, false) && has_base(induction) && has_step(induction);
  }

  std::optional<bool> is_right(const Unrolling& unrolling) const {
    Places layer;
    for (unsigned s = 0; s < states; ++s) layer.insert({program_.entry(), s});
    for (unsigned i = 0; i <= unrolling.bound; ++i) {
      Places next;
      std::vector<std::pair<LocationId, unsigned>> open(layer.begin(), layer.end());
      while (!open.empty()) {
        const auto place = open.back();
        open.pop_back();
        if (place.first == error()) return false;
        for (const auto& [edge, target] : steps(place)) {
          if (!is_relevant_[target.first]) continue;
          if (wto_.is_back_edge(place.first, target.first)) {
            next.insert(target);
          } else if (layer.insert(target).second) {
            open.push_back(target);
          }
        }
      }
      layer = std::move(next);
    }
    return layer.empty();
  }

  /// All executions with their numbers of visits of the heads of the enclosing loops.
  std::optional<bool> is_right(const LoopUnrolling& unrolling) const {
    using Visits = std::map<LocationId, unsigned>;
    using Point = std::tuple<LocationId, unsigned, Visits>;
    std::set<Point> seen;
    Visits first;
    if (wto_.is_head(program_.entry())) first[program_.entry()] = 1;
    for (unsigned s = 0; s < states; ++s) seen.insert({program_.entry(), s, first});
    std::vector<Point> open(seen.begin(), seen.end());
    while (!open.empty()) {
      const auto [location, state, visits] = open.back();
      open.pop_back();
      if (location == error()) return false;
      for (const auto& [edge, target] : steps({location, state})) {
        if (!is_relevant_[target.first]) continue;
        Visits after;
        for (const LocationId head : wto_.heads(target.first))
          after[head] = visits.contains(head) ? visits.at(head) : 0;
        if (wto_.is_head(target.first)) {
          const auto loop = std::ranges::find(unrolling.loops, target.first, &LoopUnrolling::Loop::head);
          if (++after[target.first] > loop->bound + 1) return false;
        }
        Point next{target.first, target.second, std::move(after)};
        if (seen.insert(next).second) open.push_back(std::move(next));
      }
    }
    return true;
  }

  LoopUnrolling random_loop_unrolling(Random& random) const {
    LoopUnrolling result;
    for (const LocationId id : wto_.order())
      if (wto_.is_head(id)) result.loops.push_back({id, static_cast<unsigned>(random.below(10))});
    return result;
  }

 private:
  Term atom(Random& random) const { return atom(random, Term()); }
  Term operand(Random& random, Term input) const {
    switch (random.below(input ? 4 : 3)) {
      case 0:
        return w_.bv(random.below(values), width);
      case 1:
        return a_;
      case 2:
        return b_;
      default:
        return input;
    }
  }
  Term atom(Random& random, Term input) const {
    const Term left = random.one_in(2) ? a_ : b_;
    const Term right = operand(random, input);
    Term result;
    switch (random.below(3)) {
      case 0:
        result = w_.terms.mk_eq(left, right);
        break;
      case 1:
        result = w_.terms.mk_bvult(left, right);
        break;
      default:
        result = w_.terms.mk_bvsle(left, right);
        break;
    }
    return random.one_in(2) ? w_.no(result) : result;
  }
  Term expression(Random& random, Term input) const {
    const Term left = operand(random, input);
    switch (random.below(4)) {
      case 0:
        return left;
      case 1:
        return w_.terms.mk_bvsub(left, operand(random, input));
      default:
        return w_.plus(left, 1 + random.below(2));
    }
  }

  /// Entry, four locations with about two edges each, error. Guards may overlap, exclude each other, or leave
  /// the execution stuck.
  Program make(Random& random) {
    Draft draft(w_);
    draft.variable(a_);
    draft.variable(b_);
    constexpr LocationId inner = 4;
    for (LocationId id = 0; id < inner + 2; ++id) draft.location("l" + std::to_string(id));
    draft.edge(0, 1, w_.yes(),
               {{a_, w_.bv(random.below(values), width)}, {b_, w_.bv(random.below(values), width)}});
    for (LocationId id = 1; id <= inner; ++id) {
      const LocationId first = 1 + random.below(inner);
      const LocationId second = random.one_in(3) ? inner + 1 : 1 + random.below(inner);
      const Term guard = atom(random);
      add_edge(draft, random, id, first, guard);
      if (!random.one_in(5))
        add_edge(draft, random, id, second, random.one_in(4) ? atom(random) : w_.no(guard));
    }
    return draft.build(0, inner + 1);
  }
  void add_edge(Draft& draft, Random& random, LocationId source, LocationId target, Term guard) {
    const Term input = random.one_in(3) ? w_.symbol("input" + std::to_string(inputs_++), width) : Term();
    if (input && random.one_in(2)) guard = w_.terms.mk_and(guard, atom(random, input));
    if (guard.is_false()) return;
    std::vector<program::Assignment> updates;
    if (random.one_in(2)) updates.push_back({a_, expression(random, input)});
    if (random.one_in(2)) updates.push_back({b_, expression(random, input)});
    draft.edge(source, target, guard, std::move(updates),
               input ? std::vector<Term>{input} : std::vector<Term>{});
  }

  term::Model model(unsigned state) const {
    return {{a_, w_.bv(state % values, width)}, {b_, w_.bv(state / values, width)}};
  }

  std::vector<StateSet> enumerate(const program::Edge& edge) const {
    std::vector<StateSet> result(states);
    for (unsigned s = 0; s < states; ++s) {
      for (unsigned i = 0; i < (edge.inputs.empty() ? 1 : values); ++i) {
        term::Model now = model(s);
        if (!edge.inputs.empty()) now[edge.inputs[0].symbol] = w_.bv(i, width);
        if (!term::evaluate(w_.terms, edge.guard, now).is_true()) continue;
        term::Model after = model(s);
        for (const auto& update : edge.updates)
          after[update.variable] = term::evaluate(w_.terms, update.value, now);
        result[s].insert(static_cast<unsigned>(after[a_].integer_value().get_ui() +
                                               values * after[b_].integer_value().get_ui()));
      }
    }
    return result;
  }

  std::vector<std::pair<program::EdgeId, std::pair<LocationId, unsigned>>> steps(
      const std::pair<LocationId, unsigned>& place) const {
    std::vector<std::pair<program::EdgeId, std::pair<LocationId, unsigned>>> result;
    for (const program::EdgeId edge : program_.outgoing(place.first))
      for (const unsigned s : successors_[edge][place.second])
        result.push_back({edge, {program_.edge(edge).target, s}});
    return result;
  }

  void find_relevant() {
    std::vector<bool> forward(program_.locations().size()), backward(forward);
    forward[program_.entry()] = backward[program_.error()] = true;
    for (std::size_t round = 0; round < forward.size(); ++round) {
      for (const program::Edge& edge : program_.edges()) {
        if (forward[edge.source]) forward[edge.target] = true;
        if (backward[edge.target]) backward[edge.source] = true;
      }
    }
    for (std::size_t i = 0; i < forward.size(); ++i) is_relevant_.push_back(forward[i] && backward[i]);
  }

  bool is_cut(const Invariant& invariant, LocationId id) const {
    return id == program_.entry() || id == error() || invariant.at.contains(id);
  }
  Term at(const Invariant& invariant, LocationId id) const {
    const auto found = invariant.at.find(id);
    return found != invariant.at.end() ? found->second : w_.terms.mk_bool(id != error());
  }

  /// Locations without relevant edge into non-cut successors are removed until none or a cycle is left.
  bool cuts(const Invariant& invariant) const {
    std::set<LocationId> left;
    for (LocationId id = 0; id < is_relevant_.size(); ++id)
      if (is_relevant_[id] && !is_cut(invariant, id)) left.insert(id);
    for (bool changed = true; changed;) {
      changed = false;
      for (const LocationId id : std::set(left)) {
        bool has_next = false;
        for (const program::EdgeId edge : program_.outgoing(id))
          has_next |= left.contains(program_.edge(edge).target);
        if (!has_next) changed |= left.erase(id) != 0;
      }
    }
    return left.empty();
  }

  /// The relevant cutpoints that are next on some path.
  Places next_cuts(const Invariant& invariant, const std::pair<LocationId, unsigned>& start) const {
    Places result;
    Places seen;
    std::vector<std::pair<LocationId, unsigned>> open{start};
    while (!open.empty()) {
      const auto place = open.back();
      open.pop_back();
      for (const auto& [edge, next] : steps(place)) {
        if (!is_relevant_[next.first]) continue;
        if (is_cut(invariant, next.first)) {
          result.insert(next);
        } else if (seen.insert(next).second) {
          open.push_back(next);
        }
      }
    }
    return result;
  }

  bool is_inductive(const Invariant& invariant, bool with_error) const {
    for (LocationId id = 0; id < is_relevant_.size(); ++id) {
      if (!is_relevant_[id] || !is_cut(invariant, id) || id == error()) continue;
      for (unsigned s = 0; s < states; ++s) {
        if (!holds(at(invariant, id), s)) continue;
        for (const auto& [target, after] : next_cuts(invariant, {id, s}))
          if ((with_error || target != error()) && !holds(at(invariant, target), after)) return false;
      }
    }
    return true;
  }

  Places advance(const Invariant& facts, const Places& from) const {
    Places result;
    for (const auto& place : from) result.merge(next_cuts(facts, place));
    return result;
  }

  bool has_base(const KInduction& induction) const {
    Places now;
    for (unsigned s = 0; s < states; ++s) now.insert({program_.entry(), s});
    for (unsigned i = 0; i < induction.k; ++i) {
      now = advance(induction.facts, now);
      for (const auto& [location, state] : now)
        if (location == error()) return false;
    }
    return true;
  }

  bool has_step(const KInduction& induction) const {
    Places now;
    for (LocationId id = 0; id < is_relevant_.size(); ++id)
      if (is_relevant_[id] && is_cut(induction.facts, id) && id != error() && id != program_.entry())
        for (unsigned s = 0; s < states; ++s)
          if (holds(at(induction.facts, id), s)) now.insert({id, s});
    for (unsigned i = 1; i <= induction.k; ++i) {
      now = advance(induction.facts, now);
      std::erase_if(now, [&](const auto& place) {
        return place.first == error() ? i < induction.k
                                      : !holds(at(induction.facts, place.first), place.second);
      });
    }
    for (const auto& [location, state] : now)
      if (location == error()) return false;
    return true;
  }

  TermContext& w_;
  Term a_, b_;
  unsigned inputs_ = 0;
  Program program_;
  program::Wto wto_;
  std::vector<std::vector<StateSet>> successors_;  ///< by edge, by state
  std::vector<bool> is_relevant_;
};

/// The exact reachable states, or a variation, at all inner locations or at most of them.
Invariant random_invariant(const World& world, Random& random) {
  Invariant result;
  const auto reachable = world.reachable();
  const unsigned kind = random.below(4);
  for (LocationId id = 1; id < world.error(); ++id) {
    if (random.one_in(6)) continue;
    StateSet set = reachable.contains(id) ? reachable.at(id) : StateSet{};
    if (kind == 1) set.insert(random.below(states));
    if (kind == 2 && !set.empty() && random.one_in(3)) set.erase(set.begin());
    result.at[id] = kind == 3 && random.one_in(2) ? world.random_predicate(random) : world.describe(set);
  }
  return result;
}

certificate::DirectCertificate random_certificate(const World& world, Random& random) {
  switch (random.below(5)) {
    case 0:
      return Unrolling{random.below(12)};
    case 4:
      return world.random_loop_unrolling(random);
    case 1: {
      Invariant facts = random_invariant(world, random);
      for (auto& [location, term] : facts.at)
        if (random.one_in(2)) term = world.program().terms().mk_true();
      return KInduction{1 + random.below(4), std::move(facts)};
    }
    default:
      return random_invariant(world, random);
  }
}

TEST(RandomCertificates, TheCheckerAgreesWithEnumeration) {
  std::map<std::string, unsigned> seen;
  for (unsigned seed = 0; seed < 300; ++seed) {
    TermContext w;
    Random random(seed);
    const World world(w, random);
    const bool is_safe = !world.reachable().contains(world.error());
    for (unsigned i = 0; i < 6; ++i) {
      const certificate::DirectCertificate direct = random_certificate(world, random);
      const auto expected = std::visit([&](const auto& kind) { return world.is_right(kind); }, direct);
      const Certificate certificate = certificate::to_certificate(direct);
      const std::string name = std::to_string(certificate.index());
      if (!expected.has_value()) {
        EXPECT_THROW(check_certificate(w, world.program(), certificate), base::InputError)
            << "seed " << seed << ", " << i;
        ++seen[name + " refused"];
        continue;
      }
      const Judgement judgement = check_certificate(w, world.program(), certificate);
      EXPECT_NE(judgement.verdict, Judgement::Verdict::Undecided) << judgement.reason;
      EXPECT_EQ(judgement.is_accepted(), *expected)
          << "seed " << seed << ", " << i << ": " << judgement.reason;
      EXPECT_TRUE(!judgement.is_accepted() || is_safe) << "seed " << seed << ", " << i;
      ++seen[name + (judgement.is_accepted() ? " accepted" : " rejected")];
    }
  }
  // Every kind has to be accepted and rejected at least once, otherwise the test is meaningless.
  for (const char* kind : {"0 accepted", "0 rejected", "0 refused", "1 accepted", "1 rejected", "1 refused",
                           "2 accepted", "2 rejected", "3 accepted", "3 rejected"}) {
    EXPECT_GE(seen[kind], 5u) << kind;
    RecordProperty(std::string("certificates ") + kind, static_cast<int>(seen[kind]));
  }
}

}  // namespace
}  // namespace pendulum::check::test
