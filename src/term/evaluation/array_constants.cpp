#include "term/evaluation/array_constants.h"

#include "base/check.h"

namespace pendulum::term {

bool is_array_value(Term term) {
  for (; term.kind() == Kind::Store; term = term[0])
    if (!term[1].is_value() || !term[2].is_value()) return false;
  return term.kind() == Kind::ConstArray && term[0].is_value();
}

ArrayConstants::ArrayConstants(TermManager& manager)
    : manager_(manager), rewrite_(manager, [this](Term original, std::span<const Term> children) {
        const bool is_read = original.kind() == Kind::Select && WordArray::fits(children[0].sort()) &&
                             is_array_value(children[0]);
        return is_read ? manager_.mk_select(symbol_of(children[0]), children[1]) : Term();
      }) {}

Term ArrayConstants::symbol_of(Term value) {
  PENDULUM_DCHECK(is_array_value(value), "symbol_of should be called only for array values");
  const auto [found, is_new] = symbols_.try_emplace(value);
  if (is_new) {
    found->second = manager_.mk_fresh("constant", value.sort());
    constants_.emplace_back(found->second, WordArray::from_value(value));
  }
  return found->second;
}

}  // namespace pendulum::term
