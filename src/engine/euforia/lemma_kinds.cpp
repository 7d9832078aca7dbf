#include "engine/euforia/lemma_kinds.h"

#include "term/traverse.h"

namespace pendulum::engine::euforia {

using term::Term;

LemmaKinds::LemmaKinds(const program::Program& program, EufAbstraction& abstraction)
    : program_(program), abstraction_(abstraction) {
  for (const Term formula : program::terms_of(program))
    for (const Term part : parts_of(formula, {})) known_.insert(part);
  for (const program::Variable& variable : program.variables()) known_.insert(abstraction_(variable.symbol));
}

/// The parts are renamed one by one: in the whole formula, x' = x + 3 would become x = x + 3, which is false.
term::TermVector LemmaKinds::parts_of(Term formula, const term::Substitution& renaming) {
  term::TermVector result;
  term::Substituter rename(program_.terms(), renaming);
  for (const Term part : term::subterms(std::span(&formula, 1)))
    if (!part.sort().is_bool()) result.push_back(abstraction_(rename(part)));
  return result;
}

const term::Substitution& LemmaKinds::renaming(const std::function<Term(Term)>& to_next) {
  if (!to_current_.empty()) return to_current_;
  for (const program::Variable& variable : program_.variables()) {
    const Term next = to_next(variable.symbol);
    to_current_.emplace(next, variable.symbol);
    to_current_.emplace(abstraction_(next), abstraction_(variable.symbol));
  }
  return to_current_;
}

bool LemmaKinds::expands(Term lemma, const std::function<Term(Term)>& to_next) {
  bool is_new = false;
  for (const Term part : parts_of(lemma, renaming(to_next))) is_new = known_.insert(part).second || is_new;
  return is_new;
}

}  // namespace pendulum::engine::euforia
