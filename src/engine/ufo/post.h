// The operator Post (UFO, section 4) and the predicates that it works with.
#pragma once

#include <memory>
#include <set>
#include <vector>

#include "abstraction/predicate_abstraction.h"
#include "base/check.h"
#include "engine/ufo/configuration.h"
#include "engine/ufo/domain_post.h"

namespace pendulum::engine::ufo {

/// Predicates per location, taken from the labels of its nodes.
class Predicates {
 public:
  Predicates(term::TermManager& terms, PostKind kind, std::size_t num_locations)
      : terms_(terms), kind_(kind), at_(num_locations), seen_(num_locations) {}

  /// Adds predicates over which Post can express the label (abstraction/predicates.h). By induction over the
  /// graph, a recomputed label is then at least as strong as this one, so refuted executions stay refuted.
  /// Returns the new predicates.
  term::TermVector learn(program::LocationId location, term::Term label);
  /// From now on, predicates are collected even if Post was `true` so far.
  void start() {
    if (kind_ == PostKind::True) kind_ = PostKind::Cartesian;
  }
  bool are_wanted() const { return kind_ != PostKind::True; }
  const term::TermVector& at(program::LocationId location) const { return at_[location]; }
  std::size_t size() const { return size_; }

 private:
  term::TermManager& terms_;
  PostKind kind_;
  std::vector<term::TermVector> at_;  ///< in order of addition
  std::vector<std::set<term::Term>> seen_;
  std::size_t size_ = 0;
};

/// Ensures: source and the edge imply operator()(source, edge) in the state after the edge.
class Post {
 public:
  /// `domain` may be null. Without predicates and domain, Post is always true: the weakest operator, with
  /// labels from under-approximation only. With both, it is the conjunction.
  Post(const program::Program& program, const Predicates& predicates,
       std::unique_ptr<abstraction::PredicateAbstraction> abstraction,
       std::unique_ptr<DomainPost> domain = nullptr)
      : program_(program),
        predicates_(predicates),
        abstraction_(std::move(abstraction)),
        domain_(std::move(domain)) {
    PENDULUM_CHECK(abstraction_ != nullptr, "Post should have an abstraction");
  }

  term::Term operator()(term::Term source, program::EdgeId edge);
  /// The label of a loop head whose label was `before` in the iteration before. `label` implies the result.
  term::Term widen(term::Term before, term::Term label) {
    return domain_ ? domain_->widen(before, label) : label;
  }

 private:
  const program::Program& program_;
  const Predicates& predicates_;
  std::unique_ptr<abstraction::PredicateAbstraction> abstraction_;
  std::unique_ptr<DomainPost> domain_;
};

}  // namespace pendulum::engine::ufo
