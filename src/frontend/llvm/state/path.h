// The edge that the executor is building: its guard, its assignments and its inputs.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "frontend/llvm/state/dropped_executions.h"
#include "program/program.h"
#include "program/source_actions.h"
#include "property/property.h"

namespace pendulum::frontend {

using term::Term;

/// Exception for a construct that is not modelled. It ends the edge that is being built with an unsupported
/// edge; the translation continues.
struct UnsupportedHere {
  std::string construct;
};

/// Exception for an exit that is requested on a path that has inputs. The edge has to end before the
/// instruction: an input belongs to one edge, and all edges of one instruction have to agree on its value.
struct NeedsStop {};

class Path {
 public:
  /// `drops` collects the rules by which executions are not followed further. It has to outlive the path.
  Path(term::TermManager& terms, std::set<Drop>& drops) : terms_(terms), drops_(&drops) {}

  /// The current value of a Program variable, as a term over the variables and inputs of the edge.
  Term read(Term variable) const;
  /// Assigns the variable a value of its sort.
  void write(Term variable, Term value);

  /// Adds `condition` to the guard. Requires: executions in which it is false do not exist or are represented
  /// by other edges.
  void require(Term condition);
  /// Adds `condition` to the guard. The program may have executions in which it is false; they are not
  /// followed further, by the given rule.
  void drop_unless(Term condition, Drop rule);
  bool is_dead() const { return is_dead_; }
  /// Makes the guard false: all executions have ended here or continue along other edges.
  void kill() { is_dead_ = true; }
  Term guard() const { return is_dead_ ? terms_.mk_false() : terms_.mk_and(guard_); }

  /// A new input of the edge.
  Term make_input(std::string_view name, term::Sort sort, program::InputOrigin origin);
  /// A new havocked input: arbitrary in proofs, and equal to `unchanged` in counterexamples (decision 11).
  Term make_havocked_input(std::string_view name, std::string cause, Term unchanged);
  const std::vector<program::Input>& inputs() const { return inputs_; }
  /// The assignments of the edge, in the order of the first writes.
  std::vector<program::Assignment> updates() const;

  /// Adds an action to those of the edge. The terms of the action have to be over the variables and inputs of
  /// the edge.
  void record(program::SourceAction action) { actions_.push_back(std::move(action)); }
  /// Adds the value to a recorded load.
  void set_loaded(std::size_t action, program::SourceAddress value) { actions_[action].value = value; }
  const std::vector<program::SourceAction>& actions() const { return actions_; }

  /// Marks the state before an instruction. Until the next mark or `end_step`, a request of an exit throws
  /// NeedsStop if the path had inputs at the mark; `roll_back` then restores the marked state. `roll_back`
  /// requires that NeedsStop was thrown.
  void begin_step();
  void end_step() { can_stop_ = false; }
  void roll_back();

  /// Executions with `condition` end in the error location, marked as unsupported; the others continue.
  void unsupported_if(Term condition, std::string construct) {
    exit_if(condition, std::move(construct), std::nullopt);
  }
  /// Executions with `condition` end in the error location because they violate `property`; the others
  /// continue.
  void error_if(Term condition, property::Property property, std::string violation) {
    exit_if(condition, std::move(violation), property);
  }
  /// Like error_if, for a violation that the native replay may fail to confirm. Engines search for other
  /// violations first (Judge::judge).
  void unconfirmed_error_if(Term condition, property::Property property, std::string violation) {
    const std::size_t before = exits_.size();
    exit_if(condition, std::move(violation), property);
    if (exits_.size() > before) exits_.back().is_unconfirmed = true;
  }
  /// An edge into the error location that leaves this path.
  struct Exit {
    Term guard;
    std::vector<program::Input> inputs;
    std::string text;                            ///< the construct, or the violation
    std::optional<property::Property> property;  ///< nothing: unsupported
    bool is_unconfirmed = false;                 ///< made by unconfirmed_error_if
    std::vector<program::SourceAction> actions = {};
  };
  /// Returns the exits that were collected since the last call.
  std::vector<Exit> take_exits() { return std::exchange(exits_, {}); }

  term::TermManager& terms() const { return terms_; }

 private:
  void exit_if(Term condition, std::string text, std::optional<property::Property> property);
  std::vector<program::SourceAction> renamed_actions(const term::Substitution& renamed) const;

  term::TermManager& terms_;
  std::set<Drop>* drops_;
  term::TermVector guard_;
  bool is_dead_ = false;
  term::TermMap<Term> values_;
  term::TermVector written_;
  std::vector<program::Input> inputs_;
  std::vector<Exit> exits_;
  std::vector<program::SourceAction> actions_;  ///< empty if the translation does not record them

  bool can_stop_ = false;                           ///< an exit throws NeedsStop, and roll_back is possible
  std::size_t guard_mark_ = 0;                      ///< size of guard_ at the mark
  std::size_t input_mark_ = 0;                      ///< size of inputs_ at the mark
  std::size_t action_mark_ = 0;                     ///< size of actions_ at the mark
  std::vector<std::pair<Term, Term>> overwritten_;  ///< writes since the mark: variable, old value or null
};

}  // namespace pendulum::frontend
