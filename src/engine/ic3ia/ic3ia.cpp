// IC3 with implicit predicate abstraction (Cimatti, Griggio, Mover, Tonetta, TACAS 2014), on the same IC3 as
// EUFORIA, whose thesis compares with it.
//
// Cubes are over a set of predicates. The abstraction is implicit: an abstract step exists exactly if some
// concrete step connects states with these truth values of the predicates. As cubes and frames consist of
// predicates only, this is the step query itself, without the paper's copies of the state. Interpolants of a
// spurious counterexample provide new predicates: their atoms.
#include "engine/ic3ia/ic3ia.h"

#include <algorithm>

#include "base/check.h"
#include "engine/ic3/search.h"
#include "engine/solvers.h"
#include "term/print.h"
#include "term/traverse.h"

namespace pendulum::engine::ic3ia {

namespace {

using program::LocationId;
using term::Term;
using term::TermVector;

/// Time limit of one step query, which is over bit-vectors. An undecided query ends the search, so the limit
/// is long.
constexpr std::chrono::seconds query_limit{20};

/// Predicates per location, over the variables that are live there.
class Predicates {
 public:
  explicit Predicates(const std::vector<TermVector>& live) : live_(live), at_(live.size()) {}

  const TermVector& at(LocationId location) const {
    PENDULUM_CHECK(location < at_.size(), "location {} should be one of {}", location, at_.size());
    return at_[location];
  }
  /// Returns whether the predicate is new at the location.
  bool add(LocationId location, Term predicate) {
    PENDULUM_CHECK(predicate.sort().is_bool(), "a predicate should be a formula");
    if (predicate.kind() == term::Kind::Not) predicate = predicate[0];
    if (predicate.is_true() || predicate.is_false()) return false;
    if (!std::ranges::includes(live_[location], term::symbols(predicate))) return false;
    TermVector& here = at_[location];
    if (std::ranges::find(here, predicate) != here.end()) return false;
    here.push_back(predicate);
    return true;
  }
  /// Adds the atoms of a formula. Returns whether one of them is new.
  bool add_atoms(Term formula, LocationId location) {
    bool is_new = false;
    for (const Term atom : term::atoms(formula)) is_new = add(location, atom) || is_new;
    return is_new;
  }

 private:
  const std::vector<TermVector>& live_;
  std::vector<TermVector> at_;
};

class PredicateDomain : public ic3::Domain, public ic3::Refinement {
 public:
  PredicateDomain(const program::Program& program, Env& env)
      : program_(program),
        env_(env),
        logic_(term::logic_of(program::terms_of(program))),
        live_(program::live_variables(program)),
        predicates_(live_) {
    // Initial predicates: the atoms of the property (Cimatti et al., Figure 1, which also takes those of the
    // initial states).
    for (const program::Edge& edge : program.edges())
      if (edge.target == program.error()) predicates_.add_atoms(edge.guard, edge.source);
    count();
  }

  std::unique_ptr<smt::Solver> make_solver() override {
    auto solver = engine::make_solver(SolverPurpose::Steps, logic_, env_);
    solver->set_time_limit(query_limit);
    return solver;
  }

  ic3::Projected preimage(const ic3::Preimage& step) override {
    ic3::Cube cube;
    for (const Term predicate : predicates_.at(step.edge.source))
      cube.push_back(step.truth(predicate) ? predicate : env_.terms.mk_not(predicate));
    return {ic3::make_cube(std::move(cube)), {}};
  }

  bool refine_locally(ic3::Ic3&, const ic3::Trace&) override { return false; }

  std::optional<std::string> refine(ic3::Ic3&, const ic3::Trace& trace, const TermVector& labels) override {
    PENDULUM_CHECK(labels.size() == trace.steps.size() + 1,
                   "every location of the trace should have a label");
    bool is_new = false;
    for (std::size_t i = 0; i + 1 < trace.steps.size(); ++i)
      is_new = predicates_.add_atoms(labels[i + 1], program_.edge(trace.steps[i].edge).target) || is_new;
    count();
    if (is_new) return std::nullopt;
    return "the interpolants have no new predicates";
  }

 private:
  void count() {
    std::size_t all = 0;
    for (LocationId id = 0; id < program_.locations().size(); ++id) all += predicates_.at(id).size();
    env_.statistics.counter("engine.ic3ia.predicates") = all;
  }

  const program::Program& program_;
  Env& env_;
  std::string logic_;
  std::vector<TermVector> live_;
  Predicates predicates_;
};

class Ic3ia : public Engine {
 public:
  Ic3ia(const Task& task, Env& env) : env_(env), prepared_(task, env, ic3::blocks_of(task.program)) {}

  Result run() override {
    const ic3::ControlSplit split(prepared_.program(), env_);
    PredicateDomain domain(split.program(), env_);
    const ic3::SearchOptions options = ic3::search_options(prepared_, "ic3ia", env_);
    return ic3::search(prepared_, split, domain, domain, options, env_);
  }

 private:
  Env& env_;
  PreparedProgram prepared_;
};

}  // namespace

Descriptor make_descriptor() {
  Descriptor descriptor;
  descriptor.key = "ic3ia";
  descriptor.description = "IC3 with implicit predicate abstraction";
  descriptor.paper = "Cimatti, Griggio, Mover, Tonetta 2014; the comparison of the EUFORIA thesis";
  descriptor.options = ic3::declared_options("ic3ia", "paper");
  descriptor.make = [](const Task& task, Env& env) { return std::make_unique<Ic3ia>(task, env); };
  return descriptor;
}

}  // namespace pendulum::engine::ic3ia
