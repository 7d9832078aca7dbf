#include "system/new_symbol.h"

namespace pendulum::system {

term::Term new_symbol(term::TermManager& terms, const std::string& name, term::Sort sort) {
  return terms.find_symbol(name).is_null() ? terms.mk_symbol(name, sort) : terms.mk_fresh(name, sort);
}

}  // namespace pendulum::system
