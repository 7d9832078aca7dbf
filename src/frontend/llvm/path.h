// The effect of one edge while it is built: guard, changed variables, inputs.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "frontend/llvm/dropped_executions.h"
#include "program/program.h"
#include "property/property.h"

namespace pendulum::frontend {

using term::Term;

/// A construct that is not modelled; ends the edge that is being built, not the translation.
struct UnsupportedHere {
  std::string construct;
};

/// An exit was asked for where the path has inputs: the edge has to end before the instruction, because an
/// input belongs to one edge and the edges of one step should agree on its value.
struct NeedsStop {};

class Path {
 public:
  /// `drops` collects the rules by which executions are not followed further.
  Path(term::TermManager& terms, std::set<Drop>& drops) : terms_(terms), drops_(&drops) {}

  Term read(Term variable) const;
  void write(Term variable, Term value);

  /// `condition` belongs to the meaning of the program: the program has no execution in which it is false.
  void require(Term condition);
  /// Executions in which `condition` is false are not followed further, although the program has them.
  void drop_unless(Term condition, Drop rule);
  bool is_dead() const { return is_dead_; }
  /// All executions have ended here, or they continue along other edges.
  void kill() { is_dead_ = true; }
  Term guard() const { return is_dead_ ? terms_.mk_false() : terms_.mk_and(guard_); }

  Term make_input(std::string_view name, term::Sort sort, program::InputOrigin origin);
  /// An input that is anything in proofs; errors must be reached with `unchanged` (decision 11).
  Term make_doubt(std::string_view name, std::string cause, Term unchanged);
  const std::vector<program::Input>& inputs() const { return inputs_; }
  /// Ordered by the first write.
  std::vector<program::Assignment> updates() const;

  /// Marks the state before an instruction. Until the next mark (or `end_step`) an exit throws NeedsStop if
  /// the path had inputs at the mark, and `roll_back` returns to it.
  void begin_step();
  void end_step() { can_stop_ = false; }
  void roll_back();

  /// Executions with `condition` end in the error location, marked as unsupported; the others go on.
  void unsupported_if(Term condition, std::string construct) {
    exit_if(condition, std::move(construct), std::nullopt);
  }
  /// Executions with `condition` end in the error location because they violate `property`; the others go on.
  void error_if(Term condition, property::Property property, std::string violation) {
    exit_if(condition, std::move(violation), property);
  }
  /// The same where the native run may fail to show it: engines look for other violations first
  /// (Judge::judge).
  void unconfirmed_error_if(Term condition, property::Property property, std::string violation) {
    const std::size_t before = exits_.size();
    exit_if(condition, std::move(violation), property);
    if (exits_.size() > before) exits_.back().is_unconfirmed = true;
  }
  struct Exit {
    Term guard;
    std::vector<program::Input> inputs;
    std::string text;                            ///< the construct, or the violation
    std::optional<property::Property> property;  ///< nothing: unsupported
    bool is_unconfirmed = false;                 ///< a violation that needs the native run
  };
  /// Hands out the exits collected since the last call.
  std::vector<Exit> take_exits() { return std::exchange(exits_, {}); }

  term::TermManager& terms() const { return terms_; }

 private:
  void exit_if(Term condition, std::string text, std::optional<property::Property> property);

  term::TermManager& terms_;
  std::set<Drop>* drops_;
  term::TermVector guard_;
  bool is_dead_ = false;
  term::TermMap<Term> values_;
  term::TermVector written_;
  std::vector<program::Input> inputs_;
  std::vector<Exit> exits_;

  bool can_stop_ = false;
  std::size_t guard_mark_ = 0;
  std::size_t input_mark_ = 0;
  std::vector<std::pair<Term, Term>> overwritten_;  ///< since the mark: variable, and its value or null
};

}  // namespace pendulum::frontend
