// Translation of calls: of functions with a body, of functions without body, and of LLVM's intrinsics.
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <algorithm>

#include "base/check.h"
#include "frontend/llvm/analysis/lifetimes.h"
#include "frontend/llvm/ir/intrinsics.h"
#include "frontend/llvm/ir/ir_facts.h"
#include "frontend/llvm/models/extern_functions.h"
#include "frontend/llvm/translate/executor.h"

namespace pendulum::frontend {

using term::Kind;

namespace {

/// The text of the string literal that `pointer` points to.
std::string text_of(const llvm::Value& pointer) {
  const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(pointer.stripPointerCasts());
  if (global == nullptr || !global->hasInitializer()) return "error";
  const auto* data = llvm::dyn_cast<llvm::ConstantDataSequential>(global->getInitializer());
  if (data == nullptr || !data->isString()) return "error";
  return data->isCString() ? data->getAsCString().str() : data->getAsString().str();
}

/// Is the intrinsic an operation on scalar floating-point numbers without access to memory?
bool is_about_floating_point(const llvm::IntrinsicInst& call) {
  const auto is_number = [](const llvm::Type* type) {
    return type->isFloatingPointTy() || type->isIntegerTy();
  };
  const bool has_fraction = call.getType()->isFloatingPointTy() ||
                            std::any_of(call.arg_begin(), call.arg_end(), [](const llvm::Value* argument) {
                              return argument->getType()->isFloatingPointTy();
                            });
  return has_fraction && call.doesNotAccessMemory() && is_number(call.getType());
}

}  // namespace

Executor::Step Executor::call(Walk& walk, const llvm::CallBase& call) {
  if (call.isInlineAsm()) throw UnsupportedHere{"inline assembler"};
  if (const auto how = allocation(call)) {
    allocate(walk, call, *how);
    return Step::Goes;
  }
  if (is_free(call)) {
    memory_.lifetimes().release(walk.path, pointer_of(walk.path, walk.frames.back(), *call.getArgOperand(0)),
                                points_to_.targets(call.getArgOperand(0)));
    return Step::Goes;
  }
  if (const auto bulk = bulk_memory(call)) {
    move_memory(walk, call, *bulk);
    return Step::Goes;
  }
  if (const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call))
    return call_intrinsic(walk, *intrinsic);
  if (const llvm::Function* callee = direct_callee(call)) return call_function(walk, call, *callee);
  return indirect_call(walk, call);
}

Executor::Step Executor::indirect_call(Walk& walk, const llvm::CallBase& call) {
  const Pointer pointer = pointer_of(walk.path, walk.frames.back(), *call.getCalledOperand());
  const std::vector<const llvm::Function*> candidates = points_to_.callees(call);
  if (!pointer.object.is_value() && needs_stop(walk)) return stop_at(walk, call);
  walk.path.end_step();
  const Term unknown =
      terms_.mk_and(terms_.mk_eq(pointer.object, terms_.mk_bv(absolute_object, pointer_bits_)),
                    terms_.mk_distinct(constants_.flatten(pointer.offset), terms_.mk_bv(0, pointer_bits_)));
  walk.path.unsupported_if(unknown, "call of a function at an unknown address");
  term::TermVector functions;
  for (const llvm::Function* candidate : candidates)
    functions.push_back(
        terms_.mk_eq(pointer.object, constants_.address_of(points_to_.object_of(candidate)).object));
  const Term is_function = terms_.mk_or(functions);
  if (properties_.contains(property::Property::ValidDeref)) {
    walk.path.error_if(terms_.mk_not(is_function), property::Property::ValidDeref,
                       "call through a pointer that does not point to a function");
  } else if (!is_function.is_true()) {
    drops_.insert(Drop::WrongCall);
  }
  emit_exits(walk);
  for (const llvm::Function* candidate : candidates) {
    Walk fork = walk;
    fork.path.require(
        terms_.mk_eq(pointer.object, constants_.address_of(points_to_.object_of(candidate)).object));
    if (fork.path.is_dead()) continue;
    try {
      if (call_function(fork, call, *candidate) == Step::Goes) forks_.push_back(std::move(fork));
    } catch (const UnsupportedHere& what) {
      emit_exits(fork);
      emit_unsupported(fork, what.construct);
    }
  }
  return Step::Ends;
}

