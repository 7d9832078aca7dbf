#include "engine/dagger/attempts.h"

#include <algorithm>

#include "base/check.h"

namespace pendulum::engine::dagger {

namespace {

using domain::DomainKind;
using domain::WideConstraints;

/// Refinements of a trial. Proofs by a suitable domain need few refinements (doc/engines/dagger.md, Table 1:
/// at most a dozen); a trial with more of them most likely diverges.
constexpr unsigned long max_trial_refinements = 40;
/// Domain auto: the number of trials before those that start from facts or have details.
constexpr std::size_t num_plain_trials = 2;
/// Programs with more live variables are tried with octagons first, whose cost is cubic in the number of
/// variables; the cost of polyhedra is exponential.
constexpr std::size_t max_polyhedra_variables = 12;
/// All guards and updates can be represented exactly by octagons.
bool is_octagonal(const domain::AffineProgram& program) {
  for (const domain::AffineEdge& edge : program.edges()) {
    for (const domain::LinearConstraint& constraint : edge.action.constraints) {
      const auto& all = constraint.sum.coefficients;
      if (all.size() > 2) return false;
      for (const auto& [symbol, coefficient] : all)
        if (abs(coefficient) != abs(all.begin()->second)) return false;
    }
    for (const auto& [variable, value] : edge.action.updates) {
      const auto& all = value.coefficients;
      if (all.size() > 1 || (all.size() == 1 && abs(all.begin()->second) != 1)) return false;
    }
  }
  return true;
}

/// Domain auto: four trials, each with few refinements and a quarter of the remaining time: octagons and
/// polyhedra, then both with details. Octagons come first if all edges are octagonal or there are many
/// variables. Then polyhedra with details, and octagons, both without these limits. All attempts but the
/// first two start from a fixpoint without refinement. Domain polyhedra: a second attempt includes the wide
/// constraints. If a proof over integers does not hold over bit-vectors, the width of the variables matters,
/// and octagons always include the constraints that express it.
std::vector<Attempt> attempts_without_facts(const domain::AffineProgram& program,
                                            const base::Settings& settings) {
  const auto limit = static_cast<unsigned long>(settings.number("dagger.max_refinements"));
  const std::string& word = settings.word("dagger.domain");
  const Attempt octagons{DomainKind::Octagon, WideConstraints::Always, limit};
  const Attempt polyhedra{DomainKind::Polyhedron, WideConstraints::Later, limit};
  if (word == "octagon") return {octagons};
  if (word == "polyhedra") return {polyhedra, {DomainKind::Polyhedron, WideConstraints::Always, limit}};
  term::TermSet live;
  for (const program::LocationId location : program.wto().order())
    if (!program.outgoing(location).empty())
      live.insert(program.live(location).begin(), program.live(location).end());
  std::vector<Attempt> trials{octagons, polyhedra};
  PENDULUM_CHECK(trials.size() == num_plain_trials, "there should be a trial for each domain");
  if (!is_octagonal(program) && live.size() <= max_polyhedra_variables)
    std::swap(trials.front(), trials.back());
  for (Attempt& trial : trials) {
    trial.refinements = std::min(limit, max_trial_refinements);
    trial.is_trial = true;
  }
  std::vector<Attempt> result = trials;
  for (Attempt trial : trials) {
    trial.is_detailed = true;
    result.push_back(trial);
  }
  result.push_back(polyhedra);
  result.back().is_detailed = true;
  result.push_back(octagons);
  return result;
}

}  // namespace

std::vector<Attempt> attempts(const domain::AffineProgram& program, const base::Settings& settings) {
  std::vector<Attempt> result = attempts_without_facts(program, settings);
  const std::string& facts = settings.word("dagger.facts");
  const bool is_auto = settings.word("dagger.domain") == "auto";
  for (std::size_t i = 0; i < result.size(); ++i)
    result[i].has_facts = facts == "first" || (facts == "on" && is_auto && i >= num_plain_trials);
  return result;
}

}  // namespace pendulum::engine::dagger
