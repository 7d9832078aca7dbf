#include "frontend/llvm/objects/address_coincidence.h"

namespace pendulum::frontend {

/// An object of unknown size is taken to have only its first byte, which over-approximates `is_outside`.
AddressCoincidence::Side AddressCoincidence::side_of(const Path& path, const Pointer& pointer,
                                                     const Targets& targets) const {
  Side result{terms_.mk_false(), terms_.mk_false()};
  const Term offset = context_.constants.flatten(pointer.offset);
  for (const auto& [object, known] : targets) {
    const Object::Kind kind = context_.object(object).kind;
    if (kind == Object::Kind::Absolute || kind == Object::Kind::Function) continue;
    const Term is_here = context_.constants.is_object(pointer.object, object);
    if (is_here.is_false()) continue;
    result.has_object = terms_.mk_or(result.has_object, is_here);
    const Term size = bounds_.size_of(path, pointer, object);
    const Term inside =
        size.is_null() ? terms_.mk_eq(offset, context_.pointer_constant(0)) : terms_.mk_bvult(offset, size);
    result.is_outside = terms_.mk_or(result.is_outside, terms_.mk_and(is_here, terms_.mk_not(inside)));
  }
  return result;
}

AddressCoincidence::Life AddressCoincidence::life_of(const Path& path, const Pointer& pointer,
                                                     const Targets& targets, Object::Kind kind) const {
  Life result{terms_.mk_false(), terms_.mk_false(), terms_.mk_bool(kind != Object::Kind::Heap)};
  for (const auto& [object, known] : targets) {
    const Object& info = context_.object(object);
    if (info.kind != kind || info.lives_throughout) continue;
    const Term is_here = context_.constants.is_object(pointer.object, object);
    result.is_here = terms_.mk_or(result.is_here, is_here);
    if (kind == Object::Kind::Heap && lifetimes_.is_compared(object))
      result.is_late = terms_.mk_or(result.is_late,
                                    terms_.mk_and(is_here, lifetimes_.is_late(path, object, pointer.object)));
    if (is_here.is_false() || !lifetimes_.is_tracked(object)) continue;
    const Term is_dead = terms_.mk_not(lifetimes_.is_alive(path, object, pointer.object));
    result.has_ended = terms_.mk_or(result.has_ended, terms_.mk_and(is_here, is_dead));
  }
  return result;
}

Term AddressCoincidence::is_used_again(const Path& path, const Pointer& a, const Targets& a_targets,
                                       const Pointer& b, const Targets& b_targets) const {
  term::TermVector cases;
  for (const Object::Kind kind : {Object::Kind::Heap, Object::Kind::Local}) {
    const Life first = life_of(path, a, a_targets, kind);
    const Life second = life_of(path, b, b_targets, kind);
    const Term ended = terms_.mk_or(terms_.mk_and(first.has_ended, second.is_here),
                                    terms_.mk_and(first.is_here, second.has_ended));
    // The object that was created later was created after the lifetime of the other one had ended.
    cases.push_back(terms_.mk_and(ended, terms_.mk_or(first.is_late, second.is_late)));
  }
  return terms_.mk_or(cases);
}

/// Soundness: an address right after an object may be the start of another object (C17 6.5.9p6), an address
/// further away may be any position in another object, and a new object may reuse the storage of an object
/// whose lifetime has ended. In proofs two such addresses may be equal; counterexamples must not depend on
/// their equality.
Term AddressCoincidence::may_coincide(Path& path, const Pointer& a, const Targets& a_targets,
                                      const Pointer& b, const Targets& b_targets) const {
  const Term differ = terms_.mk_distinct(a.object, b.object);
  if (differ.is_false()) return differ;
  const Side first = side_of(path, a, a_targets);
  const Side second = side_of(path, b, b_targets);
  const Term are_neighbours =
      terms_.mk_and({first.has_object, second.has_object, terms_.mk_or(first.is_outside, second.is_outside)});
  const Term may_be =
      terms_.mk_and(differ, terms_.mk_or(are_neighbours, is_used_again(path, a, a_targets, b, b_targets)));
  if (may_be.is_false()) return may_be;
  return terms_.mk_and(may_be,
                       path.make_havocked_input("same", "address of another object", terms_.mk_false()));
}

}  // namespace pendulum::frontend
