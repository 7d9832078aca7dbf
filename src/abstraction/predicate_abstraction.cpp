// Edges are functional (program.h), so the image of a predicate is the predicate with the updates
// substituted, a formula over the state before the edge and the inputs. One incremental solver per edge
// contains the guard and a definition of a literal for each image; it is used for all posts over that edge.
#include "abstraction/predicate_abstraction.h"

#include <algorithm>
#include <chrono>
#include <deque>
#include <map>
#include <set>
#include <tuple>

#include "abstraction/decision_tree.h"
#include "abstraction/independent_groups.h"
#include "base/budget.h"
#include "base/check.h"
#include "term/traverse.h"

namespace pendulum::abstraction {

namespace {

using smt::SatResult;
using term::Term;
using term::TermVector;

// None of the following limits was measured.

/// Time limit of a single solver call. An undecided call weakens the post.
constexpr std::chrono::milliseconds check_limit{3000};
/// The enumeration of the assignments of one Boolean post gets a quarter of the remaining time. Beyond it the
/// result is weakened to the Cartesian post, with which the search may still succeed.
constexpr unsigned enumeration_share = 4;

/// The solver for one edge, with the literals of the predicates.
class EdgeSolver {
 public:
  EdgeSolver(term::TermManager& terms, std::unique_ptr<smt::Solver> solver, const program::Edge& edge,
             Term known)
      : terms_(terms),
        edge_(edge),
        solver_(std::move(solver)),
        substitute_(terms, program::substitution_of(edge)) {
    solver_->set_time_limit(check_limit);
    solver_->assert_term(known);
    solver_->assert_term(edge.guard);
  }

  const program::Edge& edge() const { return edge_; }
  smt::Solver& solver() { return *solver_; }

  /// A literal that is equivalent to the predicate after the edge, or a truth value.
  Term literal(Term predicate) {
    const auto found = literals_.find(predicate);
    if (found != literals_.end()) return found->second;
    Term literal = image(predicate);
    if (!literal.is_value() && !literal.is_symbol()) {
      const Term image = literal;
      literal = terms_.mk_fresh("b", terms_.bool_sort());
      solver_->assert_term(terms_.mk_eq(literal, image));
    }
    PENDULUM_CHECK(literal.sort().is_bool(), "the image of a predicate should be a formula");
    literals_.emplace(predicate, literal);
    return literal;
  }

  /// The predicate after the edge, over the state before the edge and the inputs.
  Term image(Term predicate) { return substitute_(predicate); }

 private:
  term::TermManager& terms_;
  program::Edge edge_;
  std::unique_ptr<smt::Solver> solver_;
  term::Substituter substitute_;
  term::Substitution literals_;
};

/// The numbers of an abstraction's statistics.
struct Counters {
  std::uint64_t& checks;
  std::uint64_t& boolean;    ///< Boolean posts
  std::uint64_t& cartesian;  ///< those of them that were weakened to Cartesian posts
};

/// The computation of one post. The caller has asserted the source in a scope of its own.
class Step {
 public:
  Step(term::TermManager& terms, EdgeSolver& edge, TermVector constraints, const TermVector& predicates,
       Counters& counters, const base::StopToken& stop)
      : terms_(terms),
        edge_(edge),
        solver_(edge.solver()),
        constraints_(std::move(constraints)),
        predicates_(predicates),
        counters_(counters),
        stop_(stop) {
    for (const Term predicate : predicates) literals_.push_back(edge.literal(predicate));
  }

  Term post(Precision precision) {
    switch (check({})) {
      case SatResult::Unsat:
        return terms_.mk_false();
      case SatResult::Unknown:
        return terms_.mk_true();  // Soundness: true is weaker than the post
      case SatResult::Sat:
        break;
    }
    if (predicates_.empty()) return terms_.mk_true();
    find_constants();
    const Term constants = constant_part();
    if (precision == Precision::Cartesian) return constants;
    ++counters_.boolean;
    const std::optional<Term> combinations = boolean_part();
    if (combinations) return terms_.mk_and(constants, *combinations);
    ++counters_.cartesian;
    return constants;  // Soundness: true is weaker than every disjunction
  }

 private:
  SatResult check(std::span<const Term> assumptions) {
    stop_.throw_if_stopped();
    ++counters_.checks;
    return solver_.check(assumptions);
  }

