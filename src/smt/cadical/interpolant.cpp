// Restriction of a refutation by an assignment: a resolution step whose pivot is assigned is replaced by the
// premise in which the pivot's literal is false. Clauses that contain a true literal are not needed.
//
// Partial interpolants are nodes of a graph of conjunctions and disjunctions. Only those on which the result
// depends become terms.
#include "smt/cadical/interpolant.h"

#include <algorithm>
#include <cstdlib>
#include <map>

#include "base/check.h"

namespace pendulum::smt {

namespace {

using term::Term;

/// Hash-consed monotone formulas over literals.
class Formulas {
 public:
  using Id = std::size_t;
  static constexpr Id truth = 0, falsity = 1;

  Id literal(Literal literal) { return make({Kind::Literal, literal, truth, truth}); }
  Id conjunction(Id a, Id b) { return combine(Kind::And, a, b, truth, falsity); }
  Id disjunction(Id a, Id b) { return combine(Kind::Or, a, b, falsity, truth); }
  Term to_term(term::TermManager& terms, Id root, const std::unordered_map<Literal, Term>& atoms) const;

 private:
  enum class Kind { True, False, Literal, And, Or };
  struct Node {
    Kind kind;
    Literal literal;  ///< only of Literal
    Id a, b;          ///< only of And and Or
    auto operator<=>(const Node&) const = default;
  };

  Id combine(Kind kind, Id a, Id b, Id neutral, Id absorbing) {
    if (a == absorbing || b == absorbing) return absorbing;
    if (a == neutral || a == b) return b;
    if (b == neutral) return a;
    return make({kind, 0, std::min(a, b), std::max(a, b)});
  }
  Id make(Node node) {
    const auto [found, is_new] = ids_.try_emplace(node, nodes_.size());
    if (is_new) nodes_.push_back(node);
    return found->second;
  }
  Term to_term(term::TermManager& terms, const Node& node, const term::TermVector& known,
               const std::unordered_map<Literal, Term>& atoms) const;

  std::vector<Node> nodes_{{Kind::True, 0, 0, 0}, {Kind::False, 0, 0, 0}};
  std::map<Node, Id> ids_;
};

Term Formulas::to_term(term::TermManager& terms, const Node& node, const term::TermVector& known,
                       const std::unordered_map<Literal, Term>& atoms) const {
  switch (node.kind) {
    case Kind::True:
      return terms.mk_true();
    case Kind::False:
      return terms.mk_false();
    case Kind::Literal: {
      const Term atom = atoms.at(std::abs(node.literal));
      return node.literal > 0 ? atom : terms.mk_not(atom);
    }
    case Kind::And:
      return terms.mk_and(known[node.a], known[node.b]);
    case Kind::Or:
      return terms.mk_or(known[node.a], known[node.b]);
  }
  PENDULUM_UNREACHABLE();
}

Term Formulas::to_term(term::TermManager& terms, Id root,
                       const std::unordered_map<Literal, Term>& atoms) const {
  std::vector<bool> is_needed(nodes_.size(), false);
  is_needed[root] = true;
  for (Id id = nodes_.size(); id-- > 0;) {
    if (!is_needed[id] || (nodes_[id].kind != Kind::And && nodes_[id].kind != Kind::Or)) continue;
    is_needed[nodes_[id].a] = is_needed[nodes_[id].b] = true;
  }
  term::TermVector known(nodes_.size());
  for (Id id = 0; id < nodes_.size(); ++id)
    if (is_needed[id]) known[id] = to_term(terms, nodes_[id], known, atoms);
  return known[root];
}

/// The partial interpolants of the clauses of a refutation.
class PartialInterpolants {
 public:
  PartialInterpolants(std::span<const Clause> inputs, const Cut& cut) : inputs_(inputs), cut_(cut) {}

  /// The partial interpolant of the next clause; no value if the assignment satisfies the clause.
  void add(const Derivation& derivation) {
    partial_.push_back(derivation.input ? of_input(*derivation.input) : of_chain(derivation));
  }
  Term last(term::TermManager& terms) const {
    PENDULUM_CHECK(!partial_.empty() && partial_.back(), "the last clause should be empty");
    return formulas_.to_term(terms, *partial_.back(), cut_.shared);
  }

 private:
  using Partial = std::optional<Formulas::Id>;

  int value(Literal literal) const {
    const int value = cut_.assigned[static_cast<std::size_t>(std::abs(literal))];
    return literal > 0 ? value : -value;
  }

  Partial of_input(std::size_t index) {
    const Clause& clause = inputs_[index];
    if (std::ranges::any_of(clause, [&](Literal literal) { return value(literal) > 0; })) return std::nullopt;
    if (!cut_.is_in_a[index]) return Formulas::truth;
    Formulas::Id result = Formulas::falsity;
    for (const Literal literal : clause)
      if (cut_.shared.contains(std::abs(literal)))
        result = formulas_.disjunction(result, formulas_.literal(literal));
    return result;
  }

  Partial of_chain(const Derivation& derivation) {
    Partial result = partial_[derivation.first];
    for (const auto& [clause, pivot] : derivation.steps) {
      if (value(pivot) > 0) continue;
      const Partial& other = partial_[clause];
      if (value(pivot) < 0 || !result || !other)
        result = value(pivot) < 0 ? other : std::nullopt;
      else if (cut_.is_local_to_a[static_cast<std::size_t>(std::abs(pivot))])
        result = formulas_.disjunction(*result, *other);
      else
        result = formulas_.conjunction(*result, *other);
    }
    return result;
  }

  std::span<const Clause> inputs_;
  const Cut& cut_;
  Formulas formulas_;
  std::vector<Partial> partial_;  ///< by derivation
};

}  // namespace

Term interpolant(term::TermManager& terms, std::span<const Clause> inputs, const Refutation& refutation,
                 const Cut& cut) {
  PENDULUM_CHECK(cut.is_in_a.size() == inputs.size(), "each of {} clauses should be in A or B",
                 inputs.size());
  PartialInterpolants partial(inputs, cut);
  for (const Derivation& derivation : refutation) partial.add(derivation);
  return partial.last(terms);
}

}  // namespace pendulum::smt