Executor::Step Executor::call_function(Walk& walk, const llvm::CallBase& call, const llvm::Function& callee) {
  if (callee.isDeclaration()) return call_external(walk, call, callee);
  if (call_graph_.is_recursive(callee)) return call_recursive(walk, call, callee);
  if (is_shared(callee)) return call_and_wait(walk, call, callee);
  std::vector<Value> values = arguments(walk, call, callee);
  Frame frame{&child(*walk.frames.back().instance, call, callee), &*callee.begin()->begin(), {}, {}};
  for (const llvm::Argument& argument : callee.args())
    frame.set(&argument, std::move(values[argument.getArgNo()]));
  walk.frames.push_back(std::move(frame));
  return Step::Goes;
}

std::vector<Value> Executor::arguments(Walk& walk, const llvm::CallBase& call, const llvm::Function& callee) {
  std::vector<Value> result;
  for (const llvm::Argument& parameter : callee.args()) {
    if (parameter.hasByValAttr()) {
      result.push_back(copy_of_argument(walk, call, parameter));
      continue;
    }
    llvm::Type* type = parameter.getType();
    if (parameter.getArgNo() >= call.arg_size()) {
      // A call without prototype that passes too few arguments: the missing values are arbitrary.
      result.push_back(type->isPointerTy()
                           ? Value::of(constants_.null())
                           : Value::of(walk.path.make_input("missing", variables_.sort_of(type), {})));
      continue;
    }
    const llvm::Value& argument = *call.getArgOperand(parameter.getArgNo());
    if (argument.getType() == type) {
      result.push_back(value_of(walk.path, walk.frames.back(), argument));
    } else if (type->isPointerTy() && argument.getType()->isIntegerTy()) {
      result.push_back(Value::of(pointer_of(walk.path, walk.frames.back(), argument)));
    } else if (type->isIntegerTy() && argument.getType()->isPointerTy() &&
               type->getIntegerBitWidth() == pointer_bits_) {
      result.push_back(value_of(walk.path, walk.frames.back(), argument));
    } else {
      throw UnsupportedHere{"call with an argument of another type"};
    }
  }
  return result;
}

/// Translates a struct that is passed by value: the parameter is an object of the callee that is initialised
/// with the content of the argument.
Value Executor::copy_of_argument(Walk& walk, const llvm::CallBase& call, const llvm::Argument& parameter) {
  const unsigned number = parameter.getArgNo();
  const llvm::Value* argument = number < call.arg_size() ? call.getArgOperand(number) : nullptr;
  if (argument == nullptr || !argument->getType()->isPointerTy() ||
      call_graph_.is_recursive(*parameter.getParent()))
    throw UnsupportedHere{"struct passed by value"};
  const ObjectId object = points_to_.object_of(&parameter);
  memory_.lifetimes().begin_local(walk.path, object);
  const Pointer address = memory_.lifetimes().address_of_local(walk.path, object);
  memory_.bulk().copy(walk.path, address, points_to_.targets(&parameter),
                      pointer_of(walk.path, walk.frames.back(), *argument), points_to_.targets(argument),
                      *points_to_.objects()[object].size);
  return Value::of(address);
}

Value Executor::result_as(Path& path, const std::optional<Value>& result, const llvm::CallBase& call,
                          const llvm::Function& callee) {
  llvm::Type* type = call.getType();
  if (!result) {
    if (type->isPointerTy()) return Value::of(constants_.null());
    return Value::of(path.make_input("missing", variables_.sort_of(type), {}));
  }
  if (type == callee.getReturnType()) return *result;
  if (type->isPointerTy() && callee.getReturnType()->isIntegerTy())
    return Value::of(as_pointer(path, *result));
  if (type->isIntegerTy(pointer_bits_) && callee.getReturnType()->isPointerTy()) return *result;
  throw UnsupportedHere{"call with a result of another type"};
}

// ---- Functions without body
// ---------------------------------------------------------------------------------

