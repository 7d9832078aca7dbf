// A Machine executes the edges of a Program on concrete values. It changes its state in place, so
// the cost of a step depends on what the edge reads and writes and not on the size of the state. A log of
// overwritten values allows engine::concretise_path to backtrack if several edges can be taken. Arrays of
// words are WordArrays, for which the cost of reads, writes and copies does not depend on the size of the
// array.
#pragma once

#include <functional>
#include <optional>

#include "base/check.h"
#include "check/replay/execution.h"

namespace pendulum::check {

/// Supplies the value of an input. Null: InputOrigin::unchanged if the input has such a term (a havocked
/// input), otherwise zero.
using Supply = std::function<term::Term(const program::Input& input)>;

class Machine {
 public:
  explicit Machine(const program::Program& program) : program_(program), location_(program.entry()) {}

  const program::Program& program() const { return program_; }
  program::LocationId location() const { return location_; }

  /// Clears the cache of evaluated terms. Requires: called once before the edges of a location are tried.
  void arrive() { evaluator_.emplace(program_.terms(), state_, arrays_); }
  /// Sets the values of the edge's inputs. An input belongs to one edge, so no other guard reads it.
  void load_inputs(const program::Edge& edge, const Supply& supply);
  /// Requires: `arrive` was called after the last step, and the inputs that the guard reads are loaded.
  bool can_take(const program::Edge& edge) {
    PENDULUM_CHECK(edge.source == location_ && evaluator_,
                   "an edge should be tried after arriving at its source");
    return (*evaluator_)(edge.guard).is_true();
  }
  /// The value of a term over the variables and the loaded inputs; not for arrays. Requires: `arrive` was
  /// called after the last step.
  term::Term value_of(term::Term term) {
    PENDULUM_CHECK(evaluator_, "a term should be evaluated after arriving at a location");
    return (*evaluator_)(term);
  }
  /// Takes the edge: computes all new values before any is written. Requires: the inputs are loaded and the
  /// guard holds.
  void take(const program::Edge& edge);
  /// Removes the values of the edge's inputs.
  void drop_inputs(const program::Edge& edge);

  /// The loaded inputs of the edge with their values, except for havocked inputs without a supplied value.
  std::vector<ConsumedInput> consumed(const program::Edge& edge) const;

  /// The value of a variable; zero if it was never assigned. Requires: the variable has a word sort, or is an
  /// array of words, respectively.
  std::uint64_t word(term::Term variable) const;
  term::WordArray array(term::Term variable) const;
  void assign(term::Term variable, std::uint64_t word);
  void assign(term::Term variable, term::WordArray array);

  /// From now on records overwritten values, which `rewind` requires.
  void keep_log() { keeps_log_ = true; }
  std::size_t log_position() const { return log_.size(); }
  /// Restores the state in which log_position() was `position`, at `location`.
  void rewind(std::size_t position, program::LocationId location);

  /// Writes the values of all variables to `run`. Variables that were never assigned are zero, as in
  /// term::evaluate.
  void final_state(Run& run) const;

 private:
  struct Overwritten {
    term::Term variable;
    term::Term value;                      ///< previous value; null if it had none
    std::optional<term::WordArray> array;  ///< previous array; nothing if it had none
  };
  void log(term::Term variable);

  const program::Program& program_;
  program::LocationId location_;
  term::Model state_;        ///< values of variables and, while an edge is tried, of its inputs
  term::WordArrays arrays_;  ///< the same for arrays of words
  term::TermSet kept_;       ///< havocked inputs without a supplied value
  std::optional<term::Evaluator> evaluator_;
  bool keeps_log_ = false;
  std::vector<Overwritten> log_;
};

}  // namespace pendulum::check
