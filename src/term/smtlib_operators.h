// Internal: the operators of SMT-LIB by name.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "term/term_manager.h"

namespace pendulum::term {

/// Applies the operator `name` with its indices, e.g. extract with {7, 0}. Nothing when there is no such
/// operator; a wrong number of arguments or indices throws std::string, saying what was expected; wrong
/// sorts are InternalErrors of the manager.
std::optional<Term> apply_operator(TermManager& manager, std::string_view name, std::span<const std::uint32_t> indices,
                                   TermVector arguments);

}  // namespace pendulum::term
