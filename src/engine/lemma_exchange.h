// Exchange of lemmas between engines that search the same task at the same time (the members of the
// portfolio).
//
// A received lemma is a guess: its sender may be wrong, or may have proved it together with lemmas that were
// not received. The receiver uses it only after it has proved it inductive itself
// (engine/facts/learnt_facts.h), so a faulty sender cannot cause a wrong verdict.
#pragma once

#include <string>
#include <vector>

#include "program/program.h"

namespace pendulum::engine {

/// A formula over the variables of the task's program that is supposed to hold at a location of it.
struct Lemma {
  program::LocationId location = 0;
  term::Term formula;
  std::string sender;  ///< key of the engine that has found it
};

class LemmaExchange {
 public:
  virtual ~LemmaExchange() = default;
  /// Offers a lemma to the other engines. Each lemma should be offered once.
  virtual void publish(program::LocationId location, term::Term formula) = 0;
  /// Returns the lemmas of other engines that were published since the last call, in the order of their
  /// publication.
  virtual std::vector<Lemma> receive() = 0;
  /// The next call of receive() returns all lemmas of other engines again, for a new search of this engine.
  virtual void rewind() {}
  /// Records that this engine has proved and uses a lemma that it received. `lemma.formula` is the form in
  /// which the lemma occurs in certificates of this engine.
  virtual void adopt(const Lemma& lemma) { static_cast<void>(lemma); }
};

}  // namespace pendulum::engine
