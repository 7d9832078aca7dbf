// What format_calls and scan_calls share: numbers and lengths in formats, and calls of the parts of a model.
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

/// A length modifier (C17 7.21.6.1p7), hh, h, l, ll, j, z, t, or "".
std::string take_length(std::string_view& rest);
/// Bits of an integer of that length, where a pointer has `word` bits.
unsigned bits_of_length(std::string_view length, unsigned word);

/// Nothing: there is no number. One beyond `most` is returned as most + 1.
std::optional<unsigned> take_number(std::string_view& rest, unsigned most);

/// Calls the function of that name with these arguments.
llvm::Value* call_part(llvm::IRBuilder<>& builder, const std::string& name, llvm::Type* result,
                       const std::vector<llvm::Value*>& arguments);

/// Direct calls of functions without body whose names are wanted, in the order of the module.
std::vector<llvm::CallBase*> calls_without_body(llvm::Module& module,
                                                const std::function<bool(llvm::StringRef)>& is_wanted);

}  // namespace pendulum::frontend
