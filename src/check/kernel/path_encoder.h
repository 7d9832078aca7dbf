// Encodes all paths of a LayeredGraph that start at one location as terms. For each copy of a location
// (a LocationCopy, see location_copies.h) the encoder computes the condition under which an execution reaches
// the copy, and the value of each needed variable at that point.
//
// The encoding is functional: the values along a straight-line path are computed by substitution, so
// constants propagate and infeasible branches disappear. There are two encodings of the joins of paths:
//   Ites: the value of a variable is an ite over the conditions of the incoming paths, so that constants
//     propagate further. The conditions have to exclude each other. To ensure this, inputs are renamed per
//     copy, and where the guards of a location do not syntactically exclude each other, fresh Bool symbols
//     choose the edge.
//   Symbols: a fresh Bool symbol r represents that the join is reached, and fresh symbols represent the
//     values that differ between the incoming paths. A constraint states that r implies the condition and the
//     values of one incoming path. From a model in which r is true, a path back to the source can be read
//     off, and each execution gives a model, so the conditions need not exclude each other.
#pragma once

#include <functional>
#include <set>

#include "base/stop.h"
#include "check/kernel/location_copies.h"

namespace pendulum::check {

/// Rewrites a term. Soundness: the result must be equivalent to the argument, because obligations are built
/// from it. An empty function means that terms are used as they are.
using Simplification = std::function<term::Term(term::Term)>;

class PathEncoder {
 public:
  /// One copy of a location in the unrolled graph, as the visitor sees it.
  class Node {
   public:
    const LocationCopy& copy() const { return copy_; }
    program::LocationId location() const { return location_; }
    /// The condition under which an execution reaches this node, over the variables at the source, the
    /// inputs, the choice symbols and the symbols of joins.
    term::Term reach() const { return reach_; }
    /// `term` with the program variables replaced by their values at this node. Requires: NeededVariables
    /// lists the variables of `term` for this location.
    term::Term instantiate(term::Term term) const { return encoder_.instantiate(*this, term); }

   private:
    friend class PathEncoder;
    Node(const PathEncoder& encoder, LocationCopy copy, program::LocationId location)
        : encoder_(encoder), copy_(std::move(copy)), location_(location) {}
    const PathEncoder& encoder_;
    LocationCopy copy_;
    program::LocationId location_;
    term::Term reach_;
    /// Values in the order of NeededVariables::on_arrival; unused at the source, where the value of each
    /// variable is the variable itself.
    std::vector<term::Term> values_;
    bool is_source_ = false;
  };

  /// Called in topological order once for each node that may be reached, except for the source. The result is
  /// the condition under which paths continue after the node: `reach()`, a stronger condition, or false to
  /// end all paths there.
  using Visitor = std::function<term::Term(const Node& node)>;
  /// Returns false for nodes that the encoder may skip because the caller needs neither the node nor any path
  /// through it.
  using Filter = std::function<bool(const LocationCopy& copy, program::LocationId location)>;

  /// The encoding of joins; see the head of this file.
  enum class JoinEncoding { Ites, Symbols };

  PathEncoder(const LayeredGraph& graph, const NeededVariables& needed, JoinEncoding joins,
              const base::StopToken& stop);

  /// Encodes all paths from `source`, where the variables have arbitrary values, through the copies that
  /// `scheme` defines. Throws Stopped.
  void run(program::LocationId source, const CopyScheme& scheme, const Visitor& visit,
           const Filter& is_wanted = {});
  /// Later calls of `run` simplify guards and values with `simplify`.
  void simplify_with(Simplification simplify) { simplify_ = std::move(simplify); }

  /// The constraints of the join symbols that occur in `goal`, and transitively of those that occur in these
  /// constraints. A solver call about `goal` has to assume all of them. `goal` is a term over the conditions
  /// and values of nodes of the last call of `run`. Empty with JoinEncoding::Ites.
  term::TermVector constraints_of(term::Term goal) const;

 private:
  /// A path condition with which a node is reached, and the values of the needed variables there.
  struct Arrival {
    term::Term condition;
    std::vector<term::Term> values;
  };
  /// A node that was reached and whose outgoing edges are not encoded yet.
  struct Waiting {
    program::LocationId location = 0;
    std::vector<Arrival> arrivals;
  };
  using Front = std::map<LocationCopy, Waiting>;

  Node merge(const LocationCopy& copy, program::LocationId location, std::vector<Arrival> arrivals);
  void join_by_symbols(Node& node, const std::vector<Arrival>& arrivals, std::span<const term::Term> rests);
  void leave(const Node& node, const CopyScheme& scheme, const Filter& is_wanted, Front& front);
  term::Substitution substitution_at(const Node& node) const;
  void rename_inputs(program::EdgeId edge, term::Substitution& map) const;
  term::Term value_of(const Node& node, std::uint32_t variable) const;
  term::Term instantiate(const Node& node, term::Term term) const;
  std::vector<term::Term> values_after(const Node& node, const program::Edge& edge,
                                       const std::function<term::Term(term::Term)>& substitute) const;

  const LayeredGraph& graph_;
  const NeededVariables& needed_;
  JoinEncoding joins_;
  const base::StopToken& stop_;
  const program::Program& program_;
  term::TermManager& terms_;
  Simplification simplify_;
  std::vector<bool> is_left_;              ///< by location: have edges of some copy been encoded?
  term::TermMap<term::Term> constraints_;  ///< Bool symbol of a join -> its constraint
};

}  // namespace pendulum::check
