#include "smt/expansion.h"

#include <algorithm>
#include <array>

#include "base/check.h"
#include "term/evaluation/evaluate.h"
#include "term/signature/kind_info.h"

namespace pendulum::smt {

using term::Kind;
using term::Term;
using term::TermVector;

Expander::Expander(term::TermManager& manager, Consistency consistency)
    : manager_(manager),
      consistency_(consistency),
      rewrite_(manager, [this](Term original, std::span<const Term> children) {
        PENDULUM_CHECK(original.kind() != Kind::Eq || !original[0].sort().is_array(),
                       "the term should contain no equality of arrays");
        return original.kind() == Kind::Select ? expand_read(children[0], children[1]) : Term();
      }) {}

Term Expander::expand(Term term) {
  return rewrite_(term);
}

const std::vector<Expander::Read>& Expander::reads(Term array) const {
  static const std::vector<Read> none;
  const auto found = reads_.find(array);
  return found == reads_.end() ? none : found->second;
}

void Expander::define(Term array, Term index, Term body) {
  PENDULUM_CHECK(array.sort().is_array() && array.sort().index() == index.sort() &&
                     array.sort().element() == body.sort(),
                 "the definition of {} should have its sorts", array.name());
  PENDULUM_CHECK(!reads_.contains(array), "{} should be defined before it is read", array.name());
  definitions_.insert_or_assign(array, term::Template(body, index));
}

const Expander::Sources& Expander::sources(Term array) {
  const auto [entry, is_new] = sources_.emplace(array, Sources());
  if (!is_new) return entry->second;
  Sources& result = entry->second;
  term::TermSet seen;
  TermVector open{array};
  while (!open.empty()) {
    const Term term = open.back();
    open.pop_back();
    if (!seen.insert(term).second) continue;
    const auto definition = definitions_.find(term);
    if (definition != definitions_.end()) {
      const std::array body{definition->second.body()};
      for (const Term sub : term::subterms(body))
        if (sub.kind() == Kind::Select) open.push_back(sub[0]);
    } else if (term.is_symbol()) {
      result.symbols.push_back(term);
    } else if (term.kind() == Kind::Store) {
      result.written.push_back(term[1]);
      open.push_back(term[0]);
    } else if (term.kind() == Kind::Ite) {
      open.push_back(term[1]);
      open.push_back(term[2]);
    }
  }
  return result;
}

Term Expander::default_element(Term array) const {
  const auto found = defaults_.find(array);
  return found == defaults_.end() ? Term() : found->second;
}

Term Expander::array_value(Term array, const std::function<Term(Term)>& value) const {
  PENDULUM_CHECK(array.is_symbol() && array.sort().is_array(),
                 "array_value should be called only for array symbols");
  Term result = manager_.mk_zero(array.sort());
  if (const Term element = default_element(array))
    if (const Term usual = value(element)) result = manager_.mk_const_array(array.sort(), usual);
  for (const Read& read : reads(array)) {
    const Term index = value(read.index);
    const Term element = value(read.symbol);
    if (index && element) result = manager_.mk_store(result, index, element);
  }
  return term::normalize_array_value(manager_, result);
}

bool Expander::is_generic(Term index) {
  if (generic_.empty()) return false;
  if (const auto known = is_generic_.find(index); known != is_generic_.end()) return known->second;
  TermVector open{index};
  while (!open.empty()) {
    const Term term = open.back();
    const std::size_t height = open.size();
    bool result = generic_.contains(term);
    for (const Term child : term.children()) {
      const auto known = is_generic_.find(child);
      if (known == is_generic_.end()) open.push_back(child);
      if (known != is_generic_.end() && known->second) result = true;
    }
    if (open.size() != height) continue;
    open.pop_back();
    is_generic_.emplace(term, result);
  }
  return is_generic_.at(index);
}

Term Expander::expand_read(Term array, Term index) {
  // Depth-first traversal of the array's history with an explicit stack, because histories can be long.
  std::vector<Pair> open{{array, index}};
  while (!open.empty()) {
    const Pair pair = open.back();
    const Term value = known_.contains(pair) ? known_[pair] : read_if_known(pair, open);
    if (value.is_null()) continue;
    known_.emplace(pair, value);
    open.pop_back();
  }
  return known_.at({array, index});
}

Term Expander::read_if_known(Pair pair, std::vector<Pair>& open) {
  const auto [array, index] = pair;
  const auto known_or_open = [&](Term inner) {
    const auto found = known_.find({inner, index});
    if (found == known_.end()) open.emplace_back(inner, index);
    return found == known_.end() ? Term() : found->second;
  };
  if (array.kind() == Kind::ConstArray) return array[0];
  if (array.kind() == Kind::Store) {
    const Term same = manager_.mk_eq(array[1], index);
    if (same.is_true()) return array[2];
    const Term before = known_or_open(array[0]);
    if (before.is_null() || is_generic(index)) return before;
    return manager_.mk_ite(same, array[2], before);
  }
  if (array.kind() == Kind::Ite) {
    const Term first = known_or_open(array[1]);
    const Term second = known_or_open(array[2]);
    return first.is_null() || second.is_null() ? Term() : manager_.mk_ite(array[0], first, second);
  }
  PENDULUM_CHECK(array.is_symbol(), "an array should be written, chosen, constant or a symbol");
  const auto definition = definitions_.find(array);
  if (definition == definitions_.end()) return read_symbol(array, index);
  return expand(definition->second(manager_, index));
}

Term Expander::read_symbol(Term array, Term index) {
  if (is_generic(index)) {
    Term& element = defaults_[array];
    if (element.is_null()) element = manager_.mk_fresh(array.name() + ".default", array.sort().element());
    default_symbols_.insert(element);
    return element;
  }
  std::vector<Read>& reads = reads_[array];
  const Term symbol = manager_.mk_fresh(array.name() + ".read", array.sort().element());
  const Read read{index, symbol};
  if (consistency_ == Consistency::Eager)
    for (const Read& other : reads)
      if (const Term agree = agreement(other, read); !agree.is_true()) constraints_.push_back(agree);
  reads.push_back(read);
  return symbol;
}

Term Expander::agreement(const Read& a, const Read& b) const {
  return manager_.mk_implies(manager_.mk_eq(a.index, b.index), manager_.mk_eq(a.symbol, b.symbol));
}

TermVector Expander::violated_constraints(const std::function<Term(Term)>& value) const {
  TermVector result;
  for (const auto& [array, reads] : reads_) {
    std::map<Term, std::pair<const Read*, Term>> first;  // value of the index -> first read and its value
    for (const Read& read : reads) {
      const Term index = value(read.index);
      const Term element = value(read.symbol);
      if (index.is_null() || element.is_null()) continue;
      const auto [entry, is_new] = first.emplace(index, std::pair(&read, element));
      if (!is_new && entry->second.second != element) result.push_back(agreement(*entry->second.first, read));
    }
  }
  return result;
}

SatResult check_with_reads(Solver& solver, const Expander& expander, std::span<const Term> assumptions) {
  for (;;) {
    const SatResult answer = solver.check(assumptions);
    if (answer != SatResult::Sat) return answer;
    const TermVector violated = expander.violated_constraints([&](Term term) { return solver.value(term); });
    if (violated.empty()) return answer;
    for (const Term constraint : violated) solver.assert_term(constraint);
  }
}

bool can_expand(std::span<const Term> terms) {
  for (const Term term : term::subterms(terms)) {
    if (term.kind() == Kind::Eq && term[0].sort().is_array()) return false;
    if (term.kind() == Kind::Apply || term::is_quantifier(term.kind())) return false;
    if (term.sort().is_array() && term.sort().element().is_array()) return false;
  }
  return true;
}

namespace {

class ExpandingSolver final : public Solver {
 public:
  ExpandingSolver(std::unique_ptr<Solver> solver, term::TermManager& manager)
      : solver_(std::move(solver)), manager_(manager), expander_(manager), asserted_{0} {}

