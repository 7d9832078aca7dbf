#include "frontend/llvm/objects/initial_values.h"

#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>

#include "base/check.h"
#include "frontend/llvm/ir/ir_facts.h"

namespace pendulum::frontend {

namespace {

/// C17 7.21.1p3: stdin, stdout and stderr are pointers to objects of the library, hence not null.
bool is_standard_stream(const std::string& global) {
  return global == "stdin" || global == "stdout" || global == "stderr";
}

}  // namespace

/// Initialises a heap object. Its value matters only for objects with instances: the elements of an instance
/// get their contents here, arbitrary for malloc and zero for calloc. Other objects get them when they are
/// allocated.
void InitialValues::initialize_heap(Path& path, ObjectId object, const Slot& slot) const {
  const auto& call = *llvm::cast<llvm::CallBase>(context_.object(object).value);
  const bool is_arbitrary = context_.object(object).has_instances && context_.layout(object).is_array() &&
                            allocation(call)->kind != Allocation::Kind::Calloc;
  if (!slot.object.is_null()) path.write(slot.object, terms_.mk_zero(slot.object.sort()));
  if (slot.value.is_null()) return;
  path.write(slot.value, is_arbitrary
                             ? path.make_input(context_.variables.object_name(object), slot.value.sort(), {})
                             : terms_.mk_zero(slot.value.sort()));
}

void InitialValues::initialize(Path& path) const {
  arguments_.initialize(path);
  // The lists of variables are complete because reading an initialiser creates no new variables.
  for (const Term variable : context_.variables.zeros())
    path.write(variable, terms_.mk_zero(variable.sort()));
  for (const auto& [object, piece] : context_.variables.global_pieces()) {
    if (context_.object(object).kind == Object::Kind::Heap) {
      initialize_heap(path, object, context_.variables.piece(object, piece));
      continue;
    }
    const auto* global = llvm::cast<llvm::GlobalVariable>(context_.object(object).value);
    const Slot& slot = context_.variables.piece(object, piece);
    if (!global->hasInitializer()) {
      initialize_extern(path, object, piece, global->getName().str());
      continue;
    }
    try {
      const Constants::Content content =
          context_.constants.without_gaps(path, context_.constants.initial(object, piece));
      if (!slot.value.is_null()) path.write(slot.value, content.value);
      PENDULUM_CHECK(slot.is_pointer != content.object.is_null(),
                     "the initial content of {} should be a pointer if and only if its slot is one",
                     context_.variables.object_name(object));
      if (!slot.object.is_null())
        path.write(slot.object, slot.is_instance ? terms_.mk_zero(slot.object.sort()) : content.object);
    } catch (const UnsupportedHere&) {
      // Soundness: an arbitrary value or unknown address over-approximates an unsupported initialiser.
      havoc_.havoc_piece(path, object, piece, {}, context_.variables.object_name(object));
    }
  }
}

/// Gives a piece of a global without initialiser an arbitrary value.
void InitialValues::initialize_extern(Path& path, ObjectId object, std::size_t piece,
                                      const std::string& name) const {
  program::InputOrigin origin;
  origin.kind = program::InputOrigin::Kind::ExternObject;
  origin.name = name;
  havoc_.havoc_piece(path, object, piece, origin, name);
  const Slot& slot = context_.variables.piece(object, piece);
  if (is_standard_stream(name) && !slot.value.is_null())
    path.require(terms_.mk_distinct(path.read(slot.value), terms_.mk_zero(slot.value.sort())));
}

}  // namespace pendulum::frontend