  /// The truth values of the literals in the model; nullopt for those that the solver does not determine.
  std::vector<std::optional<bool>> values() {
    std::vector<std::optional<bool>> result;
    for (const Term literal : literals_) {
      const Term value = literal.is_value() ? literal : solver_.value(literal);
      result.push_back(value && value.is_value() ? std::optional(value.is_true()) : std::nullopt);
    }
    return result;
  }

  /// Finds the literals that have the same truth value in all models. The candidates are the values in the
  /// first model; each solver call asks for a model that differs in one of them.
  void find_constants() {
    constants_ = values();
    remember(constants_);
    while (true) {
      TermVector differs;
      for (std::size_t i = 0; i < literals_.size(); ++i)
        if (constants_[i] && !literals_[i].is_value()) differs.push_back(opposite(i));
      if (differs.empty()) return;
      const Term assumption[] = {terms_.mk_or(differs)};
      const SatResult answer = check(assumption);
      if (answer == SatResult::Unsat) return;
      if (answer == SatResult::Unknown) return decide_one_by_one();
      const auto model = values();
      remember(model);
      bool is_progress = false;
      for (std::size_t i = 0; i < literals_.size(); ++i) {
        if (!constants_[i] || literals_[i].is_value() || model[i] == constants_[i]) continue;
        constants_[i].reset();
        is_progress = true;
      }
      if (!is_progress) return decide_one_by_one();
    }
  }

  /// Soundness: only literals that are proved constant are kept.
  void decide_one_by_one() {
    for (std::size_t i = 0; i < literals_.size(); ++i) {
      if (!constants_[i] || literals_[i].is_value()) continue;
      const Term assumption[] = {opposite(i)};
      if (check(assumption) != SatResult::Unsat) constants_[i].reset();
    }
  }

  /// Requires: the literal is a candidate for a constant.
  Term opposite(std::size_t i) {
    PENDULUM_CHECK(constants_[i].has_value(), "literal {} should be a candidate for a constant", i);
    return *constants_[i] ? terms_.mk_not(literals_[i]) : literals_[i];
  }

  void remember(const std::vector<std::optional<bool>>& model) {
    Assignment assignment;
    for (const std::optional<bool>& value : model) {
      if (!value) return;
      assignment.push_back(*value);
    }
    seen_.push_back(std::move(assignment));
  }

  Term constant_part() {
    TermVector parts;
    for (std::size_t i = 0; i < predicates_.size(); ++i)
      if (constants_[i]) parts.push_back(*constants_[i] ? predicates_[i] : terms_.mk_not(predicates_[i]));
    return terms_.mk_and(parts);
  }

  /// True if the predicate is a Boolean combination of other given predicates, so that it adds nothing to
  /// their assignments.
  bool is_combination(Term predicate) const {
    const TermVector atoms = term::atoms(predicate);
    return std::ranges::none_of(atoms, [&](Term atom) {
      return atom == predicate || std::ranges::find(predicates_, atom) == predicates_.end();
    });
  }

  /// The combinations of the predicates that are not constant. Groups of predicates that do not depend on
  /// each other are enumerated one after the other: n independent flags have 2^n combinations, but n groups
  /// of two. Nothing if the solver or the time does not suffice.
  std::optional<Term> boolean_part() {
    std::vector<std::size_t> free;
    TermVector images;
    for (std::size_t i = 0; i < predicates_.size(); ++i) {
      if (constants_[i] || is_combination(predicates_[i])) continue;
      free.push_back(i);
      images.push_back(edge_.image(predicates_[i]));
    }
    const base::Budget budget = base::Budget::share(stop_, 1, enumeration_share, "enumeration");
    TermVector parts;
    for (const std::vector<std::size_t>& group : independent_groups(constraints_, images)) {
      std::vector<std::size_t> members;
      for (const std::size_t i : group) members.push_back(free[i]);
      solver_.push();
      const std::optional<Term> part = enumerate(members, budget);
      solver_.pop();
      if (!part) return std::nullopt;
      parts.push_back(*part);
    }
    return terms_.mk_and(parts);
  }

  /// AllSAT over the predicates with these indices; a clause blocks every assignment found so far.
  std::optional<Term> enumerate(const std::vector<std::size_t>& members, const base::Budget& budget) {
    TermVector predicates;
    for (const std::size_t i : members) predicates.push_back(predicates_[i]);
    std::set<Assignment> assignments;
    for (const Assignment& model : seen_) block(model, members, assignments);
    while (true) {
      const SatResult answer = check({});
      if (answer == SatResult::Unsat) return decision_tree(terms_, predicates, assignments);
      if (answer == SatResult::Unknown || budget.is_exhausted()) return std::nullopt;
      const auto model = values();
      Assignment assignment;
      for (const std::optional<bool>& value : model) {
        if (!value) return std::nullopt;
        assignment.push_back(*value);
      }
      block(assignment, members, assignments);
    }
  }

