#include "frontend/llvm/objects/argument_memory.h"

#include <llvm/IR/DataLayout.h>

#include "base/check.h"
#include "frontend/llvm/ir/hosted_main.h"
#include "frontend/llvm/objects/records.h"

namespace pendulum::frontend {

namespace {

const char* name_of(const MainArguments& arguments) {
  return arguments.is_environment ? "envp" : "argv";
}

}  // namespace

/// The variable of `object` in `known`, which is created on the first call.
Term ArgumentMemory::variable_of(std::map<ObjectId, Term>& known, ObjectId object, const std::string& what,
                                 term::Sort sort) {
  const auto it = known.find(object);
  if (it != known.end()) return it->second;
  const std::string name = name_of(context_.points_to.arguments_of(object));
  return known.emplace(object, context_.variables.make(name + what, sort, "")).first->second;
}

Term ArgumentMemory::count(const MainArguments& arguments) {
  return variable_of(argument_counts_, arguments.vector, ".count", terms_.bitvec_sort(32));
}

Term ArgumentMemory::string_sizes(ObjectId strings) {
  const term::Sort instances = terms_.bitvec_sort(context_.points_to.instance_bits());
  return variable_of(string_sizes_, strings, ".sizes",
                     terms_.array_sort(instances, terms_.bitvec_sort(string_bits)));
}

Term ArgumentMemory::string_bytes(ObjectId strings) {
  const term::Sort index = terms_.bitvec_sort(context_.points_to.instance_bits() + string_bits);
  return variable_of(string_bytes_, strings, ".bytes", terms_.array_sort(index, terms_.bitvec_sort(8)));
}

/// The offset of the terminating zero of a string.
Term ArgumentMemory::string_end(const Path& path, ObjectId strings, Term instance) {
  return terms_.mk_zero_extend(terms_.mk_select(path.read(string_sizes(strings)), instance),
                               context_.pointer_bits() - string_bits);
}

Term ArgumentMemory::wide_count(const Path& path, ObjectId vector) {
  const Term number = path.read(count(context_.points_to.arguments_of(vector)));
  const std::uint32_t missing = context_.pointer_bits() - number.sort().width();
  return missing == 0 ? number : terms_.mk_zero_extend(number, missing);
}

Term ArgumentMemory::size_of(const Path& path, ObjectId object, Term instance) {
  PENDULUM_CHECK(context_.variables.is_of_main_arguments(object),
                 "the object should be one of the arguments of main");
  if (context_.object(object).kind == Object::Kind::ArgumentString)
    return terms_.mk_bvadd(string_end(path, object, instance), context_.pointer_constant(1));
  return terms_.mk_bvmul(terms_.mk_bvadd(wide_count(path, object), context_.pointer_constant(1)),
                         context_.pointer_constant(context_.data_layout.getPointerSize()));
}

Term ArgumentMemory::is_within(const Path& path, ObjectId object, Term instance, std::uint64_t end,
                               Term index) {
  PENDULUM_CHECK(!index.is_null(), "the arguments of main should be arrays");
  if (context_.object(object).kind == Object::Kind::ArgumentVector && end <= context_.layout(object).record)
    return terms_.mk_bvule(index, wide_count(path, object));
  if (context_.object(object).kind == Object::Kind::ArgumentString && end == 1)
    return terms_.mk_bvule(index, string_end(path, object, instance));
  return is_within_bytes(context_, size_of(path, object, instance), context_.layout(object).record, end,
                         index);
}

/// The initial byte of a string at `index` (instance and offset). Requires: the offset is within bounds.
Value ArgumentMemory::initial_byte(Path& path, ObjectId strings, Term index) {
  const std::uint32_t bits = context_.points_to.instance_bits();
  PENDULUM_CHECK(index.sort().width() == bits + context_.pointer_bits(),
                 "the index should consist of an instance and an offset");
  const Term instance = terms_.mk_extract(index, bits + context_.pointer_bits() - 1, context_.pointer_bits());
  const Term offset = terms_.mk_extract(index, context_.pointer_bits() - 1, 0);
  const Term small_index = terms_.mk_concat(instance, terms_.mk_extract(offset, string_bits - 1, 0));
  return Value::of(terms_.mk_ite(terms_.mk_eq(offset, string_end(path, strings, instance)),
                                 terms_.mk_bv(0, 8),
                                 terms_.mk_select(path.read(string_bytes(strings)), small_index)));
}

/// The initial value of an element of argv or envp. Requires: the index is within bounds.
Value ArgumentMemory::initial_pointer(Path& path, ObjectId vector, std::size_t piece, Term index) {
  // Soundness: layouts keep the array as whole pointers unless the program reads parts of them.
  if (!context_.layout(vector).pieces[piece].is_pointer ||
      context_.layout(vector).record != context_.data_layout.getPointerSize())
    throw UnsupportedHere{"access to a part of a pointer in the arguments of main"};
  const std::uint32_t bits = context_.points_to.instance_bits();
  const Term is_string = terms_.mk_bvult(index, wide_count(path, vector));
  if (bits < argument_bits)
    path.unsupported_if(
        terms_.mk_and(is_string, terms_.mk_bvule(context_.pointer_constant(1U << bits), index)),
        "argument of main with this number");
  Pointer pointer = context_.constants.address_of_instance(context_.points_to.arguments_of(vector).strings,
                                                           terms_.mk_extract(index, bits - 1, 0));
  pointer.object = terms_.mk_ite(is_string, pointer.object, context_.constants.null().object);
  return Value::of(pointer);
}

Value ArgumentMemory::read(Path& path, ObjectId object, std::size_t piece, Term index) {
  PENDULUM_CHECK(context_.variables.is_of_main_arguments(object),
                 "the object should be one of the arguments of main");
  const bool is_string = context_.object(object).kind == Object::Kind::ArgumentString;
  const Value initial =
      is_string ? initial_byte(path, object, index) : initial_pointer(path, object, piece, index);
  if (!context_.points_to.is_written(object)) return initial;
  const Slot& slot = context_.variables.piece(object, piece);
  const Term marked = terms_.mk_select(path.read(slot.is_pointer ? slot.object : slot.value), index);
  const std::uint32_t top = marked.sort().width() - 1;
  const Term is_written = terms_.mk_eq(terms_.mk_extract(marked, top, top), terms_.mk_bv(1, 1));
  const Term content = terms_.mk_extract(marked, top - 1, 0);
  if (!slot.is_pointer) return Value::of(terms_.mk_ite(is_written, content, initial.term));
  Pointer pointer{terms_.mk_ite(is_written, content, initial.pointer->object), {}};
  pointer.offset.base = terms_.mk_ite(is_written, terms_.mk_select(path.read(slot.value), index),
                                      context_.constants.flatten(initial.pointer->offset));
  return Value::of(pointer);
}

void ArgumentMemory::havoc(Path& path, ObjectId object, std::size_t piece,
                           const std::string& function) const {
  PENDULUM_CHECK(context_.variables.is_of_main_arguments(object),
                 "the object should be one of the arguments of main");
  const Slot& slot = context_.variables.piece(object, piece);
  for (const Term variable : {slot.object, slot.value})
    if (!variable.is_null())
      path.write(variable, path.make_havocked_input("change", function, path.read(variable)));
}

void ArgumentMemory::initialize(Path& path) const {
  const auto choose = [&](Term variable, program::InputOrigin::Kind kind, const std::string& name) {
    program::InputOrigin origin;
    origin.kind = kind;
    origin.name = name;
    path.write(variable, path.make_input(name, variable.sort(), origin));
  };
  using Kind = program::InputOrigin::Kind;
  for (const auto& [object, variable] : argument_counts_) {
    const bool is_environment = context_.points_to.arguments_of(object).is_environment;
    choose(variable, is_environment ? Kind::Argument : Kind::Call, is_environment ? "envp.count" : "main#0");
    const Term count = path.read(variable);
    path.require(terms_.mk_and(terms_.mk_bvule(terms_.mk_bv(is_environment ? 0 : 1, 32), count),
                               terms_.mk_bvule(count, terms_.mk_bv(max_arguments, 32))));
  }
  for (const auto& [object, variable] : string_sizes_)
    choose(variable, Kind::Argument,
           std::string(name_of(context_.points_to.arguments_of(object))) + ".sizes");
  for (const auto& [object, variable] : string_bytes_)
    choose(variable, Kind::Argument,
           std::string(name_of(context_.points_to.arguments_of(object))) + ".bytes");
}

}  // namespace pendulum::frontend
