#include "engine/ic3/control_split.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/check.h"
#include "engine/solvers.h"
#include "term/traverse.h"

namespace pendulum::engine::ic3 {

using program::Edge;
using program::LocationId;
using smt::SatResult;
using term::Kind;
using term::Term;
using term::TermVector;

namespace {

/// Entry, loop and error. Programs with more locations have explicit control flow.
constexpr std::size_t max_original_locations = 3;
/// Limits of the split program. Each location has a solver and frames of its own, so a larger program costs
/// more than the split saves.
constexpr std::size_t max_locations = 150;
constexpr std::size_t max_edges = 600;
/// Limits of the enumeration of valuations, which needs a query for each valuation that an edge can reach.
constexpr unsigned max_checks = 500;
constexpr std::chrono::milliseconds query_limit{1000};

/// The update chooses among values and the variable itself.
bool is_choice(Term variable, Term update) {
  TermVector open{update};
  term::TermSet seen;
  while (!open.empty()) {
    const Term term = open.back();
    open.pop_back();
    if (term.is_value() || term == variable || !seen.insert(term).second) continue;
    if (term.kind() != Kind::Ite) return false;
    open.push_back(term[1]);
    open.push_back(term[2]);
  }
  return true;
}

TermVector control_variables(const program::Program& program) {
  TermVector result;
  for (const program::Variable& variable : program.variables()) {
    const Term symbol = variable.symbol;
    if (symbol.sort().is_array()) continue;
    const bool is_control =
        symbol.sort().is_bool() || std::ranges::all_of(program.edges(), [&](const Edge& e) {
          return std::ranges::all_of(e.updates, [&](const program::Assignment& update) {
            return update.variable != symbol || is_choice(symbol, update.value);
          });
        });
    if (is_control) result.push_back(symbol);
  }
  return result;
}

/// Values of the inputs that the guard determines by a literal of a Boolean input or by an equation with a
/// value.
term::Substitution fixed_inputs(term::TermManager& terms, Term guard, const term::TermSet& inputs) {
  term::Substitution fixed;
  for (const Term conjunct : term::conjuncts(guard)) {
    const Term atom = conjunct.kind() == Kind::Not ? conjunct[0] : conjunct;
    if (inputs.contains(atom)) fixed.emplace(atom, terms.mk_bool(atom == conjunct));
    if (conjunct.kind() != Kind::Eq) continue;
    for (const std::size_t side : {0u, 1u})
      if (inputs.contains(conjunct[side]) && conjunct[1 - side].is_value())
        fixed.emplace(conjunct[side], conjunct[1 - side]);
  }
  return fixed;
}

}  // namespace

bool is_transition_system(const program::Program& program) {
  return program.locations().size() <= max_original_locations;
}

Blocks blocks_of(const program::Program& program) {
  return is_transition_system(program) ? Blocks::Small : Blocks::Large;
}

class ControlSplit::Splitter {
 public:
  Splitter(ControlSplit& result, Env& env)
      : result_(result), original_(result.original_), terms_(env.terms), env_(env), builder_(env.terms) {
    solver_ = make_solver(SolverPurpose::Steps, original_, env);
    solver_->set_time_limit(query_limit);
  }

  /// False if there are too many valuations, or the solver did not decide a query.
  bool run() {
    for (const program::Variable& variable : original_.variables()) builder_.add_variable(variable);
    builder_.set_entry(location({original_.entry(), {}}));
    builder_.set_error(location({original_.error(), {}}));
    while (next_ < result_.origin_.size()) {
      const auto source = static_cast<LocationId>(next_++);
      const SplitLocation from = result_.origin_[source];
      for (const program::EdgeId edge : original_.outgoing(from.location))
        if (!split_edge(edge, source, from)) return false;
    }
    result_.split_.emplace(builder_.build());
    PENDULUM_CHECK(result_.origin_.size() == result_.split_->locations().size() &&
                       result_.edge_origin_.size() == result_.split_->edges().size(),
                   "every location and edge should have an origin");
    return true;
  }

