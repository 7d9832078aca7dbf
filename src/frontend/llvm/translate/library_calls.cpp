// Calls of library functions without a model (doc/library.md).
//
// Soundness: in a proof, the result is any value within the bounds of the table, and the memory that the
// function may write is arbitrary. What a counterexample may depend on follows from what the native replay
// executes: the real function computes its results and writes to memory; a stub returns the recorded result
// and writes nothing.
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>

#include "base/check.h"
#include "frontend/llvm/models/library_functions.h"
#include "frontend/llvm/translate/executor.h"

namespace pendulum::frontend {

namespace {

ObjectHavoc::ReplayedBy replayed_by(const LibraryFunction& function) {
  return function.library_class == LibraryClass::Outside ? ObjectHavoc::ReplayedBy::Stub
                                                         : ObjectHavoc::ReplayedBy::RealFunction;
}

bool contains(const std::string& name, const char* part) {
  return name.find(part) != std::string::npos;
}

/// May the format contain a conversion %n, which stores the number of characters? True for formats that are
/// not literals.
bool stores_count(const llvm::CallBase& call, const LibraryFunction& function) {
  const std::size_t place = function.parameters.size() - 1;
  llvm::StringRef text;
  if (call.arg_size() <= place || !llvm::getConstantStringInfo(call.getArgOperand(place), text)) return true;
  for (std::size_t at = text.find('%'); at != llvm::StringRef::npos; at = text.find('%', at + 1)) {
    at = text.find_first_not_of("0123456789 +-#'.*hljztLq$", at + 1);
    if (at == llvm::StringRef::npos) return false;
    if (text[at] == 'n') return true;
  }
  return false;
}

/// May the function write through this argument? The printf family only reads its variable arguments, except
/// for %n; the scanf family, and functions such as ioctl, store results through them.
bool writes_argument(const llvm::CallBase& call, const LibraryFunction& function, unsigned argument) {
  const bool is_output = function.library_class == LibraryClass::Output;
  if (const LibraryParameter* parameter = function.parameter(argument))
    return !is_output && parameter->is_written();
  const bool is_printf = is_output || (function.has_format && !contains(function.name, "scanf"));
  return !is_printf || stores_count(call, function);
}

}  // namespace

Executor::Step Executor::call_library(Walk& walk, const llvm::CallBase& call, const llvm::Function& callee,
                                      const LibraryFunction& function) {
  switch (function.library_class) {
    case LibraryClass::Ends:
      memory_.leaks().check(walk.path, active_locals(walk));
      return Step::Ends;
    case LibraryClass::Model:
    case LibraryClass::Unsupported:
      throw UnsupportedHere{"library function " + function.name + " without a model"};
    case LibraryClass::Pure:
    case LibraryClass::Outside:
    case LibraryClass::Output:
      break;
  }
  if (properties_.contains(property::Property::ValidDeref)) note_accesses(call, function);
  if (properties_.contains(property::Property::ValidMemtrack) && contains(function.name, "asprintf"))
    throw UnsupportedHere{"call of " + function.name + " with a format that is not modelled"};
  change_errno(walk.path, callee, replayed_by(function));
  change_library_objects(walk.path, function);
  write_through_arguments(walk, call, function);
  library_result(walk, call, callee, function);
  return Step::Goes;
}

/// Havocs the objects of the library that its functions may change: lgamma sets signgam, localtime sets
/// timezone. In proofs, every function without a model may change all of them that the program uses.
void Executor::change_library_objects(Path& path, const LibraryFunction& function) {
  for (const std::string_view name : changing_library_objects()) {
    const llvm::GlobalVariable* object = module_.getGlobalVariable(name, true);
    if (object == nullptr || !object->isDeclaration() || !points_to_.has_object(object)) continue;
    memory_.contents().overwrite(path, {{points_to_.object_of(object), make_congruence(0, 1)}}, function.name,
                                 ObjectHavoc::ReplayedBy::Stub);
  }
}

/// Adds assumptions about the accesses of a library function. library_arguments.h checks strings and the
/// first byte of objects; which further bytes the function accesses is not known.
void Executor::note_accesses(const llvm::CallBase& call, const LibraryFunction& function) {
  if (function.has_format)
    throw UnsupportedHere{"call of " + function.name + " with a format that is not modelled"};
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    const llvm::Value* argument = call.getArgOperand(i);
    const LibraryParameter* parameter = function.parameter(i);
    if (!argument->getType()->isPointerTy()) continue;
    if (parameter != nullptr && parameter->access == LibraryParameter::Access::String &&
        !parameter->is_written())
      continue;
    if (parameter != nullptr && parameter->access == LibraryParameter::Access::Stream) {
      assumptions_.insert("the stream that " + function.name + "() gets is open");
      continue;
    }
    const Targets& targets = points_to_.targets(argument);
    const bool is_literal =
        !targets.empty() && std::all_of(targets.begin(), targets.end(), [&](const auto& target) {
          return target.first != absolute_object && constants_.is_constant(target.first);
        });
    const bool is_null = llvm::isa<llvm::ConstantPointerNull>(argument) && parameter != nullptr;
    if (!is_literal && !is_null)
      assumptions_.insert(function.name +
                          "() accesses only memory inside of the objects that its arguments point to");
  }
}

void Executor::write_through_arguments(Walk& walk, const llvm::CallBase& call,
                                       const LibraryFunction& function) {
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    const llvm::Value* argument = call.getArgOperand(i);
    if (!argument->getType()->isPointerTy() || !writes_argument(call, function, i)) continue;
    const LibraryParameter* parameter = function.parameter(i);
    // A va_list contains the addresses at which results are stored.
    if (parameter != nullptr && parameter->type == "va_list")
      memory_.contents().havoc_reachable(walk.path, points_to_.targets(argument), function.name);
    else
      memory_.contents().overwrite(walk.path, points_to_.targets(argument), function.name,
                                   replayed_by(function));
  }
}

void Executor::library_result(Walk& walk, const llvm::CallBase& call, const llvm::Function& callee,
                              const LibraryFunction& function) {
  // The native replay assigns the recorded results to calls of stubs in order, so each of these calls needs a
  // result.
  if (call.use_empty() && replayed_by(function) == ObjectHavoc::ReplayedBy::RealFunction) return;
  arbitrary_result(walk, call, callee.getName());
  if (!call.getType()->isIntegerTy()) return;
  const Term result = bits_of(walk.path, walk.frames.back(), call);
  if (result.sort().is_bool() || result.sort().width() < 32) return;
  const std::uint32_t width = result.sort().width();
  if (function.least) walk.path.require(terms_.mk_bvsle(terms_.mk_bv(*function.least, width), result));
  if (function.most) walk.path.require(terms_.mk_bvsle(result, terms_.mk_bv(*function.most, width)));
  const LibraryParameter* first = function.parameter(0);
  if (first == nullptr || first->access != LibraryParameter::Access::Descriptor || call.arg_size() == 0)
    return;
  const Term descriptor = bits_of(walk.path, walk.frames.back(), *call.getArgOperand(0));
  const Term is_negative = terms_.mk_bvslt(descriptor, terms_.mk_zero(descriptor.sort()));
  walk.path.require(
      terms_.mk_or({terms_.mk_not(is_negative), terms_.mk_eq(result, terms_.mk_bv(-1, width))}));
}

}  // namespace pendulum::frontend
