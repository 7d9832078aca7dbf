#include "engine/euforia/euf_domain.h"

#include "base/check.h"
#include "engine/euforia/euf_solver.h"
#include "engine/euforia/term_projection.h"
#include "engine/solvers.h"
#include "term/traverse.h"

namespace pendulum::engine::euforia {

using term::Term;

EufDomain::EufDomain(const program::Program& program, Env& env, Arrays arrays)
    : env_(env), arrays_(arrays), abstraction_(env.terms, arrays), lemma_kinds_(program, abstraction_) {
  for (const Term term : program::terms_of(program)) values_.add(term);
}

std::unique_ptr<smt::Solver> EufDomain::make_solver() {
  // Measured: 0.5 ms per query, compared with 6 ms for Z3's general solver.
  const char* logic = arrays_ == Arrays::Interpreted ? "QF_AX" : "QF_UF";
  return std::make_unique<EufSolver>(env_.terms, abstraction_,
                                     engine::make_solver(SolverPurpose::Steps, logic, env_));
}

void EufDomain::learnt(Term lemma, const std::function<Term(Term)>& to_next) {
  const bool is_expansion = lemma_kinds_.expands(lemma, to_next);
  ++env_.statistics.counter(is_expansion ? "engine.euforia.expansion_lemmas"
                                         : "engine.euforia.constraint_lemmas");
}

ic3::Projected EufDomain::preimage(const ic3::Preimage& step) {
  PENDULUM_DCHECK(step.truth(step.edge.guard), "the model should satisfy the guard of its edge");
  TermProjection projection(env_.terms, step.truth, &abstraction_, values_);
  projection.add(step.edge.guard);
  const term::Substitution after = program::substitution_of(step.edge);
  term::Substitution used;
  term::TermMap<Term> equations;  // next(x) = the updated value of x
  // All values are added before the first literal: a literal whose values become known only after
  // expect_equal() was skipped for it would be kept although the model may contradict it.
  for (const Term lemma : step.lemmas) values_.add(lemma);
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
  // Updates are folded in these lemmas, so the model may contradict one of them.
  for (const Term lemma : step.lemmas)
    if (step.truth(lemma)) projection.add(lemma);
  term::TermSet inputs;
  for (const program::Input& input : step.edge.inputs) inputs.insert(input.symbol);
  ic3::Cube cube = projection.project(inputs);
  return {std::move(cube), projection.axioms()};
}

std::shared_ptr<const program::Edge> EufDomain::path(const ic3::Preimage& step) {
  TermProjection projection(env_.terms, step.truth, &abstraction_, values_);
  projection.add(step.edge.guard);
  auto result = std::make_shared<program::Edge>(step.edge);
  for (program::Assignment& update : result->updates) update.value = projection.resolve(update.value);
  result->guard = env_.terms.mk_and(projection.path_literals());
  return result;
}

}  // namespace pendulum::engine::euforia
