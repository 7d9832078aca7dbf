// Cases are split iteratively. A branch holds the conjuncts that are still to be processed and the linear
// constraints found so far. Each step processes one conjunct; a disjunction replaces the branch by several.
#include "domain/affine_edge.h"

#include <algorithm>

#include "base/check.h"
#include "domain/feasible.h"
#include "domain/reduce_cases.h"
#include "term/traverse.h"

namespace pendulum::domain {

namespace {

using term::Kind;
using term::LinearLiteral;
using term::Term;

struct Branch {
  term::TermVector open;       ///< conjuncts to be processed, from the back
  term::TermVector variables;  ///< assigned variables
  term::TermVector values;     ///< assigned values, parallel to `variables`
  AffineCase result;
  std::size_t next_update = 0;  ///< the updates before this index contain no ites
};

bool is_numeric(term::Sort sort) {
  return sort.is_int() || sort.is_bool();
}

/// Returns an ite of sort Int inside the term; null if there is none.
Term find_choice(Term root) {
  const Term roots[] = {root};
  for (const Term t : term::subterms(roots))
    if (t.kind() == Kind::Ite && t.sort().is_int()) return t;
  return {};
}

class Splitter {
 public:
  Splitter(term::TermManager& terms, const program::Edge& edge, std::span<const LinearConstraint> known,
           const CaseLimits& limits, const base::StopToken& stop)
      : terms_(terms), edge_(edge), known_(known), limits_(limits), stop_(stop) {}

  std::vector<AffineCase> run();

 private:
  void step(Branch branch);
  void take(Branch branch, Term conjunct);
  void take_literal(Branch branch, Term literal);
  void take_update(Branch branch);
  void choose(Branch branch, Term choice);
  void alternatives(Branch branch, std::span<const Term> cases);
  void finish(Branch branch);
  void add_constraint(Branch& branch, LinearSum sum, bool is_equality);
  void approximate(Branch& branch, const std::string& what);
  LinearSum only_symbols(Branch& branch, const LinearSum& sum);
  void explain(Branch& branch, Term t, Term symbol);
  bool may_split(std::size_t num_cases) const {
    return open_.size() + done_.size() + num_cases <= limits_.cases;
  }

