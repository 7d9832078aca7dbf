// Terms: a hash-consed DAG that is independent of the solvers. Equal terms are the same node. Terms are
// ordered by id, which is the order of construction, so that algorithms that iterate over ordered terms are
// deterministic.
#pragma once

#include <gmpxx.h>

#include <compare>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "term/signature/kind.h"
#include "term/signature/sort.h"

namespace pendulum::term {

class TermManager;
class TermTable;
struct TermNode;

/// Uninterpreted function symbol, interned by name.
struct Function {
  std::uint32_t id;
  std::string name;
  std::vector<Sort> domain;
  Sort range;
};

/// Handle of a term; null if default-constructed. Valid as long as its manager.
class Term {
 public:
  Term() = default;

  bool is_null() const { return node_ == nullptr; }
  explicit operator bool() const { return node_ != nullptr; }

  std::uint32_t id() const;
  Kind kind() const;
  Sort sort() const;
  std::span<const Term> children() const;
  std::size_t num_children() const { return children().size(); }
  Term child(std::size_t i) const { return children()[i]; }
  Term operator[](std::size_t i) const { return child(i); }

  /// Parameter of BvExtract, BvZeroExtend, BvSignExtend or Int2Bv; see Kind.
  std::uint32_t parameter(std::size_t i) const;
  /// Requires: kind() is Symbol.
  const std::string& name() const;
  /// Requires: kind() is Apply.
  const Function& function() const;
  /// Requires: kind() is BitVecValue (returns the unsigned value) or IntValue.
  const mpz_class& integer_value() const;
  /// The value in two's complement. Requires: kind() is BitVecValue.
  mpz_class signed_value() const;
  /// Requires: kind() is RealValue.
  const mpq_class& rational_value() const;

  bool is_true() const { return kind() == Kind::True; }
  bool is_false() const { return kind() == Kind::False; }
  bool is_symbol() const { return kind() == Kind::Symbol; }
  /// Returns true for True, False, BitVecValue, IntValue and RealValue.
  bool is_value() const;
  /// Returns true if the term contains a Forall or Exists.
  bool has_quantifier() const;

  /// Returns the term in SMT-LIB syntax, with shared subterms bound by let; for messages and logs. See
  /// smtlib.h for scripts.
  std::string to_string() const;

  friend bool operator==(Term a, Term b) { return a.node_ == b.node_; }
  friend std::strong_ordering operator<=>(Term a, Term b) {
    return a.is_null() || b.is_null() ? (!a.is_null() <=> !b.is_null()) : a.id() <=> b.id();
  }

 private:
  friend class TermTable;
  explicit Term(const TermNode* node) : node_(node) {}
  const TermNode* node_ = nullptr;
};

}  // namespace pendulum::term

template <>
struct std::hash<pendulum::term::Term> {
  std::size_t operator()(pendulum::term::Term term) const noexcept {
    return term.is_null() ? 0 : term.id() + 1;
  }
};

namespace pendulum::term {

using TermVector = std::vector<Term>;
using TermSet = std::unordered_set<Term>;
/// Map from terms. Iterate over it only if the order does not matter.
template <typename T>
using TermMap = std::unordered_map<Term, T>;
using Substitution = TermMap<Term>;

}  // namespace pendulum::term

#include "term/term_node.h"
