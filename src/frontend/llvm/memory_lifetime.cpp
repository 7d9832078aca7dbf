// Objects that come to life and end: malloc, free, locals that pointers outlive, and what is left at the end.
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <bit>
#include <numeric>
#include <set>

#include "base/check.h"
#include "frontend/llvm/debug_names.h"
#include "frontend/llvm/ir_facts.h"
#include "frontend/llvm/memory.h"

namespace pendulum::frontend {

Pointer Memory::allocate(Path& path, ObjectId object, Term bytes, bool is_zeroed) {
  const Object& info = points_to_.objects()[object];
  Pointer result = constants_.address_of(object);
  Term instance;
  if (info.has_instances) {
    const Term count = variables_.instance_count(object);
    instance = path.read(count);
    path.unsupported_if(terms_.mk_eq(instance, terms_.mk_bv(-1, instance_bits)),
                        "more than 65535 objects from one call of malloc");
    path.write(count, terms_.mk_bvadd(instance, terms_.mk_bv(1, instance_bits)));
    result = constants_.address_of_instance(object, instance);
  }
  if (tracks_life(object)) set_alive(path, object, instance, true, Term());
  if (!bytes.is_null() && !info.size) {
    const Term sizes = variables_.dynamic_size(object);
    path.write(sizes, instance.is_null() ? bytes : terms_.mk_store(path.read(sizes), instance, bytes));
  }
  // Instances are zero from the start.
  if (!is_zeroed || info.has_instances) return result;
  for (std::size_t i = 0; i < layouts_[object].pieces.size(); ++i) {
    const Slot& slot = variables_.piece(object, i);
    for (const Term variable : {slot.value, slot.object})
      if (!variable.is_null()) path.write(variable, terms_.mk_zero(variable.sort()));
  }
  return result;
}

bool Memory::tracks_life(ObjectId object) const {
  const Object& info = points_to_.objects()[object];
  if (info.kind == Object::Kind::Local) return info.has_instances;
  return info.kind == Object::Kind::Heap &&
         (checks(property::Property::ValidDeref) || checks(property::Property::ValidFree) ||
          checks(property::Property::ValidMemtrack));
}

Term Memory::is_alive(const Path& path, ObjectId object, Term code) const {
  const Object& info = points_to_.objects()[object];
  Term alive = path.read(variables_.alive(object));
  if (alive.sort().is_array()) alive = terms_.mk_select(alive, constants_.instance_of(code));
  const Term is_set = terms_.mk_eq(alive, terms_.mk_bv(1, 1));
  if (info.kind == Object::Kind::Heap || !info.has_instances) return is_set;
  return terms_.mk_and(
      is_set, terms_.mk_eq(constants_.instance_of(code), path.read(variables_.instance_count(object))));
}

void Memory::set_alive(Path& path, ObjectId object, Term instance, bool is_alive, Term condition) {
  const auto set = [&](Term variable, Term value) {
    path.write(variable, condition.is_null() ? value : terms_.mk_ite(condition, value, path.read(variable)));
  };
  const Term variable = variables_.alive(object);
  const Term bit = terms_.mk_bv(is_alive ? 1 : 0, 1);
  set(variable, instance.is_null() ? bit : terms_.mk_store(path.read(variable), instance, bit));
  if (instance.is_null() || !checks(property::Property::ValidMemtrack)) return;
  const Term count = variables_.alive_count(object);
  set(count, terms_.mk_bvadd(path.read(count), terms_.mk_bv(is_alive ? 1 : -1, instance_bits)));
}

void Memory::begin_local(Path& path, ObjectId object) {
  if (!tracks_life(object)) return;
  const Term count = variables_.instance_count(object);
  const Term next = terms_.mk_bvadd(path.read(count), terms_.mk_bv(1, instance_bits));
  path.unsupported_if(terms_.mk_eq(next, terms_.mk_bv(0, instance_bits)),
                      "more than 65535 calls of a function whose local outlives it");
  path.write(count, next);
  set_alive(path, object, Term(), true, Term());
}

void Memory::end_local(Path& path, ObjectId object) {
  if (tracks_life(object)) set_alive(path, object, Term(), false, Term());
}

Pointer Memory::address_of_local(const Path& path, ObjectId object) const {
  if (!tracks_life(object)) return constants_.address_of(object);
  return constants_.address_of_instance(object, path.read(variables_.instance_count(object)));
}

/// Executions in which the pointer is neither null nor the start of a living object on the heap are errors.
/// Soundness: where they are not the property, such an execution is not followed (7.22.3.3p2).
void Memory::exclude_wrong_free(Path& path, const Pointer& pointer, const Targets& targets) {
  using property::Property;
  const auto exclude = [&](Term condition, const std::string& text) {
    if (checks(Property::ValidFree)) path.error_if(condition, Property::ValidFree, text);
    path.assume(terms_.mk_not(condition));
  };
  const Term offset = constants_.flatten(pointer.offset);
  const Term is_start = terms_.mk_eq(offset, pointer_constant(0));
  for (const auto& [object, known] : targets) {
    const Term is_here = constants_.is_object(pointer.object, object);
    if (is_here.is_false()) continue;
    if (object == absolute_object) {
      path.unsupported_if(terms_.mk_and(is_here, terms_.mk_not(is_start)), "free of an integer address");
      continue;
    }
    const Object& info = points_to_.objects()[object];
    const std::string name = "`" + source_name(*info.value) + "`";
    if (info.kind != Object::Kind::Heap) {
      exclude(is_here, "free of " + name + ", which malloc did not make");
      continue;
    }
    exclude(terms_.mk_and(is_here, terms_.mk_not(is_start)), "free of an address inside of " + name);
    if (tracks_life(object))
      exclude(terms_.mk_and(is_here, terms_.mk_not(is_alive(path, object, pointer.object))),
              "free of " + name + ", which was freed before");
  }
}

void Memory::release(Path& path, const Pointer& pointer, const Targets& targets) {
  using property::Property;
  if (!checks(Property::ValidDeref) && !checks(Property::ValidFree) && !checks(Property::ValidMemtrack))
    return;
  exclude_wrong_free(path, pointer, targets);
  for (const auto& [object, known] : targets) {
    const Object& info = points_to_.objects()[object];
    const Term is_here = constants_.is_object(pointer.object, object);
    if (is_here.is_false() || info.kind != Object::Kind::Heap) continue;
    set_alive(path, object, info.has_instances ? constants_.instance_of(pointer.object) : Term(), false,
              is_here.is_true() ? Term() : is_here);
  }
}

Term Memory::heap_size(Path& path, const Pointer& pointer, const Targets& targets) {
  exclude_wrong_free(path, pointer, targets);
  Term result = pointer_constant(0);
  for (const auto& [object, known] : targets) {
    const Object& info = points_to_.objects()[object];
    if (info.kind != Object::Kind::Heap) continue;
    Term size = info.size ? pointer_constant(*info.size) : path.read(variables_.dynamic_size(object));
    if (size.sort().is_array()) size = terms_.mk_select(size, constants_.instance_of(pointer.object));
    result = terms_.mk_ite(constants_.is_object(pointer.object, object), size, result);
  }
  return result;
}

/// Some pointer in the scalars of `holder` points to `object`. Throws UnsupportedHere for arrays.
Term Memory::holds(Path& path, ObjectId holder, ObjectId object) {
  term::TermVector ways;
  const ObjectLayout& layout = layouts_[holder];
  for (std::size_t i = 0; i < layout.pieces.size(); ++i) {
    if (!layout.pieces[i].is_pointer || !points_to_.content(holder, layout.offsets(i)).contains(object))
      continue;
    if (variables_.index_sort(holder)) throw UnsupportedHere{"array that holds pointers at the end"};
    ways.push_back(constants_.is_object(read_piece(path, holder, i, Term()).pointer->object, object));
  }
  return terms_.mk_or(ways);
}

/// Soundness: exact for objects without instances; for the others only whether any is alive, and whether
/// nothing can hold them, is known.
void Memory::check_leaks(Path& path, const std::vector<ObjectId>& locals) {
  if (!checks(property::Property::ValidMemtrack)) return;
  std::vector<ObjectId> heap;
  std::vector<ObjectId> roots = locals;
  for (ObjectId id = 1; id < points_to_.objects().size(); ++id) {
    if (points_to_.objects()[id].kind == Object::Kind::Heap) heap.push_back(id);
    if (points_to_.objects()[id].kind == Object::Kind::Global) roots.push_back(id);
  }
  const auto can_hold = [&](ObjectId holder, ObjectId object) {
    return points_to_.content(holder, make_congruence(0, 1)).contains(object);
  };
  std::map<ObjectId, Term> reached;
  for (const ObjectId object : heap) {
    reached[object] = terms_.mk_false();
    for (const ObjectId root : roots) {
      if (!can_hold(root, object)) continue;
      reached[object] = terms_.mk_or(reached[object], holds(path, root, object));
      // Its function may not have come to its declaration yet.
      if (points_to_.objects()[root].kind == Object::Kind::Local) shared_locals_.insert(root);
    }
  }
  // Each round follows chains that are longer by one.
  for (std::size_t round = 1; round < heap.size(); ++round) {
    const std::map<ObjectId, Term> before = reached;
    for (const ObjectId holder : heap)
      for (const ObjectId object : heap)
        if (holder != object && can_hold(holder, object) && !before.at(holder).is_false())
          reached[object] = terms_.mk_or(
              reached[object],
              terms_.mk_and({before.at(holder), is_alive(path, holder, constants_.address_of(holder).object),
                             holds(path, holder, object)}));
  }
  for (const ObjectId object : heap) {
    const Object& info = points_to_.objects()[object];
    const std::string text = "object of " + source_name(*info.value) + " is lost";
    if (!info.has_instances) {
      const Term alive = is_alive(path, object, constants_.address_of(object).object);
      path.error_if(terms_.mk_and(alive, terms_.mk_not(reached.at(object))),
                    property::Property::ValidMemtrack, text);
      continue;
    }
    const Term some =
        terms_.mk_distinct(path.read(variables_.alive_count(object)), terms_.mk_bv(0, instance_bits));
    if (reached.at(object).is_false()) {
      path.error_if(some, property::Property::ValidMemtrack, text);
    } else {
      path.unsupported_if(some, "several objects of one call of malloc that are alive at the end");
    }
  }
}

}  // namespace pendulum::frontend
