// EUFORIA (Bueno 2021, chapters 3 and 4): IC3 whose step queries see every operation as an uninterpreted
// function; pre-images by term projection; spurious counterexamples become lemmas.
//
// Differences: locations are locations and not state variables (engine/ic3/ic3.h); the terms of the engine
// are concrete and are abstracted on their way to the solver (euf_solver.h), so constants fold in them;
// lemmas of interpolants are attached to their edge instead of repeating the part of T that the core needs.
#include "engine/euforia/euforia.h"

#include <algorithm>
#include <utility>

#include "engine/euforia/euf_solver.h"
#include "engine/euforia/lemmas.h"
#include "engine/euforia/term_projection.h"
#include "term/traverse.h"

namespace pendulum::engine::euforia {

namespace {

using interpolation::Method;
using term::Term;

class EufDomain : public ic3::Domain {
 public:
  EufDomain(const program::Program& program, Env& env, Arrays arrays)
      : env_(env), arrays_(arrays), abstraction_(env.terms, arrays) {
    for (const Term term : program::terms_of(program)) know_values(term);
  }

  std::unique_ptr<smt::Solver> make_solver() override {
    smt::SolverOptions options;
    // Measured: 0.5 ms per query where Z3's general solver needs 6 ms.
    options.logic = arrays_ == Arrays::Interpreted ? "QF_AX" : "QF_UF";
    options.seed = env_.seed;
    return std::make_unique<EufSolver>(env_.terms, abstraction_, env_.solvers.make(env_.terms, options));
  }

  /// Algorithm 2.
  ic3::Cube preimage(const ic3::Preimage& step) override {
    TermProjection projection(env_.terms, step.truth);
    projection.add(step.edge.guard);
    term::Substitution after;
    for (const program::Assignment& update : step.edge.updates) after.emplace(update.variable, update.value);
    term::Substitution used;
    for (const Term symbol : term::symbols(step.target)) {
      const auto found = after.find(symbol);
      if (found != after.end()) used.emplace(symbol, projection.resolve(found->second));
    }
    term::Substituter before(env_.terms, used);
    for (const Term literal : step.target) projection.add(before(literal));
    for (const Term lemma : step.lemmas) {
      projection.add(lemma);
      know_values(lemma);
    }
    term::TermSet inputs;
    for (const program::Input& input : step.edge.inputs) inputs.insert(input.symbol);
    ic3::Cube cube = projection.project(inputs);
    if (!has_new_values_) std::erase_if(cube, [&](Term literal) { return !has_known_values(literal); });
    return cube;
  }

  bool sharpen() override { return !std::exchange(has_new_values_, true); }

  /// Section 4.4: the projected constraints Q of one transition.
  std::shared_ptr<const program::Edge> path(const ic3::Preimage& step) override {
    TermProjection projection(env_.terms, step.truth);
    projection.add(step.edge.guard);
    auto result = std::make_shared<program::Edge>(step.edge);
    for (program::Assignment& update : result->updates) update.value = projection.resolve(update.value);
    result->guard = env_.terms.mk_and(projection.path_literals());
    return result;
  }

 private:
  void know_values(Term term) {
    if (!looked_at_.insert(term).second) return;
    for (const Term sub : term::subterms(std::span(&term, 1)))
      if (sub.is_value()) values_.insert(sub);
  }
  bool has_known_values(Term literal) const {
    const term::TermVector all = term::subterms(std::span(&literal, 1));
    return std::ranges::all_of(all, [&](Term sub) { return !sub.is_value() || values_.contains(sub); });
  }

  Env& env_;
  Arrays arrays_;
  EufAbstraction abstraction_;
  /// Values of the program and of lemmas. Concrete simplification turns x + 3 = 7 into x = 4; a loop walked
  /// backwards would bring new values for ever (the thesis: cubes are over terms of T and lemmas). So such
  /// literals are dropped, until refinement fails for lack of them.
  term::TermSet values_, looked_at_;
  bool has_new_values_ = false;
};

class Euforia : public Engine {
 public:
  Euforia(const Task& task, Env& env)
      : env_(env),
        prepared_(task, env, env.settings.word("euforia.blocks") == "small" ? Blocks::Small : Blocks::Large) {
  }

  Result run() override {
    const Arrays arrays =
        env_.settings.word("euforia.arrays") == "interpreted" ? Arrays::Interpreted : Arrays::Abstract;
    EufDomain domain(prepared_.program(), env_, arrays);
    LemmaRefinement refinement(prepared_.program(), env_);
    std::vector<Method> methods{Method::Cubes, Method::Newton};
    if (env_.settings.word("euforia.refinement") == "simulation") methods = {Method::Newton, Method::Cubes};
    return ic3::search(prepared_, domain, refinement, {"euforia", methods}, env_);
  }

 private:
  Env& env_;
  PreparedProgram prepared_;
};

}  // namespace

Descriptor make_descriptor() {
  Descriptor descriptor;
  descriptor.key = "euforia";
  descriptor.description = "IC3 with operations as uninterpreted functions, refined by lemmas";
  descriptor.paper = "Bueno, EUFORIA (thesis 2021), chapters 3 and 4";
  descriptor.options = {
      {"euforia.blocks", "large", {"large", "small"}, 0, 0, "how much of the program is one step"},
      {"euforia.arrays",
       "abstract",
       {"abstract", "interpreted"},
       0,
       0,
       "select and store as uninterpreted functions, or with their meaning"},
      {"euforia.refinement",
       "interpolants",
       {"interpolants", "simulation"},
       0,
       0,
       "paths refuted by interpolants (section 4.4) or by strongest postconditions (section 3.4)"},
  };
  descriptor.make = [](const Task& task, Env& env) { return std::make_unique<Euforia>(task, env); };
  return descriptor;
}

}  // namespace pendulum::engine::euforia
