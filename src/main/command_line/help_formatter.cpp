#include "main/command_line/help_formatter.h"

namespace pendulum::main {

bool takes_value(const CLI::Option& option) {
  return option.get_expected_max() > 0;
}

std::string type_of(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  return type.substr(0, type.find(':'));
}

std::string choices_of(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  const std::size_t colon = type.find(':');
  return colon == std::string::npos ? "" : type.substr(colon + 1);
}

std::string option_text(const CLI::Option& option) {
  const std::string text = option.get_description();
  return option.get_default_str().empty() ? text : text + " [" + option.get_default_str() + "]";
}

std::string HelpFormatter::make_option_opts(const CLI::Option* option) const {
  if (!takes_value(*option)) return "";
  const std::string text = type_of(*option).empty() ? "" : " " + type_of(*option);
  return option->get_expected_max() > 1 ? text + " ..." : text;
}

std::string HelpFormatter::make_option_desc(const CLI::Option* option) const {
  return option_text(*option);
}

}  // namespace pendulum::main
