// Transition systems from VMT files: SMT-LIB scripts whose define-funs carry the attributes :next, :init,
// :trans and :invar-property.
#pragma once

#include <string>
#include <string_view>

#include "system/transition_system.h"

namespace pendulum::frontend {

/// Has some definition of the script an attribute of VMT? Only looks; of a malformed text the
/// word :trans decides.
bool is_vmt(std::string_view text);

/// Declared symbols that are no state variable and no next value of one are inputs. Several :init, :trans and
/// :invar-property formulas are conjoined. Throws InputError "<origin>:line:column: expected ...", and
/// Unsupported for properties other than invariants.
system::TransitionSystem read_vmt(term::TermManager& terms, std::string_view text, const std::string& origin);

}  // namespace pendulum::frontend