 private:
  LocationId location(const SplitLocation& split) {
    const auto [it, is_new] = known_.try_emplace(split, 0);
    if (is_new) {
      it->second = builder_.add_location(original_.location(split.location).name);
      result_.origin_.push_back(split);
    }
    return it->second;
  }

  bool split_edge(program::EdgeId id, LocationId source, const SplitLocation& from) {
    PENDULUM_CHECK(from.valuation.empty() || from.valuation.size() == result_.control_.size(),
                   "a valuation should have a value for each control variable");
    const Edge& edge = original_.edge(id);
    term::Substitution now;
    for (std::size_t i = 0; i < from.valuation.size(); ++i)
      now.emplace(result_.control_[i], from.valuation[i]);
    term::Substituter here(terms_, now);
    const Term guard = here(edge.guard);
    if (guard.is_false()) return true;
    if (edge.target == original_.error()) {
      add_edge(id, source, {edge.target, {}}, guard, here);
      return true;
    }
    // The values of the control variables after the edge.
    TermVector after;
    for (const Term variable : result_.control_) {
      if (!result_.is_live(variable, edge.target)) {
        after.push_back(terms_.mk_zero(variable.sort()));  // a dead variable gets an arbitrary value
        continue;
      }
      const auto update = std::ranges::find(edge.updates, variable, &program::Assignment::variable);
      after.push_back(here(update == edge.updates.end() ? variable : update->value));
    }
    const auto valuations = enumerate(guard, after);
    if (!valuations) return false;
    for (const TermVector& valuation : *valuations) {
      TermVector parts{guard};
      for (std::size_t i = 0; i < after.size(); ++i) parts.push_back(terms_.mk_eq(after[i], valuation[i]));
      add_edge(id, source, {edge.target, valuation}, terms_.mk_and(parts), here);
    }
    return result_.origin_.size() <= max_locations && result_.edge_origin_.size() <= max_edges;
  }

  /// The possible values of `after` under the guard; nothing if the solver does not decide.
  std::optional<std::vector<TermVector>> enumerate(Term guard, const TermVector& after) {
    std::vector<TermVector> found;
    if (std::ranges::all_of(after, [](Term value) { return value.is_value(); })) {
      found.push_back(after);
      return found;
    }
    solver_->push();
    solver_->assert_term(guard);
    SatResult answer = SatResult::Sat;
    while (++checks_ <= max_checks && (answer = solver_->check()) == SatResult::Sat) {
      TermVector valuation, equal;
      for (const Term value : after) {
        valuation.push_back(solver_->value(value));
        if (valuation.back().is_null()) break;
        equal.push_back(terms_.mk_eq(value, valuation.back()));
      }
      if (valuation.size() != equal.size()) break;
      solver_->assert_term(terms_.mk_not(terms_.mk_and(equal)));
      found.push_back(std::move(valuation));
    }
    solver_->pop();
    env_.stop.throw_if_stopped();
    if (answer != SatResult::Unsat) return std::nullopt;
    return found;
  }

  void add_edge(program::EdgeId id, LocationId source, const SplitLocation& target, Term guard,
                term::Substituter& here) {
    const Edge& edge = original_.edge(id);
    EdgeOrigin origin{id, {}};
    term::TermSet inputs;
    for (const program::Input& input : edge.inputs) inputs.insert(input.symbol);
    // Unit propagation until the guard determines no further input.
    for (;;) {
      const term::Substitution fixed = fixed_inputs(terms_, guard, inputs);
      if (fixed.empty()) break;
      guard = term::substitute(terms_, guard, fixed);
      for (const auto& [input, value] : fixed) {
        origin.inputs.insert_or_assign(input, value);
        inputs.erase(input);
      }
    }
    Edge copy = edge;
    copy.inputs.clear();
    // An input belongs to one edge, so each copy of the edge gets its own inputs.
    for (const program::Input& input : edge.inputs) {
      if (!inputs.contains(input.symbol)) continue;
      const Term renamed = terms_.mk_fresh(input.symbol.name(), input.symbol.sort());
      origin.inputs.emplace(input.symbol, renamed);
      copy.inputs.push_back({renamed, input.origin});
    }
    term::Substituter rename(terms_, origin.inputs);
    copy.source = source;
    copy.target = location(target);
    copy.guard = rename(guard);
    std::erase_if(copy.updates, [&](const program::Assignment& update) {
      return std::ranges::find(result_.control_, update.variable) != result_.control_.end();
    });
    for (program::Assignment& update : copy.updates) update.value = rename(here(update.value));
    for (std::size_t i = 0; i < target.valuation.size(); ++i)
      if (result_.is_live(result_.control_[i], target.location))
        copy.updates.push_back({result_.control_[i], target.valuation[i]});
    if (builder_.add_edge(std::move(copy))) result_.edge_origin_.push_back(std::move(origin));
  }

