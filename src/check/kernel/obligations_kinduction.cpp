// k-induction over steps between cutpoints, strengthened by facts. An execution from entry to the error
// visits cutpoints c_0 = entry, c_1, ..., c_j = error, where c_0 ... c_(j-1) are not the error, because no
// edge leaves the error; j >= 1 unless entry is the error. The obligations are:
//   (a) facts: initiation and consecution, for all targets but the error. So the state at every c_i with
//       i < j satisfies the facts of its location.
//   (b) base: no execution from entry reaches the error in 1 ... k steps. So j > k.
//   (c) step: no path of exactly k steps starts at a cutpoint where the facts hold, visits k - 1 cutpoints
//       other than the error where the facts hold, and ends at the error. But c_(j-k), ..., c_j would be
//       such a path.
// Together they exclude every execution that reaches the error. Because j - k >= 1, the path of (c) starts
// at a cutpoint that has a predecessor, so entry is a start only if edges lead back to it. Obligation (c)
// ignores errors that are fewer than k steps from the start: no edge leaves the error, so a path of k steps
// does not pass through it.
#include "base/check.h"
#include "check/kernel/obligations.h"
#include "check/kernel/path_encoder.h"

namespace pendulum::check {

using certificate::KInduction;
using program::EdgeId;
using program::LocationId;
using program::Program;
using term::Term;

namespace {

class KInductionObligations {
 public:
  KInductionObligations(const Program& program, const KInduction& induction, const base::StopToken& stop)
      : program_(program),
        terms_(program.terms()),
        induction_(induction),
        is_cut_(cutpoints_of(program, induction.facts)),
        graph_(program, edges_into(program, is_cut_)),
        stop_(stop) {
    PENDULUM_CHECK(induction.k > 0, "k should be positive");
    find_useful();
  }

  /// Obligation (b), as one formula for all depths.
  Obligation base() const {
    const std::vector<bool> nowhere(program_.locations().size());
    const NeededVariables needed(graph_, std::vector<NeededVariables::Indices>(nowhere.size()), nowhere);
    PathEncoder encoder(graph_, needed, PathEncoder::JoinEncoding::Ites, stop_);
    term::TermVector errors;
    const auto visit = [&](const PathEncoder::Node& node) {
      if (node.location() == program_.error()) errors.push_back(node.reach());
      return node.reach();
    };
    encoder.run(program_.entry(), Layers(graph_, induction_.k), visit,
                [&](const LocationCopy& copy, LocationId id) {
                  return reaches_error_within(induction_.k, Layers::layer(copy), id);
                });
    return {fmt::format("base: no error within {} steps", induction_.k), {terms_.mk_or(errors)}};
  }

  /// Adds obligation (c), one formula per start.
  void add_steps(std::vector<Obligation>& result) const {
    const std::vector<bool> nowhere(program_.locations().size());
    const NeededVariables needed(graph_, reads_of(program_, induction_.facts), nowhere);
    PathEncoder encoder(graph_, needed, PathEncoder::JoinEncoding::Symbols, stop_);
    for (const LocationId start : graph_.order()) {
      if (!is_start(start)) continue;
      term::TermVector errors;
      const auto visit = [&](const PathEncoder::Node& node) {
        const bool arrives_at_cut = is_cut_[node.location()];
        if (node.location() != program_.error())
          return arrives_at_cut ? terms_.mk_and(node.reach(), facts_at(node)) : node.reach();
        if (Layers::layer(node.copy()) == induction_.k) errors.push_back(node.reach());
        return terms_.mk_false();
      };
      encoder.run(start, Layers(graph_, induction_.k), visit, [&](const LocationCopy& copy, LocationId id) {
        return useful(induction_.k, Layers::layer(copy), id);
      });
      if (errors.empty()) continue;
      const Term fails = terms_.mk_or(errors);
      Obligation obligation{
          fmt::format("step: {} steps from {} to the error", induction_.k, program_.location(start).name),
          encoder.constraints_of(fails)};
      for (const Term term : {term_at(program_, induction_.facts, start), fails})
        obligation.formula.push_back(term);
      result.push_back(std::move(obligation));
    }
  }

 private:
  /// Computes useful_[i][l]: does a graph path with exactly i marked edges lead from l to the error?
  void find_useful() {
    for (unsigned i = 0; i <= induction_.k; ++i) {
      std::vector<bool> now(program_.locations().size());
      if (i == 0) now[program_.error()] = true;
      for (std::size_t position = graph_.order().size(); position-- > 0;) {
        const LocationId id = graph_.order()[position];
        for (const EdgeId edge : graph_.outgoing(id)) {
          const LocationId target = program_.edge(edge).target;
          if (graph_.starts_layer(edge) ? i > 0 && useful_[i - 1][target] : now[target]) now[id] = true;
        }
      }
      useful_.push_back(std::move(now));
    }
  }

  bool useful(unsigned last_layer, unsigned layer, LocationId id) const {
    PENDULUM_CHECK(last_layer <= induction_.k, "a path should have at most k steps");
    return layer <= last_layer && useful_[last_layer - layer][id];
  }

  bool reaches_error_within(unsigned last_layer, unsigned layer, LocationId id) const {
    for (unsigned left = 0; layer + left <= last_layer; ++left)
      if (useful_[left][id]) return true;
    return false;
  }

  bool is_start(LocationId id) const {
    if (!is_cut_[id] || id == program_.error() || !useful_[induction_.k][id]) return false;
    return id != program_.entry() || !program_.incoming(id).empty();
  }

  Term facts_at(const PathEncoder::Node& node) const {
    return node.instantiate(term_at(program_, induction_.facts, node.location()));
  }

  const Program& program_;
  term::TermManager& terms_;
  const KInduction& induction_;
  std::vector<bool> is_cut_;
  LayeredGraph graph_;
  const base::StopToken& stop_;
  std::vector<std::vector<bool>> useful_;
};

}  // namespace

std::vector<Obligation> obligations_of(const Program& program, const KInduction& induction,
                                       const base::StopToken& stop) {
  std::vector<Obligation> result = inductiveness(program, induction.facts, Targets::AllButError, stop);
  const KInductionObligations k_steps(program, induction, stop);
  result.push_back(k_steps.base());
  k_steps.add_steps(result);
  return result;
}

}  // namespace pendulum::check
