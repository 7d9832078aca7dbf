// Facts that an engine learns during its search: lemmas that are inductive on their own, independent of the
// nodes, frames or paths for which they were found (the frame F-infinity of IC3, for all engines).
//
// An engine proposes its lemmas. Houdini keeps the inductive ones among all proposals, which become facts:
// they hold in all reachable states, are asserted once, and are part of the proof. Established facts are
// published to other engines, and lemmas received from them are proposals like the engine's own. So are the
// congruences of facts/low_bits.h, which a search rarely finds by itself.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>

#include "engine/prepared_program.h"
#include "facts/houdini.h"

namespace pendulum::engine {

/// The option <prefix>.learn, which is "on" or "off".
base::OptionSpec learn_option(const std::string& prefix, const std::string& default_value);

class LearntFacts {
 public:
  /// `key` is the engine's key; the statistics are engine.<key>.learnt_facts, .received_lemmas, .proposals
  /// and .learning_time. Requires: the arguments outlive this object.
  LearntFacts(const PreparedProgram& prepared, std::string key, Env& env);
  ~LearntFacts();

  /// Adds facts that hold in all reachable states. If they are not inductive by themselves (linear_facts.h),
  /// a proof that contains them may be rejected by the judge.
  void assume(const facts::Facts& established);
  /// Proposes the conjuncts of a lemma at a location of prepared.program(). Conjuncts over variables that are
  /// not live there are ignored, as are those that were proposed before.
  void propose(program::LocationId location, term::Term lemma);
  /// Receives lemmas, and determines which proposals are inductive if enough time has passed since the last
  /// time. The time spent is a small share of the time since construction. Returns the new facts by location;
  /// the lists are empty if there are none.
  facts::Facts update();

  /// All facts by location, without the ranges of integer variables.
  const facts::Facts& facts() const { return facts_; }
  /// Key of the engine that has sent the fact; empty if this engine has found it.
  std::string sender(program::LocationId location, term::Term fact) const;

 private:
  struct Proposal {
    term::Term formula;
    unsigned failures = 0;  ///< number of updates that did not establish it
  };

  /// Proposes congruences modulo powers of two (facts/low_bits.h).
  void propose_low_bits();
  void receive();
  bool is_due() const;
  void add_fact(program::LocationId location, term::Term fact);
  /// Drops proposals that have become facts and those that failed too often.
  void review_proposals(const facts::Facts& established);

  const PreparedProgram& prepared_;
  std::string key_;
  Env& env_;
  std::vector<term::TermVector> live_;                        ///< by location, ordered
  std::map<program::LocationId, program::LocationId> local_;  ///< by location of the task's program
  facts::Facts ranges_;
  facts::Facts facts_;
  std::vector<std::vector<Proposal>> proposals_;  ///< by location
  std::vector<std::set<term::Term>> seen_;        ///< by location: everything that was ever proposed
  std::map<std::pair<program::LocationId, term::Term>, std::string> senders_;
  std::unique_ptr<facts::Houdini> houdini_;
  bool has_new_proposals_ = false;
  base::Clock::time_point start_;
  base::Clock::duration spent_{};
};

}  // namespace pendulum::engine
