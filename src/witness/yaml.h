// Witnesses in SV-COMP's exchange format 2.0 (YAML).
#pragma once

#include <string>

#include "witness/witness.h"

namespace pendulum::witness {

std::string to_yaml(const Witness& witness);

/// `name` is for messages. Throws InputError with the line for a text that is no such witness. Of several
/// entries the first one counts that is an invariant_set or a violation_sequence; entries of other types are
/// skipped.
Witness parse_yaml(const std::string& text, const std::string& name);

}  // namespace pendulum::witness