  ControlSplit& result_;
  const program::Program& original_;
  term::TermManager& terms_;
  Env& env_;
  program::ProgramBuilder builder_;
  std::unique_ptr<smt::Solver> solver_;
  std::map<SplitLocation, LocationId> known_;
  std::size_t next_ = 0;  ///< location whose edges are split next
  unsigned checks_ = 0;
};

bool ControlSplit::is_live(Term variable, LocationId location) const {
  return std::ranges::binary_search(live_[location], variable);
}

ControlSplit::ControlSplit(const program::Program& original, Env& env)
    : original_(original), live_(program::live_variables(original)) {
  if (original.locations().size() > max_original_locations) return;
  control_ = control_variables(original);
  if (control_.empty()) return;
  const base::ScopedTimer timer(env.statistics.seconds("ic3.control_split_time"));
  if (!Splitter(*this, env).run()) split_.reset();
  if (split_) env.statistics.counter("ic3.control_locations") = split_->locations().size();
}

certificate::Invariant ControlSplit::lift(const certificate::Invariant& invariant) const {
  if (!split_) return invariant;
  term::TermManager& terms = original_.terms();
  std::map<LocationId, TermVector> cases;
  // A location that no split location represents is unreachable; without disjuncts its invariant is false.
  for (LocationId id = 0; id < original_.locations().size(); ++id)
    if (id != original_.entry() && id != original_.error()) cases[id];
  for (LocationId id = 0; id < origin_.size(); ++id) {
    if (id == split_->entry() || id == split_->error()) continue;
    const auto at = invariant.at.find(id);
    TermVector parts{at == invariant.at.end() ? terms.mk_true() : at->second};
    for (std::size_t i = 0; i < control_.size(); ++i)
      if (is_live(control_[i], origin_[id].location))
        parts.push_back(terms.mk_eq(control_[i], origin_[id].valuation[i]));
    cases[origin_[id].location].push_back(terms.mk_and(parts));
  }
  certificate::Invariant result;
  for (const auto& [location, disjuncts] : cases) result.at.emplace(location, terms.mk_or(disjuncts));
  return result;
}

certificate::ErrorPath ControlSplit::lift(const certificate::ErrorPath& path) const {
  if (!split_) return path;
  certificate::ErrorPath result = path;
  for (certificate::Segment& segment : result.segments)
    for (certificate::Step& step : segment.steps) step = lift(step);
  return result;
}

certificate::Step ControlSplit::lift(const certificate::Step& step) const {
  PENDULUM_CHECK(step.edge < edge_origin_.size(), "edge {} should belong to the split program", step.edge);
  const EdgeOrigin& origin = edge_origin_[step.edge];
  certificate::Step original{origin.edge, {}};
  for (const auto& [input, stands_for] : origin.inputs) {
    if (stands_for.is_value()) {
      original.inputs.emplace(input, stands_for);
      continue;
    }
    const auto value = step.inputs.find(stands_for);
    if (value != step.inputs.end()) original.inputs.emplace(input, value->second);
  }
  return original;
}

}  // namespace pendulum::engine::ic3
