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
      if (!attempt_) unroll(*slice.remaining());
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

void LoopBounds::unroll(std::chrono::milliseconds limit) {
  ++env_.statistics.counter("engine.bmc.loop_unrollings");
  attempt_.reset(new Attempt{{program_, bounds_, env_, limit}});
  env_.logger.decision("unrolled {} visits of {} loops", attempt_->loops.visits().size(), bounds_.size());
}

bool LoopBounds::grow(const base::StopToken& stop) {
  PENDULUM_CHECK(attempt_ != nullptr, "the loops should be unrolled");
  for (const auto& [head, bound] : bounds_) {
    if (attempt_->grown.contains(head) || attempt_->is_bounded.contains(head)) continue;
    const Term condition = attempt_->loops.overrun(head, bound);
    if (attempt_->loops.is_sat(condition, stop)) {
      attempt_->grown[head] = larger_bound(head, stop);
    } else {
      attempt_->is_bounded.insert(head);
      attempt_->loops.exclude(condition);
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
  smt::Expander* expander = attempt_->loops.expander();
  if (expander == nullptr || !env_.settings.is_on("bmc.estimate") || !estimated_.insert(head).second)
    return doubled;
  base::ScopedTimer timer(env_.statistics.seconds("engine.bmc.estimate_time"));
  std::vector<acceleration::LoopPathEnumerator::Start> entries;
  for (const Unroller::Visit& visit : attempt_->loops.visits())
    if (visit.head == head && visit.iteration == 0)
      entries.push_back({visit.reach, attempt_->loops.unroller().copy(head, visit.layer).values});
  const unsigned estimate = estimate_iterations(program_, head, entries, *expander, env_, stop);
  const program::Location& where = program_.location(head);
  env_.logger.decision("loop {} at {}: {} iterations estimated", where.name, where.where.to_string(),
                       estimate);
  return std::max(doubled, estimate);
}

std::optional<LoopBounds::Answer> LoopBounds::decide(const base::StopToken& stop) {
  PENDULUM_CHECK(attempt_->grown.empty() && attempt_->is_bounded.size() == bounds_.size(),
                 "no execution should exceed a bound");
  const Unroller& unroller = attempt_->loops.unroller();
  const LocationId error = program_.error();
  const auto is_violation = [&](EdgeId edge) { return !program_.edge(edge).is_unsupported; };
  // The error location lies outside of all loops and therefore has one copy.
  if (attempt_->loops.is_sat(unroller.reach_by(error, 0, is_violation), stop))
    return certificate::path_to(unroller, error, 0, attempt_->loops.model(), is_violation);
  // An unmodelled construct is reachable. The result would have to name it, which the layers do.
  if (attempt_->loops.is_sat(unroller.reach(error, 0), stop)) return std::nullopt;
  certificate::LoopUnrolling result;
  for (const auto& bounds = tightened(); const LocationId head : heads_)
    result.loops.push_back({head, bounds.at(head)});
  return result;
}

Unroller::Bounds LoopBounds::tightened() const {
  std::map<LocationId, std::map<unsigned, term::TermVector>> reach;  // by head and iteration
  for (const Unroller::Visit& visit : attempt_->loops.visits())
    reach[visit.head][visit.iteration].push_back(visit.reach);
  Unroller::Bounds result = bounds_;
  for (auto& [head, bound] : result) {
    try {
      // If an iteration is unreachable, so are all later ones.
      for (unsigned low = 0; low < bound;) {
        const unsigned middle = bound - (bound - low) / 2;
        const base::Budget budget = base::Budget::at_most(env_.stop, tighten_limit, "smaller bound");
        if (attempt_->loops.is_sat(env_.terms.mk_or(reach[head][middle]), budget)) {
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

}  // namespace pendulum::engine::bmc
