#include "frontend/llvm/calls/library_calls.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <set>

#include "base/check.h"
#include "frontend/llvm/analysis/lifetimes.h"
#include "frontend/llvm/ir/intrinsics.h"
#include "frontend/llvm/ir/ir_facts.h"
#include "frontend/llvm/ir/scopes.h"
#include "frontend/llvm/memory/float_values.h"
#include "frontend/llvm/models/library_functions.h"

namespace pendulum::frontend {

namespace {

ObjectHavoc::ReplayedBy replayed_by(const LibraryFunction& function) {
  return function.library_class == LibraryClass::Outside ? ObjectHavoc::ReplayedBy::Stub
                                                         : ObjectHavoc::ReplayedBy::RealFunction;
}

/// The name of the function in the source: contracts call it with a prefix.
llvm::StringRef name_in_source(const llvm::Function& function) {
  llvm::StringRef name = function.getName();
  name.consume_front(llvm::StringRef(real_function_prefix));
  return name;
}

/// The source location of a call. A contract has none, so that of the call of the contract is used.
program::SourceLocation user_location(const Walk& walk, const llvm::CallBase& call) {
  program::SourceLocation where = source_location(call);
  const llvm::Function* callee = direct_callee(call);
  if (callee == nullptr || !callee->getName().starts_with(llvm::StringRef(real_function_prefix)))
    return where;
  const Instance* instance = walk.frames.back().instance;
  for (; instance != nullptr && instance->call != nullptr && !where.is_known(); instance = instance->parent)
    where = source_location(*instance->call);
  return where;
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

Step LibraryCalls::call(Walk& walk, const llvm::CallBase& call, const llvm::Function& callee,
                        const LibraryFunction& function) const {
  PENDULUM_CHECK(callee.isDeclaration(), "{} should have no body", function.name);
  switch (function.library_class) {
    case LibraryClass::Ends:
      context_.memory.leaks().check(walk.path, active_locals(walk));
      return Step::Ends;
    case LibraryClass::Model:
    case LibraryClass::Unsupported:
      throw UnsupportedHere{"library function " + function.name + " without a model"};
    case LibraryClass::Contract:
      context_.notes.assumptions.insert(function.name + "() satisfies its contract (doc/library.md)");
      break;
    case LibraryClass::Pure:
    case LibraryClass::Outside:
    case LibraryClass::Output:
      break;
  }
  if (context_.checks(property::Property::ValidDeref)) note_accesses(call, function);
  if (context_.checks(property::Property::ValidMemtrack) && contains(function.name, "asprintf"))
    throw UnsupportedHere{"call of " + function.name + " with a format that is not modelled"};
  havoc_errno(walk.path, callee, replayed_by(function));
  havoc_library_objects(walk.path, function);
  write_through_arguments(walk, call, function);
  set_result(walk, call, callee, function);
  return Step::Goes;
}

void LibraryCalls::havoc_errno(Path& path, const llvm::Function& callee,
                               ObjectHavoc::ReplayedBy replayed_by) const {
  const llvm::GlobalVariable* place = context_.module.getGlobalVariable(errno_global, true);
  if (place == nullptr || !context_.points_to.has_object(place)) return;
  PENDULUM_CHECK(context_.object(context_.points_to.object_of(place)).kind == Object::Kind::Global,
                 "errno should be a global");
  context_.memory.contents().overwrite(path, {{context_.points_to.object_of(place), make_congruence(0, 0)}},
                                       name_in_source(callee).str(), replayed_by);
}

/// Havocs the objects of the library that its functions may change: lgamma sets signgam, localtime sets
/// timezone. In proofs, every function without a model may change all of them that the program uses.
void LibraryCalls::havoc_library_objects(Path& path, const LibraryFunction& function) const {
  for (const std::string_view name : changing_library_objects()) {
    const llvm::GlobalVariable* object = context_.module.getGlobalVariable(name, true);
    if (object == nullptr || !object->isDeclaration() || !context_.points_to.has_object(object)) continue;
    context_.memory.contents().overwrite(path,
                                         {{context_.points_to.object_of(object), make_congruence(0, 1)}},
                                         function.name, ObjectHavoc::ReplayedBy::Stub);
  }
}

/// Adds assumptions about the accesses of a library function. library_arguments.h checks strings and the
/// first byte of objects; which further bytes the function accesses is not known.
void LibraryCalls::note_accesses(const llvm::CallBase& call, const LibraryFunction& function) const {
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
      context_.notes.assumptions.insert("the stream that " + function.name + "() gets is open");
      continue;
    }
    const Targets& targets = context_.points_to.targets(argument);
    const bool is_literal =
        !targets.empty() && std::all_of(targets.begin(), targets.end(), [&](const auto& target) {
          return target.first != absolute_object && context_.constants.is_constant(target.first);
        });
    const bool is_null = llvm::isa<llvm::ConstantPointerNull>(argument) && parameter != nullptr;
    if (!is_literal && !is_null)
      context_.notes.assumptions.insert(
          function.name + "() accesses only memory inside of the objects that its arguments point to");
  }
}

void LibraryCalls::write_through_arguments(Walk& walk, const llvm::CallBase& call,
                                           const LibraryFunction& function) const {
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    const llvm::Value* argument = call.getArgOperand(i);
    const bool is_result = call.paramHasAttr(i, llvm::Attribute::StructRet);
    if (!argument->getType()->isPointerTy() || (!is_result && !writes_argument(call, function, i))) continue;
    const LibraryParameter* parameter = function.parameter(i);
    // A va_list contains the addresses at which results are stored.
    if (parameter != nullptr && parameter->type == "va_list")
      context_.memory.contents().havoc_reachable(walk.path, context_.points_to.targets(argument),
                                                 function.name);
    else
      context_.memory.contents().overwrite(walk.path, context_.points_to.targets(argument), function.name,
                                           replayed_by(function));
  }
}

