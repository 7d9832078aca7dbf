// Chooses the theory of the first search by the comparisons and the sums of the program.
#include <algorithm>
#include <set>

#include "engine/search_driver.h"
#include "term/traverse.h"

namespace pendulum::engine {

namespace {

bool is_order(term::Kind kind) {
  using term::Kind;
  return kind == Kind::BvSlt || kind == Kind::BvSle || kind == Kind::BvUlt || kind == Kind::BvUle;
}

/// The relation "the value of one variable flows into another variable" over all edges.
class Dependences {
 public:
  explicit Dependences(const program::Program& program) {
    for (const program::Edge& edge : program.edges())
      for (const program::Assignment& update : edge.updates) add(update);
  }

  /// Variables that are accumulated by sums or products in a loop, and all variables that depend on them.
  term::TermSet counters() const {
    term::TermSet result;
    for (const auto& [source, target] : sums_)
      if (!result.contains(target)) {
        const term::TermSet reached = reached_from(target);
        if (reached.contains(source)) result.insert(reached.begin(), reached.end());
      }
    return result;
  }

 private:
  void add(const program::Assignment& update) {
    using term::Kind;
    const auto is_sum = [](term::Term term) {
      return term.kind() == Kind::BvAdd || term.kind() == Kind::BvSub || term.kind() == Kind::BvMul;
    };
    const bool has_sum = std::ranges::any_of(term::subterms({&update.value, 1}), is_sum);
    for (const term::Term source : term::symbols(update.value)) {
      targets_[source].insert(update.variable);
      if (has_sum) sums_.emplace(source, update.variable);
    }
  }

  term::TermSet reached_from(term::Term variable) const {
    term::TermSet reached{variable};
    term::TermVector open{variable};
    while (!open.empty()) {
      const auto targets = targets_.find(open.back());
      open.pop_back();
      if (targets == targets_.end()) continue;
      for (const term::Term target : targets->second)
        if (reached.insert(target).second) open.push_back(target);
    }
    return reached;
  }

  term::TermMap<term::TermSet> targets_;
  std::set<std::pair<term::Term, term::Term>> sums_;  ///< source and target
};

/// A state machine has at least this many comparisons of flags with constants per order comparison and per
/// sum. The thresholds are fitted to the ssh state machines, which also test the sign of a sum although their
/// proofs do not depend on it.
constexpr std::size_t min_flags_per_order = 2;
constexpr std::size_t min_flags_per_sum = 4;

/// Holds if nearly all atoms compare a flag with a constant.
bool is_state_machine(const program::Program& program) {
  using term::Kind;
  std::size_t num_flags = 0;
  std::size_t num_orders = 0;
  std::size_t num_relations = 0;
  std::size_t num_sums = 0;
  for (const term::Term term : term::subterms(program::terms_of(program))) {
    const Kind kind = term.kind();
    if (kind == Kind::Eq && term[0].sort().is_bitvec())
      ++(term[0].is_value() || term[1].is_value() ? num_flags : num_relations);
    if (is_order(kind)) ++num_orders;
    if (kind == Kind::BvAdd || kind == Kind::BvSub || kind == Kind::BvMul) ++num_sums;
  }
  return num_relations == 0 && num_flags > min_flags_per_order * num_orders &&
         num_flags > min_flags_per_sum * num_sums;
}

/// Holds if some order comparison mentions a counter.
bool orders_counters(const program::Program& program) {
  const term::TermSet counters = Dependences(program).counters();
  const auto is_counter = [&](term::Term symbol) { return counters.contains(symbol); };
  return std::ranges::any_of(term::subterms(program::terms_of(program)), [&](term::Term term) {
    return is_order(term.kind()) && std::ranges::any_of(term::symbols(term), is_counter);
  });
}

}  // namespace

Theory suitable_theory(const program::Program& small, const program::Program& large) {
  return orders_counters(small) && !is_state_machine(large) ? Theory::Integers : Theory::BitVectors;
}

}  // namespace pendulum::engine
