// Translates gates to clauses for a SAT solver (Tseitin encoding with both implications). Constants are
// folded, and gates are hash-consed, so that shared subcircuits stay shared. Exception: conjunctions of more
// than two literals are not hash-consed.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <unordered_map>
#include <vector>

namespace pendulum::smt {

/// A literal as in DIMACS: a positive number for a variable, a negative one for its negation. 1 is the
/// constant true.
using Literal = int;

class Circuit {
 public:
  using AddClause = std::function<void(std::span<const Literal>)>;

  /// `add_clause` receives all clauses. The constructor adds the unit clause that makes the literal 1 true.
  explicit Circuit(AddClause add_clause);

  static constexpr Literal truth = 1;
  static constexpr Literal falsity = -1;
  static bool is_constant(Literal a) { return a == truth || a == falsity; }
  static Literal constant(bool value) { return value ? truth : falsity; }

  /// Returns a new variable.
  Literal fresh() { return ++num_variables_; }
  Literal mk_and(Literal a, Literal b);
  Literal mk_and(std::span<const Literal> literals);
  Literal mk_or(Literal a, Literal b) { return -mk_and(-a, -b); }
  Literal mk_or(std::span<const Literal> literals);
  Literal mk_xor(Literal a, Literal b);
  Literal mk_ite(Literal condition, Literal a, Literal b);
  /// Sum and carry of a full adder.
  Literal mk_xor3(Literal a, Literal b, Literal c);
  Literal mk_majority(Literal a, Literal b, Literal c);

  void add_clause(std::initializer_list<Literal> clause) { add_clause_(clause); }

 private:
  enum class Gate : std::uint8_t { And, Xor, Ite, Xor3, Majority };
  struct Key {
    Gate gate;
    std::array<Literal, 3> inputs;
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct KeyHash {
    std::size_t operator()(const Key& key) const noexcept;
  };
  /// Returns the output literal of a gate. If the gate is new, sets `is_new`, and the caller has to add its
  /// clauses.
  Literal output(Gate gate, std::array<Literal, 3> inputs, bool& is_new);

  AddClause add_clause_;
  int num_variables_ = 1;
  std::unordered_map<Key, Literal, KeyHash> gates_;
};

}  // namespace pendulum::smt
