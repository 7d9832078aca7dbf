// Random terms and models for property tests: a pool of terms per sort that grows operator by operator.
#pragma once

#include <map>
#include <random>

#include "term/evaluation/evaluate.h"
#include "term/term_manager.h"

namespace pendulum::term {

/// One application: an operator on terms, built by the manager's constructor.
struct Application {
  std::function<Term(std::span<const Term>)> apply;
  TermVector arguments;
};

class RandomTerms {
 public:
  RandomTerms(TermManager& manager, std::uint32_t seed, std::vector<std::uint32_t> widths);

  /// A random operator on random terms of the pools.
  Application next();
  /// Puts a term into the pool of its sort.
  void add(Term term) { pools_[term.sort()].push_back(term); }
  /// Values for all symbols of the pools.
  Model model();
  std::size_t below(std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random_); }
  Term value(Sort sort);

 private:
  Term pick(Sort sort);
  Application core();
  Application bitvec();
  Application bitvec_structure();
  Application floating_point();
  Application arithmetic();
  Application array();

  TermManager& manager_;
  std::mt19937 random_;
  std::vector<std::uint32_t> widths_;
  std::map<Sort, TermVector> pools_;
  TermVector symbols_;
};

}  // namespace pendulum::term
