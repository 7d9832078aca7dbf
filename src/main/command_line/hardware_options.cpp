// The options for C that depends on the hardware (doc/hardware.md).
#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>
#include <sstream>

#include "main/command_line/option_groups.h"

namespace pendulum::main {

namespace {

/// The address that a decimal number, or a hexadecimal one with the prefix 0x, denotes.
std::optional<std::uint64_t> parse_address(std::string_view text) {
  const bool is_hexadecimal = text.starts_with("0x") || text.starts_with("0X");
  if (is_hexadecimal) text.remove_prefix(2);
  std::uint64_t address = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), address, is_hexadecimal ? 16 : 10);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return address;
}

/// The range START-END; nothing if the text has another form, or the end is before the start.
std::optional<frontend::AddressRange> parse_range(std::string_view text) {
  const std::size_t mark = text.find('-');
  if (mark == std::string_view::npos) return std::nullopt;
  const auto first = parse_address(text.substr(0, mark));
  const auto last = parse_address(text.substr(mark + 1));
  if (!first || !last || *first > *last) return std::nullopt;
  return frontend::AddressRange{*first, *last};
}

/// The words of a list that are separated by commas, in lower case.
std::vector<std::string> parse_words(const std::string& list) {
  std::vector<std::string> words;
  std::istringstream input(list);
  for (std::string word; std::getline(input, word, ',');) {
    std::transform(word.begin(), word.end(), word.begin(), [](unsigned char c) { return std::tolower(c); });
    if (!word.empty()) words.push_back(word);
  }
  return words;
}

void add_assembler_options(CLI::App& app, frontend::Hardware& hardware) {
  static const std::map<std::string, frontend::OtherAssembler> treatments{
      {"refuse", frontend::OtherAssembler::Refused}, {"havoc", frontend::OtherAssembler::Arbitrary}};
  add_choice(
      app, "--asm", hardware.other_assembler, treatments,
      "inline assembler other than barriers and delays: refuse (the verdict is unknown if an execution "
      "reaches it), or havoc (its outputs are arbitrary, and it changes nothing else) [refuse]")
      ->type_name("HOW");
  app.add_option_function<std::string>(
         "--asm-ignore",
         [&hardware](const std::string& list) {
           const std::vector<std::string> words = parse_words(list);
           hardware.ignored_assembler.insert(hardware.ignored_assembler.end(), words.begin(), words.end());
         },
         "instructions of inline assembler that change nothing but their outputs, separated by commas, for "
         "example cli,sti,wfi")
      ->check([](const std::string& list) {
        return parse_words(list).empty() ? "the list of instructions is empty" : std::string();
      })
      ->type_name("NAMES");
}

}  // namespace

void add_hardware_options(CLI::App& app, frontend::Hardware& hardware) {
  static const std::map<std::string, frontend::VolatileReads> reads{
      {"plain", frontend::VolatileReads::Memory}, {"havoc", frontend::VolatileReads::Arbitrary}};
  add_choice(
      app, "--volatile", hardware.volatile_reads, reads,
      "values that reads of volatile objects return: plain (the value in memory), or havoc (an arbitrary "
      "value in each read). Default: plain, but loops that wait for another value are unsupported")
      ->type_name("VALUES");
  app.add_option_function<std::vector<std::string>>(
         "--mmio",
         [&hardware](const std::vector<std::string>& ranges) {
           for (const std::string& range : ranges) hardware.registers.push_back(parse_range(range).value());
         },
         "addresses of memory-mapped registers, from START to END, for example 0x40000000-0x40000fff: reads "
         "return arbitrary values, and writes change nothing; may be given several times")
      ->allow_extra_args(false)
      ->check([](const std::string& range) {
        return parse_range(range) ? std::string()
                                  : "'" + range + "' is not a range START-END of addresses with START <= END";
      })
      ->type_name("START-END");
  add_assembler_options(app, hardware);
  add_list(
      app, "--isr", hardware.interrupt_handlers,
      "interrupt handler: a function without parameters that may run between any two accesses to memory; "
      "may be given several times",
      "NAME");
}

}  // namespace pendulum::main
