// The precision of the abstraction from concrete to abstract states.
//
// An abstract state assigns values to some observables of a location (observables.h). An observable with many
// values in a context is arbitrary there: for example, a variable that is uninitialised while a program
// counter is 0, and has few values later. A context is a cube, a partial assignment of other observables.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "engine/bmc/observables.h"

namespace pendulum::engine::bmc {

class Precision {
 public:
  using Words = Exploration::Words;
  /// Pairs of an observable, as an index into Observables::at(), and its value; sorted by index.
  using Cube = std::vector<std::pair<std::size_t, std::uint64_t>>;

  explicit Precision(std::size_t num_locations)
      : observed_(num_locations), rules_(num_locations), contexts_(num_locations) {}

  /// The observables of the location that abstract states assign, sorted.
  const std::vector<std::size_t>& observed(program::LocationId location) const { return observed_[location]; }
  bool is_observed(program::LocationId location, std::size_t index) const;
  /// Returns whether the observable was not observed before.
  bool observe(program::LocationId location, std::size_t index);
  /// A rule that an observable is arbitrary in all abstract states that contain `context`.
  struct Rule {
    std::size_t index;
    Cube context;
    Exploration::NodeId witness;  ///< one of the reached states that are the reason
  };
  void add_rule(program::LocationId location, Rule rule);
  /// The observables on which the contexts of rules for the observable depend. There are none at first.
  std::set<std::size_t> context_of(program::LocationId location, std::size_t index) const {
    const auto found = contexts_[location].find(index);
    return found == contexts_[location].end() ? std::set<std::size_t>() : found->second;
  }
  void extend_context(program::LocationId location, std::size_t index, std::size_t added) {
    contexts_[location][index].insert(added);
  }
  /// Removes and returns a rule for the observable whose context is contained in `values`.
  std::optional<Rule> remove_rule(program::LocationId location, std::size_t index, const Cube& values);
  /// Whether the observable is arbitrary in the states with these values of all observed ones.
  bool is_arbitrary(program::LocationId location, std::size_t index, const Cube& values) const;
  /// The abstract state for values of all observed observables: without the arbitrary ones.
  Cube abstraction(program::LocationId location, const Cube& values) const;

 private:
  std::vector<std::vector<std::size_t>> observed_;                      ///< by location
  std::vector<std::vector<Rule>> rules_;                                ///< by location
  std::vector<std::map<std::size_t, std::set<std::size_t>>> contexts_;  ///< by location and observable
};

/// Whether every value of `part` is in `cube`.
bool contains(const Precision::Cube& cube, const Precision::Cube& part);
/// The value of the observable, if the cube has one.
std::optional<std::uint64_t> value_in(const Precision::Cube& cube, std::size_t index);

}  // namespace pendulum::engine::bmc
