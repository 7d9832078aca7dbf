// Binary decision diagrams (Bryant 1986) over the bits of a state: a wrapper of the C library BuDDy, whose
// header only bdd.cpp includes.
//
// BuDDy has one global node table, so at most one BddPackage exists at a time in a process. The library
// reports errors, such as a full node table, to a callback and then continues with wrong results. The wrapper
// records the report and throws OutOfNodes at the end of the operation, so that no wrong result is returned.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <vector>

#include "base/stop.h"

namespace pendulum::facts {

/// The node table is full. The package must not be used for further operations.
class OutOfNodes : public std::runtime_error {
 public:
  OutOfNodes() : std::runtime_error("the BDD package has reached its limit on nodes") {}
};

/// Handle of a diagram, which counts as a reference for BuDDy's garbage collection. The default is `false`.
/// Equal diagrams have equal handles. Valid as long as its package.
class Bdd {
 public:
  Bdd() = default;
  Bdd(const Bdd& other);
  Bdd(Bdd&& other) noexcept;
  Bdd& operator=(Bdd other) noexcept;
  ~Bdd();

  bool is_false() const { return id_ == 0; }
  bool is_true() const { return id_ == 1; }
  int id() const { return id_; }
  friend bool operator==(const Bdd& a, const Bdd& b) { return a.id_ == b.id_; }

 private:
  friend class BddPackage;
  explicit Bdd(int id);
  int id_ = 0;  ///< BuDDy's number of the root: 0 for false, 1 for true
};

class BddPackage {
 public:
  /// Bits 0 ... num_bits - 1 exist in two copies, current and next; the copies of a bit are adjacent in the
  /// variable order, which is the order of the bits. Operations throw Stopped after `stop` has stopped.
  /// Requires: no other package exists; max_nodes > 0.
  BddPackage(unsigned num_bits, unsigned max_nodes, const base::StopToken& stop);
  ~BddPackage();
  BddPackage(const BddPackage&) = delete;
  BddPackage& operator=(const BddPackage&) = delete;

  unsigned num_bits() const { return num_bits_; }
  Bdd mk_true() const;
  Bdd mk_false() const { return {}; }
  Bdd current(unsigned bit) const { return variable(2 * bit); }
  Bdd next(unsigned bit) const { return variable(2 * bit + 1); }

  Bdd mk_not(const Bdd& a) const;
  Bdd mk_and(const Bdd& a, const Bdd& b) const;
  Bdd mk_or(const Bdd& a, const Bdd& b) const;
  /// `a` and not `b`.
  Bdd difference(const Bdd& a, const Bdd& b) const;
  /// The conjunction of the current copies of the bits, as a set of variables for quantification.
  Bdd cube(const std::vector<unsigned>& bits) const;
  /// exists bits: a. Requires: `bits` is a result of cube().
  Bdd exists(const Bdd& a, const Bdd& bits) const;
  /// exists bits: a and b.
  Bdd and_exists(const Bdd& a, const Bdd& b, const Bdd& bits) const;
  /// Replaces next copies by current copies. Requires: `a` depends on at most one copy of each bit.
  Bdd next_to_current(const Bdd& a) const;

  /// The first bit that `a` depends on, and the diagrams for both values of it. Requires: `a` depends only on
  /// current copies and is not constant.
  unsigned top_bit(const Bdd& a) const;
  Bdd low(const Bdd& a) const;
  Bdd high(const Bdd& a) const;
  /// Number of nodes of `a` without the constants.
  std::size_t size(const Bdd& a) const;

 private:
  Bdd variable(unsigned variable) const;
  /// Checks for errors and wraps the result of an operation.
  Bdd result(int id) const;

  unsigned num_bits_;
  const base::StopToken& stop_;
  struct Renaming;
  Renaming* next_to_current_ = nullptr;  ///< owned by BuDDy
};

}  // namespace pendulum::facts
