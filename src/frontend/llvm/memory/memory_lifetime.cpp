// Lifetimes of objects: malloc, free, locals that a pointer can outlive, and leaks at the end of the
// execution.
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <bit>
#include <numeric>
#include <set>

#include "base/check.h"
#include "frontend/llvm/ir/debug_names.h"
#include "frontend/llvm/ir/ir_facts.h"
#include "frontend/llvm/memory/memory.h"

namespace pendulum::frontend {

namespace {

/// Whether realloc creates the object. realloc may leave an object at its address; its model (or a copy of
/// the model) allocates the new object before it frees the old one, so the two objects may have equal
/// addresses.
bool may_stay(const Object& object) {
  return llvm::cast<llvm::Instruction>(object.value)->getFunction()->getName().starts_with("realloc");
}

}  // namespace

/// The maximum number of instances of an object, for messages.
std::string Memory::max_instances() const {
  return std::to_string((std::uint64_t(1) << points_to_.instance_bits()) - 1);
}

Pointer Memory::allocate(Path& path, ObjectId object, Term bytes, bool is_zeroed, Term is_made) {
  const Object& info = points_to_.objects()[object];
  Pointer result = constants_.address_of(object);
  Term instance;
  if (info.has_instances) {
    const Term count = variables_.instance_count(object);
    instance = path.read(count);
    path.unsupported_if(terms_.mk_eq(instance, terms_.mk_bv(-1, points_to_.instance_bits())),
                        "more than " + max_instances() + " objects from one call of malloc");
    path.write(count, terms_.mk_bvadd(instance, terms_.mk_bv(1, points_to_.instance_bits())));
    result = constants_.address_of_instance(object, instance);
  }
  if (tracks_life(object)) set_alive(path, object, instance, true, is_made.is_true() ? Term() : is_made);
  if (compared_.all.contains(object)) {
    const Term late = variables_.late(object);
    const Term freed = may_stay(info) ? terms_.mk_bv(1, 1) : path.read(variables_.has_freed());
    path.write(late, instance.is_null() ? freed : terms_.mk_store(path.read(late), instance, freed));
  }
  if (!bytes.is_null() && !info.size) {
    const Term sizes = variables_.dynamic_size(object);
    path.write(sizes, instance.is_null() ? bytes : terms_.mk_store(path.read(sizes), instance, bytes));
  }
  // initialize_heap has set all instances to zero.
  if (!is_zeroed || info.has_instances) return result;
  for (std::size_t i = 0; i < layouts_[object].pieces.size(); ++i) {
    const Slot& slot = variables_.piece(object, i);
    for (const Term variable : {slot.value, slot.object})
      if (!variable.is_null()) path.write(variable, terms_.mk_zero(variable.sort()));
  }
  return result;
}

bool Memory::checks_memory() const {
  return checks(property::Property::ValidDeref) || checks(property::Property::ValidFree) ||
         checks(property::Property::ValidMemtrack);
}

/// Whether a Program variable records whether the object is alive.
bool Memory::tracks_life(ObjectId object) const {
  const Object& info = points_to_.objects()[object];
  if (info.kind == Object::Kind::Local) return info.has_instances;
  return info.kind == Object::Kind::Heap && (checks_memory() || compared_.freed.contains(object));
}

Term Memory::is_used_again(const Path& path, const Pointer& a, const Targets& a_targets, const Pointer& b,
                           const Targets& b_targets) {
  term::TermVector ways;
  for (const Object::Kind kind : {Object::Kind::Heap, Object::Kind::Local}) {
    const Life first = life_of(path, a, a_targets, kind);
    const Life second = life_of(path, b, b_targets, kind);
    const Term ended = terms_.mk_or(terms_.mk_and(first.has_ended, second.is_here),
                                    terms_.mk_and(first.is_here, second.has_ended));
    // The object that was created later was created after the lifetime of the other one had ended.
    ways.push_back(terms_.mk_and(ended, terms_.mk_or(first.is_late, second.is_late)));
  }
  return terms_.mk_or(ways);
}

Memory::Life Memory::life_of(const Path& path, const Pointer& pointer, const Targets& targets,
                             Object::Kind kind) {
  Life result{terms_.mk_false(), terms_.mk_false(), terms_.mk_bool(kind != Object::Kind::Heap)};
  for (const auto& [object, known] : targets) {
    const Object& info = points_to_.objects()[object];
    if (info.kind != kind || info.lives_throughout) continue;
    const Term is_here = constants_.is_object(pointer.object, object);
    result.is_here = terms_.mk_or(result.is_here, is_here);
    if (kind == Object::Kind::Heap && compared_.all.contains(object)) {
      Term late = path.read(variables_.late(object));
      if (late.sort().is_array()) late = terms_.mk_select(late, constants_.instance_of(pointer.object));
      result.is_late =
          terms_.mk_or(result.is_late, terms_.mk_and(is_here, terms_.mk_eq(late, terms_.mk_bv(1, 1))));
    }
    if (is_here.is_false() || !tracks_life(object)) continue;
    const Term is_dead = terms_.mk_not(is_alive(path, object, pointer.object));
    result.has_ended = terms_.mk_or(result.has_ended, terms_.mk_and(is_here, is_dead));
  }
  return result;
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
  set(count, terms_.mk_bvadd(path.read(count), terms_.mk_bv(is_alive ? 1 : -1, points_to_.instance_bits())));
}

void Memory::begin_local(Path& path, ObjectId object) {
  if (!tracks_life(object)) return;
  const Term count = variables_.instance_count(object);
  const Term next = terms_.mk_bvadd(path.read(count), terms_.mk_bv(1, points_to_.instance_bits()));
  path.unsupported_if(terms_.mk_eq(next, terms_.mk_bv(0, points_to_.instance_bits())),
                      "more than " + max_instances() + " calls of a function whose local outlives it");
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

/// Executions in which the pointer is neither null nor the start of a heap object that is alive are errors.
/// Soundness: if valid-free is not checked, such executions are not followed (C17 7.22.3.3p2).
void Memory::exclude_wrong_free(Path& path, const Pointer& pointer, const Targets& targets) {
  using property::Property;
  const auto exclude = [&](Term condition, const std::string& text) {
    if (checks(Property::ValidFree)) {
      path.error_if(condition, Property::ValidFree, text);
    } else {
      path.drop_unless(terms_.mk_not(condition), Drop::WrongFree);
    }
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
    if (checks_memory())
      exclude(terms_.mk_and(is_here, terms_.mk_not(is_alive(path, object, pointer.object))),
              "free of " + name + ", which was freed before");
  }
}

void Memory::release(Path& path, const Pointer& pointer, const Targets& targets) {
  if (checks_memory()) exclude_wrong_free(path, pointer, targets);
  for (const auto& [object, known] : targets) {
    const Object& info = points_to_.objects()[object];
    const Term is_here = constants_.is_object(pointer.object, object);
    if (is_here.is_false() || info.kind != Object::Kind::Heap || !tracks_life(object)) continue;
    set_alive(path, object, info.has_instances ? constants_.instance_of(pointer.object) : Term(), false,
              is_here.is_true() ? Term() : is_here);
    if (!compared_.freed.contains(object)) continue;
    const Term freed = variables_.has_freed();
    path.write(freed, terms_.mk_ite(is_here, terms_.mk_bv(1, 1), path.read(freed)));
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

/// The number of records of an array object, if the leak check can read them one by one; nothing: there are
/// too many, or their number is not known.
std::optional<std::uint64_t> Memory::countable_records(ObjectId holder) const {
  constexpr std::uint64_t most = 64;
  const Object& info = points_to_.objects()[holder];
  const std::uint64_t record = layouts_[holder].record;
  if (variables_.has_heap_instances(holder) || !info.size || *info.size / record > most) return std::nullopt;
  return *info.size / record;
}

/// The conditions under which `holder` contains a pointer to `object`, or to an instance of it that is alive.
Memory::Reach Memory::holds(Path& path, ObjectId holder, ObjectId object) {
  Reach result{terms_.mk_false(), terms_.mk_false()};
  const ObjectLayout& layout = layouts_[holder];
  const auto read = [&](std::size_t piece, Term index) {
    const Term code = read_piece(path, holder, piece, index).pointer->object;
    Term here = constants_.is_object(code, object);
    if (points_to_.objects()[object].has_instances) here = terms_.mk_and(here, is_alive(path, object, code));
    result.surely = terms_.mk_or(result.surely, here);
  };
  for (std::size_t i = 0; i < layout.pieces.size(); ++i) {
    if (!layout.pieces[i].is_pointer || !points_to_.content(holder, layout.offsets(i)).contains(object))
      continue;
    if (!variables_.index_sort(holder)) {
      read(i, Term());
    } else if (const auto count = countable_records(holder)) {
      for (std::uint64_t record = 0; record < *count; ++record) read(i, pointer_constant(record));
    } else {
      result.maybe = terms_.mk_true();
    }
  }
  return result;
}

/// The condition that the object, or at least one of its instances, is alive.
Term Memory::is_some_alive(const Path& path, ObjectId object) {
  if (!points_to_.objects()[object].has_instances)
    return is_alive(path, object, constants_.address_of(object).object);
  return terms_.mk_distinct(path.read(variables_.alive_count(object)),
                            terms_.mk_bv(0, points_to_.instance_bits()));
}

/// For each heap object, the conditions under which a chain of pointers leads from one of the roots to it.
std::map<ObjectId, Memory::Reach> Memory::reach_heap(Path& path, const std::vector<ObjectId>& heap,
                                                     const std::vector<ObjectId>& roots) {
  const auto can_hold = [&](ObjectId holder, ObjectId object) {
    return points_to_.content(holder, make_congruence(0, 1)).contains(object);
  };
  std::map<ObjectId, Reach> reached;
  const auto add = [&](ObjectId object, Term surely, Term maybe) {
    Reach& reach = reached.at(object);
    reach = {terms_.mk_or(reach.surely, surely), terms_.mk_or(reach.maybe, maybe)};
  };
  for (const ObjectId object : heap) {
    reached.emplace(object, Reach{terms_.mk_false(), terms_.mk_false()});
    for (const ObjectId root : roots) {
      if (!can_hold(root, object)) continue;
      const Reach held = holds(path, root, object);
      add(object, held.surely, held.maybe);
    }
  }
  // Each round follows chains with one more pointer.
  for (std::size_t round = 1; round < heap.size(); ++round) {
    const std::map<ObjectId, Reach> before = reached;
    for (const ObjectId holder : heap) {
      const Reach& from = before.at(holder);
      const Term some = terms_.mk_or(from.surely, from.maybe);
      if (some.is_false()) continue;
      const Term is_there = is_some_alive(path, holder);
      for (const ObjectId object : heap) {
        if (holder == object || !can_hold(holder, object)) continue;
        const Reach held = holds(path, holder, object);
        add(object, terms_.mk_and({from.surely, is_there, held.surely}),
            terms_.mk_and({some, is_there, terms_.mk_or(held.surely, held.maybe)}));
      }
    }
  }
  return reached;
}

/// Soundness: the check is exact for objects without instances to which no array of unknown length may point.
/// For other objects, it only determines whether one is alive and whether no pointer can lead to it; all
/// other cases are unsupported.
void Memory::check_leaks(Path& path, const std::vector<ObjectId>& locals) {
  if (!checks(property::Property::ValidMemtrack)) return;
  std::vector<ObjectId> heap;
  std::vector<ObjectId> roots = locals;
  for (ObjectId id = 1; id < points_to_.objects().size(); ++id) {
    if (points_to_.objects()[id].kind == Object::Kind::Heap) heap.push_back(id);
    if (points_to_.objects()[id].kind == Object::Kind::Global ||
        points_to_.objects()[id].kind == Object::Kind::ArgumentVector)
      roots.push_back(id);
  }
  const std::map<ObjectId, Reach> reached = reach_heap(path, heap, roots);
  for (const ObjectId object : heap) {
    const Object& info = points_to_.objects()[object];
    const Reach& reach = reached.at(object);
    const Term is_there = is_some_alive(path, object);
    const Term some = terms_.mk_or(reach.surely, reach.maybe);
    path.error_if(terms_.mk_and(is_there, terms_.mk_not(some)), property::Property::ValidMemtrack,
                  "object of " + source_name(*info.value) + " is lost");
    if (info.has_instances) {
      path.unsupported_if(terms_.mk_and(is_there, some),
                          "several objects of one call of malloc that are alive at the end");
    } else {
      path.unsupported_if(terms_.mk_and({is_there, terms_.mk_not(reach.surely), reach.maybe}),
                          "array that holds pointers at the end");
    }
  }
}

}  // namespace pendulum::frontend
