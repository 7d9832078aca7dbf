// Reader for transition systems in VMT files: SMT-LIB scripts whose define-funs have the attributes :next,
// :init, :trans and :invar-property.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "system/transition_system.h"

namespace pendulum::frontend {

/// Does some definition of the script have an attribute of VMT? The text need not be well-formed; if it is
/// malformed, the result is whether it contains ":trans".
bool is_vmt(std::string_view text);

/// Reads a transition system. Inputs are the declared symbols that are neither state variables nor next
/// values of state variables. Several :init, :trans or :invar-property formulas are conjoined. A
/// definition whose declared sort is not that of its term is read with the sort of the term; `warnings`, if
/// not null, names it. Throws InputError "<origin>:line:column: expected ..." if the text is malformed, and
/// Unsupported for properties other than invariants, for uninterpreted functions and for quantifiers.
system::TransitionSystem read_vmt(term::TermManager& terms, std::string_view text, const std::string& origin,
                                  std::vector<std::string>* warnings = nullptr);

}  // namespace pendulum::frontend
