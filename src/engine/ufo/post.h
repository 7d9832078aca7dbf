// The operator Post (UFO, section 4) and the predicates that it works with.
#pragma once

#include <memory>
#include <set>
#include <vector>

#include "abstraction/predicate_abstraction.h"
#include "engine/ufo/configuration.h"

namespace pendulum::engine::ufo {

/// Predicates per location, from the labels of its nodes.
class Predicates {
 public:
  Predicates(term::TermManager& terms, PostKind kind, std::size_t num_locations)
      : terms_(terms), kind_(kind), at_(num_locations), seen_(num_locations) {}

  /// Predicates over which Post can say the label (abstraction/predicates.h), so that by induction over the
  /// graph it is at least as strong as the label when it is computed anew: what a refinement has refuted
  /// stays refuted. The new ones are returned.
  term::TermVector learn(program::LocationId location, term::Term label);
  /// From now on also where Post was to be true.
  void start() {
    if (kind_ == PostKind::True) kind_ = PostKind::Cartesian;
  }
  bool are_wanted() const { return kind_ != PostKind::True; }
  const term::TermVector& at(program::LocationId location) const { return at_[location]; }
  std::size_t size() const { return size_; }

 private:
  term::TermManager& terms_;
  PostKind kind_;
  std::vector<term::TermVector> at_;  ///< in the order in which they came
  std::vector<std::set<term::Term>> seen_;
  std::size_t size_ = 0;
};

/// Ensures: source and the edge imply operator()(source, edge) after it.
class Post {
 public:
  /// Where no predicates are wanted it is always true: the weakest operator, all under-approximation.
  Post(const program::Program& program, const Predicates& predicates,
       std::unique_ptr<abstraction::PredicateAbstraction> abstraction)
      : program_(program), predicates_(predicates), abstraction_(std::move(abstraction)) {}

  term::Term operator()(term::Term source, program::EdgeId edge);

 private:
  const program::Program& program_;
  const Predicates& predicates_;
  std::unique_ptr<abstraction::PredicateAbstraction> abstraction_;
};

}  // namespace pendulum::engine::ufo
