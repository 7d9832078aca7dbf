#include "frontend/llvm/models/extern_functions.h"

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <array>

#include "base/check.h"
#include "frontend/llvm/ir/intrinsics.h"
#include "frontend/llvm/ir/ir_facts.h"
#include "frontend/llvm/models/library_functions.h"

namespace pendulum::frontend {

namespace {

/// SV-COMP, older benchmarks, CBMC, ESBMC, and include/pendulum.h.
constexpr std::array<std::string_view, 5> assume_names{"__VERIFIER_assume", "assume", "__CPROVER_assume",
                                                       "__ESBMC_assume", "pendulum_assume"};
/// SV-COMP, CBMC and older benchmarks (nondet_int), and include/pendulum.h.
constexpr std::array<std::string_view, 3> nondet_prefixes{"__VERIFIER_nondet_", "nondet", "pendulum_nondet_"};

bool contains(const auto& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string_view name_of_function(const llvm::Function& function) {
  return {function.getName().data(), function.getName().size()};
}

bool has_type(const llvm::Type& type, LibraryType wanted) {
  switch (wanted.kind) {
    case LibraryType::Kind::Void:
      return type.isVoidTy();
    case LibraryType::Kind::Integer:
      return type.isIntegerTy();
    case LibraryType::Kind::Floating:
      return type.isFloatingPointTy() && type.getPrimitiveSizeInBits() == wanted.bits;
    case LibraryType::Kind::Pointer:
      return type.isPointerTy();
    case LibraryType::Kind::Other:
      return true;
  }
  return false;
}

/// Does the function have a parameter or a result whose type is not in the table? The calling convention
/// rewrites arguments of such types, so the declaration cannot be compared.
bool has_other_type(const LibraryFunction& known, unsigned pointer_bits) {
  const auto is_other = [&](const std::string& type) {
    return library_type(type, pointer_bits).kind == LibraryType::Kind::Other;
  };
  return is_other(known.result) ||
         std::any_of(known.parameters.begin(), known.parameters.end(),
                     [&](const auto& parameter) { return is_other(parameter.type); });
}

bool has_compatible_result(const llvm::Type& type, LibraryType wanted) {
  return type.isVoidTy() || wanted.kind == LibraryType::Kind::Void || has_type(type, wanted);
}

/// Does the declaration denote the library function? Old programs declare a library function with another
/// integer type, without its result, or without its parameters.
bool is_compatible(const llvm::Function& function, const LibraryFunction& known) {
  const unsigned pointer_bits = function.getParent()->getDataLayout().getPointerSizeInBits();
  if (known.library_class == LibraryClass::Ends || has_other_type(known, pointer_bits)) return true;
  if (!has_compatible_result(*function.getReturnType(), library_type(known.result, pointer_bits)))
    return false;
  if (function.arg_size() == 0 && function.isVarArg()) return true;
  if (function.arg_size() != known.parameters.size() || function.isVarArg() != known.is_variadic)
    return false;
  return std::all_of(function.arg_begin(), function.arg_end(), [&](const llvm::Argument& argument) {
    return has_type(*argument.getType(),
                    library_type(known.parameters[argument.getArgNo()].type, pointer_bits));
  });
}

}  // namespace

const LibraryFunction* library_function(const llvm::Function& function) {
  if (!function.isDeclaration() || function.isIntrinsic()) return nullptr;
  const LibraryFunction* known = find_library_function(name_of_function(function));
  return known != nullptr && is_compatible(function, *known) ? known : nullptr;
}

ExternKind extern_kind(const llvm::Function& function) {
  PENDULUM_CHECK(function.isDeclaration(), "{} should have no body", function.getName().str());
  const std::string_view name = name_of_function(function);
  if (name == error_function) return ExternKind::Error;
  if (name == overflow_function) return ExternKind::Overflow;
  if (name == invalid_access_function) return ExternKind::InvalidAccess;
  if (name == uninitialised_function) return ExternKind::Uninitialised;
  if (name == object_size_function) return ExternKind::ObjectSize;
  if (name == is_after_function) return ExternKind::IsAfter;
  if (name == is_register_function) return ExternKind::IsRegister;
  if (name == unsupported_function) return ExternKind::NotModelled;
  if (name == assume_fits_function) return ExternKind::Fits;
  if (name == assume_environment_function) return ExternKind::Environment;
  if (name == havoc_function) return ExternKind::Havoc;
  if (contains(assume_names, name)) return ExternKind::Assume;
  if (name == stop_function) return ExternKind::End;
  if (name == "unknown" || std::any_of(nondet_prefixes.begin(), nondet_prefixes.end(),
                                       [&](std::string_view prefix) { return name.starts_with(prefix); }))
    return takes_pointers(function) ? ExternKind::Unknown : ExternKind::Nondet;
  return library_function(function) != nullptr ? ExternKind::Library : ExternKind::Unknown;
}

bool changes_memory(const llvm::Function& function) {
  if (function.isIntrinsic()) return false;
  const ExternKind model = extern_kind(function);
  if (model != ExternKind::Library) return model == ExternKind::Unknown;
  const LibraryFunction& known = *library_function(function);
  switch (known.library_class) {
    case LibraryClass::Pure:
    case LibraryClass::Contract:
    case LibraryClass::Outside:
      break;
    case LibraryClass::Output:
    case LibraryClass::Ends:
    case LibraryClass::Model:
    case LibraryClass::Unsupported:
      return false;
  }
  // The result may be one of the pointer arguments.
  const bool returns_address = known.result.ends_with('*') && !known.returns_stream();
  return returns_address || known.is_variadic ||
         std::any_of(known.parameters.begin(), known.parameters.end(),
                     [](const LibraryParameter& parameter) { return parameter.is_written(); });
}

}  // namespace pendulum::frontend
