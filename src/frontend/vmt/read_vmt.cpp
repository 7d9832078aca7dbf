#include "frontend/vmt/read_vmt.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "base/error.h"
#include "system/new_symbol.h"
#include "term/signature/symbol_syntax.h"
#include "term/smtlib/reader.h"
#include "term/smtlib/sexpr.h"
#include "term/traverse.h"

namespace pendulum::frontend {

namespace {

using term::SExpr;
using term::Term;
using term::TermVector;

bool is_keyword(const SExpr& expression, std::string_view name) {
  return expression.type == SExpr::Type::Keyword && expression.text == name;
}

/// The annotated body of (define-fun name () sort (! ...)); null if the body is not annotated.
const SExpr* annotation_of(const SExpr& command) {
  if (!command.starts_with("define-fun") || command.length() != 5) return nullptr;
  const SExpr* body = command.child(4);
  return body->starts_with("!") ? body : nullptr;
}

/// (define-fun name () sort term)
bool is_constant_definition(const SExpr& command) {
  if (!command.starts_with("define-fun") || command.length() != 5) return false;
  const SExpr* parameters = command.child(2);
  return command.child(1)->is_name() && parameters->is_list() && parameters->first == nullptr;
}

class VmtReader {
 public:
  VmtReader(term::TermManager& terms, const std::string& origin, std::vector<std::string>& warnings)
      : terms_(terms), origin_(origin), warnings_(warnings), reader_(terms, origin) {}

  system::TransitionSystem read(std::string_view text) {
    reader_.read_script(text, [this](const SExpr& command) { return extend(command); });
    if (init_.empty() || trans_.empty() || property_.empty())
      throw base::InputError(
          fmt::format("{}: expected definitions with the attributes :init, :trans and "
                      ":invar-property",
                      origin_));
    system_.init = terms_.mk_and(init_);
    system_.trans = terms_.mk_and(trans_);
    system_.property = terms_.mk_and(property_);
    find_inputs();
    PENDULUM_DCHECK(system::is_well_formed(system_), "the transition system of {} should be well-formed",
                    origin_);
    return std::move(system_);
  }

 private:
  bool extend(const SExpr& command) {
    if (command.starts_with("declare-fun") || command.starts_with("declare-const")) return declare(command);
    if (!is_constant_definition(command)) return false;
    const SExpr* body = command.child(4);
    const SExpr* annotated = annotation_of(command);
    if (annotated != nullptr) body = annotated->child(1);
    if (body == nullptr) reader_.fail(*annotated, "an annotated term");
    const Term term = reader_.term(*body);
    for (const SExpr* key = annotated ? body->next : nullptr; key != nullptr; key = key->next) {
      if (key->type != SExpr::Type::Keyword) continue;  // the value of the preceding attribute
      attribute(*body, term, *key);
    }
    define(command, term);
    return true;
  }

  /// Some of EUFORIA's examples contain definitions whose term has another sort than the declared one. The
  /// meaning is not ambiguous, because the term determines its sort; a wrong use of the name is an error.
  void define(const SExpr& command, Term term) {
    const term::Sort declared = reader_.sort(*command.child(3));
    if (term.sort() != declared)
      warnings_.push_back(fmt::format("{}:{}:{}: '{}' is declared with sort {}, but its term has sort {}",
                                      origin_, command.line, command.column, command.child(1)->text,
                                      declared.to_string(), term.sort().to_string()));
    reader_.define(*command.child(1), term);
  }

  /// Handles (declare-fun name () sort) and (declare-const name sort).
  bool declare(const SExpr& command) {
    const bool is_const = command.starts_with("declare-const");
    const SExpr* name = command.child(1);
    if (command.length() != (is_const ? 3u : 4u) || !name->is_name() ||
        !(is_const || command.child(2)->is_list()))
      return false;  // the reader reports the error
    if (!is_const && command.child(2)->first != nullptr)
      throw base::Unsupported("uninterpreted functions in VMT", fmt::format("{}:{}", origin_, command.line));
    const term::Sort sort = reader_.sort(*command.child(is_const ? 2 : 3));
    declared_.push_back(system::new_symbol(terms_, term::portable_name(name->text), sort));
    reader_.define(*name, declared_.back());
    return true;
  }

