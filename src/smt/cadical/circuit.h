// Gates as clauses for a SAT solver (Tseitin, both directions). Constants are folded, and a gate over the
// same literals is made once, so that shared arithmetic stays shared.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <unordered_map>
#include <vector>

namespace pendulum::smt {

/// As in DIMACS: a positive number, or its negation. 1 is the constant true.
using Literal = int;

class Circuit {
 public:
  using AddClause = std::function<void(std::span<const Literal>)>;

  /// Adds the unit clause that makes 1 true.
  explicit Circuit(AddClause add_clause);

  static constexpr Literal truth = 1;
  static constexpr Literal falsity = -1;
  static bool is_constant(Literal a) { return a == truth || a == falsity; }
  static Literal constant(bool value) { return value ? truth : falsity; }

  Literal fresh() { return ++num_variables_; }
  Literal mk_and(Literal a, Literal b);
  Literal mk_and(std::span<const Literal> literals);
  Literal mk_or(Literal a, Literal b) { return -mk_and(-a, -b); }
  Literal mk_or(std::span<const Literal> literals);
  Literal mk_xor(Literal a, Literal b);
  Literal mk_ite(Literal condition, Literal a, Literal b);
  /// The two outputs of a full adder.
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
  /// The output of the gate; `is_new` says that its clauses are still to be added.
  Literal output(Gate gate, std::array<Literal, 3> inputs, bool& is_new);

  AddClause add_clause_;
  int num_variables_ = 1;
  std::unordered_map<Key, Literal, KeyHash> gates_;
};

}  // namespace pendulum::smt
