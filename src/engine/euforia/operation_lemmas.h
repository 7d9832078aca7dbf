// Lemmas about operations instead of program variables.
//
// The core of a refinement is a set of literals that is unsatisfiable by the meaning of the operations in it,
// such as {x = 3, x' = x + 3, x' != 6}: it does not depend on the edge that it was found for. Its negation
// holds for all arguments, so symbols become placeholders: p = 3 and q = p + 3 imply q = 6. This schema is
// instantiated for every occurrence of its operations (p + 3) in every edge; q, which has a definition, is
// replaced by it. Without schemas, each inlined copy of a function would learn the lemma again.
//
// Schemas and instances are abstract terms, because concrete ones would be simplified: x + 3 != 6 to x != 3.
//
// Instances are axioms of the edge (Ic3::add_axiom): they restrict step queries, and pre-images are not
// projected from them. They are constraint lemmas of Definition 3.10 for other arguments.
#pragma once

#include <map>

#include "engine/euforia/euf_abstraction.h"
#include "engine/ic3/ic3.h"

namespace pendulum::engine::euforia {

class OperationLemmas {
 public:
  OperationLemmas(const program::Program& program, EufAbstraction& abstraction);

  /// Learns from a core: a conjunction that is unsatisfiable by itself, without the edge or facts. Returns
  /// the number of new axioms.
  unsigned learn(ic3::Ic3& ic3, const term::TermVector& core);
  std::size_t num_schemas() const { return schemas_.size(); }

 private:
  struct Schema {
    term::Term formula;              ///< abstract; valid for all values of the placeholders
    term::TermVector operations;     ///< patterns that contain all placeholders without a definition
    term::Substitution definitions;  ///< placeholder -> operation that it equals
  };
  using Bindings = term::Substitution;  ///< placeholder -> argument

  term::Term placeholder(term::Sort sort, std::size_t index);
  /// Nothing if operations do not contain all placeholders.
  std::optional<Schema> schema_of(const term::TermVector& core);
  /// Literals "placeholder = operation", without cycles.
  static term::Substitution definitions_in(const term::TermVector& literals, const term::TermSet& operands);
  /// Extends `bindings` so that the pattern becomes `term`; false if that is not possible.
  bool match(term::Term pattern, term::Term term, Bindings& bindings) const;
  /// All ways to match the operations of the schema, from the given one on, in the edge.
  void match_all(const Schema& schema, std::size_t from, program::EdgeId edge, const Bindings& bindings,
                 std::vector<Bindings>& found) const;
  unsigned instantiate(ic3::Ic3& ic3, const Schema& schema);
  term::Term instance(const Schema& schema, const Bindings& bindings);

  term::TermManager& terms_;
  EufAbstraction& abstraction_;
  std::vector<term::TermVector> operations_;  ///< by edge: the operations in guard and updates
  std::map<std::pair<term::Sort, std::size_t>, term::Term> placeholder_of_;
  term::TermSet placeholders_;
  term::TermSet schemas_;  ///< the formulas
};

}  // namespace pendulum::engine::euforia
