#include "main/engines.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <ostream>

#include "base/check.h"

namespace pendulum::main {

namespace {

std::string values_of(const base::OptionSpec& option) {
  if (!option.choices.empty()) return fmt::format("{}", fmt::join(option.choices, "|"));
  if (option.is_text) return "TEXT";
  if (option.minimum == option.maximum) return "NUMBER";
  return fmt::format("{}..{}", option.minimum, option.maximum);
}

}  // namespace

void print_engines(std::ostream& out, const engine::Registry& registry) {
  for (const engine::Descriptor& descriptor : registry.all()) {
    PENDULUM_CHECK(!descriptor.description.empty(), "engine {} should have a description", descriptor.key);
    out << fmt::format("{:<12} {}\n", descriptor.key, descriptor.description);
    if (!descriptor.paper.empty()) out << fmt::format("{:<12} after: {}\n", "", descriptor.paper);
    for (const base::OptionSpec& option : descriptor.options) {
      PENDULUM_CHECK(option.key.starts_with(descriptor.key + "."), "option {} should have the prefix {}.",
                     option.key, descriptor.key);
      PENDULUM_CHECK(!option.help.empty(), "option {} should have a help text", option.key);
      out << fmt::format("{:<12} --set {}={} [{}]\n", "", option.key, values_of(option),
                         option.default_value);
      out << fmt::format("{:<12}     {}\n", "", option.help);
    }
  }
}

}  // namespace pendulum::main
