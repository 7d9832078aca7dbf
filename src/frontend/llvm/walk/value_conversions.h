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

  /// The value as a pointer. An integer that is no address becomes an address without object.
  Pointer as_pointer(const Value& value) const;
  Value ite(Term condition, const Value& a, const Value& b) const;
  /// The value in the form in which a temporary holds it: a pointer, or the bits of an integer.
  Value storable(Path& path, const Value& value, bool is_address) const;
  /// Converts the result of `callee` to the type that the call expects; a missing result is arbitrary.
  Value result_as(Path& path, const std::optional<Value>& result, const llvm::CallBase& call,
                  const llvm::Function& callee) const;

 private:
  const TranslationContext& context_;
  term::TermManager& terms_;
};

}  // namespace pendulum::frontend
