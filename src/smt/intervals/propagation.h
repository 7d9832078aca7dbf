// Interval propagation through terms over Booleans, bit-vectors and floating-point numbers: computes
// supersets of the values that subterms can have in models of a conjunction, by the forward and backward
// sweeps of HC4 [Benhamou et al., Revising hull and box consistency, ICLP 1999].
//
// Affine forms of floating-point numbers (affine_form.h) narrow the sets further in forward sweeps: they know
// that two operands depend on the same numbers.
//
// Terms of other sorts, and words with more than 64 bits, are arbitrary.
#pragma once

#include <optional>

#include "smt/intervals/affine_form.h"
#include "smt/intervals/word_set.h"
#include "term/ieee754/rounding.h"
#include "term/signature/float_format.h"
#include "term/term_manager.h"

namespace pendulum::smt {

class Propagation {
 public:
  /// The conjunction of `assertions`, and of the negations of `negated`.
  explicit Propagation(std::span<const term::Term> assertions, std::span<const term::Term> negated = {});

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

  /// The form of the number that a word encodes.
  struct NumberForm {
    term::FloatFormat format;
    AffineForm form;
  };

  static term::FloatFormat format_of(const Node& node);

  void add_conditions();
  void start(const Box& box);
  void forward();
  void backward();
  /// Intersects the set of a node.
  void narrow(std::uint32_t index, const WordSet& set);

  /// Narrows the set of a floating-point operator by the forms of its operands, and computes its form.
  void narrow_by_form(std::uint32_t index);
  void narrow_comparison_by_forms(std::uint32_t index);
  /// The form of a number; no value if it may be infinite or a NaN.
  std::optional<AffineForm> form(std::uint32_t index, term::FloatFormat format) const;
  /// The form of the result before it is rounded.
  std::optional<AffineForm> exact_form(const Node& node, term::RoundingMode mode) const;
  /// For a product r * r with r = sqrt(x): the form of x with an error. The root is rounded once, so it has a
  /// relative error of at most 2^(1-p) for p significand bits, and r * r one of less than 2^(3-p). A root is
  /// not subnormal.
  std::optional<AffineForm> square_of_root(const Node& node) const;
  std::optional<RealInterval> finite_range(std::uint32_t index, term::FloatFormat format) const;

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
  struct Root {
    std::uint32_t node;
    bool value;  ///< that the formula has in models
  };
  std::vector<Root> roots_;
  term::TermVector symbols_;
  std::vector<std::uint32_t> box_nodes_;          ///< one per set of a box
  std::vector<WordSet> sets_;                     ///< one per node; undefined for nodes without a set
  std::vector<std::optional<NumberForm>> forms_;  ///< one per node, of the current forward sweep
  bool uses_forms_ = false;                       ///< is the number of floating-point operators small enough?
  bool is_empty_ = false;                         ///< has a set become empty?
};

}  // namespace pendulum::smt