void LibraryCalls::set_result(Walk& walk, const llvm::CallBase& call, const llvm::Function& callee,
                              const LibraryFunction& function) const {
  // The native replay assigns the recorded results to calls of stubs in order, so each of these calls needs a
  // result.
  if (call.use_empty() && replayed_by(function) == ObjectHavoc::ReplayedBy::RealFunction) return;
  arbitrary_result(walk, call, name_in_source(callee));
  if (!call.getType()->isIntegerTy()) return;
  const Term result = evaluator_.bits_of(walk.path, walk.frames.back(), call);
  if (result.sort().is_bool() || result.sort().width() < 32) return;
  const std::uint32_t width = result.sort().width();
  PENDULUM_CHECK(!function.least || !function.most || *function.least <= *function.most,
                 "{} should have a possible result", function.name);
  if (function.least) walk.path.require(terms_.mk_bvsle(terms_.mk_bv(*function.least, width), result));
  if (function.most) walk.path.require(terms_.mk_bvsle(result, terms_.mk_bv(*function.most, width)));
  const LibraryParameter* first = function.parameter(0);
  if (first == nullptr || first->access != LibraryParameter::Access::Descriptor || call.arg_size() == 0)
    return;
  const Term descriptor = evaluator_.bits_of(walk.path, walk.frames.back(), *call.getArgOperand(0));
  const Term is_negative = terms_.mk_bvslt(descriptor, terms_.mk_zero(descriptor.sort()));
  walk.path.require(
      terms_.mk_or({terms_.mk_not(is_negative), terms_.mk_eq(result, terms_.mk_bv(-1, width))}));
}

std::vector<ObjectId> LibraryCalls::active_locals(const Walk& walk) const {
  if (!context_.checks(property::Property::ValidMemtrack)) return {};
  PENDULUM_CHECK(!walk.frames.empty(), "the walk should be in a function");
  std::set<const llvm::Function*> active;
  for (const Instance* instance = walk.frames.back().instance; instance != nullptr;
       instance = instance->parent) {
    active.insert(instance->function);
    if (shared_.is_shared(*instance->function))
      throw UnsupportedHere{"end of the program in a function that is not inlined"};
  }
  std::vector<ObjectId> locals;
  for (ObjectId id = 1; id < context_.points_to.objects().size(); ++id) {
    const Object& object = context_.object(id);
    if (object.kind != Object::Kind::Local || !active.contains(function_of_local(object))) continue;
    const auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(object.value);
    if (alloca == nullptr || !is_of_inner_block(*alloca)) locals.push_back(id);
  }
  return locals;
}

void LibraryCalls::arbitrary_result(Walk& walk, const llvm::CallBase& call, llvm::StringRef name) const {
  llvm::Type* type = call.getType();
  if (type->isVoidTy()) return;
  if (!type->isIntegerTy() && !type->isPointerTy() && !type->isFloatingPointTy())
    throw UnsupportedHere{"external function that returns an aggregate"};
  program::InputOrigin origin;
  origin.kind = program::InputOrigin::Kind::Call;
  origin.name = name.str();
  origin.where = user_location(walk, call);
  const term::Sort sort =
      type->isPointerTy() ? context_.variables.pointer_sort() : context_.variables.sort_of(type);
  const Term input = walk.path.make_input(origin.name, sort, origin);
  if (type->isX86_FP80Ty()) walk.path.require(is_valid_x87(terms_, input));
  if (context_.recorder != nullptr) context_.recorder->input(walk.path, input, origin.name);
  Value result = Value::of(input);
  if (type->isPointerTy()) {
    result = Value::of(context_.constants.null());
    result.pointer->offset.base = input;
  }
  walk.frames.back().set(&call, result);
}

}  // namespace pendulum::frontend
