#include "frontend/llvm/memory/leak_check.h"

#include "base/check.h"
#include "frontend/llvm/ir/debug_names.h"

namespace pendulum::frontend {

namespace {

/// Maximum number of records of an array that the leak check reads one by one. Each of them adds a comparison
/// per heap object to the edges at the end of the program.
constexpr std::uint64_t max_examined_records = 64;

}  // namespace

/// The number of records of an array object, if the leak check can read them one by one; nothing: there are
/// too many, or their number is not known.
std::optional<std::uint64_t> LeakCheck::countable_records(ObjectId holder) const {
  const Object& info = context_.object(holder);
  const std::uint64_t record = context_.layout(holder).record;
  PENDULUM_CHECK(record != 0 || context_.variables.has_heap_instances(holder), "{} should have records",
                 context_.variables.object_name(holder));
  if (context_.variables.has_heap_instances(holder) || !info.size ||
      *info.size / record > max_examined_records)
    return std::nullopt;
  return *info.size / record;
}

/// The conditions under which `holder` contains a pointer to `object`, or to an instance of it that is alive.
LeakCheck::Reach LeakCheck::holds(Path& path, ObjectId holder, ObjectId object) const {
  Reach result{terms_.mk_false(), terms_.mk_false()};
  const ObjectLayout& layout = context_.layout(holder);
  const auto read = [&](std::size_t piece, Term index) {
    const Term code = pieces_.read_piece(path, holder, piece, index).pointer->object;
    Term here = context_.constants.is_object(code, object);
    if (context_.object(object).has_instances)
      here = terms_.mk_and(here, lifetimes_.is_alive(path, object, code));
    result.surely = terms_.mk_or(result.surely, here);
  };
  for (std::size_t i = 0; i < layout.pieces.size(); ++i) {
    if (!layout.pieces[i].is_pointer ||
        !context_.points_to.content(holder, layout.offsets(i)).contains(object))
      continue;
    if (!context_.variables.index_sort(holder)) {
      read(i, Term());
    } else if (const auto count = countable_records(holder)) {
      for (std::uint64_t record = 0; record < *count; ++record) read(i, context_.pointer_constant(record));
    } else {
      result.maybe = terms_.mk_true();
    }
  }
  return result;
}

/// For each heap object, the conditions under which a chain of pointers leads from one of the roots to it.
std::map<ObjectId, LeakCheck::Reach> LeakCheck::reach_heap(Path& path, const std::vector<ObjectId>& heap,
                                                           const std::vector<ObjectId>& roots) const {
  const auto can_hold = [&](ObjectId holder, ObjectId object) {
    return context_.points_to.content(holder, make_congruence(0, 1)).contains(object);
  };
  std::map<ObjectId, Reach> reached;
  const auto add = [&](ObjectId object, Term surely, Term maybe) {
    Reach& reach = reached.at(object);
    reach = {terms_.mk_or(reach.surely, surely), terms_.mk_or(reach.maybe, maybe)};
  };
  for (const ObjectId object : heap) {
    reached.emplace(object, Reach{terms_.mk_false(), terms_.mk_false()});
    // A local of a recursive function that is active may hold pointers.
    if (is_recursive_local(context_.object(object)))
      reached.at(object).maybe = lifetimes_.is_some_alive(path, object);
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
      const Term is_there = lifetimes_.is_some_alive(path, holder);
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
void LeakCheck::check(Path& path, const std::vector<ObjectId>& locals) const {
  if (!context_.checks(property::Property::ValidMemtrack)) return;
  std::vector<ObjectId> heap;
  std::vector<ObjectId> roots = locals;
  for (const ObjectId local : locals)
    PENDULUM_CHECK(context_.object(local).kind == Object::Kind::Local, "{} should be a local",
                   context_.variables.object_name(local));
  for (ObjectId id = 1; id < context_.points_to.objects().size(); ++id) {
    if (context_.object(id).kind == Object::Kind::Heap) heap.push_back(id);
    if (context_.object(id).kind == Object::Kind::Global ||
        context_.object(id).kind == Object::Kind::ArgumentVector)
      roots.push_back(id);
  }
  const std::map<ObjectId, Reach> reached = reach_heap(path, heap, roots);
  for (const ObjectId object : heap) {
    const Object& info = context_.object(object);
    // The caller of the entry function has the addresses of these objects.
    if (is_parameter_object(*info.value) || is_recursive_local(info)) continue;
    const Reach& reach = reached.at(object);
    const Term is_there = lifetimes_.is_some_alive(path, object);
    const Term some = terms_.mk_or(reach.surely, reach.maybe);
    path.error_if(terms_.mk_and(is_there, terms_.mk_not(some)), property::Property::ValidMemtrack,
                  "object of " + message_name(*info.value) + " is lost");
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
