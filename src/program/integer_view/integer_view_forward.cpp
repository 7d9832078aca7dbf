// Translates formulas over the original program to the integer view: each conjunct becomes the guard of an
// edge, which IntegerEdge translates. A translation without internal inputs and approximations is exact.
#include <algorithm>

#include "base/check.h"
#include "program/integer_view/integer_view.h"
#include "program/integer_view/integer_view_edge.h"
#include "term/signature/kind_info.h"
#include "term/traverse.h"

namespace pendulum::program {

namespace {

using term::Kind;
using term::Term;

/// True if IntegerEdge translates the part without conditions about the whole state.
bool is_translatable(Term part, const IntegerSymbols& symbols) {
  if (part.sort().is_array() || part.kind() == Kind::Apply || part.kind() == Kind::Select) return false;
  if (part.has_quantifier()) return false;
  return !part.is_symbol() || symbols.variables.contains(part);
}

}  // namespace

std::optional<Term> IntegerView::to_integers(Term formula) const {
  PENDULUM_CHECK(formula.sort().is_bool(), "only formulas should be translated");
  if (formula.is_value()) return formula;
  IntegerSymbols symbols;
  symbols.terms = &original_->terms();
  symbols.variables = image_;
  for (const auto& [symbol, is_signed] : is_signed_)
    symbols.readings.emplace(to_original_.at(symbol), is_signed ? Reading::Signed : Reading::Unsigned);
  for (const Term part : term::subterms(std::span(&formula, 1)))
    if (!is_translatable(part, symbols)) return std::nullopt;
  term::TermVector images;
  for (const Term conjunct : term::conjuncts(formula)) {
    Edge edge;
    edge.guard = conjunct;
    IntegerEdge translation(symbols, edge);
    const Edge image = translation.translate();
    // An input is also added if the guard cannot be satisfied.
    if (!image.inputs.empty() || !translation.approximations().empty()) return std::nullopt;
    images.push_back(image.guard);
  }
  return original_->terms().mk_and(images);
}

}  // namespace pendulum::program
