// The engine: attempts with octagons and polyhedra on the program over integers, and the translation of their
// results to evidence.
#include "engine/dagger/dagger.h"

#include "base/budget.h"
#include "base/check.h"
#include "domain/fixpoint.h"
#include "domain/remainders.h"
#include "engine/dagger/attempts.h"
#include "engine/dagger/flag_pruning.h"
#include "engine/dagger/invariant_file.h"
#include "engine/dagger/proof.h"
#include "engine/dagger/search.h"
#include "engine/facts/flag_facts.h"
#include "engine/facts/linear_facts.h"
#include "engine/option_specs.h"
#include "term/forms/linear.h"
#include "term/traverse.h"

namespace pendulum::engine::dagger {

namespace {

using domain::DomainKind;

/// Equalities of fewer variables are not translated modulo 2^n, because exact ones are inexpensive for them.
constexpr std::size_t min_modular_variables = 3;
/// A trial gets 1/4 of the remaining time, because other attempts follow.
constexpr unsigned trial_share = 4;
/// A fixpoint without refinement gets 1/8 of the remaining time, because it takes little time if it helps at
/// all. Without a timeout, this is 1/8 of assumed_time.
constexpr unsigned fixpoint_share = 8;
constexpr std::chrono::seconds assumed_time{40};
/// Facts about flags, and the removal of the edges that contradict them, get as much as other engines spend
/// on these facts (engine/facts/initial_facts.cpp).
constexpr unsigned flag_share = 12;
constexpr std::chrono::milliseconds max_flag_time{10'000};
/// Limit of the fixpoint whose invariants are published. It precedes the search, and half of the first slice
/// in the portfolio has to remain for the search.
constexpr std::chrono::milliseconds publishing_limit{1000};

Configuration configuration_of(const base::Settings& settings) {
  const std::string& mode = settings.word("dagger.mode");
  Configuration result;
  result.is_dag = !mode.starts_with("tree");
  result.interpolates = !mode.ends_with("widen");
  result.caches = mode == "full" && settings.is_on("dagger.cache");
  result.uses_solver = settings.word("dagger.interpolation") == "solver";
  if (settings.word("dagger.interpolation") == "paper")
    result.interpolation = domain::InterpolationOrder::Paper;
  return result;
}

/// A program without bit-vectors is over integers already.
Theory theory_of(const program::Program& program) {
  for (const term::Term t : term::subterms(program::terms_of(program)))
    if (t.sort().is_bitvec()) return Theory::Integers;
  return Theory::BitVectors;
}

class Dagger : public Engine {
 public:
  Dagger(const Task& task, Env& env)
      : task_(task),
        env_(env),
        bits_(task, env, Blocks::Small),
        integers_(task, env, Blocks::Small, theory_of(bits_.program())),
        affine_(integers_.program(), integers_.range_facts(), env.stop) {}

  Result run() override;

 private:
  std::optional<Result> run(const Attempt& attempt);
  std::vector<domain::State> facts(const domain::StateSpace& space) const;
  base::Budget fixpoint_budget() const {
    return base::Budget::share(env_.stop, 1, fixpoint_share, "fixpoint", assumed_time);
  }
  void prune();
  std::optional<Result> proved(const Search& search, const domain::StateSpace& space,
                               const FlagPruning& pruning);
  std::optional<Result> disproved(const Outcome& outcome);
  std::optional<term::Term> modular(term::Term conjunct) const;
  program::LocationId original(program::LocationId location) const;
  void add_branch_ends(certificate::Invariant& invariant) const;
  enum class Equalities { Modular, Exact };
  certificate::Invariant lift(const certificate::Invariant& invariant, Equalities equalities) const;
  void export_facts();
  /// Publishes the invariants that hold without refinement to other engines.
  void publish_facts();
  void publish(const certificate::Invariant& invariant);
  bool has_details();
  /// Records why the attempt failed: the reason of the result unknown if no later attempt decides.
  void give_up(Reason reason, const std::string& detail) {
    reason_ = reason;
    detail_ = detail;
  }
  std::uint64_t& count(const char* name) {
    return env_.statistics.counter(std::string("engine.dagger.") + name);
  }

  const Task& task_;
  Env& env_;
  PreparedProgram bits_;
  PreparedProgram integers_;
  domain::AffineProgram affine_;
  std::optional<domain::RemainderView> remainders_;  ///< made on demand
  std::optional<domain::AffineProgram> detailed_;    ///< affine program of remainders_
  bool has_details_ = false;
  std::vector<term::TermVector> flag_facts_;  ///< by location; empty without dagger.flags
  FlagPruning pruning_, detailed_pruning_;    ///< of affine_ and detailed_
  Reason reason_ = Reason::Incomplete;
  std::string detail_;
};

/// Builds the program with details on first use; returns whether it differs from the original.
bool Dagger::has_details() {
  if (!env_.settings.is_on("dagger.details")) return false;
  if (!detailed_) {
    remainders_.emplace(integers_.program());
    const term::Term ranges = env_.terms.mk_and(integers_.range_facts(), remainders_->ranges());
    detailed_.emplace(remainders_->program(), ranges, env_.stop);
    if (!flag_facts_.empty())
      detailed_pruning_ = prune_by_flags(*detailed_, flag_facts_, env_, fixpoint_budget());
    has_details_ = detailed_->unswitch() || !remainders_->is_trivial();
  }
  return has_details_;
}

/// Removes edges that the facts about flags exclude. Only for domain auto: the other domains are the paper's.
void Dagger::prune() {
  if (!env_.settings.is_on("dagger.flags") || env_.settings.word("dagger.domain") != "auto") return;
  const base::Budget share =
      base::Budget::share(env_.stop, 1, flag_share, "flags", max_flag_time * flag_share);
  const base::Budget budget = base::Budget::at_most(share, max_flag_time, "flags");
  flag_facts_ = flag_facts(integers_, env_, budget);
  pruning_ = prune_by_flags(affine_, flag_facts_, env_, budget);
  count("infeasible_edges") = pruning_.infeasible.size();
  count("useless_edges") = pruning_.useless.size();
}

/// Exports the invariants that hold without refinement, for users that look at the evidence of a run that
/// does not terminate. If a proof is found, its invariant replaces them.
void Dagger::export_facts() {
  if (env_.evidence_directory.empty()) return;
  const auto facts = linear_facts(integers_, env_, fixpoint_budget());
  certificate::Invariant invariant;
  for (program::LocationId location = 0; location < facts.size(); ++location)
    if (!facts[location].empty()) invariant.at.emplace(location, env_.terms.mk_and(facts[location]));
  write_invariants(task_.program, std::get<certificate::Invariant>(integers_.lift(invariant)),
                   env_.evidence_directory);
}

void Dagger::publish_facts() {
  if (env_.exchange == nullptr) return;
  const auto budget = base::Budget::at_most(env_.stop, publishing_limit, "facts for other engines");
  const auto facts = linear_facts(integers_, env_, budget);
  for (program::LocationId location = 0; location < facts.size(); ++location) {
    if (bits_.program().incoming(location).size() < 2) continue;  // not a location of larger blocks
    for (const term::Term fact : facts[location])
      if (const auto formula = integers_.to_task(fact))
        env_.exchange->publish(integers_.task_location(location), *formula);
  }
}

/// Publishes the conjuncts of an invariant over the task's program.
void Dagger::publish(const certificate::Invariant& invariant) {
  if (env_.exchange == nullptr) return;
  for (const auto& [location, formula] : invariant.at)
    for (const term::Term conjunct : term::conjuncts(formula)) env_.exchange->publish(location, conjunct);
}

Result Dagger::run() {
  if (integers_.is_trivially_safe()) {
    certificate::Invariant nothing;
    for (const program::LocationId head : program::cutpoints(integers_.program()))
      nothing.at.emplace(head, env_.terms.mk_bool(head != integers_.program().error()));
    return Result::safe(integers_.lift(nothing));
  }
  export_facts();
  publish_facts();
  prune();
  count("locations") = affine_.wto().order().size();
  count("edges") = affine_.edges().size();
  for (Attempt attempt : attempts(affine_, env_.settings)) {
    if (attempt.is_detailed && !has_details()) {
      if (attempt.is_trial) continue;
      attempt.is_detailed = false;
    }
    if (auto result = run(attempt)) return *result;
  }
  return Result::unknown(reason_, detail_);
}

/// States of a fixpoint without refinement; empty after a timeout.
std::vector<domain::State> Dagger::facts(const domain::StateSpace& space) const {
  return domain::fixpoint(space, base::Clock::now() + *fixpoint_budget().remaining(), env_.stop)
      .value_or(std::vector<domain::State>());
}

std::optional<Result> Dagger::run(const Attempt& attempt) {
  PENDULUM_CHECK(!attempt.is_detailed || detailed_, "the program with details should have been built");
  env_.logger.decision("{}, {} refinements{}", attempt.kind == DomainKind::Octagon ? "octagons" : "polyhedra",
                       attempt.refinements, attempt.is_detailed ? ", with details" : "");
  const domain::AffineProgram& affine = attempt.is_detailed ? *detailed_ : affine_;
  ++count("attempts");
  domain::Options options;
  options.kind = attempt.kind;
  options.widening =
      env_.settings.word("dagger.widening") == "bhrz03" ? domain::Widening::BHRZ03 : domain::Widening::H79;
  const domain::Domain domain(options, env_.statistics);
  domain::StateSpace space(affine, domain, static_cast<std::size_t>(env_.settings.number("dagger.pack")),
                           attempt.wide);
  count("packs") = space.packing().size();
  count("inexact_edges") = 0;
  for (domain::AffineEdgeId edge = 0; edge < affine.edges().size(); ++edge)
    if (!space.is_exact(edge)) ++count("inexact_edges");
  Counterexamples counterexamples(bits_.program(), integers_.program(), integers_.range_facts(), env_);
  Configuration configuration = configuration_of(env_.settings);
  configuration.max_refinements = attempt.refinements;
  configuration.is_trial = attempt.is_trial;
  const base::Budget trial = base::Budget::share(env_.stop, 1, trial_share, "trial");
  if (attempt.is_trial && trial.remaining()) configuration.deadline = base::Clock::now() + *trial.remaining();
  Search search(space, counterexamples, configuration, env_.statistics, env_.logger, env_.stop);
  Outcome outcome;
  {
    const base::ScopedTimer timer(env_.statistics.seconds("engine.dagger.search_time"));
    if (attempt.has_facts) search.assume(facts(space));
    outcome = search.run();
  }
  switch (outcome.kind) {
    case Outcome::Kind::Fixpoint:
      return proved(search, space, attempt.is_detailed ? detailed_pruning_ : pruning_);
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

/// Translates an equality of at least three variables to an equality modulo 2^n, because solvers normalise
/// sums modulo 2^n, while sums in more bits are expensive. The result is weaker than the equality over the
/// integers, but still an invariant. Nothing if the conjunct has no such form.
std::optional<term::Term> Dagger::modular(term::Term conjunct) const {
  const auto literal = term::linear_literal(conjunct);
  if (!literal || literal->relation != term::LinearLiteral::Relation::Eq) return std::nullopt;
  const auto& all = literal->sum.coefficients;
  if (all.size() < min_modular_variables || literal->sum.constant.get_den() != 1) return std::nullopt;
  term::Term sum;
  for (const auto& [symbol, coefficient] : all) {
    if (!symbol.is_symbol() || coefficient.get_den() != 1) return std::nullopt;
    // The integer view preserves the order of the variables.
    const term::Term bits = bits_.program().variables()[integers_.program().variable_index(symbol)].symbol;
    if (!bits.sort().is_bitvec() || (sum && sum.sort() != bits.sort())) return std::nullopt;
    const std::uint32_t width = bits.sort().width();
    if (!sum) sum = env_.terms.mk_bv(mpz_class(literal->sum.constant.get_num()), width);
    const term::Term factor = env_.terms.mk_bv(mpz_class(coefficient.get_num()), width);
    sum = env_.terms.mk_bvadd(sum, env_.terms.mk_bvmul(factor, bits));
  }
  return env_.terms.mk_eq(sum, env_.terms.mk_bv(0, sum.sort().width()));
}

/// The location of the task's program that corresponds to `location`.
program::LocationId Dagger::original(program::LocationId location) const {
  certificate::Invariant single;
  single.at.emplace(location, env_.terms.mk_true());
  const auto lifted = std::get<certificate::Invariant>(bits_.lift(single));
  PENDULUM_CHECK(lifted.at.size() == 1, "location {} should have one original", location);
  return lifted.at.begin()->first;
}

/// Adds invariants at the last location of each branch: for each outgoing edge, the guard implies the
/// pre-image of the invariant at the edge's target. Without them, the judge has to merge values where
/// branches join, and sums over merged values are expensive.
void Dagger::add_branch_ends(certificate::Invariant& invariant) const {
  const program::Program& program = bits_.program();
  std::map<program::LocationId, program::LocationId> originals;
  for (const program::LocationId location : affine_.wto().order())
    originals.emplace(location, original(location));
  certificate::Invariant ends;
  for (const program::LocationId location : affine_.wto().order()) {
    if (invariant.at.contains(originals.at(location)) || location == program.entry()) continue;
    const auto& edges = program.outgoing(location);
    if (edges.empty() || location == program.error()) continue;
    term::TermVector parts;
    for (const program::EdgeId id : edges) {
      const program::Edge& edge = program.edge(id);
      const auto known = invariant.at.find(originals.at(edge.target));
      if (!edge.inputs.empty() || known == invariant.at.end()) break;
      const term::Term after = term::substitute(env_.terms, known->second, program::substitution_of(edge));
      parts.push_back(env_.terms.mk_implies(edge.guard, after));
    }
    if (parts.size() == edges.size()) ends.at.emplace(originals.at(location), env_.terms.mk_and(parts));
  }
  invariant.at.merge(ends.at);
}

/// Translates the invariant to the task's program.
certificate::Invariant Dagger::lift(const certificate::Invariant& invariant, Equalities equalities) const {
  certificate::Invariant exact, remainders;
  for (const auto& [location, term] : invariant.at) {
    if (location == integers_.program().entry()) continue;
    term::TermVector kept, taken;
    for (const term::Term conjunct : term::conjuncts(remainders_ ? remainders_->to_original(term) : term)) {
      const auto image = equalities == Equalities::Modular ? modular(conjunct) : std::nullopt;
      (image ? taken : kept).push_back(image ? *image : conjunct);
    }
    exact.at.emplace(location, env_.terms.mk_and(kept));
    remainders.at.emplace(location, env_.terms.mk_and(taken));
  }
  auto result = std::get<certificate::Invariant>(integers_.lift(exact));
  const auto more = std::get<certificate::Invariant>(bits_.lift(remainders));
  for (const auto& [location, term] : more.at) {
    PENDULUM_CHECK(result.at.contains(location), "both parts of an invariant should contain location {}",
                   location);
    result.at.at(location) = env_.terms.mk_and(result.at.at(location), term);
  }
  add_branch_ends(result);
  return result;
}

/// Tries the small invariant first, because bit-vector proofs are expensive. The invariant includes merge
/// locations, because the judge proves short paths between locations quickly.
std::optional<Result> Dagger::proved(const Search& search, const domain::StateSpace& space,
                                     const FlagPruning& pruning) {
  ++count("fixpoints");
  LocationStates fixpoint;
  // Heads also if no edge leaves them: the program may have a cycle through edges whose guards are false.
  for (const program::LocationId location : space.program().wto().order())
    if (!space.program().outgoing(location).empty() || space.program().wto().is_head(location))
      fixpoint[location] = search.states_at(location);
  for (const program::LocationId location : pruning.abandoned) fixpoint[location] = {space.top()};
  const certificate::Invariant small = minimise_invariant(space, fixpoint, pruning, env_);
  std::vector<certificate::Invariant> forms;
  const auto add = [&](certificate::Invariant form) {
    for (const certificate::Invariant& other : forms)
      if (other.at == form.at) return;
    forms.push_back(std::move(form));
  };
  add(lift(small, Equalities::Modular));
  add(lift(small, Equalities::Exact));
  add(lift(whole_invariant(space, fixpoint, pruning), Equalities::Exact));
  write_invariants(task_.program, forms.back(), env_.evidence_directory);
  for (const certificate::Invariant& form : forms) {
    const check::Judgement judgement = env_.judge.judge(form);
    env_.stop.throw_if_stopped();
    if (judgement.is_accepted()) return Result::safe(form);
    ++count("rejected_proofs");
    publish(form);  // other engines may complete the proof
    env_.logger.decision("proof not accepted: {}", judgement.reason);
    if (judgement.verdict == check::Judgement::Verdict::Undecided) {  // The judge's time has ended.
      give_up(Reason::Timeout, judgement.reason);
      break;
    }
    give_up(Reason::Rejected, judgement.reason);
  }
  return std::nullopt;
}

std::optional<Result> Dagger::disproved(const Outcome& outcome) {
  PENDULUM_CHECK(outcome.path.has_value(), "an error should have a path");
  Result result = concretised_result(bits_, *outcome.path);
  if (result.has_evidence()) return result;
  give_up(result.reason()->reason, result.reason()->detail);
  return std::nullopt;
}

}  // namespace

Descriptor make_descriptor() {
  Descriptor descriptor;
  descriptor.key = "dagger";
  descriptor.description =
      "abstract interpretation with octagons and polyhedra, with counterexample-guided refinement";
  descriptor.paper = "Gulavani, Chakraborty, Nori, Rajamani, TACAS 2008 (DAGGER)";
  descriptor.options = {
      choice_option("dagger.mode", "full",
                    {"tree-widen", "tree-interpolate", "dag-widen", "dag-interpolate", "full"},
                    "the columns of the paper's Table 1"),
      choice_option("dagger.domain", "auto", {"octagon", "polyhedra", "auto"}, "the abstract domain"),
      choice_option("dagger.widening", "h79", {"h79", "bhrz03"}, "widening of polyhedra"),
      choice_option(
          "dagger.interpolation", "domain", {"domain", "paper", "solver"},
          "interpolants by the domain, by exactly the paper's procedures, or first by the SMT layer"),
      on_off_option("dagger.details", "on",
                    "domain auto: as a last resort, remainders get variables, and loops are unswitched"),
      choice_option("dagger.facts", "on", {"on", "off", "first"},
                    "start from a fixpoint without refinement; on: domain auto, after two trials without it; "
                    "first: always, as the primed rows of the paper's Table 1"),
      on_off_option("dagger.flags", "on",
                    "domain auto: remove edges that the reachable values of flags exclude"),
      on_off_option("dagger.cache", "on", "mode full: keep error preimages at refinement points"),
      number_option("dagger.pack", 24, 1, 1000, "variables whose relations are kept together"),
      number_option("dagger.max_refinements", 100000, 0, 1'000'000'000, "refinements before giving up"),
  };
  descriptor.make = [](const Task& task, Env& env) { return std::make_unique<Dagger>(task, env); };
  return descriptor;
}

}  // namespace pendulum::engine::dagger
