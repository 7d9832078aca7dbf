#include "engine/option_specs.h"

#include <algorithm>
#include <utility>

#include "base/check.h"

namespace pendulum::engine {

base::OptionSpec choice_option(std::string key, std::string default_value, std::vector<std::string> choices,
                               std::string help) {
  PENDULUM_CHECK(std::ranges::find(choices, default_value) != choices.end(),
                 "the default {} of {} should be one of its choices", default_value, key);
  return {.key = std::move(key),
          .default_value = std::move(default_value),
          .choices = std::move(choices),
          .help = std::move(help)};
}

base::OptionSpec on_off_option(std::string key, std::string default_value, std::string help) {
  return choice_option(std::move(key), std::move(default_value), {"on", "off"}, std::move(help));
}

base::OptionSpec number_option(std::string key, long default_value, long minimum, long maximum,
                               std::string help) {
  PENDULUM_CHECK(minimum < maximum && minimum <= default_value && default_value <= maximum,
                 "the default {} of {} should be a number from {} to {}", default_value, key, minimum,
                 maximum);
  return {.key = std::move(key),
          .default_value = std::to_string(default_value),
          .choices = {},
          .minimum = minimum,
          .maximum = maximum,
          .help = std::move(help)};
}

}  // namespace pendulum::engine
