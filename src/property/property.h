// Properties, as data.
#pragma once

#include <string>
#include <string_view>

namespace pendulum::property {

enum class Property {
  Reach,        ///< "unreach-call": a C program does not reach its error
  Invariant,    ///< "invar-property": the :invar-property of a VMT file holds in all reachable states
  Satisfiable,  ///< "chc-sat": Horn clauses have a solution
};

/// The name that stands in RESULT: false(<name>).
std::string_view name_of(Property property);

/// A word of the command line ("reach", "unreach-call", "invar-property", "chc-sat") or the path of an
/// SV-COMP .prp file, whose text decides. Throws InputError (no such file, not a property) and Unsupported (a
/// property of SV-COMP that Pendulum does not check).
Property parse_property(const std::string& word_or_file);

}  // namespace pendulum::property
