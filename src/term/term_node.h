// Node of the term DAG, to which a Term points. Nodes are stored in the arena of their manager, and the
// children follow the node in memory. Only term.h should include this file; it does so to make frequently
// used accessors inline.
#pragma once

#include "base/check.h"
#include "term/term.h"

namespace pendulum::term {

struct alignas(8) TermNode {
  std::uint32_t id;
  std::uint32_t hash;  ///< of all components except the id
  std::uint32_t num_children;
  Kind kind;
  bool has_quantifier;  ///< the term contains a quantifier
  const SortNode* sort;
  union {
    std::uint32_t parameters[2];  ///< of indexed operators; other operators: 0
    const std::string* name;      ///< Symbol
    const Function* function;     ///< Apply
    const mpz_class* integer;     ///< BitVecValue, IntValue
    const mpq_class* rational;    ///< RealValue
  };

  const Term* children() const { return reinterpret_cast<const Term*>(this + 1); }
};

inline std::uint32_t Term::id() const {
  return node_->id;
}
inline Kind Term::kind() const {
  return node_->kind;
}
inline Sort Term::sort() const {
  return Sort(node_->sort);
}
inline std::span<const Term> Term::children() const {
  return {node_->children(), node_->num_children};
}
inline bool Term::has_quantifier() const {
  return node_->has_quantifier;
}
inline bool Term::is_value() const {
  return node_->kind <= Kind::RealValue;
}

inline std::uint32_t Term::parameter(std::size_t i) const {
  PENDULUM_CHECK(i < 2 && node_->kind != Kind::Symbol && node_->kind != Kind::Apply && !is_value(),
                 "parameter should be called only for operators");
  return node_->parameters[i];
}

inline const mpz_class& Term::integer_value() const {
  PENDULUM_CHECK(node_->kind == Kind::BitVecValue || node_->kind == Kind::IntValue,
                 "integer_value should be called only for integers and bit-vectors");
  return *node_->integer;
}

}  // namespace pendulum::term