Executor::Step Executor::call_external(Walk& walk, const llvm::CallBase& call, const llvm::Function& callee) {
  const llvm::StringRef name = callee.getName();
  Frame& frame = walk.frames.back();
  switch (extern_kind(callee)) {
    case ExternKind::Error:
      emit_error(walk, call.arg_size() > 0 ? text_of(*call.getArgOperand(0)) : "error");
      return Step::Ends;
    case ExternKind::Overflow:
      report_overflow(walk, call, terms_.mk_true());
      return Step::Ends;
    case ExternKind::Uninitialised:
      mark_uninitialised(walk, call);
      return Step::Goes;
    case ExternKind::ObjectSize:
      frame.set(&call, Value::of(memory_.lifetimes().heap_size(
                           walk.path, pointer_of(walk.path, frame, *call.getArgOperand(0)),
                           points_to_.targets(call.getArgOperand(0)))));
      return Step::Goes;
    case ExternKind::IsAfter:
      frame.set(&call, Value::of(is_after(pointer_of(walk.path, frame, *call.getArgOperand(0)),
                                          pointer_of(walk.path, frame, *call.getArgOperand(1)))));
      return Step::Goes;
    case ExternKind::NotModelled:
      throw UnsupportedHere{text_of(*call.getArgOperand(0))};
    case ExternKind::Assume: {
      if (call.arg_size() == 0) return Step::Goes;
      const Term argument = bits_of(walk.path, frame, *call.getArgOperand(0));
      walk.path.require(is_set(argument));
      if (!call.getType()->isVoidTy()) arbitrary_result(walk, call, name);
      return Step::Goes;
    }
    case ExternKind::Fits:
      walk.path.drop_unless(is_set(bits_of(walk.path, frame, *call.getArgOperand(0))), Drop::LargeNumber);
      return Step::Goes;
    case ExternKind::End:
      memory_.leaks().check(walk.path, active_locals(walk));
      return Step::Ends;
    case ExternKind::Nondet:
      arbitrary_result(walk, call, name);
      return Step::Goes;
    case ExternKind::Library:
      return call_library(walk, call, callee, *library_function(callee));
    case ExternKind::Unknown:
      break;
  }
  if (callee.doesNotReturn() || call.doesNotReturn()) {
    drops_.insert(Drop::NoreturnReturns);
    memory_.leaks().check(walk.path, active_locals(walk));
    return Step::Ends;
  }
  change_errno(walk.path, callee, ObjectHavoc::ReplayedBy::Stub);
  std::string changed;
  for (const llvm::Value* argument : call.args()) {
    if (!argument->getType()->isPointerTy()) continue;
    const ObjectHavoc::Changes changes =
        memory_.contents().havoc_reachable(walk.path, points_to_.targets(argument), name.str());
    for (const std::string& object : changes.objects) changed += (changed.empty() ? "" : ", ") + object;
    if (changes.has_kept_pointers)
      assumptions_.insert(
          "external functions do not change pointers in memory that they reach through others");
  }
  if (gets_function(call))
    assumptions_.insert("external function " + name.str() +
                        "() does not call the functions whose addresses it gets");
  arbitrary_result(walk, call, name);
  assumptions_.insert("external function " + name.str() + "() returns an arbitrary value and changes " +
                      (changed.empty() ? "no memory visible to the program"
                                       : "only " + changed + " among the memory visible to the program"));
  return Step::Goes;
}

Term Executor::is_set(Term number) const {
  if (number.sort().is_bool()) return number;
  return arithmetic_.compare(Comparison::Ne, number, terms_.mk_bv(0, number.sort().width()));
}

/// Havocs errno. Any library function may set it (C17 7.5p3); the models keep it in a global variable
/// (models/c/common.c).
void Executor::change_errno(Path& path, const llvm::Function& callee, ObjectHavoc::ReplayedBy replayed_by) {
  const llvm::GlobalVariable* place = module_.getGlobalVariable(errno_global, true);
  if (place == nullptr || !points_to_.has_object(place)) return;
  memory_.contents().overwrite(path, {{points_to_.object_of(place), make_congruence(0, 0)}},
                               callee.getName().str(), replayed_by);
}

Term Executor::is_after(const Pointer& a, const Pointer& b) const {
  return terms_.mk_and(terms_.mk_eq(a.object, b.object),
                       terms_.mk_bvslt(constants_.flatten(b.offset), constants_.flatten(a.offset)));
}

