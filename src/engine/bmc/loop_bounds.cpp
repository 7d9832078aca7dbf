#include "engine/bmc/loop_bounds.h"

#include <algorithm>

#include "base/check.h"
#include "certificate/unrolled_path.h"
#include "engine/bmc/iteration_estimate.h"
#include "engine/prepared_program.h"
#include "engine/solvers.h"

namespace pendulum::engine::bmc {

using program::EdgeId;
using program::LocationId;
using program::Unroller;
using smt::SatResult;
using term::Term;

namespace {

/// Time for one step of the binary search for a smaller bound. The judge's effort grows with the bounds, but
/// the bounds at hand are a proof already.
constexpr std::chrono::seconds tighten_limit{1};

std::chrono::milliseconds in_milliseconds(double seconds) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::duration<double>(seconds));
}

}  // namespace

LoopBounds::LoopBounds(const program::Program& program, Env& env) : program_(program), env_(env) {
  const program::Wto wto(program);
  for (const LocationId location : wto.order())
    if (wto.is_head(location)) {
      heads_.push_back(location);
      bounds_[location] = 0;
    }
}

std::optional<LoopBounds::Answer> LoopBounds::continue_for(double seconds) {
  PENDULUM_CHECK(seconds >= 0, "a slice of time should not be negative");
  base::ScopedTimer timer(env_.statistics.seconds("engine.bmc.loop_unrolling_time"));
  const base::Budget slice = base::Budget::at_most(env_.stop, in_milliseconds(seconds), "loop bounds");
  try {
    for (;;) {
      env_.stop.throw_if_stopped();
      if (!attempt_) attempt_ = std::make_unique<Attempt>(*this, *slice.remaining());
      if (!grow(slice)) {
        std::optional<Answer> answer = decide(slice);
        is_decided_ = true;
        return answer;
      }
      attempt_.reset();
    }
  } catch (const base::Stopped&) {
    env_.stop.throw_if_stopped();
    return std::nullopt;
  }
}

LoopBounds::Attempt::Attempt(const LoopBounds& owner, std::chrono::milliseconds limit)
    : budget(base::Budget::at_most(owner.env_.stop, limit, "unrolling of loops")),
      expander(owner.env_.terms),
      can_expand(smt::can_expand(program::terms_of(owner.program_))),
      unroller(owner.program_, Unroller::Count::EachLoop, budget) {
  if (can_expand) unroller.simplify_by([this](Term term) { return expander.expand(term); });
  ++owner.env_.statistics.counter("engine.bmc.loop_unrollings");
  unroller.start_at_entry();
  visits = unroller.unwind(owner.bounds_);
  solver = make_solver(SolverPurpose::Paths, owner.program_, owner.env_);
  owner.env_.logger.decision("unrolled {} visits of {} loops", visits.size(), owner.bounds_.size());
}

term::Model LoopBounds::Attempt::model() {
  term::Model result;
  for (const Term symbol : unroller.symbols()) {
    if (!symbol.sort().is_array() || !can_expand) {
      if (const Term value = solver->value(symbol)) result.emplace(symbol, value);
      continue;
    }
    const auto value = [&](Term term) { return solver->value(term); };
    result.emplace(symbol, expander.array_value(symbol, value));
    for (const smt::Expander::Read& read : expander.reads(symbol))
      if (const Term element = value(read.symbol)) result.emplace(read.symbol, element);
  }
  PENDULUM_DCHECK(std::ranges::all_of(
                      result, [](const auto& entry) { return entry.first.sort() == entry.second.sort(); }),
                  "symbols of the unrolling should have values of their sorts");
  return result;
}

bool LoopBounds::grow(const base::StopToken& stop) {
  PENDULUM_CHECK(attempt_ != nullptr, "the loops should be unrolled");
  for (const auto& [head, bound] : bounds_) {
    if (attempt_->grown.contains(head) || attempt_->is_bounded.contains(head)) continue;
    const Term condition = overrun(head);
    if (is_sat(condition, stop)) {
      attempt_->grown[head] = larger_bound(head, stop);
    } else {
      attempt_->is_bounded.insert(head);
      attempt_->solver->assert_term(env_.terms.mk_not(condition));
    }
  }
  for (const auto& [head, bound] : attempt_->grown) {
    PENDULUM_CHECK(bound > bounds_.at(head), "the bound {} of a loop should grow, not become {}",
                   bounds_.at(head), bound);
    bounds_[head] = bound;
  }
  return !attempt_->grown.empty();
}

