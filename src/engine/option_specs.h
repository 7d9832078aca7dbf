// Makes the declarations of engine options (base/settings.h), one function for each kind of option.
#pragma once

#include <string>
#include <vector>

#include "base/settings.h"

namespace pendulum::engine {

/// Returns an option whose value is one of `choices`. Requires: `default_value` is one of them.
base::OptionSpec choice_option(std::string key, std::string default_value, std::vector<std::string> choices,
                               std::string help);
/// Returns an option whose value is "on" or "off". Requires: `default_value` is one of the two.
base::OptionSpec on_off_option(std::string key, std::string default_value, std::string help);
/// Returns an option whose value is a number. Requires: minimum <= default_value <= maximum and
/// minimum < maximum.
base::OptionSpec number_option(std::string key, long default_value, long minimum, long maximum,
                               std::string help);

}  // namespace pendulum::engine
