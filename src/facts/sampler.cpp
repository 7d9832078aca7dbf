#include "facts/sampler.h"

#include <algorithm>
#include <chrono>

#include "term/smtlib.h"
#include "term/traverse.h"

namespace pendulum::facts {

namespace {

using program::Edge;
using program::EdgeId;
using program::LocationId;
using term::Model;
using term::Term;

class Sampler {
 public:
  Sampler(const program::Program& program, smt::SolverFactory& solvers, const SamplerLimits& limits,
          unsigned seed, const base::StopToken& stop)
      : program_(program),
        terms_(program.terms()),
        solvers_(solvers),
        limits_(limits),
        random_(seed),
        stop_(stop),
        deadline_(base::Clock::now() + std::chrono::milliseconds(static_cast<long>(1000 * limits.seconds))),
        samples_(program.locations().size()) {
    collect_constants();
  }

  Samples run() {
    for (unsigned i = 0; i < limits_.runs && !is_late(); ++i) run_once();
    return std::move(samples_);
  }

 private:
  struct Move {
    EdgeId edge;
    Model inputs;
  };

  bool is_late() const { return stop_.is_stopped() || base::Clock::now() >= deadline_; }

  void collect_constants() {
    term::TermVector all;
    for (const Edge& edge : program_.edges()) {
      all.push_back(edge.guard);
      for (const program::Assignment& update : edge.updates) all.push_back(update.value);
    }
    for (const Term term : term::subterms(all))
      if (term.kind() == term::Kind::BitVecValue) constants_.push_back(term.integer_value());
    std::sort(constants_.begin(), constants_.end());
    constants_.erase(std::unique(constants_.begin(), constants_.end()), constants_.end());
  }

  /// Small numbers, the program's constants and their neighbours, and now and then any number.
  Term random_value(term::Sort sort) {
    if (sort.is_bool()) return terms_.mk_bool(random_() % 2 == 0);
    if (!sort.is_bitvec()) return terms_.mk_zero(sort);
    switch (random_() % 8) {
      case 0:
        return terms_.mk_bv(static_cast<std::int64_t>(random_()), sort.width());
      case 1:
      case 2:
      case 3:
        if (!constants_.empty()) {
          const mpz_class value =
              constants_[random_() % constants_.size()] + static_cast<long>(random_() % 3) - 1;
          return terms_.mk_bv(value, sort.width());
        }
        [[fallthrough]];
      default:
        return terms_.mk_bv(static_cast<std::int64_t>(random_() % 12) - 1, sort.width());
    }
  }

  std::optional<Move> random_move(LocationId location, const Model& state) {
    std::vector<EdgeId> edges = program_.outgoing(location);
    for (unsigned attempt = 0; attempt < 4; ++attempt) {
      std::shuffle(edges.begin(), edges.end(), random_);
      for (const EdgeId id : edges) {
        Move move{id, {}};
        Model both = state;
        for (const program::Input& input : program_.edge(id).inputs) {
          const Term value = random_value(input.symbol.sort());
          move.inputs.emplace(input.symbol, value);
          both.emplace(input.symbol, value);
        }
        if (term::evaluate(terms_, program_.edge(id).guard, both).is_true()) return move;
      }
    }
    return std::nullopt;
  }

  std::optional<Move> solved_move(LocationId location, const Model& state) {
    std::vector<EdgeId> edges = program_.outgoing(location);
    std::shuffle(edges.begin(), edges.end(), random_);
    for (const EdgeId id : edges) {
      const Term guard = term::substitute(terms_, program_.edge(id).guard, state);
      if (guard.is_false()) continue;
      const Term only[] = {guard};
      smt::SolverOptions options;
      options.logic = term::logic_of(only);
      options.seed = static_cast<unsigned>(random_());
      auto solver = solvers_.make(terms_, options);
      solver->set_time_limit(std::chrono::milliseconds(300));
      solver->assert_term(guard);
      if (solver->check() != smt::SatResult::Sat) continue;  // an unknown only costs a sample
      Move move{id, {}};
      for (const program::Input& input : program_.edge(id).inputs) {
        const Term value = solver->value(input.symbol);
        if (!value.is_null()) move.inputs.emplace(input.symbol, value);
      }
      return move;
    }
    return std::nullopt;
  }

  void run_once() {
    LocationId location = program_.entry();
    Model state;
    for (unsigned step = 0; step < limits_.steps && !is_late(); ++step) {
      auto move = random_move(location, state);
      if (!move) move = solved_move(location, state);
      if (!move) return;
      const Edge& edge = program_.edge(move->edge);
      Model both = state;
      for (const auto& [symbol, value] : move->inputs) both.insert_or_assign(symbol, value);
      term::Evaluator evaluate(terms_, both);
      if (!evaluate(edge.guard).is_true()) return;
      for (const program::Assignment& update : edge.updates)
        state.insert_or_assign(update.variable, evaluate(update.value));
      location = edge.target;
      samples_[location].push_back(state);
    }
  }

  const program::Program& program_;
  term::TermManager& terms_;
  smt::SolverFactory& solvers_;
  SamplerLimits limits_;
  std::mt19937 random_;
  const base::StopToken& stop_;
  base::Clock::time_point deadline_;
  std::vector<mpz_class> constants_;
  Samples samples_;
};

}  // namespace

Samples sample(const program::Program& program, smt::SolverFactory& solvers, const SamplerLimits& limits,
               unsigned seed, const base::StopToken& stop) {
  return Sampler(program, solvers, limits, seed, stop).run();
}

}  // namespace pendulum::facts
