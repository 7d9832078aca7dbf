// Sorts. They are interned, so equal sorts are the same node.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/check.h"

namespace pendulum::term {

enum class SortKind : std::uint8_t { Bool, BitVec, Int, Real, Array, Uninterpreted };

class Sort;

struct SortNode {
  std::uint32_t id;
  SortKind kind;
  std::uint32_t width;      ///< of a BitVec
  const SortNode* index;    ///< of an Array
  const SortNode* element;  ///< of an Array
  std::string name;         ///< of an Uninterpreted sort
};

/// Handle of a sort; null if default-constructed. Valid as long as its manager.
class Sort {
 public:
  Sort() = default;
  explicit Sort(const SortNode* node) : node_(node) {}

  bool is_null() const { return node_ == nullptr; }
  std::uint32_t id() const { return node_->id; }
  SortKind kind() const { return node_->kind; }
  bool is_bool() const { return kind() == SortKind::Bool; }
  bool is_bitvec() const { return kind() == SortKind::BitVec; }
  bool is_int() const { return kind() == SortKind::Int; }
  bool is_real() const { return kind() == SortKind::Real; }
  bool is_array() const { return kind() == SortKind::Array; }
  /// Requires is_bitvec().
  std::uint32_t width() const {
    PENDULUM_DCHECK(is_bitvec(), "width should be called only for bit-vector sorts");
    return node_->width;
  }
  /// Require is_array().
  Sort index() const {
    PENDULUM_DCHECK(is_array(), "index should be called only for array sorts");
    return Sort(node_->index);
  }
  Sort element() const {
    PENDULUM_DCHECK(is_array(), "element should be called only for array sorts");
    return Sort(node_->element);
  }
  /// Requires kind() == Uninterpreted.
  const std::string& name() const {
    PENDULUM_DCHECK(kind() == SortKind::Uninterpreted, "name should be called only for uninterpreted sorts");
    return node_->name;
  }

  /// For internal use by src/term.
  const SortNode* node() const { return node_; }

  /// Returns the sort in SMT-LIB syntax, for example "(_ BitVec 32)".
  std::string to_string() const;

  friend bool operator==(Sort a, Sort b) { return a.node_ == b.node_; }
  friend auto operator<=>(Sort a, Sort b) { return a.id() <=> b.id(); }

 private:
  const SortNode* node_ = nullptr;
};

}  // namespace pendulum::term

template <>
struct std::hash<pendulum::term::Sort> {
  std::size_t operator()(pendulum::term::Sort sort) const noexcept {
    return sort.is_null() ? 0 : sort.id() + 1;
  }
};
