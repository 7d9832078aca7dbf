// Conversions between pointers, integers and the forms in which values are stored.
#pragma once

#include "frontend/llvm/walk/translation_context.h"

namespace llvm {
class CallBase;
class Function;
}  // namespace llvm

namespace pendulum::frontend {

class ValueConversions {
 public:
  explicit ValueConversions(const TranslationContext& context) : context_(context), terms_(context.terms) {}

  /// The value as a pointer. An integer becomes an address without object, truncated or zero-extended to the
  /// width of a pointer; an integer that was made from a pointer becomes that pointer again.
  Pointer as_pointer(const Value& value) const;
  /// The value of `condition ? a : b`. It is a pointer if `a` or `b` is one.
  Value ite(Term condition, const Value& a, const Value& b) const;
  /// The value in the form in which a temporary holds it: unchanged if the temporary can hold an address
  /// (`is_address`), otherwise as bits.
  Value storable(Path& path, const Value& value, bool is_address) const;
  /// Converts the result of `callee` to the type that the call expects, which may differ if the call has no
  /// prototype. A missing result is arbitrary. Throws UnsupportedHere if the types are incompatible.
  /// Requires: the type of the call is not void.
  Value result_as(Path& path, const std::optional<Value>& result, const llvm::CallBase& call,
                  const llvm::Function& callee) const;

 private:
  const TranslationContext& context_;
  term::TermManager& terms_;
};

}  // namespace pendulum::frontend
