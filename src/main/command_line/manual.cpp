// CLI11 lists the options of each command, with their names, types and descriptions.
#include "main/command_line/manual.h"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <map>

#include "base/error.h"
#include "base/version.h"
#include "engine/registry/registry.h"
#include "main/command_line/help_formatter.h"
#include "main/command_line/help_texts.h"

namespace pendulum::main {

namespace {

/// The text with the special characters of roff escaped. A line must not start with a dot or an apostrophe,
/// which begin a request.
std::string roff(const std::string& text) {
  std::string result;
  bool is_line_start = true;
  for (const char c : text) {
    if (is_line_start && (c == '.' || c == '\'')) result += "\\&";
    is_line_start = c == '\n';
    if (c == '\\') {
      result += "\\e";
    } else if (c == '-') {
      result += "\\-";
    } else {
      result += c;
    }
  }
  return result;
}

std::string without_newlines_at_ends(const std::string& text) {
  const std::size_t first = text.find_first_not_of('\n');
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of('\n') - first + 1);
}

/// The commands that the help lists; commands without a group are hidden.
std::vector<const CLI::App*> commands_of(const CLI::App& app) {
  std::vector<const CLI::App*> commands;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    if (!command->get_group().empty()) commands.push_back(command);
  return commands;
}

/// "-j", "--jobs".
std::vector<std::string> names_of(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  return names;
}

std::string option_entry(const CLI::Option& option) {
  std::string head;
  for (const std::string& name : names_of(option))
    head += (head.empty() ? "" : ", ") + fmt::format("\\fB{}\\fR", roff(name));
  if (takes_value(option)) head += fmt::format(" \\fI{}\\fR", roff(type_of(option)));
  return fmt::format(".TP\n{}\n{}\n", head, roff(option_text(option)));
}

std::string options_section(const CLI::App& command) {
  std::string text;
  for (const CLI::Option* option : command.get_options())
    if (!names_of(*option).empty()) text += option_entry(*option);
  return text.empty() ? "" : ".SH OPTIONS\n" + text;
}

std::string synopsis(const CLI::App& command) {
  std::string text = fmt::format(".B pendulum {}\n[\\fIOPTIONS\\fR]", roff(command.get_name()));
  for (const CLI::Option* option : command.get_options()) {
    if (!names_of(*option).empty()) continue;
    const std::string name =
        fmt::format("\\fI{}\\fR{}", roff(option->get_name()), option->get_expected_max() > 1 ? "..." : "");
    text += option->get_required() ? " " + name : " [" + name + "]";
  }
  return text + "\n";
}

std::string head_of(const std::string& page, const std::string& summary) {
  std::string upper = page;
  std::transform(upper.begin(), upper.end(), upper.begin(), [](unsigned char c) { return std::toupper(c); });
  return fmt::format(".TH {} 1 \"\" \"Pendulum {}\" \"Pendulum Manual\"\n.SH NAME\n{} \\- {}\n", roff(upper),
                     base::version, roff(page), roff(summary));
}

std::string literal_section(const std::string& title, const std::string& text) {
  if (without_newlines_at_ends(text).empty()) return "";
  return fmt::format(".SH {}\n.nf\n{}\n.fi\n", title, roff(without_newlines_at_ends(text)));
}

std::string main_page(const CLI::App& app) {
  std::string text = head_of("pendulum", "software model checker for C");
  text += ".SH SYNOPSIS\n.B pendulum\n\\fICOMMAND\\fR [\\fIOPTIONS\\fR] \\fIFILE\\fR...\n";
  text += ".SH DESCRIPTION\n" + roff(app.get_description()) + "\n.SH COMMANDS\n";
  std::string also;
  for (const CLI::App* command : commands_of(app)) {
    text += fmt::format(".TP\n\\fB{}\\fR\n{}\n", roff(command->get_name()), roff(command->get_description()));
    also += fmt::format("{}.BR pendulum\\-{} (1)", also.empty() ? "" : ",\n", roff(command->get_name()));
  }
  text +=
      literal_section("VERDICTS", verdicts) + literal_section("FUNCTIONS WITH A MEANING", verifier_functions);
  return text + literal_section("EXAMPLES", examples) + ".SH SEE ALSO\n" + also + "\n";
}

std::string command_page(const CLI::App& command) {
  const bool verifies = command.get_name() == "verify";
  return head_of("pendulum-" + command.get_name(), command.get_description()) + ".SH SYNOPSIS\n" +
         synopsis(command) + options_section(command) + literal_section("NOTES", command.get_footer()) +
         (verifies ? literal_section("FUNCTIONS WITH A MEANING", verifier_functions) : "") +
         ".SH SEE ALSO\n.BR pendulum (1)\n";
}

/// The values of options that have a fixed set of values. Options of several commands have the same values.
std::map<std::string, std::string> values_of_options(const CLI::App& app) {
  std::string engines;
  const engine::Registry registry = engine::make_registry();
  for (const engine::Descriptor& descriptor : registry.all())
    engines += (engines.empty() ? "" : " ") + descriptor.key;
  std::map<std::string, std::string> values{
      {"--engine", engines},
      {"--engines", engines},
      {"--property", "all reach overflow memsafety valid-deref valid-free valid-memtrack"}};
  for (const CLI::App* command : commands_of(app))
    for (const CLI::Option* option : command->get_options())
      if (!choices_of(*option).empty()) values["--" + option->get_lnames().at(0)] = choices_of(*option);
  return values;
}

}  // namespace

std::string manual_pages(const CLI::App& app) {
  std::string text;
  for (const CLI::App* command : commands_of(app)) text += command->get_name() + "\n";
  return text;
}

std::string manual_page(const CLI::App& app, const std::string& command) {
  if (command.empty()) return main_page(app);
  for (const CLI::App* each : commands_of(app))
    if (each->get_name() == command) return command_page(*each);
  throw base::UsageError("man: there is no command " + command);
}

std::string bash_completion(const CLI::App& app) {
  std::string commands, cases;
  for (const CLI::App* command : commands_of(app)) {
    commands += (commands.empty() ? "" : " ") + command->get_name();
    std::string options;
    for (const CLI::Option* option : command->get_options())
      for (const std::string& name : names_of(*option)) options += (options.empty() ? "" : " ") + name;
    cases += fmt::format("    {}) options=\"{}\" ;;\n", command->get_name(), options);
  }
  std::string values;
  for (const auto& [option, words] : values_of_options(app))
    values += fmt::format("    {}) values=\"{}\" ;;\n", option, words);
  return fmt::format(R"(# Completion of pendulum for bash; made by `pendulum completion bash`.
_pendulum() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD - 1]}} options="" values="" list=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "{} --help --version" -- "$word"))
    return
  fi
  # --option=value consists of three words.
  if [ "$word" = "=" ]; then word=""; elif [ "$previous" = "=" ]; then previous=${{COMP_WORDS[COMP_CWORD - 2]}}; fi
  case $previous in
{}  esac
  if [ -n "$values" ]; then
    # Lists of values are separated by commas.
    if [[ $word == *,* ]]; then list=${{word%,*}},; fi
    COMPREPLY=($(compgen -P "$list" -W "$values" -- "${{word##*,}}"))
    return
  fi
  case ${{COMP_WORDS[1]}} in
{}  esac
  if [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$word"))
  else
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "$word")
  fi
}}
complete -F _pendulum pendulum
)",
                     commands, values, cases);
}

}  // namespace pendulum::main
