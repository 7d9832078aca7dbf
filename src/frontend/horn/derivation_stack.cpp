#include "frontend/horn/derivation_stack.h"

#include "system/new_symbol.h"

namespace pendulum::frontend {

using program::Edge;
using term::Term;
using term::TermVector;

DerivationStack::DerivationStack(program::ProgramBuilder& builder)
    : builder_(builder), terms_(builder.terms()) {
  depth_ = make_variable("stack.depth", terms_.int_sort());
  sites_ = make_variable("stack.site", terms_.array_sort(terms_.int_sort(), terms_.int_sort()));
  arrays_.push_back(sites_);
}

Term DerivationStack::make_variable(const std::string& name, term::Sort sort) {
  const Term variable = system::new_symbol(terms_, name, sort);
  builder_.add_variable({variable, "", ""});
  return variable;
}

/// The array in which the values of a variable are saved, which is created on the first call.
Term DerivationStack::stack_of(Term variable) {
  Term& stack = stack_index_[variable];
  if (stack.is_null()) {
    stack = make_variable("stack." + variable.name(), terms_.array_sort(terms_.int_sort(), variable.sort()));
    arrays_.push_back(stack);
  }
  return stack;
}

void DerivationStack::initialize(Edge& edge) const {
  edge.updates.push_back({depth_, terms_.mk_int(0)});
  for (const Term array : arrays_) edge.updates.push_back({array, terms_.mk_zero(array.sort())});
}

Term DerivationStack::push(const TermVector& saved, Edge& edge) {
  const Term site = terms_.mk_int(++num_sites_);
  edge.updates.push_back({depth_, terms_.mk_add(depth_, terms_.mk_int(1))});
  edge.updates.push_back({sites_, terms_.mk_store(sites_, depth_, site)});
  for (const Term variable : saved) {
    const Term stack = stack_of(variable);
    edge.updates.push_back({stack, terms_.mk_store(stack, depth_, variable)});
  }
  return site;
}

void DerivationStack::pop(Term site, const TermVector& saved, Edge& edge) {
  const Term top = terms_.mk_sub(depth_, terms_.mk_int(1));
  edge.guard = terms_.mk_and(terms_.mk_distinct(depth_, terms_.mk_int(0)),
                             terms_.mk_eq(terms_.mk_select(sites_, top), site));
  edge.updates.push_back({depth_, top});
  for (const Term variable : saved)
    edge.updates.push_back({variable, terms_.mk_select(stack_of(variable), top)});
}

}  // namespace pendulum::frontend
