// Internal: application of SMT-LIB operators by name.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "term/term_manager.h"

namespace pendulum::term {

/// Applies the operator `name` with its indices, for example extract with {7, 0}. Returns no value if the
/// operator does not exist. Throws std::string with a description of the expected number if the number of
/// arguments or indices is wrong. The manager throws InternalError if the sorts are wrong.
std::optional<Term> apply_operator(TermManager& manager, std::string_view name,
                                   std::span<const std::uint32_t> indices, TermVector arguments);

}  // namespace pendulum::term
