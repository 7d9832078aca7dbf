#include "smt/cadical/circuit.h"

#include <algorithm>
#include <cstdlib>

#include "base/check.h"

namespace pendulum::smt {

Circuit::Circuit(AddClause add_clause) : add_clause_(std::move(add_clause)) {
  this->add_clause({truth});
}

std::size_t Circuit::KeyHash::operator()(const Key& key) const noexcept {
  std::uint64_t hash = static_cast<std::uint64_t>(key.gate);
  for (const Literal literal : key.inputs) {
    hash = (hash ^ static_cast<std::uint32_t>(literal)) * 0x9e3779b97f4a7c15U;
    hash ^= hash >> 29U;
  }
  return hash;
}

Literal Circuit::output(Gate gate, std::array<Literal, 3> inputs, bool& is_new) {
  PENDULUM_DCHECK(std::ranges::all_of(inputs, [&](Literal a) { return std::abs(a) <= num_variables_; }),
                  "the inputs of a gate should be literals of its circuit");
  const auto [it, inserted] = gates_.try_emplace(Key{gate, inputs}, 0);
  is_new = inserted;
  if (inserted) it->second = fresh();
  return it->second;
}

Literal Circuit::mk_and(Literal a, Literal b) {
  if (a == falsity || b == falsity || a == -b) return falsity;
  if (a == truth || a == b) return b;
  if (b == truth) return a;
  if (a > b) std::swap(a, b);
  bool is_new = false;
  const Literal out = output(Gate::And, {a, b, 0}, is_new);
  if (is_new) {
    add_clause({-out, a});
    add_clause({-out, b});
    add_clause({out, -a, -b});
  }
  return out;
}

Literal Circuit::mk_and(std::span<const Literal> literals) {
  std::vector<Literal> inputs(literals.begin(), literals.end());
  const auto by_variable = [](Literal a, Literal b) {
    return std::abs(a) != std::abs(b) ? std::abs(a) < std::abs(b) : a < b;
  };
  std::ranges::sort(inputs, by_variable);
  inputs.erase(std::unique(inputs.begin(), inputs.end()), inputs.end());
  std::erase(inputs, truth);
  for (std::size_t i = 0; i < inputs.size(); ++i)
    if (inputs[i] == falsity || (i > 0 && inputs[i] == -inputs[i - 1])) return falsity;
  if (inputs.empty()) return truth;
  if (inputs.size() == 1) return inputs[0];
  if (inputs.size() == 2) return mk_and(inputs[0], inputs[1]);
  PENDULUM_CHECK(std::abs(inputs.back()) <= num_variables_, "{} should be a literal of the circuit",
                 inputs.back());
  const Literal out = fresh();
  std::vector<Literal> clause{out};
  for (const Literal input : inputs) {
    add_clause({-out, input});
    clause.push_back(-input);
  }
  add_clause_(clause);
  return out;
}

Literal Circuit::mk_or(std::span<const Literal> literals) {
  std::vector<Literal> negated;
  negated.reserve(literals.size());
  for (const Literal literal : literals) negated.push_back(-literal);
  return -mk_and(negated);
}

Literal Circuit::mk_xor(Literal a, Literal b) {
  if (a == falsity) return b;
  if (b == falsity) return a;
  if (a == truth) return -b;
  if (b == truth) return -a;
  if (a == b) return falsity;
  if (a == -b) return truth;
  // Gates are stored over positive literals: the negation of an input is moved to the output.
  const bool is_negated = (a < 0) != (b < 0);
  a = std::abs(a);
  b = std::abs(b);
  if (a > b) std::swap(a, b);
  bool is_new = false;
  const Literal out = output(Gate::Xor, {a, b, 0}, is_new);
  if (is_new) {
    add_clause({-out, a, b});
    add_clause({-out, -a, -b});
    add_clause({out, -a, b});
    add_clause({out, a, -b});
  }
  return is_negated ? -out : out;
}

Literal Circuit::mk_ite(Literal condition, Literal a, Literal b) {
  if (condition == truth || a == b) return a;
  if (condition == falsity) return b;
  if (condition < 0) {
    condition = -condition;
    std::swap(a, b);
  }
  if (a == -b) return -mk_xor(condition, a);
  if (a == truth || a == condition) return mk_or(condition, b);
  if (a == falsity || a == -condition) return mk_and(-condition, b);
  if (b == truth || b == -condition) return mk_or(-condition, a);
  if (b == falsity || b == condition) return mk_and(condition, a);
  const bool is_negated = a < 0;
  if (is_negated) {
    a = -a;
    b = -b;
  }
  bool is_new = false;
  const Literal out = output(Gate::Ite, {condition, a, b}, is_new);
  if (is_new) {
    add_clause({-condition, -a, out});
    add_clause({-condition, a, -out});
    add_clause({condition, -b, out});
    add_clause({condition, b, -out});
    // Redundant clauses that strengthen unit propagation while the condition is unassigned.
    add_clause({-a, -b, out});
    add_clause({a, b, -out});
  }
  return is_negated ? -out : out;
}

Literal Circuit::mk_xor3(Literal a, Literal b, Literal c) {
  if (is_constant(a) || std::abs(a) == std::abs(b) || std::abs(a) == std::abs(c))
    return std::abs(a) == std::abs(c) ? mk_xor(mk_xor(a, c), b) : mk_xor(mk_xor(a, b), c);
  if (is_constant(b) || is_constant(c) || std::abs(b) == std::abs(c)) return mk_xor(a, mk_xor(b, c));
  const bool is_negated = ((a < 0) != (b < 0)) != (c < 0);
  std::array<Literal, 3> inputs{std::abs(a), std::abs(b), std::abs(c)};
  std::ranges::sort(inputs);
  bool is_new = false;
  const Literal out = output(Gate::Xor3, inputs, is_new);
  if (is_new) {
    const auto [x, y, z] = inputs;
    add_clause({-out, x, y, z});
    add_clause({-out, x, -y, -z});
    add_clause({-out, -x, y, -z});
    add_clause({-out, -x, -y, z});
    add_clause({out, -x, -y, -z});
    add_clause({out, -x, y, z});
    add_clause({out, x, -y, z});
    add_clause({out, x, y, -z});
  }
  return is_negated ? -out : out;
}

Literal Circuit::mk_majority(Literal a, Literal b, Literal c) {
  if (a == b) return a;
  if (a == c) return a;
  if (b == c) return b;
  if (a == -b) return c;
  if (a == -c) return b;
  if (b == -c) return a;
  if (is_constant(a)) return a == truth ? mk_or(b, c) : mk_and(b, c);
  if (is_constant(b)) return b == truth ? mk_or(a, c) : mk_and(a, c);
  if (is_constant(c)) return c == truth ? mk_or(a, b) : mk_and(a, b);
  std::array<Literal, 3> inputs{a, b, c};
  std::ranges::sort(inputs, {}, [](Literal literal) { return std::abs(literal); });
  // The majority of the negated inputs is the negation of the majority.
  const bool is_negated = inputs[0] < 0;
  if (is_negated)
    for (Literal& input : inputs) input = -input;
  bool is_new = false;
  const Literal out = output(Gate::Majority, inputs, is_new);
  if (is_new) {
    const auto [x, y, z] = inputs;
    add_clause({-x, -y, out});
    add_clause({-x, -z, out});
    add_clause({-y, -z, out});
    add_clause({x, y, -out});
    add_clause({x, z, -out});
    add_clause({y, z, -out});
  }
  return is_negated ? -out : out;
}

}  // namespace pendulum::smt
