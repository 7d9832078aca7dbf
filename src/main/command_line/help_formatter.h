// The form in which the help and the manual pages describe an option.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace pendulum::main {

bool takes_value(const CLI::Option& option);

/// The name of the value of an option; empty if it takes none.
std::string type_of(const CLI::Option& option);

/// The words that are values of the option, separated by spaces; empty if other values are possible. CLI11
/// stores them as the description of a validator and appends them to the type.
std::string choices_of(const CLI::Option& option);

/// The description, with the default value at its end in brackets: "seed of all random choices [0]".
std::string option_text(const CLI::Option& option);

/// CLI11 writes the default value and excluded options next to the name of an option. This formatter writes
/// the name of its value there, and nothing else.
class HelpFormatter : public CLI::Formatter {
 public:
  std::string make_option_opts(const CLI::Option* option) const override;
  std::string make_option_desc(const CLI::Option* option) const override;
};

}  // namespace pendulum::main
