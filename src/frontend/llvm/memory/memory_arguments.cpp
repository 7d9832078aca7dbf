// argv and envp of main. Their initial contents are a function of the position; writes are kept separately.
//
// Element i of the array argv is the address of string i for i < argc, and null for i == argc. String i has
// size(i) bytes. Its last byte is zero and the others are arbitrary. `size` and the bytes are arrays that
// never change. The values that the program writes are kept in separate arrays, whose elements have an
// additional bit that is set if the program has written the element (Slot::marks_writes). Hence the initial
// state needs no quantifier, and programs that only read their arguments have no array that changes.
#include <llvm/IR/DataLayout.h>

#include "base/check.h"
#include "frontend/llvm/ir/hosted_main.h"
#include "frontend/llvm/memory/memory.h"

namespace pendulum::frontend {

namespace {

const char* name_of(const MainArguments& arguments) {
  return arguments.is_environment ? "envp" : "argv";
}

}  // namespace

/// The variable of `object` in `known`, which is created on the first call.
Term Memory::argument_variable(std::map<ObjectId, Term>& known, ObjectId object, const std::string& what,
                               term::Sort sort) {
  const auto it = known.find(object);
  if (it != known.end()) return it->second;
  const std::string name = name_of(points_to_.arguments_of(object));
  return known.emplace(object, variables_.make(name + what, sort, "")).first->second;
}

Term Memory::argument_count(const MainArguments& arguments) {
  return argument_variable(argument_counts_, arguments.vector, ".count", terms_.bitvec_sort(32));
}

Term Memory::string_sizes(ObjectId strings) {
  const term::Sort instances = terms_.bitvec_sort(points_to_.instance_bits());
  return argument_variable(string_sizes_, strings, ".sizes",
                           terms_.array_sort(instances, terms_.bitvec_sort(string_bits)));
}

Term Memory::string_bytes(ObjectId strings) {
  const term::Sort index = terms_.bitvec_sort(points_to_.instance_bits() + string_bits);
  return argument_variable(string_bytes_, strings, ".bytes", terms_.array_sort(index, terms_.bitvec_sort(8)));
}

/// The offset of the terminating zero of a string.
Term Memory::string_end(const Path& path, ObjectId strings, Term instance) {
  return terms_.mk_zero_extend(terms_.mk_select(path.read(string_sizes(strings)), instance),
                               pointer_bits_ - string_bits);
}

Term Memory::wide_argument_count(const Path& path, ObjectId vector) {
  const Term count = path.read(argument_count(points_to_.arguments_of(vector)));
  const std::uint32_t missing = pointer_bits_ - count.sort().width();
  return missing == 0 ? count : terms_.mk_zero_extend(count, missing);
}

/// The size in bytes of the array, or of the string with number `instance`.
Term Memory::size_of_arguments(const Path& path, ObjectId object, Term instance) {
  if (points_to_.objects()[object].kind == Object::Kind::ArgumentString)
    return terms_.mk_bvadd(string_end(path, object, instance), pointer_constant(1));
  return terms_.mk_bvmul(terms_.mk_bvadd(wide_argument_count(path, object), pointer_constant(1)),
                         pointer_constant(data_layout_.getPointerSize()));
}

/// The condition that the first `end` bytes of record `index` are within bounds. It needs no arithmetic for
/// accesses to whole pointers and to single bytes.
Term Memory::argument_bound(const Path& path, ObjectId object, Term instance, std::uint64_t end, Term index) {
  if (points_to_.objects()[object].kind == Object::Kind::ArgumentVector && end <= layouts_[object].record)
    return terms_.mk_bvule(index, wide_argument_count(path, object));
  if (points_to_.objects()[object].kind == Object::Kind::ArgumentString && end == 1)
    return terms_.mk_bvule(index, string_end(path, object, instance));
  return bound_in_bytes(size_of_arguments(path, object, instance), layouts_[object].record, end, index);
}

/// The initial byte of a string at `index` (instance and offset). Requires: the offset is within bounds.
Value Memory::initial_byte(Path& path, ObjectId strings, Term index) {
  const std::uint32_t bits = points_to_.instance_bits();
  const Term instance = terms_.mk_extract(index, bits + pointer_bits_ - 1, pointer_bits_);
  const Term place = terms_.mk_extract(index, pointer_bits_ - 1, 0);
  const Term small_index = terms_.mk_concat(instance, terms_.mk_extract(place, string_bits - 1, 0));
  return Value::of(terms_.mk_ite(terms_.mk_eq(place, string_end(path, strings, instance)), terms_.mk_bv(0, 8),
                                 terms_.mk_select(path.read(string_bytes(strings)), small_index)));
}

/// The initial value of an element of argv or envp. Requires: the index is within bounds.
Value Memory::initial_pointer(Path& path, ObjectId vector, std::size_t piece, Term index) {
  // Soundness: layouts keep the array as whole pointers unless the program reads parts of them.
  if (!layouts_[vector].pieces[piece].is_pointer || layouts_[vector].record != data_layout_.getPointerSize())
    throw UnsupportedHere{"access to a part of a pointer in the arguments of main"};
  const std::uint32_t bits = points_to_.instance_bits();
  const Term is_string = terms_.mk_bvult(index, wide_argument_count(path, vector));
  if (bits < argument_bits)
    path.unsupported_if(terms_.mk_and(is_string, terms_.mk_bvule(pointer_constant(1U << bits), index)),
                        "argument of main with this number");
  Pointer pointer = constants_.address_of_instance(points_to_.arguments_of(vector).strings,
                                                   terms_.mk_extract(index, bits - 1, 0));
  pointer.object = terms_.mk_ite(is_string, pointer.object, constants_.null().object);
  return Value::of(pointer);
}

/// The value that the program has written at `index`, or the initial value if it has not written there.
Value Memory::read_argument(Path& path, ObjectId object, std::size_t piece, Term index) {
  const bool is_string = points_to_.objects()[object].kind == Object::Kind::ArgumentString;
  const Value initial =
      is_string ? initial_byte(path, object, index) : initial_pointer(path, object, piece, index);
  if (!points_to_.is_written(object)) return initial;
  const Slot& slot = variables_.piece(object, piece);
  const Term marked = terms_.mk_select(path.read(slot.is_pointer ? slot.object : slot.value), index);
  const std::uint32_t top = marked.sort().width() - 1;
  const Term is_written = terms_.mk_eq(terms_.mk_extract(marked, top, top), terms_.mk_bv(1, 1));
  const Term content = terms_.mk_extract(marked, top - 1, 0);
  if (!slot.is_pointer) return Value::of(terms_.mk_ite(is_written, content, initial.term));
  Pointer pointer{terms_.mk_ite(is_written, content, initial.pointer->object), {}};
  pointer.offset.base = terms_.mk_ite(is_written, terms_.mk_select(path.read(slot.value), index),
                                      constants_.flatten(initial.pointer->offset));
  return Value::of(pointer);
}

/// Havocs a piece that a function without body may have written: each element keeps its value or has an
/// arbitrary new one.
void Memory::change_argument(Path& path, ObjectId object, std::size_t piece, const std::string& function) {
  const Slot& slot = variables_.piece(object, piece);
  for (const Term variable : {slot.object, slot.value})
    if (!variable.is_null())
      path.write(variable, path.make_havocked_input("change", function, path.read(variable)));
}

void Memory::initialize_arguments(Path& path) {
  const auto choose = [&](Term variable, program::InputOrigin::Kind kind, const std::string& name) {
    program::InputOrigin origin;
    origin.kind = kind;
    origin.name = name;
    path.write(variable, path.make_input(name, variable.sort(), origin));
  };
  using Kind = program::InputOrigin::Kind;
  for (const auto& [object, variable] : argument_counts_) {
    const bool is_environment = points_to_.arguments_of(object).is_environment;
    choose(variable, is_environment ? Kind::Argument : Kind::Call, is_environment ? "envp.count" : "main#0");
    const Term count = path.read(variable);
    path.require(terms_.mk_and(terms_.mk_bvule(terms_.mk_bv(is_environment ? 0 : 1, 32), count),
                               terms_.mk_bvule(count, terms_.mk_bv(max_arguments, 32))));
  }
  for (const auto& [object, variable] : string_sizes_)
    choose(variable, Kind::Argument, std::string(name_of(points_to_.arguments_of(object))) + ".sizes");
  for (const auto& [object, variable] : string_bytes_)
    choose(variable, Kind::Argument, std::string(name_of(points_to_.arguments_of(object))) + ".bytes");
}

}  // namespace pendulum::frontend
