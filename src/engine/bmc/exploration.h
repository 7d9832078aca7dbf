// Search through concrete states, guided by novelty, for bugs that lie deep but need no arithmetic insight:
// state machines with many rounds (the eca programs), where merged paths make formulas that solvers choke on.
//
// States are stored at the locations of a large-block program. A state is left by every edge with candidate
// values for the edge's inputs: the constants that the input is compared with, and their neighbours. What a
// step reaches is kept if it is new; it goes ahead of the others if a Boolean subterm of the edge had a value
// that it never had before (the idea of coverage-guided fuzzing). The work is counted in instructions, not in
// seconds, so that the same seed gives the same search.
#pragma once

#include <deque>
#include <unordered_set>

#include "base/stop.h"
#include "certificate/certificate.h"
#include "facts/random_values.h"
#include "term/word_code.h"

namespace pendulum::engine::bmc {

class Exploration {
 public:
  Exploration(const program::Program& program, unsigned seed, const base::StopToken& stop);

  /// Goes on for about `instructions`, as long as there is something to do. A path to a violation, if one is
  /// found; further calls search on.
  std::optional<certificate::ErrorPath> run(std::size_t instructions);

  std::size_t num_states() const { return nodes_.size(); }
  /// Instructions since a Boolean subterm last had a new value.
  std::size_t since_novelty() const { return since_novelty_; }
  /// Every known state was left, or memory is used up, or the program's sorts are not for this search.
  bool is_exhausted() const { return !is_possible_ || (hot_.empty() && cold_.empty()); }

 private:
  using Words = std::vector<std::uint64_t>;
  struct Node {
    program::LocationId location;
    std::uint32_t parent;
    program::EdgeId edge;  ///< from the parent
    Words state;           ///< of the location's live variables
    Words inputs;          ///< of the edge
  };
  struct CompiledEdge {
    std::optional<term::WordCode> code;       ///< roots: guard, then the target's live variables
    std::vector<Words> candidates;      ///< per input
    std::vector<std::uint32_t> widths;  ///< per input: its width in bits
  };

  void compile(program::EdgeId id);
  Words candidates_of(term::Term input, const term::TermVector& subterms) const;
  void expand(std::uint32_t node);
  std::vector<Words> choose_inputs(const CompiledEdge& edge);
  void try_edge(std::uint32_t node, program::EdgeId id, const Words& inputs);
  certificate::ErrorPath path_to(std::uint32_t node, program::EdgeId last, const Words& inputs) const;
  certificate::Step step(program::EdgeId edge, const Words& inputs) const;

  const program::Program& program_;
  term::TermManager& terms_;
  const base::StopToken& stop_;
  std::mt19937 random_;
  std::vector<term::TermVector> live_;
  std::vector<CompiledEdge> edges_;
  bool is_possible_ = true;
  std::vector<Node> nodes_;
  std::deque<std::uint32_t> hot_, cold_;  ///< nodes that were not left yet
  /// Hashes of (location, state). A collision loses a state: that is allowed, nothing is proved here.
  std::unordered_set<std::uint64_t> known_;
  std::size_t done_ = 0;  ///< instructions
  std::size_t since_novelty_ = 0;
  std::optional<certificate::ErrorPath> found_;
};

}  // namespace pendulum::engine::bmc
