// argv and envp of main: contents that are a function of the place until the program writes there.
//
// Element i of the array argv is the address of string i for i < argc, and null for i == argc. String i has
// size(i) bytes, the last of which is zero and the others arbitrary; `size` and the bytes are arrays that never
// change. What the program writes is kept in arrays of its own, whose elements have a bit that tells whether
// the program has written there (Slot::marks_writes). So no quantifier is needed to describe the start, and
// programs that only read their arguments have no array that changes.
#include <llvm/IR/DataLayout.h>

#include "base/check.h"
#include "frontend/llvm/hosted_main.h"
#include "frontend/llvm/memory.h"

namespace pendulum::frontend {

namespace {

const char* name_of(const MainArguments& arguments) {
  return arguments.is_environment ? "envp" : "argv";
}

}  // namespace

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
  return argument_variable(string_bytes_, strings, ".bytes",
                           terms_.array_sort(*variables_.index_sort(strings), terms_.bitvec_sort(8)));
}

/// Of the array, or of the string with this number.
Term Memory::size_of_arguments(const Path& path, ObjectId object, Term instance) {
  const auto widen = [&](Term number) {
    return terms_.mk_zero_extend(number, pointer_bits_ - number.sort().width());
  };
  if (points_to_.objects()[object].kind == Object::Kind::ArgumentString)
    return terms_.mk_bvadd(widen(terms_.mk_select(path.read(string_sizes(object)), instance)),
                           pointer_constant(1));
  const Term count = path.read(argument_count(points_to_.arguments_of(object)));
  const Term wide = pointer_bits_ == count.sort().width() ? count : widen(count);
  return terms_.mk_bvmul(terms_.mk_bvadd(wide, pointer_constant(1)),
                         pointer_constant(data_layout_.getPointerSize()));
}

/// `index` is as `element` makes it, of a place inside of the object.
Value Memory::initial_argument(Path& path, ObjectId object, std::size_t piece, Term index) {
  const MainArguments& arguments = points_to_.arguments_of(object);
  const std::uint32_t bits = points_to_.instance_bits();
  if (object == arguments.strings) {
    const Term instance = terms_.mk_extract(index, bits + string_bits - 1, string_bits);
    const Term place = terms_.mk_extract(index, string_bits - 1, 0);
    const Term last = terms_.mk_select(path.read(string_sizes(object)), instance);
    return Value::of(terms_.mk_ite(terms_.mk_eq(place, last), terms_.mk_bv(0, 8),
                                   terms_.mk_select(path.read(string_bytes(object)), index)));
  }
  // Soundness: layouts keep the array as whole pointers unless the program reads parts of them.
  if (!layouts_[object].pieces[piece].is_pointer || layouts_[object].record != data_layout_.getPointerSize())
    throw UnsupportedHere{"access to a part of a pointer in the arguments of main"};
  const Term count = terms_.mk_extract(path.read(argument_count(arguments)), argument_bits - 1, 0);
  const Term is_string = terms_.mk_bvult(index, count);
  Term instance = index;
  if (bits < argument_bits) {
    instance = terms_.mk_extract(index, bits - 1, 0);
    path.unsupported_if(
        terms_.mk_and(is_string, terms_.mk_distinct(terms_.mk_extract(index, argument_bits - 1, bits),
                                                    terms_.mk_bv(0, argument_bits - bits))),
        "argument of main with this number");
  }
  Pointer pointer = constants_.address_of_instance(arguments.strings, instance);
  pointer.object = terms_.mk_ite(is_string, pointer.object, constants_.null().object);
  return Value::of(pointer);
}

Value Memory::read_argument(Path& path, ObjectId object, std::size_t piece, Term index) {
  const Value initial = initial_argument(path, object, piece, index);
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

/// What a function without body may have done: each element keeps its value or has any other one.
void Memory::change_argument(Path& path, ObjectId object, std::size_t piece, const std::string& function) {
  const Slot& slot = variables_.piece(object, piece);
  for (const Term variable : {slot.object, slot.value})
    if (!variable.is_null()) path.write(variable, path.make_doubt("change", function, path.read(variable)));
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
    choose(variable, is_environment ? Kind::Argument : Kind::Call,
           is_environment ? "envp.count" : "main#0");
    const Term count = path.read(variable);
    path.require(terms_.mk_and(terms_.mk_bvule(terms_.mk_bv(is_environment ? 0 : 1, 32), count),
                              terms_.mk_bvule(count, terms_.mk_bv(most_arguments, 32))));
  }
  for (const auto& [object, variable] : string_sizes_)
    choose(variable, Kind::Argument, std::string(name_of(points_to_.arguments_of(object))) + ".sizes");
  for (const auto& [object, variable] : string_bytes_)
    choose(variable, Kind::Argument, std::string(name_of(points_to_.arguments_of(object))) + ".bytes");
}

}  // namespace pendulum::frontend
