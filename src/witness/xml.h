// Escapes text for XML.
#pragma once

#include <string>
#include <string_view>

namespace pendulum::witness {

/// The text with the characters < > & " replaced by entities, for use in elements and attributes.
std::string xml_escaped(std::string_view text);

}  // namespace pendulum::witness
