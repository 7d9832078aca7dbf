// Interval propagation through terms over Booleans, bit-vectors and floating-point numbers: computes
// supersets of the values that subterms can have in models of a conjunction, by the forward and backward
// sweeps of HC4 [Benhamou et al., Revising hull and box consistency, ICLP 1999].
//
// Terms of other sorts, and words with more than 64 bits, are arbitrary.
#pragma once

#include <optional>

#include "smt/intervals/word_set.h"
#include "term/signature/float_format.h"
#include "term/term_manager.h"

namespace pendulum::smt {

class Propagation {
 public:
  /// The conjunction of `assertions`.
  explicit Propagation(std::span<const term::Term> assertions);

  /// The symbols that have sets, in the order of boxes.
  const term::TermVector& symbols() const { return symbols_; }
  /// One set per symbol, then one per condition of an ite between words. A search may assume a condition or
  /// its negation: the branches of the ite are narrowed by it, which no set of a symbol may express.
  using Box = std::vector<WordSet>;
  Box everything() const;
  /// Number of subterms, which is a measure for the time of one sweep.
  std::size_t size() const { return nodes_.size(); }

  /// Removes words from the sets of `box` that no model of the conjunction inside of the box has. Returns
  /// false if it proves that the box contains no model.
  bool contract(Box& box);
  /// Returns true if each assignment of words of `box` to the symbols satisfies the conjunction. Requires:
  /// the box does not restrict conditions.
  bool is_satisfied(const Box& box);
  /// For each set of `box`: may the value of its term decide an assertion that is open in the box? It may
  /// not, for example, if the term only occurs in a branch that no assignment of the box chooses. No value:
  /// an assertion is false in the whole box.
  std::optional<std::vector<bool>> relevant_sets(const Box& box);

 private:
  struct Node {
    term::Term term;
    std::vector<std::uint32_t> children;  ///< indices of nodes
    bool has_set = false;                 ///< Bool, or a bit-vector with at most 64 bits
    bool has_rule = false;                ///< do all children have sets, and is the operator supported?
    bool is_condition = false;            ///< of an ite between words
  };

  static term::FloatFormat format_of(const Node& node);

  void add_conditions();
  void start(const Box& box);
  void forward();
  void backward();
  /// Intersects the set of a node.
  void narrow(std::uint32_t index, const WordSet& set);

  WordSet image(const Node& node) const;
  WordSet boolean_image(const Node& node) const;
  WordSet ite_image(const Node& node) const;
  WordSet float_operator_image(const Node& node) const;
  WordSet float_comparison_image(const Node& node) const;

  void narrow_children(const Node& node, const WordSet& value);
  void narrow_condition(const Node& node, bool value);
  void narrow_connective(const Node& node, bool value);
  void narrow_ite(const Node& node, const WordSet& value);
  void narrow_equality(const Node& node, bool value);
  void narrow_order(const Node& node, bool value);
  void narrow_float_comparison(const Node& node, bool value);
  void narrow_sign_operation(const Node& node, const WordSet& value);
  void narrow_structure(const Node& node, const WordSet& value);
  void narrow_widened(const Node& node, const WordSet& value);

  const WordSet& set(const Node& node, std::size_t child) const { return sets_[node.children[child]]; }

  std::vector<Node> nodes_;  ///< children before parents
  std::vector<std::uint32_t> roots_;
  term::TermVector symbols_;
  std::vector<std::uint32_t> box_nodes_;  ///< one per set of a box
  std::vector<WordSet> sets_;             ///< one per node; undefined for nodes without a set
  bool is_empty_ = false;                 ///< has a set become empty?
};

}  // namespace pendulum::smt
