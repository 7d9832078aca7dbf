// Hash-consing table: arena, hash functions, linear probing.
#include "term/term_table.h"

#include <algorithm>
#include <new>

#include "term/signature/kind_info.h"

namespace pendulum::term {

namespace {

constexpr std::size_t chunk_size = std::size_t{1} << 18;
constexpr std::size_t initial_slots = std::size_t{1} << 12;

/// Adds a value to a multiplicative hash. The constant is 2^64 divided by the golden ratio.
std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
  hash = (hash ^ value) * 0x9E3779B97F4A7C15u;
  return hash ^ (hash >> 32);
}

std::uint64_t start(Kind kind, Sort sort) {
  return mix(static_cast<std::uint64_t>(kind) + 0x51ED270Bu, sort.id());
}

std::uint32_t finish(std::uint64_t hash) {
  return static_cast<std::uint32_t>(hash ^ (hash >> 29));
}

std::uint64_t add_children(std::uint64_t hash, std::span<const Term> children) {
  for (const Term child : children) hash = mix(hash, child.id());
  return hash;
}

std::uint32_t hash_of_operator(Kind kind, Sort sort, std::span<const Term> children, std::uint64_t payload) {
  return finish(add_children(mix(start(kind, sort), payload), children));
}

std::uint64_t payload_of(std::uint32_t parameter0, std::uint32_t parameter1) {
  return (static_cast<std::uint64_t>(parameter0) << 32) | parameter1;
}

std::uint64_t add_integer(std::uint64_t hash, mpz_srcptr value) {
  hash = mix(hash, mpz_sgn(value) < 0 ? 1 : 0);
  const std::size_t limbs = mpz_size(value);
  for (std::size_t i = 0; i < limbs; ++i) hash = mix(hash, mpz_getlimbn(value, static_cast<mp_size_t>(i)));
  return hash;
}

bool same_children(const TermNode& node, std::span<const Term> children) {
  return node.num_children == children.size() &&
         std::equal(children.begin(), children.end(), node.children());
}

}  // namespace

TermTable::TermTable() : slots_(initial_slots, nullptr) {}
TermTable::~TermTable() = default;

template <typename Equal>
const TermNode** TermTable::slot_of(std::uint32_t hash, Equal&& equal) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t i = hash & mask;
  while (slots_[i] != nullptr && !(slots_[i]->hash == hash && equal(*slots_[i]))) i = (i + 1) & mask;
  return &slots_[i];
}

TermNode* TermTable::allocate(Kind kind, Sort sort, std::span<const Term> children, std::uint32_t hash) {
  const std::size_t bytes = sizeof(TermNode) + children.size() * sizeof(Term);
  if (static_cast<std::size_t>(free_end_ - free_begin_) < bytes) {
    const std::size_t chunk = std::max(chunk_size, bytes);
    chunks_.push_back(std::make_unique_for_overwrite<std::byte[]>(chunk));
    free_begin_ = chunks_.back().get();
    free_end_ = free_begin_ + chunk;
  }
  auto* node = new (free_begin_) TermNode();
  free_begin_ += bytes;
  node->id = static_cast<std::uint32_t>(count_++);
  node->hash = hash;
  node->num_children = static_cast<std::uint32_t>(children.size());
  node->kind = kind;
  node->sort = sort.node();
  node->has_quantifier = is_quantifier(kind) || std::any_of(children.begin(), children.end(),
                                                            [](Term t) { return t.has_quantifier(); });
  auto* place = reinterpret_cast<std::byte*>(node + 1);
  for (const Term child : children) place = reinterpret_cast<std::byte*>(new (place) Term(child) + 1);
  PENDULUM_CHECK(count_ < UINT32_MAX, "there should be fewer than 2^32 terms");
  return node;
}

void TermTable::insert(const TermNode** slot, const TermNode* node) {
  *slot = node;
  if (++used_slots_ * 2 > slots_.size()) grow();
}

void TermTable::grow() {
  PENDULUM_DCHECK((slots_.size() & (slots_.size() - 1)) == 0, "the number of slots should be a power of two");
  std::vector<const TermNode*> old(slots_.size() * 2, nullptr);
  old.swap(slots_);
  for (const TermNode* node : old) {
    if (node != nullptr) *slot_of(node->hash, [](const TermNode&) { return false; }) = node;
  }
}

