// Just enough XML to write: text that keeps its meaning between tags and quotes.
#pragma once

#include <string>
#include <string_view>

namespace pendulum::witness {

std::string xml_escaped(std::string_view text);

}  // namespace pendulum::witness
