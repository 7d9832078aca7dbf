// The engine: the program over integers, attempts with octagons and polyhedra, and the way back to evidence.
#include "engine/dagger/dagger.h"

#include "engine/dagger/search.h"
#include "engine/prepared_program.h"

namespace pendulum::engine::dagger {

namespace {

using domain::Kind;
using domain::WideConstraints;

/// One way to look at the program.
struct Attempt {
  Kind kind;
  WideConstraints wide;
  unsigned long refinements;
};

Configuration configuration_of(const base::Settings& settings) {
  const std::string& mode = settings.word("dagger.mode");
  Configuration result;
  result.is_dag = !mode.starts_with("tree");
  result.interpolates = !mode.ends_with("widen");
  result.caches = mode == "full" && settings.is_on("dagger.cache");
  result.asks_solver = settings.word("dagger.interpolation") == "solver";
  return result;
}

class Dagger : public Engine {
 public:
  Dagger(const Task& task, Env& env)
      : env_(env),
        bits_(task, env, Blocks::Small),
        integers_(task, env, Blocks::Small, Theory::Integers),
        affine_(integers_.program(), integers_.range_facts(), env.stop) {}

  Result run() override;

 private:
  std::vector<Attempt> attempts() const;
  std::optional<Result> run(const Attempt& attempt);
  std::optional<Result> proved(const Search& search, const domain::StateSpace& space);
  std::optional<Result> disproved(const Outcome& outcome);
  std::size_t num_variables() const;
  bool is_octagonal() const;
  void give_up(Reason reason, const std::string& detail) {
    reason_ = reason;
    detail_ = detail;
  }
  std::uint64_t& count(const char* name) {
    return env_.statistics.counter(std::string("engine.dagger.") + name);
  }