Term TermTable::make(Kind kind, Sort sort, std::span<const Term> children, std::uint32_t parameter0,
                     std::uint32_t parameter1) {
  PENDULUM_DCHECK(arity(kind).contains(children.size()), "'{}' should not have {} children", name_of(kind),
                  children.size());
  PENDULUM_DCHECK(is_indexed(kind) || (parameter0 == 0 && parameter1 == 0), "'{}' should have no parameters",
                  name_of(kind));
  const std::uint32_t hash = hash_of_operator(kind, sort, children, payload_of(parameter0, parameter1));
  const TermNode** slot = slot_of(hash, [&](const TermNode& node) {
    return node.kind == kind && node.sort == sort.node() && same_children(node, children) &&
           node.parameters[0] == parameter0 && node.parameters[1] == parameter1;
  });
  if (*slot != nullptr) return Term(*slot);
  TermNode* node = allocate(kind, sort, children, hash);
  node->parameters[0] = parameter0;
  node->parameters[1] = parameter1;
  insert(slot, node);
  return Term(node);
}

Term TermTable::find(Kind kind, Sort sort, std::initializer_list<Term> list) const {
  const std::span<const Term> children(list.begin(), list.size());
  const TermNode** slot = slot_of(hash_of_operator(kind, sort, children, 0), [&](const TermNode& node) {
    return node.kind == kind && node.sort == sort.node() && same_children(node, children);
  });
  return *slot == nullptr ? Term() : Term(*slot);
}

Term TermTable::make_apply(const Function& function, std::span<const Term> arguments) {
  PENDULUM_DCHECK(function.domain.size() == arguments.size(), "'{}' should have {} arguments", function.name,
                  function.domain.size());
  const std::uint32_t hash = hash_of_operator(Kind::Apply, function.range, arguments, function.id);
  const TermNode** slot = slot_of(hash, [&](const TermNode& node) {
    return node.kind == Kind::Apply && node.function == &function && same_children(node, arguments);
  });
  if (*slot != nullptr) return Term(*slot);
  TermNode* node = allocate(Kind::Apply, function.range, arguments, hash);
  node->function = &function;
  insert(slot, node);
  return Term(node);
}

Term TermTable::make_integer(Kind kind, Sort sort, mpz_srcptr value) {
  PENDULUM_DCHECK(kind == Kind::IntValue || (mpz_sgn(value) >= 0 && mpz_sizeinbase(value, 2) <= sort.width()),
                  "a bit-vector value should be less than 2^width");
  const std::uint32_t hash = finish(add_integer(start(kind, sort), value));
  const TermNode** slot = slot_of(hash, [&](const TermNode& node) {
    return node.kind == kind && node.sort == sort.node() && mpz_cmp(node.integer->get_mpz_t(), value) == 0;
  });
  if (*slot != nullptr) return Term(*slot);
  TermNode* node = allocate(kind, sort, {}, hash);
  node->integer = &integers_.emplace_back(value);
  insert(slot, node);
  return Term(node);
}

Term TermTable::make_unsigned(Kind kind, Sort sort, std::uint64_t value) {
  static_assert(sizeof(mp_limb_t) == sizeof(std::uint64_t));
  const mp_limb_t limb = value;
  mpz_t number;
  return make_integer(kind, sort, mpz_roinit_n(number, &limb, value == 0 ? 0 : 1));
}

Term TermTable::make_rational(Sort sort, const mpq_class& value) {
  const std::uint32_t hash = finish(
      add_integer(add_integer(start(Kind::RealValue, sort), value.get_num_mpz_t()), value.get_den_mpz_t()));
  const TermNode** slot = slot_of(
      hash, [&](const TermNode& node) { return node.kind == Kind::RealValue && *node.rational == value; });
  if (*slot != nullptr) return Term(*slot);
  TermNode* node = allocate(Kind::RealValue, sort, {}, hash);
  node->rational = &rationals_.emplace_back(value);
  insert(slot, node);
  return Term(node);
}

Term TermTable::make_symbol(Sort sort, const std::string& name) {
  TermNode* node = allocate(Kind::Symbol, sort, {}, 0);  // symbols are found by name, not by hash
  node->name = &name;
  return Term(node);
}

}  // namespace pendulum::term
