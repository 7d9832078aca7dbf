// The rules by which the translation ends an execution although the program does not end there.
//
// Each rule describes undefined behaviour of C, or a limit of every real machine. If a rule can end an
// execution of the program at hand, its assumption is printed with the verdict. doc/soundness.md contains the
// same table; a test compares the two and verifies a program for each rule.
//
// Conditions that are part of the meaning of the program (__VERIFIER_assume, the return edge to the waiting
// caller, the range of an input) need no rule: the program has no execution in which they are false.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace pendulum::frontend {

enum class Drop {
  SignedOverflow,
  DivisionByZero,
  DivisionOverflow,
  ShiftAmount,
  NullAccess,
  ConstantWrite,
  WrongCall,
  WrongFree,
  CountZerosOfZero,
  BrokenAssumption,
  Unreachable,
  NoreturnReturns,
  LengthOverflow,
  LargeLocal,
  DeepRecursion,
  LargeNumber,
  Environment,
};

/// Description of one rule.
struct DropRule {
  Drop drop;
  std::string_view name;        ///< one word per rule, for tests and the documentation
  std::string_view construct;   ///< construct at which an execution ends
  std::string_view paragraph;   ///< paragraph of C17; "-" if the standard does not define the construct
  std::string_view reason;      ///< why a proof may ignore these executions
  std::string_view assumption;  ///< the line that is printed with the verdict
};

/// All rules, in the order of the enumeration.
std::span<const DropRule> drop_rules();
/// The rule of `drop`.
const DropRule& rule_of(Drop drop);

}  // namespace pendulum::frontend
