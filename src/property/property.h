// Properties, as data.
#pragma once

#include <string>
#include <string_view>

namespace pendulum::property {

enum class Property { Reach };  ///< "unreach-call"

/// The name that stands in RESULT: false(<name>).
std::string_view name_of(Property property);

/// A word of the command line ("reach", "unreach-call") or the path of an SV-COMP .prp file, whose text
/// decides. Throws InputError (no such file, not a property) and Unsupported (a property of SV-COMP that
/// Pendulum does not check).
Property parse_property(const std::string& word_or_file);

}  // namespace pendulum::property