/// The locals of all active functions. Locals of inner blocks are left out because their lifetime may have
/// ended.
std::vector<ObjectId> Executor::active_locals(const Walk& walk) const {
  if (!properties_.contains(property::Property::ValidMemtrack)) return {};
  std::set<const llvm::Function*> active;
  for (const Instance* instance = walk.frames.back().instance; instance != nullptr;
       instance = instance->parent) {
    active.insert(instance->function);
    if (is_shared(*instance->function))
      throw UnsupportedHere{"end of the program in a function that is not inlined"};
  }
  std::vector<ObjectId> locals;
  for (ObjectId id = 1; id < points_to_.objects().size(); ++id) {
    const Object& object = points_to_.objects()[id];
    if (object.kind != Object::Kind::Local || !active.contains(function_of_local(object))) continue;
    const auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(object.value);
    if (alloca == nullptr || !is_of_inner_block(*alloca)) locals.push_back(id);
  }
  return locals;
}

/// Executions with `condition` violate no-overflow at `report`; the others continue.
void Executor::report_overflow(Walk& walk, const llvm::CallBase& report, Term condition) {
  walk.path.error_if(condition, property::Property::NoOverflow, text_of(*report.getArgOperand(0)));
  emit_exits(walk);
}

bool Executor::gets_function(const llvm::CallBase& call) const {
  return std::any_of(call.arg_begin(), call.arg_end(), [&](const llvm::Value* argument) {
    if (!argument->getType()->isPointerTy()) return false;
    const Targets& targets = points_to_.targets(argument);
    return std::any_of(targets.begin(), targets.end(), [&](const auto& target) {
      return points_to_.objects()[target.first].kind == Object::Kind::Function;
    });
  });
}

void Executor::arbitrary_result(Walk& walk, const llvm::CallBase& call, llvm::StringRef name) {
  llvm::Type* type = call.getType();
  if (type->isVoidTy()) return;
  if (!type->isIntegerTy() && !type->isPointerTy() && !type->isFloatingPointTy())
    throw UnsupportedHere{"external function that returns an aggregate"};
  program::InputOrigin origin;
  origin.kind = program::InputOrigin::Kind::Call;
  origin.name = name.str();
  origin.where = source_location(call);
  const term::Sort sort = type->isPointerTy() ? variables_.pointer_sort() : variables_.sort_of(type);
  const Term input = walk.path.make_input(origin.name, sort, origin);
  Value result = Value::of(input);
  if (type->isPointerTy()) {
    result = Value::of(constants_.null());
    result.pointer->offset.base = input;
  }
  walk.frames.back().set(&call, result);
}

ObjectId Executor::marked_object(Walk& walk, const llvm::CallBase& mark) {
  const llvm::Value& address = *mark.getArgOperand(0);
  // The mark follows the allocation. If the allocation failed, no pointer points to the object.
  const auto* number = llvm::dyn_cast<llvm::IntToPtrInst>(&address);
  if (const auto* made = llvm::dyn_cast<llvm::CallBase>(number == nullptr ? &address : number->getOperand(0));
      made != nullptr && allocation(*made))
    return points_to_.object_of(made);
  const Pointer pointer = pointer_of(walk.path, walk.frames.back(), address);
  const auto known = constants_.known_object(pointer.object);
  if (!known || !pointer.offset.is_constant() || pointer.offset.constant != 0)
    throw UnsupportedHere{"uninitialised part of an object"};
  return *known;
}

void Executor::mark_uninitialised(Walk& walk, const llvm::CallBase& call) {
  const ObjectId object = marked_object(walk, call);
  const Object& info = points_to_.objects()[object];
  Term instance;
  if (info.has_instances && info.kind == Object::Kind::Heap)  // the most recent one
    instance = terms_.mk_bvsub(walk.path.read(variables_.instance_count(object)),
                               terms_.mk_bv(1, points_to_.instance_bits()));
  program::InputOrigin origin;
  origin.kind = program::InputOrigin::Kind::Uninitialised;
  origin.name = variables_.object_name(object);
  origin.where = source_location(call);
  if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(2)))
    origin.object = static_cast<std::uint32_t>(number->getZExtValue());
  memory_.contents().havoc(walk.path, object, origin, origin.name, instance);
}

