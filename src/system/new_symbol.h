// New symbols with readable names, for conversions between programs, systems and clauses.
#pragma once

#include <string>

#include "term/term_manager.h"

namespace pendulum::system {

/// Makes a new symbol with this name, or with a suffix if a symbol with this name exists.
term::Term new_symbol(term::TermManager& terms, const std::string& name, term::Sort sort);

}  // namespace pendulum::system