  term::TermManager& terms_;
  const program::Edge& edge_;
  std::span<const LinearConstraint> known_;
  const CaseLimits& limits_;
  const base::StopToken& stop_;
  std::vector<Branch> open_;
  std::vector<AffineCase> done_;
  term::TermMap<Term> auxiliary_;  ///< nonlinear term -> auxiliary symbol that represents it
};

std::vector<AffineCase> Splitter::run() {
  Branch first;
  first.open.push_back(edge_.guard);
  for (const program::Assignment& update : edge_.updates) {
    if (!is_numeric(update.variable.sort())) continue;
    first.variables.push_back(update.variable);
    first.values.push_back(update.value);
  }
  for (const program::Input& input : edge_.inputs) {
    if (!input.symbol.sort().is_bool()) continue;
    LinearSum low, high;
    low.add(1, input.symbol);
    high.add(-1, input.symbol);
    high.constant = 1;
    first.result.constraints.push_back({low, false});
    first.result.constraints.push_back({high, false});
  }
  open_.push_back(std::move(first));
  while (!open_.empty()) {
    stop_.throw_if_stopped();
    Branch branch = std::move(open_.back());
    open_.pop_back();
    step(std::move(branch));
  }
  PENDULUM_CHECK(done_.size() <= std::max<std::size_t>(limits_.cases, 1),
                 "an edge should have at most {} cases, not {}", limits_.cases, done_.size());
  // Branches are processed from the back, so the cases are in reverse order.
  std::ranges::reverse(done_);
  return std::move(done_);
}

void Splitter::step(Branch branch) {
  if (!branch.open.empty()) {
    const Term conjunct = branch.open.back();
    branch.open.pop_back();
    take(std::move(branch), conjunct);
  } else if (branch.next_update < branch.values.size()) {
    take_update(std::move(branch));
  } else {
    finish(std::move(branch));
  }
}

void Splitter::alternatives(Branch branch, std::span<const Term> cases) {
  if (!may_split(cases.size())) {
    approximate(branch, "too many cases");
    open_.push_back(std::move(branch));
    return;
  }
  for (const Term each : cases) {
    Branch copy = branch;
    copy.open.push_back(each);
    open_.push_back(std::move(copy));
  }
}

void Splitter::take(Branch branch, Term t) {
  const bool is_negated = t.kind() == Kind::Not;
  const Term atom = is_negated ? t[0] : t;
  const bool is_conjunction = atom.kind() == (is_negated ? Kind::Or : Kind::And);
  if (is_conjunction || atom.kind() == (is_negated ? Kind::And : Kind::Or)) {
    term::TermVector parts;
    for (const Term child : atom.children()) parts.push_back(is_negated ? terms_.mk_not(child) : child);
    if (!is_conjunction) return alternatives(std::move(branch), parts);
    branch.open.insert(branch.open.end(), parts.begin(), parts.end());
    open_.push_back(std::move(branch));
  } else if (atom.kind() == Kind::True || atom.kind() == Kind::False) {
    if (atom.is_true() != is_negated) open_.push_back(std::move(branch));
  } else if (atom.kind() == Kind::Eq && atom[0].sort().is_bool()) {
    const Term right = is_negated ? terms_.mk_not(atom[1]) : atom[1];
    const Term ways[] = {terms_.mk_and(atom[0], right),
                         terms_.mk_and(terms_.mk_not(atom[0]), terms_.mk_not(right))};
    alternatives(std::move(branch), ways);
  } else if (atom.kind() == Kind::Ite) {
    const Term first = is_negated ? terms_.mk_not(atom[1]) : atom[1];
    const Term second = is_negated ? terms_.mk_not(atom[2]) : atom[2];
    const Term ways[] = {terms_.mk_and(atom[0], first), terms_.mk_and(terms_.mk_not(atom[0]), second)};
    alternatives(std::move(branch), ways);
  } else if (atom.is_symbol()) {
    LinearSum sum;  // b = 1 or b = 0
    sum.add(1, atom);
    if (!is_negated) sum.constant = -1;
    add_constraint(branch, sum, true);
    open_.push_back(std::move(branch));
  } else {
    take_literal(std::move(branch), t);
  }
}

void Splitter::take_literal(Branch branch, Term t) {
  const auto literal = term::linear_literal(t);
  if (!literal || !literal->sort.is_int()) {
    approximate(branch, "a condition that is not linear");
    open_.push_back(std::move(branch));
    return;
  }
  if (const Term choice = find_choice(t)) {
    branch.open.push_back(t);
    return choose(std::move(branch), choice);
  }
  LinearSum sum;
  sum.add(-1, literal->sum);
  switch (literal->relation) {
    case LinearLiteral::Relation::Le:
    case LinearLiteral::Relation::Lt:  // does not occur for sort Int
      add_constraint(branch, sum, false);
      break;
    case LinearLiteral::Relation::Eq:
      add_constraint(branch, sum, true);
      break;
    case LinearLiteral::Relation::Ne: {
      const Term atom = t[0];
      const Term ways[] = {terms_.mk_lt(atom[0], atom[1]), terms_.mk_lt(atom[1], atom[0])};
      return alternatives(std::move(branch), ways);
    }
  }
  open_.push_back(std::move(branch));
}

/// Splits the branch by the condition of an ite that occurs in a conjunct or in an update.
void Splitter::choose(Branch branch, Term choice) {
  PENDULUM_CHECK(choice.kind() == Kind::Ite && choice.sort().is_int(), "{} should be an ite of integers",
                 choice.to_string());
  const bool is_split = may_split(2);
  if (!is_split) approximate(branch, "too many cases");
  const auto replaced = [&](Branch copy, Term by) {
    term::Substituter substitute(terms_, {{choice, by}});
    for (Term& t : copy.open) t = substitute(t);
    for (Term& t : copy.values) t = substitute(t);
    return copy;
  };
  if (!is_split) {
    open_.push_back(replaced(std::move(branch), terms_.mk_fresh("choice", choice.sort())));
    return;
  }
  Branch otherwise = replaced(branch, choice[2]);
  otherwise.open.push_back(terms_.mk_not(choice[0]));
  branch = replaced(std::move(branch), choice[1]);
  branch.open.push_back(choice[0]);
  open_.push_back(std::move(branch));
  open_.push_back(std::move(otherwise));
}

void Splitter::take_update(Branch branch) {
  Term& value = branch.values[branch.next_update];
  if (value.sort().is_int()) {
    if (const Term choice = find_choice(value)) return choose(std::move(branch), choice);
    ++branch.next_update;
    open_.push_back(std::move(branch));
    return;
  }
  if (value.is_value() || value.is_symbol()) {
    ++branch.next_update;
    open_.push_back(std::move(branch));
    return;
  }
  const Term condition = value;
  if (!may_split(2)) {
    approximate(branch, "too many cases");
    value = terms_.mk_fresh("choice", value.sort());
    open_.push_back(std::move(branch));
    return;
  }
  Branch otherwise = branch;
  otherwise.values[branch.next_update] = terms_.mk_false();
  otherwise.open.push_back(terms_.mk_not(condition));
  value = terms_.mk_true();
  branch.open.push_back(condition);
  open_.push_back(std::move(branch));
  open_.push_back(std::move(otherwise));
}

void Splitter::approximate(Branch& branch, const std::string& what) {
  auto& all = branch.result.approximations;
  if (std::ranges::find(all, what) == all.end()) all.push_back(what);
}

/// Adds the constraints of the symbol that represents t: quotients and remainders by a constant are linear
/// with one more integer. Other terms are approximated.
void Splitter::explain(Branch& branch, Term t, Term symbol) {
  const bool is_division = t.kind() == Kind::IntDiv || t.kind() == Kind::IntMod;
  if (!is_division || t[1].kind() != Kind::IntValue || t[1].integer_value() <= 0) {
    approximate(branch, std::string(term::name_of(t.kind())));
    return;
  }
  const mpz_class& divisor = t[1].integer_value();
  // t[0] = divisor * quotient + remainder, 0 <= remainder < divisor.
  LinearSum remainder = only_symbols(branch, term::linear_sum(t[0]));
  if (t.kind() == Kind::IntDiv) {
    remainder.add(-divisor, symbol);
  } else {
    const Term division = terms_.mk_int_div(t[0], t[1]);
    const auto [found, is_new] = auxiliary_.emplace(division, Term());
    if (is_new) found->second = terms_.mk_fresh("quotient", t.sort());
    LinearSum equation = remainder;
    equation.add(-divisor, found->second);
    equation.add(-1, symbol);
    add_constraint(branch, equation, true);
    remainder = LinearSum();
    remainder.add(1, symbol);
  }
  add_constraint(branch, remainder, false);
  LinearSum rest;
  rest.add(-1, remainder);
  rest.constant += divisor - 1;
  add_constraint(branch, rest, false);
  // The constraints also have rational solutions that are not integers.
  approximate(branch, "division");
}

LinearSum Splitter::only_symbols(Branch& branch, const LinearSum& sum) {
  LinearSum result;
  result.constant = sum.constant;
  for (const auto& [t, coefficient] : sum.coefficients) {
    if (t.is_symbol()) {
      result.add(coefficient, t);
      continue;
    }
    Term& symbol = auxiliary_[t];
    if (symbol.is_null()) symbol = terms_.mk_fresh("aux", t.sort());
    const Term stands_for_it = symbol;  // copied, because the map may grow below
    explain(branch, t, stands_for_it);
    result.add(coefficient, stands_for_it);
  }
  return result;
}

void Splitter::add_constraint(Branch& branch, LinearSum sum, bool is_equality) {
  sum = only_symbols(branch, sum);
  branch.result.constraints.push_back({std::move(sum), is_equality});
}

void Splitter::finish(Branch branch) {
  PENDULUM_CHECK(branch.open.empty() && branch.next_update == branch.values.size(),
                 "a case should be complete when it is finished");
  for (std::size_t i = 0; i < branch.values.size(); ++i) {
    const Term value = branch.values[i];
    LinearSum sum;
    if (value.is_true())
      sum.constant = 1;
    else if (value.is_symbol())
      sum.add(1, value);
    else if (!value.is_false())
      sum = only_symbols(branch, term::linear_sum(value));
    branch.result.updates.emplace_back(branch.variables[i], std::move(sum));
  }
  std::vector<LinearConstraint> all(known_.begin(), known_.end());
  all.insert(all.end(), branch.result.constraints.begin(), branch.result.constraints.end());
  if (is_feasible(all)) done_.push_back(std::move(branch.result));
}

}  // namespace

std::vector<AffineCase> affine_cases(term::TermManager& terms, const program::Edge& edge,
                                     std::span<const LinearConstraint> known, const CaseLimits& limits,
                                     const base::StopToken& stop) {
  return reduce_cases(Splitter(terms, edge, known, limits, stop).run(), edge.inputs);
}

std::vector<LinearConstraint> linear_conjuncts(Term term, bool& is_complete) {
  PENDULUM_CHECK(term.sort().is_bool(), "linear constraints should be the conjuncts of a formula, not of {}",
                 term.to_string());
  std::vector<LinearConstraint> result;
  is_complete = true;
  for (const Term conjunct : term::conjuncts(term)) {
    const auto literal = term::linear_literal(conjunct);
    const bool is_linear = literal && literal->sort.is_int() &&
                           literal->relation != LinearLiteral::Relation::Ne &&
                           std::ranges::all_of(literal->sum.coefficients,
                                               [](const auto& entry) { return entry.first.is_symbol(); });
    LinearConstraint constraint;
    if (is_linear) {
      constraint.sum.add(-1, literal->sum);
      constraint.is_equality = literal->relation == LinearLiteral::Relation::Eq;
    } else if (conjunct.is_symbol() || (conjunct.kind() == Kind::Not && conjunct[0].is_symbol())) {
      const bool is_negated = conjunct.kind() == Kind::Not;
      constraint.sum.add(1, is_negated ? conjunct[0] : conjunct);
      constraint.sum.constant = is_negated ? 0 : -1;
      constraint.is_equality = true;
    } else if (conjunct.is_true()) {
      continue;
    } else if (conjunct.is_false()) {
      constraint.sum.constant = -1;
    } else {
      is_complete = false;
      continue;
    }
    result.push_back(std::move(constraint));
  }
  return result;
}

Term to_term(term::TermManager& terms, const LinearConstraint& constraint) {
  LinearLiteral literal;
  literal.sort = terms.int_sort();
  literal.relation = constraint.is_equality ? LinearLiteral::Relation::Eq : LinearLiteral::Relation::Le;
  literal.sum.constant = -constraint.sum.constant;
  for (const auto& [symbol, coefficient] : constraint.sum.coefficients) {
    PENDULUM_CHECK(is_numeric(symbol.sort()), "{} should be an integer or a Boolean", symbol.to_string());
    // A Boolean variable is treated as 0 or 1.
    const Term t = symbol.sort().is_bool() ? terms.mk_ite(symbol, terms.mk_int(1), terms.mk_int(0)) : symbol;
    literal.sum.add(-coefficient, t);
  }
  return term::to_term(terms, std::move(literal));
}

}  // namespace pendulum::domain
