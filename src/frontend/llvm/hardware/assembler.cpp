#include "frontend/llvm/hardware/assembler.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringRef.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace pendulum::frontend {

namespace {

/// Instructions that only order or delay other ones: of x86, Arm and RISC-V. An execution of a program with
/// one thread does not depend on them.
constexpr std::array<std::string_view, 14> without_effect{
    "nop", "pause", "rep nop", "mfence", "lfence", "sfence", "serialize",
    "dmb", "dsb",   "isb",     "yield",  "csdb",   "fence",  "fence.i"};

constexpr std::array<std::string_view, 4> disabling{"cli", "cpsid i", "cpsid if", "di"};
constexpr std::array<std::string_view, 4> enabling{"sti", "cpsie i", "cpsie if", "ei"};

bool contains(const auto& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string mnemonic_of(const std::string& instruction) {
  return instruction.substr(0, instruction.find(' '));
}

/// The statement in lower case, with single spaces between its words.
std::string normalized(llvm::StringRef statement) {
  std::string result;
  for (const llvm::StringRef word : llvm::split(statement, ' '))
    if (!word.empty()) result += (result.empty() ? "" : " ") + word.lower();
  return result;
}

AssemblerEffect effect_of(const std::string& instruction, const std::set<std::string>& ignored) {
  const std::string mnemonic = mnemonic_of(instruction);
  if (ignored.contains(mnemonic) || ignored.contains(instruction)) return AssemblerEffect::Ignored;
  if (contains(without_effect, mnemonic) || contains(without_effect, instruction))
    return AssemblerEffect::None;
  if (contains(disabling, instruction)) return AssemblerEffect::Disables;
  if (contains(enabling, instruction)) return AssemblerEffect::Enables;
  return AssemblerEffect::Unknown;
}

}  // namespace

std::vector<std::string> assembler_instructions(const std::string& assembler_template) {
  std::string text = assembler_template;
  std::replace(text.begin(), text.end(), '\t', ' ');
  std::replace(text.begin(), text.end(), ';', '\n');
  std::vector<std::string> result;
  for (llvm::StringRef line : llvm::split(text, '\n')) {
    for (const llvm::StringRef comment : {"//", "#", "@"}) line = line.split(comment).first;
    const std::string instruction = normalized(line.trim());
    if (!instruction.empty()) result.push_back(instruction);
  }
  return result;
}

AssemblerEffect assembler_effect(const std::vector<std::string>& instructions,
                                 const std::set<std::string>& ignored) {
  AssemblerEffect result = AssemblerEffect::None;
  for (const std::string& instruction : instructions) {
    const AssemblerEffect effect = effect_of(instruction, ignored);
    if (effect == AssemblerEffect::None || effect == result) continue;
    if (result != AssemblerEffect::None) return AssemblerEffect::Unknown;
    result = effect;
  }
  return result;
}

}  // namespace pendulum::frontend