  void block(const Assignment& model, const std::vector<std::size_t>& members,
             std::set<Assignment>& assignments) {
    PENDULUM_CHECK(model.size() == literals_.size(), "a model should have values of {} literals, not {}",
                   literals_.size(), model.size());
    Assignment assignment;
    TermVector clause;
    for (const std::size_t i : members) {
      assignment.push_back(model[i]);
      clause.push_back(model[i] ? terms_.mk_not(literals_[i]) : literals_[i]);
    }
    if (assignments.insert(std::move(assignment)).second) solver_.assert_term(terms_.mk_or(clause));
  }

  term::TermManager& terms_;
  EdgeSolver& edge_;
  smt::Solver& solver_;
  const TermVector constraints_;  ///< the source, the guard and the known facts
  const TermVector& predicates_;
  Counters& counters_;
  const base::StopToken& stop_;
  TermVector literals_;                         ///< parallel to the predicates
  std::vector<std::optional<bool>> constants_;  ///< parallel to the predicates; nullopt: not constant
  std::vector<Assignment> seen_;                ///< complete models so far
};

}  // namespace

struct PredicateAbstraction::Impl {
  term::TermManager& terms;
  smt::SolverFactory& solvers;
  std::string logic;
  Precision precision;
  Term known;
  double& post_time;
  Counters counters;
  const base::StopToken& stop;
  std::map<const program::Edge*, EdgeSolver*> solver_of_edge;
  std::deque<EdgeSolver> edge_solvers;  ///< including those of destroyed edges: they are parts of keys
  std::map<std::tuple<Term, const EdgeSolver*, TermVector>, Term> known_posts;

  EdgeSolver& solver_of(const program::Edge& edge) {
    EdgeSolver*& result = solver_of_edge[&edge];
    // Soundness: the address of a destroyed edge may be reused for another edge.
    if (result && program::has_same_terms(result->edge(), edge)) return *result;
    smt::SolverOptions options;
    options.logic = logic;
    options.cores = false;
    // CaDiCaL takes less time than Z3 for pure bit-vectors (bench/results/solver_choice.md).
    if (logic == "QF_BV") options.backend = smt::Backend::Cadical;
    result = &edge_solvers.emplace_back(terms, solvers.make(terms, options), edge, known);
    return *result;
  }

  Term compute(Term source, EdgeSolver& edge, const TermVector& predicates) {
    // Define the literals of new predicates before the push, so that they are kept after the pop.
    Step step(terms, edge, term::conjuncts(terms.mk_and({source, known, edge.edge().guard})), predicates,
              counters, stop);
    edge.solver().push();
    edge.solver().assert_term(source);
    const Term result = step.post(precision);
    edge.solver().pop();
    return result;
  }
};

PredicateAbstraction::PredicateAbstraction(term::TermManager& terms, smt::SolverFactory& solvers,
                                           std::string logic, Precision precision, Term known,
                                           base::Statistics& statistics, std::string prefix,
                                           const base::StopToken& stop)
    : impl_(
          new Impl{terms,
                   solvers,
                   std::move(logic),
                   precision,
                   known,
                   statistics.seconds(prefix + "post_time"),
                   {statistics.counter(prefix + "post_checks"), statistics.counter(prefix + "boolean_posts"),
                    statistics.counter(prefix + "cartesian_posts")},
                   stop,
                   {},
                   {},
                   {}}) {}

PredicateAbstraction::~PredicateAbstraction() = default;

Term PredicateAbstraction::post(Term source, const program::Edge& edge, const TermVector& predicates) {
  PENDULUM_CHECK(source.sort().is_bool(), "the states before an edge should be a formula");
  PENDULUM_DCHECK(std::ranges::all_of(predicates, [](Term p) { return p.sort().is_bool(); }),
                  "predicates should be formulas");
  if (source.is_false()) return source;
  const base::ScopedTimer timer(impl_->post_time);
  EdgeSolver& solver = impl_->solver_of(edge);
  const auto key = std::tuple(source, static_cast<const EdgeSolver*>(&solver), predicates);
  const auto found = impl_->known_posts.find(key);
  if (found != impl_->known_posts.end()) return found->second;
  const Term result = impl_->compute(source, solver, predicates);
  impl_->known_posts.emplace(key, result);
  return result;
}

}  // namespace pendulum::abstraction