  std::string_view name() const override { return solver_->name(); }
  bool has(Capability capability) const override { return solver_->has(capability); }
  void push() override {
    solver_->push();
    asserted_.push_back(asserted_.back());
  }
  void pop(unsigned levels) override {
    solver_->pop(levels);
    PENDULUM_CHECK(levels < asserted_.size(), "{} levels should have been pushed", levels);
    asserted_.resize(asserted_.size() - levels);
  }
  void assert_term(Term term) override { solver_->assert_term(expander_.expand(term)); }

  SatResult check(std::span<const Term> assumptions) override {
    assumptions_.assign(assumptions.begin(), assumptions.end());
    TermVector expanded;
    for (const Term assumption : assumptions) expanded.push_back(expander_.expand(assumption));
    const TermVector& constraints = expander_.constraints();
    for (; asserted_.back() < constraints.size(); ++asserted_.back())
      solver_->assert_term(constraints[asserted_.back()]);
    expanded_ = expanded;
    return solver_->check(expanded);
  }

  std::string reason_unknown() const override { return solver_->reason_unknown(); }
  void set_time_limit(std::optional<std::chrono::milliseconds> limit) override {
    solver_->set_time_limit(limit);
  }

  Term value(Term term) override {
    if (term.is_symbol()) return symbol_value(term);
    term::Model model;
    for (const Term symbol : term::symbols(term)) {
      const Term value = symbol_value(symbol);
      if (value.is_null()) return value;
      model.emplace(symbol, value);
    }
    return term::evaluate(manager_, term, model);
  }

  std::vector<Term> unsat_core() override {
    const std::vector<Term> core = solver_->unsat_core();
    PENDULUM_CHECK(expanded_.size() == assumptions_.size(), "each assumption should have an expansion");
    std::vector<Term> original;
    for (std::size_t i = 0; i < assumptions_.size(); ++i)
      if (std::find(core.begin(), core.end(), expanded_[i]) != core.end())
        original.push_back(assumptions_[i]);
    return original;
  }

 private:
  /// The value of an array symbol consists of the values of its reads, and zero at the indices that no term
  /// reads.
  Term symbol_value(Term symbol) {
    if (!symbol.sort().is_array()) return solver_->value(symbol);
    return expander_.array_value(symbol, [&](Term term) { return solver_->value(term); });
  }

  std::unique_ptr<Solver> solver_;
  term::TermManager& manager_;
  Expander expander_;
  std::vector<std::size_t> asserted_;  ///< per level: number of constraints asserted in it or in lower levels
  TermVector assumptions_;             ///< assumptions of the last check
  TermVector expanded_;                ///< the same assumptions, expanded
};

}  // namespace

std::unique_ptr<Solver> make_expanding_solver(std::unique_ptr<Solver> solver, term::TermManager& manager) {
  return std::make_unique<ExpandingSolver>(std::move(solver), manager);
}

}  // namespace pendulum::smt
