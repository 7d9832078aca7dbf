#include "engine/summaries/tabulation.h"

#include <algorithm>
#include <map>

#include "base/check.h"
#include "engine/solvers.h"
#include "term/print.h"
#include "term/traverse.h"

namespace pendulum::engine::summaries {

using program::LocationId;
using smt::SatResult;
using term::Term;
using term::TermVector;

namespace {

// The limits are chosen such that the search ends after about a second; they were not measured individually.

/// Maximum number of tuples in all tables. The judge proves formulas of this size.
constexpr std::size_t max_tuples = 1000;
/// Maximum number of tuples that one clause derives from unchanged tables. More of them are the values of an
/// input.
constexpr std::size_t max_heads = 128;
/// Maximum number of steps of a path.
constexpr std::size_t max_steps = 2'000'000;

/// Arrays have too many values, and their values are too large for tables.
bool has_arrays(const ProcedureClauses& clauses) {
  const auto is_array = [](Term symbol) { return symbol.sort().is_array(); };
  return std::ranges::any_of(clauses.clauses, [&](const ProcedureClause& clause) {
    return std::ranges::any_of(symbols_of(clause), is_array);
  });
}

class Tabulation {
 public:
  Tabulation(const ProcedureClauses& clauses, const std::vector<bool>& is_entry, Env& env,
             const base::StopToken& stop)
      : clauses_(clauses),
        is_entry_(is_entry),
        terms_(env.terms),
        env_(env),
        stop_(stop),
        tables_(clauses.parameters.size()),
        orders_(clauses.parameters.size()) {
    PENDULUM_CHECK(is_entry.size() == clauses.parameters.size(), "every location should have a predicate");
    for (const ProcedureClause& clause : clauses.clauses) queries_.push_back(make_query(clause));
  }

  Tables run() {
    Progress progress = Progress::Added;
    while (progress == Progress::Added && tables_[clauses_.error].empty()) progress = derive_all();
    env_.statistics.counter("engine.summaries.tuples") += tuples_.size();
    const Table& errors = tables_[clauses_.error];
    if (!errors.empty()) {
      if (auto path = path_to(errors.begin()->second)) return {Tables::Kind::Error, {}, std::move(*path)};
    } else if (progress == Progress::None) {
      return {Tables::Kind::Closed, solution(), {}};
    }
    return {};
  }

 private:
  enum class Progress { None, Added, Stuck };

  /// A derived instance of a head.
  struct Tuple {
    const ProcedureClause* clause = nullptr;
    std::vector<std::size_t> body;  ///< by atom of the clause: index into tuples_
    term::Model symbols;            ///< values of the symbols of the clause
  };
  using Table = std::map<TermVector, std::size_t>;  ///< values of the parameters -> index into tuples_

  /// The instances of one clause.
  struct Query {
    const ProcedureClause* clause = nullptr;
    TermVector symbols;
    std::unique_ptr<smt::Solver> solver;
    /// By atom of the body: implied by the arguments being none of the tuples asserted so far. Null before
    /// the first tuple.
    TermVector is_other;
    std::vector<std::size_t> num_asserted;  ///< by atom of the body: prefix of order_[location]
    std::size_t num_excluded = 0;           ///< prefix of order_[head]
  };

  Query make_query(const ProcedureClause& clause) {
    TermVector all{clause.constraint};
    for (const ProcedureAtom& atom : clause.body)
      all.insert(all.end(), atom.arguments.begin(), atom.arguments.end());
    all.insert(all.end(), clause.head.arguments.begin(), clause.head.arguments.end());
    Query query{.clause = &clause, .symbols = symbols_of(clause)};
    query.solver = make_solver(SolverPurpose::Paths, term::logic_of(all), env_);
    query.solver->assert_term(clause.constraint);
    query.is_other.resize(clause.body.size());
    query.num_asserted.resize(clause.body.size());
    return query;
  }

  /// The condition that the arguments of the atom are the values.
  Term is_instance(const ProcedureAtom& atom, const TermVector& values) {
    TermVector equal;
    for (std::size_t i = 0; i < values.size(); ++i)
      equal.push_back(terms_.mk_eq(atom.arguments[i], values[i]));
    return terms_.mk_and(equal);
  }

  /// Asserts the tuples that were derived since the last call. Each disjunction of tuples has a last case for
  /// later ones, which check() assumes to be false.
  void update(Query& query) {
    const ProcedureClause& clause = *query.clause;
    for (std::size_t i = 0; i < clause.body.size(); ++i) {
      const std::vector<const TermVector*>& known = orders_[clause.body[i].location];
      if (query.num_asserted[i] == known.size()) continue;
      const Term further = terms_.mk_fresh("other", terms_.bool_sort());
      TermVector cases{further};
      for (; query.num_asserted[i] < known.size(); ++query.num_asserted[i])
        cases.push_back(is_instance(clause.body[i], *known[query.num_asserted[i]]));
      const Term is_one = terms_.mk_or(cases);
      const Term previous = query.is_other[i];
      query.solver->assert_term(previous.is_null() ? is_one : terms_.mk_implies(previous, is_one));
      query.is_other[i] = further;
    }
    const std::vector<const TermVector*>& heads = orders_[clause.head.location];
    for (; query.num_excluded < heads.size(); ++query.num_excluded)
      query.solver->assert_term(terms_.mk_not(is_instance(clause.head, *heads[query.num_excluded])));
  }

