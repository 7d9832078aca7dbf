#include "facts/flags/bdd.h"

#include <bdd.h>

#include <algorithm>
#include <utility>

#include "base/check.h"

// The wrapper uses BuDDy's C interface, which the header hides behind these macros in C++.
#undef bdd_ithvar
#undef bdd_init

namespace pendulum::facts {

namespace {

/// Initial number of nodes; BuDDy enlarges the table when a garbage collection frees too few of them.
constexpr int initial_nodes = 20'000;
/// One cache entry for this number of nodes, as BuDDy's documentation recommends for large examples.
constexpr int cache_ratio = 4;
/// Exponent of two of the number of steps in which the table grows to its limit.
constexpr unsigned growth_shift = 3;

/// Set by BuDDy's error callback. Global, because BuDDy is.
bool has_failed = false;

void record_error(int) {
  has_failed = true;
}

}  // namespace

Bdd::Bdd(int id) : id_(id) {
  if (id_ > 1) bdd_addref(id_);
}

Bdd::Bdd(const Bdd& other) : Bdd(other.id_) {}

Bdd::Bdd(Bdd&& other) noexcept : id_(std::exchange(other.id_, 0)) {}

Bdd& Bdd::operator=(Bdd other) noexcept {
  std::swap(id_, other.id_);
  return *this;
}

Bdd::~Bdd() {
  if (id_ > 1 && bdd_isrunning() != 0) bdd_delref(id_);
}

BddPackage::BddPackage(unsigned num_bits, unsigned max_nodes, const base::StopToken& stop)
    : num_bits_(num_bits), stop_(stop) {
  PENDULUM_CHECK(bdd_isrunning() == 0, "at most one BDD package should exist");
  PENDULUM_CHECK(max_nodes > 0, "the limit on nodes should be positive");
  has_failed = false;
  bdd_error_hook(record_error);
  const int limit = static_cast<int>(max_nodes);
  if (bdd_init(std::min(initial_nodes, limit), initial_nodes / cache_ratio) < 0) throw OutOfNodes();
  // bdd_init has installed callbacks that print and abort.
  bdd_error_hook(record_error);
  bdd_gbc_hook(nullptr);
  bdd_clear_error();
  bdd_setcacheratio(cache_ratio);
  bdd_setmaxincrease(std::max(initial_nodes, limit >> growth_shift));
  // Without variables, bdd_done would free the table of variables of the previous package again.
  bdd_setvarnum(static_cast<int>(2 * std::max(num_bits, 1u)));
  // BuDDy accepts only limits above the present size.
  bdd_setmaxnodenum(std::max(limit, bdd_getallocnum() + 1));
  bddPair* renaming = bdd_newpair();
  for (unsigned bit = 0; renaming != nullptr && bit < num_bits; ++bit)
    bdd_setpair(renaming, static_cast<int>(2 * bit + 1), static_cast<int>(2 * bit));
  next_to_current_ = reinterpret_cast<Renaming*>(renaming);
  if (has_failed || renaming == nullptr) {
    bdd_done();
    throw OutOfNodes();
  }
}

BddPackage::~BddPackage() {
  bdd_done();
}

Bdd BddPackage::result(int id) const {
  if (has_failed || id < 0) throw OutOfNodes();
  Bdd result(id);
  stop_.throw_if_stopped();
  return result;
}

Bdd BddPackage::mk_true() const {
  return Bdd(1);
}

Bdd BddPackage::variable(unsigned variable) const {
  PENDULUM_CHECK(variable < 2 * num_bits_, "variable {} should be declared", variable);
  return result(bdd_ithvar(static_cast<int>(variable)));
}

Bdd BddPackage::mk_not(const Bdd& a) const {
  return result(bdd_not(a.id_));
}
Bdd BddPackage::mk_and(const Bdd& a, const Bdd& b) const {
  return result(bdd_apply(a.id_, b.id_, bddop_and));
}
Bdd BddPackage::mk_or(const Bdd& a, const Bdd& b) const {
  return result(bdd_apply(a.id_, b.id_, bddop_or));
}

Bdd BddPackage::difference(const Bdd& a, const Bdd& b) const {
  return result(bdd_apply(a.id_, b.id_, bddop_diff));
}

Bdd BddPackage::cube(const std::vector<unsigned>& bits) const {
  Bdd all = mk_true();
  for (const unsigned bit : bits) all = mk_and(all, current(bit));
  return all;
}

Bdd BddPackage::exists(const Bdd& a, const Bdd& bits) const {
  return bits.is_true() ? a : result(bdd_exist(a.id_, bits.id_));
}

Bdd BddPackage::and_exists(const Bdd& a, const Bdd& b, const Bdd& bits) const {
  return bits.is_true() ? mk_and(a, b) : result(bdd_appex(a.id_, b.id_, bddop_and, bits.id_));
}

Bdd BddPackage::next_to_current(const Bdd& a) const {
  return result(bdd_replace(a.id_, reinterpret_cast<bddPair*>(next_to_current_)));
}

unsigned BddPackage::top_bit(const Bdd& a) const {
  PENDULUM_CHECK(a.id_ > 1, "a constant should not be taken apart");
  const int variable = bdd_var(a.id_);
  PENDULUM_CHECK(variable >= 0 && variable % 2 == 0, "the diagram should depend on current bits only");
  return static_cast<unsigned>(variable) / 2;
}

Bdd BddPackage::low(const Bdd& a) const {
  PENDULUM_CHECK(a.id_ > 1, "a constant should not be taken apart");
  return result(bdd_low(a.id_));
}

Bdd BddPackage::high(const Bdd& a) const {
  PENDULUM_CHECK(a.id_ > 1, "a constant should not be taken apart");
  return result(bdd_high(a.id_));
}

std::size_t BddPackage::size(const Bdd& a) const {
  return a.id_ > 1 ? static_cast<std::size_t>(bdd_nodecount(a.id_)) : 0;
}

}  // namespace pendulum::facts
