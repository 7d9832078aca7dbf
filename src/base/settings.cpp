#include "base/settings.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>

#include "base/check.h"
#include "base/error.h"

namespace pendulum::base {

namespace {

long parse_number(const std::string& key, const std::string& value) {
  long number = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (error != std::errc() || end != value.data() + value.size())
    throw UsageError(fmt::format("--set {}={}: a whole number is expected", key, value));
  return number;
}

}  // namespace

void Settings::declare(const OptionSpec& spec) {
  PENDULUM_CHECK(!specs_.contains(spec.key), "option {} should be declared once", spec.key);
  PENDULUM_CHECK(spec.minimum <= spec.maximum, "the range of option {} should not be empty", spec.key);
  PENDULUM_CHECK(
      spec.choices.empty() || std::ranges::find(spec.choices, spec.default_value) != spec.choices.end(),
      "the default {} of option {} should be one of its choices", spec.default_value, spec.key);
  specs_.emplace(spec.key, spec);
  values_.emplace(spec.key, spec.default_value);
}

void Settings::set(const std::string& key, const std::string& value) {
  const auto found = specs_.find(key);
  if (found == specs_.end())
    throw UsageError(fmt::format("--set {}={}: there is no option {}", key, value, key));
  const OptionSpec& spec = found->second;
  if (!spec.choices.empty()) {
    if (std::find(spec.choices.begin(), spec.choices.end(), value) == spec.choices.end())
      throw UsageError(
          fmt::format("--set {}={}: expected one of {}", key, value, fmt::join(spec.choices, ", ")));
  } else if (!spec.is_text) {
    const long number = parse_number(key, value);
    if (spec.minimum != spec.maximum && (number < spec.minimum || number > spec.maximum))
      throw UsageError(fmt::format("--set {}={}: expected a number from {} to {}", key, value, spec.minimum,
                                   spec.maximum));
  }
  values_[key] = value;
}

const std::string& Settings::word(const std::string& key) const {
  const auto found = values_.find(key);
  PENDULUM_CHECK(found != values_.end(), "option {} should be declared", key);
  return found->second;
}

long Settings::number(const std::string& key) const {
  PENDULUM_CHECK(specs_.contains(key) && !specs_.at(key).is_text, "option {} should be a number", key);
  return parse_number(key, word(key));
}

}  // namespace pendulum::base