  Progress derive_all() {
    Progress result = Progress::None;
    for (Query& query : queries_) {
      const Progress progress = derive(query);
      if (progress == Progress::Stuck) return progress;
      if (progress == Progress::Added) result = progress;
      if (!tables_[clauses_.error].empty()) return result;
    }
    return result;
  }

  Progress derive(Query& query) {
    const ProcedureClause& clause = *query.clause;
    for (const ProcedureAtom& atom : clause.body)
      if (tables_[atom.location].empty()) return Progress::None;
    for (std::size_t num_heads = 0;; ++num_heads) {
      update(query);
      TermVector assumptions;
      for (const Term other : query.is_other) assumptions.push_back(terms_.mk_not(other));
      if (stop_.is_stopped()) return Progress::Stuck;
      query.solver->set_time_limit(stop_.remaining());
      const SatResult answer = query.solver->check(assumptions);
      if (answer == SatResult::Unsat) return num_heads == 0 ? Progress::None : Progress::Added;
      if (answer == SatResult::Unknown || num_heads == max_heads || tuples_.size() == max_tuples)
        return Progress::Stuck;
      add_tuple(query);
      if (clause.head.location == clauses_.error) return Progress::Added;
    }
  }

  void add_tuple(Query& query) {
    const ProcedureClause& clause = *query.clause;
    Tuple tuple{.clause = &clause, .body = {}, .symbols = query.solver->model(query.symbols)};
    for (const Term symbol : query.symbols) tuple.symbols.try_emplace(symbol, terms_.mk_zero(symbol.sort()));
    for (const ProcedureAtom& atom : clause.body) {
      const auto found = tables_[atom.location].find(values(atom, tuple.symbols));
      PENDULUM_CHECK(found != tables_[atom.location].end(), "the body should be in the tables");
      tuple.body.push_back(found->second);
    }
    const LocationId head = clause.head.location;
    const auto [entry, is_new] = tables_[head].emplace(values(clause.head, tuple.symbols), tuples_.size());
    PENDULUM_CHECK(is_new, "the head should not be in its table");
    orders_[head].push_back(&entry->first);
    tuples_.push_back(std::move(tuple));
  }

  TermVector values(const ProcedureAtom& atom, const term::Model& symbols) const {
    TermVector result;
    for (const Term argument : atom.arguments) result.push_back(term::evaluate(terms_, argument, symbols));
    return result;
  }

  TermVector solution() {
    TermVector result;
    for (LocationId location = 0; location < tables_.size(); ++location) {
      const ProcedureAtom atom{location, clauses_.parameters[location]};
      TermVector cases;
      for (const auto& [values, tuple] : tables_[location]) cases.push_back(is_instance(atom, values));
      result.push_back(terms_.mk_or(cases));
    }
    return result;
  }

  /// The path of the derivation; nothing if it has too many steps.
  std::optional<certificate::ErrorPath> path_to(std::size_t error) const {
    struct Frame {
      const Tuple* tuple;
      bool is_inner;         ///< the tuple belongs to a complete call, as in derivation_search.cpp
      std::size_t next = 0;  ///< index into the trace
    };
    certificate::ErrorPath result;
    std::size_t num_steps = 0;
    std::vector<Frame> stack{{&tuples_[error], false}};
    while (!stack.empty()) {
      Frame& frame = stack.back();
      const ProcedureClause& clause = *frame.tuple->clause;
      if (frame.next == clause.trace.size()) {
        stack.pop_back();
        continue;
      }
      const std::size_t position = frame.next++;
      const TraceItem& item = clause.trace[position];
      if (item.edge) {
        if (++num_steps > max_steps) return std::nullopt;
        result.append(step(item, *frame.tuple));
        continue;
      }
      const bool is_inner = frame.is_inner || position != 0;
      if (!is_inner || !is_entry_[clause.body[item.atom].location])
        stack.push_back({&tuples_[frame.tuple->body[item.atom]], is_inner});
    }
    return result;
  }

  certificate::Step step(const TraceItem& item, const Tuple& tuple) const {
    certificate::Step result{.edge = *item.edge, .inputs = {}};
    for (const auto& [symbol, value] : item.inputs)
      result.inputs.emplace(symbol, term::evaluate(terms_, value, tuple.symbols));
    return result;
  }

  const ProcedureClauses& clauses_;
  const std::vector<bool>& is_entry_;
  term::TermManager& terms_;
  Env& env_;
  const base::StopToken& stop_;
  std::vector<Table> tables_;  ///< by location
  /// By location: the keys of the table in the order of their derivation.
  std::vector<std::vector<const TermVector*>> orders_;
  std::vector<Tuple> tuples_;
  std::vector<Query> queries_;
};

}  // namespace

Tables tabulate(const ProcedureClauses& clauses, const std::vector<bool>& is_entry, Env& env,
                const base::StopToken& stop) {
  if (has_arrays(clauses)) return {};
  const base::ScopedTimer timer(env.statistics.seconds("engine.summaries.tabulation_time"));
  return Tabulation(clauses, is_entry, env, stop).run();
}

}  // namespace pendulum::engine::summaries
