// Instructions of inline assembler (GNU C) and their effect on the program.
#pragma once

#include <set>
#include <string>
#include <vector>

namespace pendulum::frontend {

/// The instructions of an assembler template, without comments at the ends of lines: each in lower case, with
/// its operands, separated by single spaces.
std::vector<std::string> assembler_instructions(const std::string& assembler_template);

/// Effect of an assembler statement on the program.
enum class AssemblerEffect {
  None,     ///< changes no register and no memory: a barrier, nop, ...
  Ignored,  ///< changes only its outputs, according to --asm-ignore
  Disables,
  Enables,  ///< turns interrupts off or on
  Unknown,
};

/// The effect of the instructions, if all of them have the same kind of effect; instructions without effect
/// may be among them. `ignored` are the mnemonics of --asm-ignore.
AssemblerEffect assembler_effect(const std::vector<std::string>& instructions,
                                 const std::set<std::string>& ignored);

}  // namespace pendulum::frontend
