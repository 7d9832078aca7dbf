// EUFORIA (Bueno 2021, chapters 3 and 4): IC3 whose step queries see every operation as an uninterpreted
// function; pre-images by term projection; spurious counterexamples become lemmas.
//
// Differences: locations are locations and not state variables (engine/ic3/ic3.h); the terms of the engine
// are concrete and are abstracted on their way to the solver (euf_solver.h), so constants fold in them;
// lemmas of interpolants are attached to their edge instead of repeating the part of T that the core needs.
#include "engine/euforia/euforia.h"

#include "engine/euforia/euf_solver.h"
#include "engine/euforia/lemmas.h"
#include "engine/euforia/term_projection.h"
#include "engine/ic3/known_facts.h"
#include "term/traverse.h"

namespace pendulum::engine::euforia {

namespace {

using interpolation::Method;
using term::Term;

class EufDomain : public ic3::Domain {
 public:
  EufDomain(const program::Program& program, Env& env, Arrays arrays)
      : env_(env), arrays_(arrays), abstraction_(env.terms, arrays) {
    for (const Term term : program::terms_of(program)) values_.add(term);
  }

  std::unique_ptr<smt::Solver> make_solver() override {
    smt::SolverOptions options;
    // Measured: 0.5 ms per query where Z3's general solver needs 6 ms.
    options.logic = arrays_ == Arrays::Interpreted ? "QF_AX" : "QF_UF";
    options.seed = env_.seed;
    return std::make_unique<EufSolver>(env_.terms, abstraction_, env_.solvers.make(env_.terms, options));
  }

  /// Algorithm 2.
  ic3::Projected preimage(const ic3::Preimage& step) override {
    TermProjection projection(env_.terms, step.truth, &abstraction_, values_);
    projection.add(step.edge.guard);
    term::Substitution after;
    for (const program::Assignment& update : step.edge.updates) after.emplace(update.variable, update.value);
    term::Substitution used;
    term::TermMap<Term> equations;  // next(x) = what x is updated to
    for (const Term symbol : term::symbols(step.target)) {
      const auto found = after.find(symbol);
      const Term value = found == after.end() ? symbol : projection.resolve(found->second);
      if (value != symbol) used.emplace(symbol, value);
      values_.add(value);
      equations.emplace(symbol, env_.terms.mk_eq(abstraction_(step.to_next(symbol)), abstraction_(value)));
    }
    term::Substituter before(env_.terms, used);
    for (const Term literal : step.target) {
      const Term folded = before(literal);
      term::TermVector premises;
      for (const Term symbol : term::symbols(literal)) premises.push_back(equations.at(symbol));
      if (values_.cover(folded)) projection.expect_equal(premises, step.to_next(literal), folded);
      projection.add(folded);
    }
    for (const Term lemma : step.lemmas) {
      projection.add(lemma);
      values_.add(lemma);
    }
    term::TermSet inputs;
    for (const program::Input& input : step.edge.inputs) inputs.insert(input.symbol);
    ic3::Cube cube = projection.project(inputs);
    return {std::move(cube), projection.axioms()};
  }

  bool sharpen() override { return values_.admit_all(); }

  /// Section 4.4: the projected constraints Q of one transition.
  std::shared_ptr<const program::Edge> path(const ic3::Preimage& step) override {
    TermProjection projection(env_.terms, step.truth, &abstraction_, values_);
    projection.add(step.edge.guard);
    auto result = std::make_shared<program::Edge>(step.edge);
    for (program::Assignment& update : result->updates) update.value = projection.resolve(update.value);
    result->guard = env_.terms.mk_and(projection.path_literals());
    return result;
  }

 private:
  Env& env_;
  Arrays arrays_;
  EufAbstraction abstraction_;
  KnownValues values_;
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
    const ic3::ControlSplit split(prepared_.program(), env_);
    EufDomain domain(split.program(), env_, arrays);
    using Whole = LemmaRefinement::Whole;
    const bool simulates = env_.settings.word("euforia.refinement") == "simulation";
    LemmaRefinement refinement(split.program(), env_, simulates ? Whole::Simulation : Whole::Interpolants);
    const ic3::SearchOptions options{
        "euforia",
        {Method::Cubes, Method::Newton},
        ic3::wants_facts(prepared_.program(), env_.settings.word("euforia.facts"))};
    return ic3::search(prepared_, split, domain, refinement, options, env_);
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
       "traces refuted by interpolants (section 4.4) or first by symbolic simulation (section 3.4)"},
      {"euforia.facts",
       "auto",
       {"auto", "on", "off"},
       0,
       0,
       "inductive facts, guessed and checked before the search (auto: over integers); not in the thesis"},
      {"euforia.calls",
       "inline",
       {"inline", "wait"},
       0,
       0,
       "a copy of a function for each call, or one for all (chapter 5)"},
      {"euforia.inline_threshold",
       "0",
       {},
       0,
       1'000'000,
       "with calls=wait: functions of at most so many instructions are inlined all the same"},
  };
  descriptor.make = [](const Task& task, Env& env) { return std::make_unique<Euforia>(task, env); };
  return descriptor;
}

}  // namespace pendulum::engine::euforia
