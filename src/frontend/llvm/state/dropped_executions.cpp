#include "frontend/llvm/state/dropped_executions.h"

#include <array>

#include "base/check.h"

namespace pendulum::frontend {

namespace {

constexpr std::string_view undefined = "undefined behaviour";
constexpr std::string_view faults = "undefined behaviour; the compiled program stops with a signal";
constexpr std::string_view promise = "the programmer promises that it does not happen";

constexpr std::array rules{
    DropRule{
        Drop::SignedOverflow, "signed-overflow", "signed arithmetic whose result does not fit its type",
        "6.5p5", "undefined behaviour; a property of its own, and `--wrap` follows such executions",
        "executions with signed overflow are not considered (C17 6.5p5): --property overflow checks them, "
        "--wrap follows them"},
    DropRule{
        Drop::DivisionByZero, "division-by-zero", "`/` or `%` with a divisor of zero", "6.5.5p5", faults,
        "executions with a division by zero are not considered (C17 6.5.5p5): --property overflow checks "
        "them"},
    DropRule{Drop::DivisionOverflow, "division-overflow", "`INT_MIN / -1` and `INT_MIN % -1`", "6.5.5p6",
             faults,
             "executions that divide the least integer by -1 are not considered (C17 6.5.5p6): --property "
             "overflow checks them"},
    DropRule{Drop::ShiftAmount, "shift-amount", "a shift by a negative amount, or by the width or more",
             "6.5.7p3", undefined,
             "executions that shift by a negative amount, or by the width or more, are not considered (C17 "
             "6.5.7p3): --property overflow checks them"},
    DropRule{Drop::NullAccess, "null-access",
             "an access through null or at another address where a process has no memory", "6.5.3.2p4",
             faults,
             "executions that access memory through a null pointer are not considered (C17 6.5.3.2p4): "
             "--property valid-deref checks them"},
    DropRule{Drop::ConstantWrite, "constant-write", "a write to a constant object or a string literal",
             "6.7.3p6", faults,
             "executions that write to constant objects are not considered (C17 6.7.3p6): --property "
             "valid-deref checks them"},
    DropRule{Drop::WrongCall, "wrong-call", "a call through null or through a pointer to data", "6.5.2.2p9",
             faults,
             "executions that call something else than a function are not considered (C17 6.5.2.2p9): "
             "--property valid-deref checks them"},
    DropRule{Drop::WrongFree, "wrong-free",
             "`free` or `realloc` of an address that is not the start of a living object of the heap",
             "7.22.3.3p2", undefined,
             "executions that free something else than a living heap object are not considered (C17 "
             "7.22.3.3p2): --property valid-free checks them"},
    DropRule{Drop::CountZerosOfZero, "count-zeros-of-zero", "`__builtin_clz(0)` and related builtins", "-",
             undefined,
             "executions that count the leading or trailing zeros of 0 by a builtin are not considered"},
    DropRule{Drop::BrokenAssumption, "broken-assumption", "`__builtin_assume` of a false condition", "-",
             promise, "what __builtin_assume states is taken for true"},
    DropRule{Drop::Unreachable, "unreachable", "`__builtin_unreachable()`", "-", promise,
             "__builtin_unreachable() is taken for unreachable"},
    DropRule{Drop::NoreturnReturns, "noreturn-returns",
             "the return of a function that is declared `noreturn`", "6.7.4p8", undefined,
             "functions that are declared noreturn are assumed not to return (C17 6.7.4p8)"},
    DropRule{
        Drop::LengthOverflow, "length-overflow",
        "the size of an array of variable length does not fit `size_t`", "6.7.6.2p5",
        "no object has that size",
        "executions with arrays of variable length that exceed the address space are not considered (C17 "
        "6.7.6.2p5)"},
    DropRule{Drop::LargeLocal, "large-local", "an array of variable length, or `alloca`, of more than 4 MiB",
             "6.7.6.2p5", "the stack is exhausted: Linux gives 8 MiB",
             "arrays of variable length and alloca have at most 4 MiB: larger ones exhaust the stack"},
    DropRule{Drop::DeepRecursion, "deep-recursion", "2^31 - 1 nested calls", "-", "the stack is exhausted",
             "fewer than 2^31 - 1 calls are nested: more exhaust the stack"},
    DropRule{Drop::LargeNumber, "large-number",
             "`scanf` or `sscanf` reads a number that its type cannot hold", "7.21.6.2p10", undefined,
             "numbers that scanf and sscanf read fit their types (C17 7.21.6.2p10)"},
    DropRule{
        Drop::Environment, "environment",
        "`setlocale` with an empty name selects another locale than \"C\", or `getopt` finds POSIXLY_CORRECT",
        "-", "the environment is unusual",
        "the environment selects the locale \"C\" and does not set POSIXLY_CORRECT"},
};

}  // namespace

std::span<const DropRule> drop_rules() {
  return rules;
}

const DropRule& rule_of(Drop drop) {
  const DropRule& rule = rules.at(static_cast<std::size_t>(drop));
  PENDULUM_CHECK(rule.drop == drop, "the rules should be in the order of the enumeration");
  return rule;
}

}  // namespace pendulum::frontend