  void attribute(const SExpr& subject, Term term, const SExpr& key) {
    if (is_keyword(key, "next")) return add_state(subject, term, key);
    if (is_keyword(key, "live-property") || is_keyword(key, "ltl-property"))
      throw base::Unsupported("liveness properties", fmt::format("{}:{}", origin_, key.line));
    TermVector* role = is_keyword(key, "init")             ? &init_
                       : is_keyword(key, "trans")          ? &trans_
                       : is_keyword(key, "invar-property") ? &property_
                                                           : nullptr;
    if (role == nullptr) return;
    if (!term.sort().is_bool()) reader_.fail(subject, "a term of sort Bool");
    if (role != &trans_) not_next_.emplace_back(term, subject.line, subject.column);
    role->push_back(term);
  }

  void add_state(const SExpr& subject, Term current, const SExpr& key) {
    const SExpr* value = key.next;
    if (!current.is_symbol()) reader_.fail(subject, "a state variable");
    if (value == nullptr || !value->is_name()) reader_.fail(key, "a name after :next");
    const Term next = reader_.term(*value);
    if (!next.is_symbol() || next.sort() != current.sort() || next == current)
      reader_.fail(*value, fmt::format("another symbol of sort {}", current.sort().to_string()));
    if (!state_.insert(current).second || !state_.insert(next).second)
      reader_.fail(*value, "symbols that no other :next mentions");
    next_.insert(next);
    system_.state.push_back({current, next});
    PENDULUM_CHECK(state_.size() == 2 * next_.size() && next_.size() == system_.state.size(),
                   "each state variable should have one next value");
  }

  void find_inputs() {
    PENDULUM_CHECK(!system_.init.is_null() && !system_.trans.is_null() && !system_.property.is_null(),
                   "the formulas should be known before the inputs are found");
    for (const auto& [formula, line, column] : not_next_)
      for (const Term symbol : term::symbols(formula))
        if (next_.contains(symbol))
          throw base::InputError(fmt::format("{}:{}:{}: expected a formula without next values, found '{}'",
                                             origin_, line, column, symbol.name()));
    for (const Term formula : {system_.init, system_.trans, system_.property})
      if (formula.has_quantifier()) throw base::Unsupported("quantifiers in VMT", origin_);
    for (const Term symbol : declared_)
      if (!state_.contains(symbol)) system_.inputs.push_back(symbol);
  }

  struct Placed {
    Term formula;
    std::uint32_t line, column;
  };

  term::TermManager& terms_;
  std::string origin_;
  std::vector<std::string>& warnings_;
  term::SmtLibReader reader_;
  system::TransitionSystem system_;
  TermVector declared_, init_, trans_, property_;
  std::vector<Placed> not_next_;
  term::TermSet state_, next_;  ///< state_: symbols of current and next values; next_: of next values only
};

}  // namespace

bool is_vmt(std::string_view text) {
  try {
    term::SExprReader reader(text, "");
    while (const SExpr* command = reader.read()) {
      const SExpr* annotated = annotation_of(*command);
      if (annotated == nullptr) continue;
      for (const SExpr* key = annotated->first; key != nullptr; key = key->next)
        if (is_keyword(*key, "init") || is_keyword(*key, "trans") || is_keyword(*key, "next")) return true;
    }
  } catch (const base::InputError&) {
    // The reader that is called next reports the error; here only the intended format matters.
    return text.find(":trans") != std::string_view::npos;
  }
  return false;
}

system::TransitionSystem read_vmt(term::TermManager& terms, std::string_view text, const std::string& origin,
                                  std::vector<std::string>* warnings) {
  std::vector<std::string> ignored;
  return VmtReader(terms, origin, warnings != nullptr ? *warnings : ignored).read(text);
}

}  // namespace pendulum::frontend