/// Soundness: the bound is only a guess; the next attempt checks whether an execution exceeds it.
unsigned LoopBounds::larger_bound(LocationId head, const base::StopToken& stop) {
  const unsigned doubled = 2 * bounds_.at(head) + 1;
  if (!attempt_->can_expand || !env_.settings.is_on("bmc.estimate") || !estimated_.insert(head).second)
    return doubled;
  base::ScopedTimer timer(env_.statistics.seconds("engine.bmc.estimate_time"));
  std::vector<acceleration::LoopPathEnumerator::Start> entries;
  for (const Unroller::Visit& visit : attempt_->visits)
    if (visit.head == head && visit.iteration == 0)
      entries.push_back({visit.reach, attempt_->unroller.copy(head, visit.layer).values});
  const unsigned estimate = estimate_iterations(program_, head, entries, attempt_->expander, env_, stop);
  const program::Location& where = program_.location(head);
  env_.logger.decision("loop {} at {}: {} iterations estimated", where.name, where.where.to_string(),
                       estimate);
  return std::max(doubled, estimate);
}

std::optional<LoopBounds::Answer> LoopBounds::decide(const base::StopToken& stop) {
  PENDULUM_CHECK(attempt_->grown.empty() && attempt_->is_bounded.size() == bounds_.size(),
                 "no execution should exceed a bound");
  const Unroller& unroller = attempt_->unroller;
  const LocationId error = program_.error();
  const auto is_violation = [&](EdgeId edge) { return !program_.edge(edge).is_unsupported; };
  // The error location lies outside of all loops and therefore has one copy.
  if (is_sat(unroller.reach_by(error, 0, is_violation), stop))
    return certificate::path_to(unroller, error, 0, attempt_->model(), is_violation);
  // An unmodelled construct is reachable. The result would have to name it, which the layers do.
  if (is_sat(unroller.reach(error, 0), stop)) return std::nullopt;
  certificate::LoopUnrolling result;
  for (const auto& bounds = tightened(); const LocationId head : heads_)
    result.loops.push_back({head, bounds.at(head)});
  return result;
}

Term LoopBounds::overrun(LocationId head) const {
  term::TermVector beyond;
  for (const Unroller::Visit& visit : attempt_->visits)
    if (visit.head == head && visit.iteration > bounds_.at(head)) beyond.push_back(visit.reach);
  return env_.terms.mk_or(beyond);
}

Unroller::Bounds LoopBounds::tightened() const {
  std::map<LocationId, std::map<unsigned, term::TermVector>> reach;  // by head and iteration
  for (const Unroller::Visit& visit : attempt_->visits)
    reach[visit.head][visit.iteration].push_back(visit.reach);
  Unroller::Bounds result = bounds_;
  for (auto& [head, bound] : result) {
    try {
      // If an iteration is unreachable, so are all later ones.
      for (unsigned low = 0; low < bound;) {
        const unsigned middle = bound - (bound - low) / 2;
        const base::Budget budget = base::Budget::at_most(env_.stop, tighten_limit, "smaller bound");
        if (is_sat(env_.terms.mk_or(reach[head][middle]), budget)) {
          low = middle;
        } else {
          bound = middle - 1;
        }
      }
      PENDULUM_CHECK(bound <= bounds_.at(head), "a tightened bound should not be larger");
    } catch (const base::Stopped&) {
      env_.stop.throw_if_stopped();
    }
  }
  return result;
}

bool LoopBounds::is_sat(Term question, const base::StopToken& stop) const {
  if (question.is_false()) return false;
  stop.throw_if_stopped();
  const term::TermVector& constraints = attempt_->expander.constraints();
  for (; attempt_->num_asserted < constraints.size(); ++attempt_->num_asserted)
    attempt_->solver->assert_term(constraints[attempt_->num_asserted]);
  attempt_->solver->set_time_limit(stop.remaining());
  const SatResult result = attempt_->solver->check({&question, 1});
  if (result == SatResult::Unknown) throw base::Stopped(attempt_->solver->reason_unknown());
  return result == SatResult::Sat;
}

}  // namespace pendulum::engine::bmc
