// Reads and writes witnesses in version 2.0 (YAML) of SV-COMP's exchange format.
#pragma once

#include <string>

#include "witness/witness.h"

namespace pendulum::witness {

std::string to_yaml(const Witness& witness);

/// Returns the first entry that is an invariant_set or a violation_sequence; ignores all other entries.
/// Throws InputError, with `name` and the line number, if the text is not such a witness.
Witness parse_yaml(const std::string& text, const std::string& name);

}  // namespace pendulum::witness
