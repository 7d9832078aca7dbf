// All paths of a LayeredGraph from one location as terms: for each place (places.h) the condition under which
// a run gets there, and the value of each needed variable when it does.
//
// The encoding is functional: straight lines are substitution, so constants propagate and branches that
// cannot be taken vanish. Where paths meet, there are two ways:
//   Ites: the values become ites over the paths' conditions, so that constants propagate further. That needs
//     the conditions to exclude each other. A run is made unique by its inputs (renamed per place) and, where
//     the guards of a location do not visibly exclude each other, by fresh Bool symbols that choose an edge.
//   Symbols: a fresh Bool symbol r stands for arriving, and fresh symbols for the values that differ; a
//     constraint says that r implies one of the ways in, with its condition and its values. A solution with r
//     names a path backwards to the source, and each run gives a solution, so nothing needs to be exclusive.
#pragma once

#include <functional>
#include <set>

#include "base/stop.h"
#include "check/array_reads.h"
#include "check/places.h"

namespace pendulum::check {

class PathEncoder {
 public:
  /// A place of the unrolled graph, as it is shown to the visitor.
  class Node {
   public:
    const Place& place() const { return place_; }
    program::LocationId location() const { return location_; }
    /// Over the variables at the source, inputs and choices: does the run get here?
    term::Term reach() const { return reach_; }
    /// `term`, over the program's variables, with their values here. Requires that they are needed here.
    term::Term instantiate(term::Term term) const { return encoder_.instantiate(*this, term); }

   private:
    friend class PathEncoder;
    Node(const PathEncoder& encoder, Place place, program::LocationId location)
        : encoder_(encoder), place_(std::move(place)), location_(location) {}
    const PathEncoder& encoder_;
    Place place_;
    program::LocationId location_;
    term::Term reach_;
    /// Parallel to NeededVariables::on_arrival; unused at the source, where each variable is its own value.
    std::vector<term::Term> values_;
    bool is_source_ = false;
  };

  /// Called once for each node that may be reached, in topological order, the source excepted. The result is
  /// the condition under which the run goes on: `reach()`, a stronger one, or false to end here.
  using Visitor = std::function<term::Term(const Node& node)>;
  /// Nodes that need not be looked at because nothing of interest comes after them.
  using Filter = std::function<bool(const Place& place, program::LocationId location)>;

  /// How paths meet; see the head of this file.
  enum class Meeting { Ites, Symbols };

  PathEncoder(const LayeredGraph& graph, const NeededVariables& needed, Meeting meeting,
              const base::StopToken& stop);

  /// Goes from `source`, with arbitrary values of the variables, through all places. Throws Stopped.
  void run(program::LocationId source, const Places& places, const Visitor& visit,
           const Filter& is_wanted = {});
  /// In later runs guards and values are simplified by `reads` on the way.
  void simplify_with(ArrayReads& reads) { reads_ = &reads; }

  /// The constraints on the symbols of `goal`, and on theirs in turn: all that a question about `goal`, a
  /// term over what the visitor was shown in the last run, has to assume. None with Meeting::Ites.
  term::TermVector constraints_of(term::Term goal) const;

 private:
  /// A way into a node.
  struct Arrival {
    term::Term condition;
    std::vector<term::Term> values;
  };
  /// What was reached and not yet left.
  struct Waiting {
    program::LocationId location = 0;
    std::vector<Arrival> arrivals;
  };
  using Front = std::map<Place, Waiting>;

  Node merge(const Place& place, program::LocationId location, std::vector<Arrival> arrivals);
  void meet_by_symbols(Node& node, const std::vector<Arrival>& arrivals, std::span<const term::Term> rests);
  void leave(const Node& node, const Places& places, const Filter& is_wanted, Front& front);
  term::Substitution substitution_at(const Node& node) const;
  void rename_inputs(program::EdgeId edge, term::Substitution& map) const;
  term::Term value_of(const Node& node, std::uint32_t variable) const;
  term::Term instantiate(const Node& node, term::Term term) const;
  std::vector<term::Term> values_after(const Node& node, const program::Edge& edge,
                                       const std::function<term::Term(term::Term)>& substitute) const;

  const LayeredGraph& graph_;
  const NeededVariables& needed_;
  Meeting meeting_;
  const base::StopToken& stop_;
  const program::Program& program_;
  term::TermManager& terms_;
  ArrayReads* reads_ = nullptr;
  std::vector<bool> is_left_;              ///< by location: at some place of this run
  term::TermMap<term::Term> constraints_;  ///< symbol of a meeting -> its constraint
};

}  // namespace pendulum::check