/// Number of bytes that the call requests, and the condition under which no implementation can fulfil the
/// request: an object has at most PTRDIFF_MAX bytes.
Executor::Request Executor::request_of(Walk& walk, const llvm::CallBase& call, const Allocation& how) {
  const Frame& frame = walk.frames.back();
  const auto number = [&](const llvm::Value* value) {
    return constants_.pointer_wide(bits_of(walk.path, frame, *value));
  };
  Request request{number(how.size), terms_.mk_false()};
  Term overflows = terms_.mk_false();
  if (how.count != nullptr) {
    const Term wide = terms_.mk_bvmul(terms_.mk_zero_extend(request.bytes, pointer_bits_),
                                      terms_.mk_zero_extend(number(how.count), pointer_bits_));
    overflows = terms_.mk_distinct(terms_.mk_extract(wide, 2 * pointer_bits_ - 1, pointer_bits_),
                                   terms_.mk_bv(0, pointer_bits_));
    request.bytes = terms_.mk_bvmul(request.bytes, number(how.count));
  }
  if (!may_be_too_large(call, how)) return request;
  const Term is_negative = terms_.mk_bvslt(request.bytes, terms_.mk_bv(0, pointer_bits_));
  request.is_too_large = terms_.mk_or(overflows, is_negative);
  return request;
}

void Executor::allocate(Walk& walk, const llvm::CallBase& call, const Allocation& how) {
  const ObjectId object = points_to_.object_of(&call);
  Request request{Term(), terms_.mk_false()};
  if (!points_to_.objects()[object].size) request = request_of(walk, call, how);
  Value result = Value::of(constants_.null());
  if (!request.is_too_large.is_true()) {
    assumptions_.insert("malloc and related functions do not fail for sizes up to PTRDIFF_MAX");
    const Term is_made = terms_.mk_not(request.is_too_large);
    const Pointer made = memory_.lifetimes().allocate(walk.path, object, request.bytes,
                                                      how.kind == Allocation::Kind::Calloc, is_made);
    result = ite(walk.path, is_made, Value::of(made), result);
  }
  walk.frames.back().set(&call, result);
}

void Executor::move_memory(Walk& walk, const llvm::CallBase& call, const BulkMemory& bulk) {
  const Frame& frame = walk.frames.back();
  // Soundness: the layouts consider constant lengths only, so a length that is constant on this path alone
  // cannot be translated.
  if (!bulk.size) throw UnsupportedHere{"memory operation of a size that is not constant"};
  const Pointer target = pointer_of(walk.path, frame, *bulk.to);
  if (bulk.from != nullptr) {
    memory_.bulk().copy(walk.path, target, points_to_.targets(bulk.to),
                        pointer_of(walk.path, frame, *bulk.from), points_to_.targets(bulk.from), *bulk.size);
  } else {
    const Term byte = bits_of(walk.path, frame, *bulk.byte);
    memory_.bulk().fill(walk.path, target, points_to_.targets(bulk.to), terms_.mk_extract(byte, 7, 0),
                        *bulk.size);
  }
  if (!call.getType()->isVoidTy()) walk.frames.back().set(&call, Value::of(target));
}

// ---- Intrinsics
// ---------------------------------------------------------------------------------------------

