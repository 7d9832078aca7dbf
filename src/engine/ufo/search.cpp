#include "engine/ufo/search.h"

#include <algorithm>

#include "arg/well_labelled.h"
#include "base/check.h"
#include "engine/program_features.h"
#include "engine/solvers.h"
#include "facts/assigned_values.h"
#include "term/traverse.h"

namespace pendulum::engine::ufo {

using arg::NodeId;
using program::LocationId;
using term::Term;

namespace {

std::unique_ptr<abstraction::PredicateAbstraction> make_abstraction(Env& env, const std::string& logic,
                                                                    const Configuration& configuration,
                                                                    Term known) {
  const auto precision = configuration.post == PostKind::Boolean ? abstraction::Precision::Boolean
                                                                 : abstraction::Precision::Cartesian;
  return std::make_unique<abstraction::PredicateAbstraction>(
      env.terms, env.solvers, logic, precision, known, env.statistics, configuration.prefix(), env.stop);
}

/// With ufo.post=dagger, a program over integers has a Post from an abstract domain.
std::unique_ptr<DomainPost> make_domain_post(Env& env, const program::Program& program, Term known) {
  if (env.settings.word("ufo.post") != "dagger" || has_bitvectors(program)) return nullptr;
  return std::make_unique<DomainPost>(program, known, env);
}

std::vector<NodeId> bound_nodes(const NodeLabels& labels) {
  std::vector<NodeId> result;
  for (NodeId node = 0; node < labels.size(); ++node)
    if (labels[node]) result.push_back(node);
  return result;
}

Term all_values(term::TermManager& terms, const facts::AssignedValues& flags) {
  term::TermVector all;
  for (const auto& [variable, values] : flags) all.push_back(facts::one_of(terms, variable, values));
  return terms.mk_and(all);
}

}  // namespace

/// Soundness: the values of a flag need not be known at locations where it is not live, but no label mentions
/// it there.
Search::Search(const program::Program& program, Term known, const Configuration& configuration, Env& env,
               arg::EventLog* log, const std::vector<term::TermVector>& facts)
    : program_(program),
      configuration_(configuration),
      env_(env),
      prefix_(configuration.prefix()),
      logic_(logic_of(program, known)),
      wto_(program),
      flags_(all_values(env.terms, facts::assigned_values(program))),
      known_(env.terms.mk_and(known, flags_)),
      scopes_(make_scopes(program, known_)),
      facts_(make_scopes(program, flags_).known),
      arg_(program, log),
      predicates_(env.terms, configuration.post, program.locations().size()),
      post_(program, predicates_, make_abstraction(env, logic_, configuration, known_),
            make_domain_post(env, program, known_)),
      implications_(env.terms, make_solver(SolverPurpose::Implications, logic_, env), known_, env.statistics,
                    prefix_),
      expansion_(arg_, wto_, post_, implications_, env.stop),
      refinement_(arg_, expansion_, scopes_, logic_, env, prefix_) {
  PENDULUM_CHECK(facts.size() <= program.locations().size(), "facts should belong to locations");
  for (LocationId location = 0; location < facts.size(); ++location)
    for (const Term fact : facts[location]) learn(location, fact);
  has_facts_ = std::ranges::any_of(facts, [](const term::TermVector& list) { return !list.empty(); });
}

void Search::learn(LocationId location, Term fact) {
  PENDULUM_CHECK(fact.sort().is_bool(), "a fact should be a formula");
  if (!std::ranges::includes(scopes_.live[location], term::symbols(fact))) return;
  scopes_.known[location] = env_.terms.mk_and(scopes_.known[location], fact);
  facts_[location] = env_.terms.mk_and(facts_[location], fact);
}

/// Soundness: the facts hold in all executions that reach their location. So labels that were computed before
/// remain valid, and later ones may be relative to the facts, which are part of the proof.
void Search::update_facts() {
  if (learnt_ == nullptr) return;
  const facts::Facts fresh = learnt_->update();
  for (LocationId location = 0; location < fresh.size(); ++location) {
    for (const Term fact : fresh[location]) learn(location, fact);
    has_facts_ = has_facts_ || !fresh[location].empty();
  }
}

SearchOutcome Search::run() {
  while (true) {  // line 6
    update_facts();
    ++env_.statistics.counter(prefix_ + "iterations");
    expansion_.run(labels_);  // line 7
    env_.statistics.counter(prefix_ + "nodes") = arg_.nodes().size();
    env_.logger.progress("iteration {}: {} nodes", env_.statistics.counter(prefix_ + "iterations"),
                         arg_.nodes().size());
    const std::optional<NodeId> error = expansion_.error_node();
    if (!error || implications_.is_empty(arg_.node(*error).label)) return proof();  // lines 8-9
    if (auto outcome = refine(*error)) return std::move(*outcome);                  // lines 10-12
  }
}

std::optional<SearchOutcome> Search::refine(NodeId error) {
  ++env_.statistics.counter(prefix_ + "refinements");
  RefinementOutcome outcome = refinement_.run(error);
  log_event(arg::RefinementEnded{std::holds_alternative<Feasible>(outcome)});
  if (const auto* feasible = std::get_if<Feasible>(&outcome)) return counterexample(*feasible);
  if (auto* undecided = std::get_if<Undecided>(&outcome)) return std::move(*undecided);
  return learn(std::get<Refuted>(outcome));
}

std::optional<SearchOutcome> Search::learn(const Refuted& refuted) {
  PENDULUM_CHECK(refuted.labels.size() == arg_.nodes().size(),
                 "each of the {} nodes should have a label or none", arg_.nodes().size());
  if (!refuted_dags_.insert(bound_nodes(refuted.labels)).second) keep_labels();
  std::size_t num_new = 0;
  for (NodeId node = 0; node < refuted.labels.size(); ++node) {
    if (!refuted.labels[node]) continue;
    const LocationId location = arg_.node(node).location;
    env_.logger.data("node {} at {}: {}", node, program_.location(location).name,
                     env_.logger.is_on(3) ? refuted.labels[node].to_string() : "");
    if (learnt_ != nullptr) learnt_->propose(location, refuted.labels[node]);
    term::TermVector added = predicates_.learn(location, refuted.labels[node]);
    num_new += added.size();
    if (!added.empty()) log_event(arg::PredicatesFound{location, std::move(added)});
  }
  env_.statistics.counter(prefix_ + "predicates") = predicates_.size();
  switch (configuration_.interpolants) {
    case InterpolantUse::Labels:
      labels_ = refuted.labels;
      return std::nullopt;
    case InterpolantUse::Predicates:
      // All predicates of the labels are known, so an exact Post would have found the labels: Post has given
      // up.
      if (num_new == 0) return Undecided{"Post is too weak: no new predicates"};
      expansion_.mark_root();
      return std::nullopt;
  }
  PENDULUM_UNREACHABLE();
}

/// Ends a cycle of rounds. Line 38 replaces labels, and nodes after a cover lose theirs, so rounds may
/// alternate, each of them dropping what the other one has found. (The paper gives no argument why UFO makes
/// progress.) A refinement of a part of the graph that was refuted before indicates this: nothing but lost
/// labels can make it necessary, because no node or edge was added. From then on no information is dropped:
/// labels become predicates of Post, and each label is conjoined with Post.
void Search::keep_labels() {
  env_.logger.decision("a refuted part of the graph recurs; labels are kept from now on");
  predicates_.start();
  expansion_.strengthen_labels();
}

Counterexample Search::counterexample(const Feasible& feasible) const {
  Counterexample result;
  result.unwinding = feasible.dag.dag;
  for (const interpolation::DagPath::Step& step : feasible.path.steps)
    result.path.append(certificate::Step{arg_.edge(feasible.dag.edges[step.edge]).action, step.inputs});
  return result;
}

Proof Search::proof() {
  // With facts, the labels are relative to those of each location.
  PENDULUM_DCHECK(has_facts_ || !arg::check_proof(arg_, known_, env_.solvers),
                  "the graph of a proof should be safe, complete and well-labelled: {}",
                  *arg::check_proof(arg_, known_, env_.solvers));
  Proof proof;
  // All locations, not only heads: edges with guards that are syntactically false are missing here, so the
  // searched program may have fewer cycles than the program that the judge checks.
  for (LocationId location = 0; location < program_.locations().size(); ++location)
    if (location != program_.entry() && location != program_.error())
      proof.invariant.at.emplace(location, invariant_at(location, facts_[location]));
  return proof;
}

/// The invariant at a location: the disjunction of the labels of its nodes, without labels that earlier ones
/// imply, conjoined with `known`.
Term Search::invariant_at(LocationId location, Term known) {
  term::TermVector labels;
  for (NodeId node = 0; node < arg_.nodes().size(); ++node) {
    if (arg_.node(node).location != location || !expansion_.is_visited(node)) continue;
    const Term label = arg_.node(node).label;
    if (arg_.node(node).covered_by.empty() && !implications_.implies(label, env_.terms.mk_or(labels)))
      labels.push_back(label);
  }
  for (Term& label : labels) label = env_.terms.mk_and(known, label);
  return env_.terms.mk_or(labels);
}

void Search::log_event(arg::Event event) const {
  if (arg_.log() != nullptr) arg_.log()->add(std::move(event));
}

}  // namespace pendulum::engine::ufo
