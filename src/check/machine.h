// Internal: one Machine runs a Program on values. Its state is changed in place, with a log of what was
// overwritten, so that a step costs what its edge reads and writes, not the size of the state, and so that
// concretise_path can go back where several edges can be taken. Arrays of words are WordArrays: reads, writes
// and copies do not cost their size.
#pragma once

#include <functional>
#include <optional>

#include "check/interpreter.h"

namespace pendulum::check {

/// Supplies the values of an edge's inputs; null: what memory was before, for changes of it, otherwise zero.
using Supply = std::function<term::Term(const program::Input& input)>;

class Machine {
 public:
  explicit Machine(const program::Program& program) : program_(program), location_(program.entry()) {}

  const program::Program& program() const { return program_; }
  program::LocationId location() const { return location_; }

  /// Forgets what was evaluated: to be called once before the edges of a location are tried.
  void arrive() { evaluator_.emplace(program_.terms(), state_, arrays_); }
  /// Gives the edge's inputs their values. An input belongs to one edge, so other guards do not see them.
  void load_inputs(const program::Edge& edge, const Supply& supply);
  bool can_take(const program::Edge& edge) { return (*evaluator_)(edge.guard).is_true(); }
  /// Requires that the inputs are loaded and the guard holds. All values are computed before any is written.
  void take(const program::Edge& edge);
  void drop_inputs(const program::Edge& edge);

  /// The loaded inputs of the edge, without changes of memory that were not supplied: those say nothing.
  std::vector<ConsumedInput> consumed(const program::Edge& edge) const;

  /// A variable's value. Variables that were never assigned are zero. Requires: a word sort or an array of
  /// words.
  std::uint64_t word(term::Term variable) const;
  term::WordArray array(term::Term variable) const;
  void assign(term::Term variable, std::uint64_t word);
  void assign(term::Term variable, term::WordArray array);

  void keep_log() { keeps_log_ = true; }
  std::size_t log_position() const { return log_.size(); }
  /// Back to the state in which log_position() was `position`.
  void rewind(std::size_t position, program::LocationId location);

  /// The values of all variables; those never assigned are zero, as in term::evaluate.
  void final_state(Run& run) const;

 private:
  struct Overwritten {
    term::Term variable;
    term::Term value;                      ///< null: none
    std::optional<term::WordArray> array;  ///< nothing: none
  };
  void log(term::Term variable);

  const program::Program& program_;
  program::LocationId location_;
  term::Model state_;        ///< variables, and while an edge is tried its inputs
  term::WordArrays arrays_;  ///< the same for arrays of words
  term::TermSet kept_;       ///< inputs that leave memory as it is
  std::optional<term::Evaluator> evaluator_;
  bool keeps_log_ = false;
  std::vector<Overwritten> log_;
};

}  // namespace pendulum::check