  Env& env_;
  PreparedProgram bits_;
  PreparedProgram integers_;
  domain::AffineProgram affine_;
  Reason reason_ = Reason::Incomplete;
  std::string detail_;
};

bool Dagger::is_octagonal() const {
  for (const domain::AffineEdge& edge : affine_.edges()) {
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

/// auto: octagons first where all edges are octagonal, with few refinements; then polyhedra. Where a proof or a
/// path over the integers does not hold in bit-vectors, the width of the variables matters: then once more with it.
std::vector<Attempt> Dagger::attempts() const {
  const auto limit = static_cast<unsigned long>(env_.settings.number("dagger.max_refinements"));
  const std::string& word = env_.settings.word("dagger.domain");
  const Attempt octagons{Kind::Octagon, WideConstraints::Always, limit};
  const Attempt polyhedra{Kind::Polyhedron, WideConstraints::Later, limit};
  if (word == "octagon") return {octagons};
  if (word == "polyhedra") return {polyhedra, {Kind::Polyhedron, WideConstraints::Always, limit}};
  const unsigned long few = 40;
  if (is_octagonal()) return {{Kind::Octagon, WideConstraints::Always, few}, polyhedra, octagons};
  return {{Kind::Polyhedron, WideConstraints::Later, std::min(limit, 2 * few)}, octagons, polyhedra};
}

Result Dagger::run() {
  if (integers_.is_trivially_safe()) {
    certificate::Invariant nothing;
    for (const program::LocationId head : program::cutpoints(integers_.program()))
      nothing.at.emplace(head, env_.terms.mk_bool(head != integers_.program().error()));
    return Result::safe(integers_.lift(nothing));
  }
  count("locations") = affine_.wto().order().size();
  count("edges") = affine_.edges().size();
  for (const Attempt& attempt : attempts())
    if (auto result = run(attempt)) return *result;
  return Result::unknown(reason_, detail_);
}

std::optional<Result> Dagger::run(const Attempt& attempt) {
  env_.logger.decision("{}, {} refinements", attempt.kind == Kind::Octagon ? "octagons" : "polyhedra",
                       attempt.refinements);
  ++count("attempts");
  domain::Options options;
  options.kind = attempt.kind;
  options.widening = env_.settings.word("dagger.widening") == "bhrz03" ? domain::Widening::BHRZ03
                                                                       : domain::Widening::H79;
  const domain::Domain domain(options, env_.statistics);
  domain::StateSpace space(affine_, domain, static_cast<std::size_t>(env_.settings.number("dagger.pack")),
                           attempt.wide);
  count("packs") = space.packing().size();
  count("inexact_edges") = 0;
  for (domain::AffineEdgeId edge = 0; edge < affine_.edges().size(); ++edge)
    if (!space.is_exact(edge)) ++count("inexact_edges");
  Counterexamples counterexamples(bits_.program(), integers_.program(), integers_.range_facts(), env_);
  Configuration configuration = configuration_of(env_.settings);
  configuration.max_refinements = attempt.refinements;
  Search search(space, counterexamples, configuration, env_.statistics, env_.logger, env_.stop);
  const Outcome outcome = search.run();
  switch (outcome.kind) {
    case Outcome::Kind::Fixpoint:
      return proved(search, space);
    case Outcome::Kind::Error:
      return disproved(outcome);
    case Outcome::Kind::Limit:
      give_up(Reason::Bound, outcome.detail);
      return std::nullopt;
    case Outcome::Kind::Stuck:
      give_up(Reason::Incomplete, outcome.detail);
      return std::nullopt;
  }
  PENDULUM_UNREACHABLE();
}

std::optional<Result> Dagger::proved(const Search& search, const domain::StateSpace& space) {
  certificate::Invariant invariant;
  for (const program::LocationId location : affine_.wto().order()) {
    if (!affine_.wto().is_head(location)) continue;
    term::TermVector states;
    for (const State& state : search.states_at(location)) states.push_back(space.to_term(state));
    invariant.at.emplace(location, env_.terms.mk_or(states));
  }
  const certificate::Certificate certificate = integers_.lift(invariant);
  const check::Judgement judgement = env_.judge.judge(certificate);
  env_.stop.throw_if_stopped();
  if (judgement.is_accepted()) return Result::safe(certificate);
  ++count("rejected_proofs");
  env_.logger.decision("proof not accepted: {}", judgement.reason);
  give_up(Reason::Rejected, judgement.reason);
  return std::nullopt;
}

std::optional<Result> Dagger::disproved(const Outcome& outcome) {
  if (const auto refined = bits_.refine(*outcome.path)) return Result::unsafe(*refined);
  give_up(Reason::Incomplete, "the program does not follow the path");
  return std::nullopt;
}

}  // namespace

Descriptor make_descriptor() {
  Descriptor descriptor;
  descriptor.key = "dagger";
  descriptor.description = "abstract interpretation with octagons and polyhedra that refines itself";
  descriptor.paper = "Gulavani, Chakraborty, Nori, Rajamani, TACAS 2008 (DAGGER)";
  descriptor.options = {
      {"dagger.mode", "full", {"tree-widen", "tree-interpolate", "dag-widen", "dag-interpolate", "full"}, 0, 0,
       "the columns of the paper's Table 1"},
      {"dagger.domain", "auto", {"octagon", "polyhedra", "auto"}, 0, 0, "the abstract domain"},
      {"dagger.widening", "h79", {"h79", "bhrz03"}, 0, 0, "widening of polyhedra"},
      {"dagger.interpolation", "domain", {"domain", "solver"}, 0, 0,
       "interpolants by the paper's procedures, or first by the SMT layer"},
      {"dagger.cache", "on", {"on", "off"}, 0, 0, "mode full: keep error preimages at refinement points"},
      {"dagger.pack", "24", {}, 1, 1000, "variables whose relations are kept together"},
      {"dagger.max_refinements", "100000", {}, 0, 1'000'000'000, "refinements before giving up"},
  };
  descriptor.make = [](const Task& task, Env& env) { return std::make_unique<Dagger>(task, env); };
  return descriptor;
}

}  // namespace pendulum::engine::dagger
