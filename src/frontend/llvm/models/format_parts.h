// Helpers for format_calls and scan_calls: numbers and length modifiers in formats, and calls of model
// functions.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace llvm {
class CallBase;
class Module;
}  // namespace llvm

namespace pendulum::frontend {

/// Removes a length modifier (C17 7.21.6.1p7) from the start of `rest` and returns it: hh, h, l, ll, j, z, t,
/// or "".
std::string take_length(std::string_view& rest);
/// Number of bits of an integer with that length modifier, if a pointer has `word` bits.
unsigned bits_of_length(std::string_view length, unsigned word);

/// Removes a decimal number from the start of `rest`. Unset if there is no number; numbers above `most` are
/// returned as most + 1.
std::optional<unsigned> take_number(std::string_view& rest, unsigned most);

/// The string literal that the value is: the literal itself, or a variable that never has another value.
std::optional<std::string> string_literal(const llvm::Value& value);

/// Inserts a call of the function `name` with these arguments; declares the function if necessary.
llvm::Value* call_part(llvm::IRBuilder<>& builder, const std::string& name, llvm::Type* result,
                       const std::vector<llvm::Value*>& arguments);

/// Direct calls of functions without body whose names satisfy `is_wanted`, in module order.
std::vector<llvm::CallBase*> calls_without_body(llvm::Module& module,
                                                const std::function<bool(llvm::StringRef)>& is_wanted);

}  // namespace pendulum::frontend
