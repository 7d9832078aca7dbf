#include "frontend/llvm/memory/access_resolver.h"

#include <algorithm>

#include "base/check.h"
#include "frontend/llvm/ir/debug_names.h"
#include "frontend/llvm/objects/records.h"

namespace pendulum::frontend {

namespace {

/// Maximum number of targets of an access. An access is a case split over its targets; one with more is
/// unsupported, because a pointer with that many targets is usually one that the points-to analysis could not
/// track, and the formula would be too large for the solver.
constexpr std::size_t max_targets = 64;

/// Whether the access covers whole pieces, or a part of a pointer whose parts the program accesses elsewhere
/// (Piece::has_parts). Other accesses to parts of pointers are not followed: usually they are offsets that
/// the points-to analysis could not exclude, such as an index of a buffer that reaches a pointer beside the
/// buffer.
bool is_of_pieces(const ObjectLayout& layout, std::uint64_t offset, std::uint64_t size) {
  if (const auto piece = layout.piece_around(offset, size); piece && layout.pieces[*piece].has_parts)
    return true;
  const std::uint64_t end = offset + size;
  while (offset < end) {
    const auto piece = layout.piece_at(offset);
    if (!piece) return false;
    offset += layout.pieces[*piece].size;
  }
  return offset == end;
}

}  // namespace

/// Accesses to unknown memory are followed unless valid-deref is checked.
Term AccessResolver::absolute_access(Path& path, const Pointer& pointer, Congruence known, Term is_here,
                                     Access& result) {
  PENDULUM_CHECK(result.unknown.is_null(), "the absolute object should be a target only once");
  if (!may_be_unknown(known)) return is_here;
  const Term address = context_.constants.flatten(pointer.offset);
  const bool is_followed = !context_.checks(property::Property::ValidDeref);
  const Term is_null =
      is_followed ? terms_.mk_not(numbers_.is_mappable(address)) : numbers_.is_null_page(address);
  const Term elsewhere = terms_.mk_and(is_here, terms_.mk_not(is_null));
  if (!is_followed) {
    path.unsupported_if(elsewhere, "access through an integer address");
  } else if (!elsewhere.is_false()) {
    result.unknown = elsewhere;
    result.address = address;
    uses_unknown_memory_ = true;
  }
  return terms_.mk_and(is_here, is_null);
}

Access AccessResolver::resolve(Path& path, const Pointer& pointer, const Targets& targets, std::uint64_t size,
                               const char* verb) {
  PENDULUM_CHECK(size > 0, "an access should have at least one byte");
  if (targets.size() > max_targets) throw UnsupportedHere{"pointer with too many targets"};
  if (const auto object = context_.constants.known_object(pointer.object);
      object && !targets.contains(*object))
    throw UnsupportedHere{"pointer whose target the points-to analysis cannot determine"};
  Access result;
  term::TermVector conditions;
  Term null_access;
  const bool is_checked = context_.checks(property::Property::ValidDeref);
  const std::string what =
      std::string(verb) + " of " + std::to_string(size) + (size == 1 ? " byte" : " bytes");
  for (const auto& [object, known] : targets) {
    const Term is_here = context_.constants.is_object(pointer.object, object);
    if (is_here.is_false()) continue;
    if (object == absolute_object) {
      null_access = absolute_access(path, pointer, known, is_here, result);
      if (!result.unknown.is_null()) conditions.push_back(result.unknown);
      if (is_checked)
        path.error_if(null_access, property::Property::ValidDeref, what + " through a null pointer");
      continue;
    }
    if (context_.object(object).kind == Object::Kind::Function) {
      if (is_checked) path.error_if(is_here, property::Property::ValidDeref, what + " of a function");
      continue;
    }
    for (AccessTarget& found : checked_targets(path, pointer, object, known, size, is_here, what)) {
      found.condition = terms_.mk_and(is_here, found.condition);
      if (found.condition.is_false()) continue;
      PENDULUM_CHECK(found.index.is_null() != context_.layout(object).is_array(),
                     "a target should have an index if its object has records");
      conditions.push_back(found.condition);
      result.targets.push_back(found);
    }
  }
  // Soundness: a null access ends the execution. An access out of bounds is undefined behaviour as well, but
  // a compiled program may continue after it and reach the error; hence a proof has to exclude it.
  const Term inside = terms_.mk_or(conditions);
  if (is_checked) {
    path.require(inside);  // all other executions have ended in the error location
    return result;
  }
  if (inside.is_false() && null_access.is_null()) throw UnsupportedHere{"access outside of an object"};
  path.unsupported_if(
      null_access.is_null() ? terms_.mk_not(inside) : terms_.mk_not(terms_.mk_or(inside, null_access)),
      "access outside of an object");
  const bool may_be_null = !null_access.is_null() && !null_access.is_false();
  if (may_be_null) {
    path.drop_unless(inside, Drop::NullAccess);
  } else {
    path.require(inside);  // all other executions have ended with an unsupported edge
  }
  return result;
}

/// Describes an access out of bounds in a message: " at offset 10 of `buf` (10 bytes)".
std::string AccessResolver::describe(const Pointer& pointer, ObjectId object) const {
  const Object& info = context_.object(object);
  PENDULUM_CHECK(info.value != nullptr, "only objects of the program should have bounds");
  std::string text = pointer.offset.is_constant()
                         ? " at offset " + std::to_string(pointer.offset.constant) + " of `"
                         : " outside of `";
  text += message_name(*info.value) + "`";
  if (info.size) text += " (" + std::to_string(*info.size) + (*info.size == 1 ? " byte)" : " bytes)");
  return text;
}

std::vector<AccessTarget> AccessResolver::locate(const Path& path, const Pointer& pointer, ObjectId object,
                                                 Congruence known, std::uint64_t size) const {
  const Offset& offset = pointer.offset;
  const ObjectLayout& layout = context_.layout(object);
  const Object& info = context_.object(object);
  const bool is_instance = info.has_instances && info.kind != Object::Kind::Local;
  const Term instance = is_instance ? context_.constants.instance_of(pointer.object) : Term();
  if (offset.is_constant() || known.is_constant()) {
    const std::int64_t start = offset.is_constant() ? offset.constant : known.residue;
    if (start < 0) return {};
    const auto position = static_cast<std::uint64_t>(start);
    if (!layout.is_array())
      return {AccessTarget{object, bounds_.is_within(path, object, instance, position, size, Term()),
                           instance, Term(), position}};
    const Term index = context_.pointer_constant(position / layout.record);
    const std::uint64_t residue = position % layout.record;
    return {AccessTarget{object, bounds_.is_within(path, object, instance, residue, size, index), instance,
                         index, residue}};
  }
  if (!layout.is_array()) {
    if (!info.size) throw UnsupportedHere{"pointer whose target the points-to analysis cannot determine"};
    std::vector<AccessTarget> result;
    for (std::uint64_t position = make_congruence(known.residue, known.modulus).residue;
         position + size <= *info.size; position += known.modulus)
      result.push_back({object,
                        terms_.mk_eq(context_.constants.flatten(offset), context_.pointer_constant(position)),
                        instance, Term(), position});
    return result;
  }
  const auto residue = static_cast<std::uint64_t>(make_congruence(known.residue, layout.record).residue);
  const Term index = record_index(context_, offset, layout.record, residue);
  return {AccessTarget{object, bounds_.is_within(path, object, instance, residue, size, index), instance,
                       index, residue}};
}

std::vector<AccessTarget> AccessResolver::checked_targets(Path& path, const Pointer& pointer, ObjectId object,
                                                          Congruence known, std::uint64_t size, Term is_here,
                                                          const std::string& access) const {
  const bool is_checked = context_.checks(property::Property::ValidDeref);
  if (lifetimes_.is_tracked(object)) {
    const Term is_dead =
        terms_.mk_and(is_here, terms_.mk_not(lifetimes_.is_alive(path, object, pointer.object)));
    const Object& info = context_.object(object);
    const bool is_local = info.kind == Object::Kind::Local;
    if (is_checked) {
      const std::string name = "`" + message_name(*info.value) + "`";
      const std::string what = info.is_of_block ? name + " outside of its block"
                               : is_local       ? name + " outside of its function"
                                                : "the freed object " + name;
      path.error_if(is_dead, property::Property::ValidDeref, access + " of " + what);
    } else if (is_local) {
      path.unsupported_if(is_dead, "access to a local of a function that has returned");
    }
  }
  std::vector<AccessTarget> targets = locate(path, pointer, object, known, size);
  term::TermVector inside;
  for (const AccessTarget& target : targets) inside.push_back(target.condition);
  const bool is_single = targets.size() == 1;
  std::erase_if(targets, [&](const AccessTarget& target) {
    if (is_single || is_of_pieces(context_.layout(object), target.residue, size)) return false;
    path.unsupported_if(terms_.mk_and(is_here, target.condition), "access to a part of a pointer");
    return true;
  });
  if (!is_checked) return targets;
  const Term is_outside = terms_.mk_and(is_here, terms_.mk_not(terms_.mk_or(inside)));
  const Term is_far = bounds_.is_far_outside(path, pointer, object);
  const std::string text = access + describe(pointer, object);
  path.error_if(terms_.mk_and(is_outside, terms_.mk_not(is_far)), property::Property::ValidDeref, text);
  path.unconfirmed_error_if(terms_.mk_and(is_outside, is_far), property::Property::ValidDeref, text);
  return targets;
}

}  // namespace pendulum::frontend