Executor::Step Executor::call_intrinsic(Walk& walk, const llvm::IntrinsicInst& call) {
  Frame& frame = walk.frames.back();
  const auto bits = [&](unsigned i) { return bits_of(walk.path, frame, *call.getArgOperand(i)); };
  const auto set = [&](Term term) { frame.set(&call, Value::of(term)); };
  const auto choose = [&](Comparison comparison) {
    const Term a = bits(0);
    const Term b = bits(1);
    set(terms_.mk_ite(arithmetic_.compare(comparison, a, b), a, b));
  };
  if (llvm::isa<llvm::WithOverflowInst>(call)) return Step::Goes;  // translated at the extractvalue
  switch (static_cast<unsigned>(call.getIntrinsicID())) {
    case llvm::Intrinsic::trap:
    case llvm::Intrinsic::ubsantrap:
      return Step::Ends;
    case llvm::Intrinsic::assume:
      walk.path.drop_unless(bits(0), Drop::BrokenAssumption);
      return Step::Goes;
    case llvm::Intrinsic::expect:
    case llvm::Intrinsic::expect_with_probability:
      set(bits(0));
      return Step::Goes;
    case llvm::Intrinsic::is_constant:
      set(terms_.mk_false());
      return Step::Goes;
    case llvm::Intrinsic::stacksave:
      frame.set(&call, Value::of(constants_.null()));
      return Step::Goes;
    case llvm::Intrinsic::smax:
      choose(Comparison::Sge);
      return Step::Goes;
    case llvm::Intrinsic::smin:
      choose(Comparison::Sle);
      return Step::Goes;
    case llvm::Intrinsic::umax:
      choose(Comparison::Uge);
      return Step::Goes;
    case llvm::Intrinsic::umin:
      choose(Comparison::Ule);
      return Step::Goes;
    case llvm::Intrinsic::abs: {
      const Term a = bits(0);
      const Term zero = terms_.mk_bv(0, a.sort().width());
      const Term negated = terms_.mk_bvneg(a);
      // The second argument determines whether abs(INT_MIN) is undefined.
      if (llvm::cast<llvm::ConstantInt>(call.getArgOperand(1))->isOne())
        walk.path.drop_unless(terms_.mk_not(terms_.mk_bv_binary(Kind::BvSsubo, zero, a)),
                              Drop::SignedOverflow);
      set(terms_.mk_ite(terms_.mk_bvslt(a, zero), negated, a));
      return Step::Goes;
    }
    case llvm::Intrinsic::bswap: {
      const Term a = bits(0);
      Term result = terms_.mk_extract(a, 7, 0);
      for (std::uint32_t low = 8; low < a.sort().width(); low += 8)
        result = terms_.mk_concat(result, terms_.mk_extract(a, low + 7, low));
      set(result);
      return Step::Goes;
    }
    case llvm::Intrinsic::ctpop: {
      const Term a = bits(0);
      const std::uint32_t width = a.sort().width();
      Term sum = terms_.mk_bv(0, width);
      for (std::uint32_t i = 0; i < width; ++i)
        sum = terms_.mk_bvadd(sum, arithmetic_.zero_extend(terms_.mk_extract(a, i, i), width));
      set(sum);
      return Step::Goes;
    }
    case llvm::Intrinsic::cttz:
    case llvm::Intrinsic::ctlz:
      set(count_zeros(walk.path, call, bits(0)));
      return Step::Goes;
    case llvm::Intrinsic::bitreverse: {
      const Term a = bits(0);
      Term result = terms_.mk_extract(a, 0, 0);
      for (std::uint32_t i = 1; i < a.sort().width(); ++i)
        result = terms_.mk_concat(result, terms_.mk_extract(a, i, i));
      set(result);
      return Step::Goes;
    }
    case llvm::Intrinsic::objectsize: {
      // The result of a compiler that does not determine the size.
      const bool is_least = llvm::cast<llvm::ConstantInt>(call.getArgOperand(1))->isOne();
      set(terms_.mk_bv(is_least ? 0 : -1, call.getType()->getIntegerBitWidth()));
      return Step::Goes;
    }
    default:
      break;
  }
  if (is_about_floating_point(call)) {
    set(arbitrary_number(walk.path, call));
    return Step::Goes;
  }
  llvm::StringRef name = llvm::Intrinsic::getBaseName(call.getIntrinsicID());
  name.consume_front("llvm.");
  throw UnsupportedHere{"builtin " + name.str()};
}

/// Translates cttz or ctlz of `number`: the number of zeros before the first one. For zero the result is the
/// width, or undefined.
Term Executor::count_zeros(Path& path, const llvm::IntrinsicInst& call, Term number) {
  const std::uint32_t width = number.sort().width();
  if (llvm::cast<llvm::ConstantInt>(call.getArgOperand(1))->isOne())
    path.drop_unless(terms_.mk_distinct(number, terms_.mk_bv(0, width)), Drop::CountZerosOfZero);
  Term result = terms_.mk_bv(width, width);
  for (std::uint32_t zeros = width; zeros-- > 0;) {
    const std::uint32_t place = call.getIntrinsicID() == llvm::Intrinsic::cttz ? zeros : width - 1 - zeros;
    const Term is_one = terms_.mk_eq(terms_.mk_extract(number, place, place), terms_.mk_bv(1, 1));
    result = terms_.mk_ite(is_one, terms_.mk_bv(zeros, width), result);
  }
  return result;
}

}  // namespace pendulum::frontend
