// k-induction (Sheeran, Singh, Stalmarck 2000) on the large-block graph.
//
// First, facts at cutpoints are guessed from samples and syntax; those that are inductive are kept (facts/).
// Then, for k = 1, 2, ...
//   base(k):  is the error reached from entry in exactly k steps?             sat: a bug
//   step(k):  from any cutpoint but entry, with the facts at every cutpoint on the path, is the error
//             reached in exactly k steps?                                     unsat: safe
// A step is a large edge. The error location has no outgoing edges, so a path that reaches it after k steps
// has not visited it before: the hypothesis "no error in the first k - 1 steps" holds by construction. Base
// and step each have an incremental solver, which grows by one layer per k. In the portfolio, the facts are
// published, and lemmas of other engines that are inductive together with the facts become facts, too.

#include "engine/kinduction/kinduction.h"

#include <chrono>

#include "base/budget.h"
#include "base/check.h"
#include "certificate/unrolled_path.h"
#include "engine/facts/acceleration_facts.h"
#include "engine/facts/learnt_facts.h"
#include "engine/facts/linear_facts.h"
#include "engine/option_specs.h"
#include "engine/solvers.h"
#include "facts/candidates.h"
#include "facts/houdini.h"
#include "facts/low_bits.h"
#include "facts/sampler.h"
#include "program/unroller.h"

namespace pendulum::engine::kinduction {

namespace {

using program::EdgeId;
using program::LocationId;
using program::Unroller;
using smt::SatResult;
using term::Term;

/// Time limit of the step query for k: step_limit + k * step_limit_growth. The limit keeps a hard step query
/// from delaying the base cases, which find bugs. It grows with k, as the formula does.
constexpr std::chrono::milliseconds step_limit{2000};
constexpr std::chrono::milliseconds step_limit_growth{500};
/// Each activity that finds facts gets one tenth of the time: most proofs depend on facts, and bugs are found
/// by small k. Without a timeout, the shares are those of a run of 100 seconds. Not measured.
constexpr unsigned fact_share = 10;
/// Samples get half of that: a few executions per location suffice.
constexpr unsigned sample_share = 20;
constexpr std::chrono::seconds assumed_time{100};

class KInduction : public Engine {
 public:
  KInduction(const Task& task, Env& env)
      : env_(env),
        prepared_(task, env, Blocks::Large),
        program_(prepared_.program()),
        base_(program_, Unroller::Count::Edges, env.stop),
        step_(program_, Unroller::Count::Edges, env.stop),
        max_k_(static_cast<unsigned>(env.settings.number("kinduction.max_k"))) {}

  Result run() override;

 private:
  void find_facts();
  /// `limit` each for the fixpoint and for Houdini.
  void find_linear_facts(std::chrono::milliseconds limit);
  /// Keeps those candidates that are inductive together with facts_.
  void keep_inductive(facts::Facts candidates, std::chrono::milliseconds limit);
  void publish_facts();
  /// Adds lemmas of other engines to the facts, and asserts them in the layers of the step unrolling.
  void receive_facts();
  /// Asserts `facts` at the copies of all locations in `layer` of the step unrolling.
  void assume(const facts::Facts& facts, unsigned layer);
  SatResult check_base(unsigned k);
  SatResult check_step(unsigned k);
  Result found_error(unsigned k);
  certificate::Certificate proof(unsigned k) const;

  Env& env_;
  PreparedProgram prepared_;
  const program::Program& program_;
  Unroller base_;
  Unroller step_;
  unsigned max_k_;
  std::vector<term::TermVector> facts_;  ///< by location
  std::unique_ptr<LearntFacts> learnt_;  ///< null without lemma exchange
  std::unique_ptr<smt::Solver> base_solver_;
  std::unique_ptr<smt::Solver> step_solver_;
};

void KInduction::find_facts() {
  facts_.assign(program_.locations().size(), {});
  const std::string& wanted = env_.settings.word("kinduction.facts");
  if (wanted == "off") return;
  env_.logger.progress("facts");
  // The limits are computed before the first activity, so that each activity gets the same share.
  const std::chrono::milliseconds limit =
      *base::Budget::share(env_.stop, 1, fact_share, "facts", assumed_time).remaining();
  const std::chrono::milliseconds sample_limit =
      *base::Budget::share(env_.stop, 1, sample_share, "samples", assumed_time).remaining();
  if (wanted == "dagger") find_linear_facts(limit);
  if (wanted == "acceleration")
    facts_ = acceleration_facts(prepared_, env_, base::Budget::at_most(env_.stop, limit, "facts"));
  keep_inductive(facts::low_bit_facts(program_), limit);
  const auto samples = facts::sample(program_, env_.solvers, {}, env_.seed,
                                     base::Budget::at_most(env_.stop, sample_limit, "samples"));
  for (const facts::Tier tier : {facts::Tier::Values, facts::Tier::Relations, facts::Tier::Multiples}) {
    auto candidates = facts::candidates(program_, samples, tier);
    for (const auto& list : candidates)
      env_.statistics.counter("engine.kinduction.candidates") += list.size();
    keep_inductive(std::move(candidates), limit);
  }
  for (const auto& list : facts_) env_.statistics.counter("engine.kinduction.facts") += list.size();
}

/// Adds the invariants of DAGGER's fixpoint over the integer view that Houdini finds inductive over
/// bit-vectors.
void KInduction::find_linear_facts(std::chrono::milliseconds limit) {
  keep_inductive(linear_facts(prepared_, env_, base::Budget::at_most(env_.stop, limit, "linear facts")),
                 limit);
  for (const auto& list : facts_) env_.statistics.counter("engine.kinduction.linear_facts") += list.size();
}

void KInduction::keep_inductive(facts::Facts candidates, std::chrono::milliseconds limit) {
  facts_ = facts::houdini(program_, facts_, std::move(candidates), env_.solvers, env_.statistics,
                          base::Budget::at_most(env_.stop, limit, "houdini"));
}

void KInduction::publish_facts() {
  if (env_.exchange == nullptr) return;
  for (LocationId location = 0; location < facts_.size(); ++location)
    for (const Term fact : facts_[location])
      if (const auto formula = prepared_.to_task(fact))
        env_.exchange->publish(prepared_.task_location(location), *formula);
  learnt_ = std::make_unique<LearntFacts>(prepared_, "kinduction", env_);
  learnt_->assume(facts_);
}

void KInduction::receive_facts() {
  if (!learnt_) return;
  const facts::Facts fresh = learnt_->update();
  for (unsigned layer = 0; layer <= step_.num_layers(); ++layer) assume(fresh, layer);
  for (LocationId location = 0; location < fresh.size(); ++location)
    facts_[location].insert(facts_[location].end(), fresh[location].begin(), fresh[location].end());
}

Result KInduction::run() {
  {
    base::ScopedTimer timer(env_.statistics.seconds("engine.kinduction.facts_time"));
    find_facts();
    publish_facts();
  }
  base_solver_ = make_solver(SolverPurpose::Paths, program_, env_);
  step_solver_ = make_solver(SolverPurpose::Paths, program_, env_);
  PENDULUM_CHECK(facts_.size() == program_.locations().size(),
                 "there should be a list of facts for each location");
  base_.start_at_entry();
  std::vector<LocationId> anywhere;
  for (LocationId location = 0; location < program_.locations().size(); ++location)
    if (location != program_.entry() && location != program_.error()) anywhere.push_back(location);
  step_.start_anywhere(anywhere);
  for (unsigned k = 1; k <= max_k_; ++k) {
    env_.logger.progress("k {}", k);
    env_.statistics.counter("engine.kinduction.k") = k;
    switch (check_base(k)) {
      case SatResult::Sat:
        return found_error(k);
      case SatResult::Unsat:
        break;
      case SatResult::Unknown:
        env_.stop.throw_if_stopped();
        return Result::unknown(
            Reason::Incomplete,
            fmt::format("base case {}: the solver returned unknown: {}", k, base_solver_->reason_unknown()));
    }
    if (check_step(k) == SatResult::Unsat) return Result::safe(proof(k));
    env_.stop.throw_if_stopped();
  }
  return Result::unknown(Reason::Bound, fmt::format("kinduction.max_k {}", max_k_));
}

SatResult KInduction::check_base(unsigned k) {
  base::ScopedTimer timer(env_.statistics.seconds("engine.kinduction.base_time"));
  PENDULUM_CHECK(base_.num_layers() + 1 == k, "base case {} should not follow base case {}", k,
                 base_.num_layers());
  base_.add_layer();
  const Term reached = base_.reach(program_.error(), k);
  if (reached.is_false()) return SatResult::Unsat;
  ++env_.statistics.counter("engine.kinduction.base_checks");
  const Term assumptions[] = {reached};
  const SatResult answer = base_solver_->check(assumptions);
  if (answer == SatResult::Unsat) base_solver_->assert_term(env_.terms.mk_not(reached));
  return answer;
}

/// Unknown is treated like "not proved": a larger k may still succeed.
SatResult KInduction::check_step(unsigned k) {
  base::ScopedTimer timer(env_.statistics.seconds("engine.kinduction.step_time"));
  PENDULUM_CHECK(step_.num_layers() + 1 == k, "step case {} should not follow step case {}", k,
                 step_.num_layers());
  assume(facts_, k - 1);
  receive_facts();
  step_.add_layer();
  const Term reached = step_.reach(program_.error(), k);
  if (reached.is_false()) return SatResult::Unsat;
  ++env_.statistics.counter("engine.kinduction.step_checks");
  const Term assumptions[] = {reached};
  step_solver_->set_time_limit(step_limit + k * step_limit_growth);
  return step_solver_->check(assumptions);
}

void KInduction::assume(const facts::Facts& facts, unsigned layer) {
  for (LocationId location = 0; location < facts.size(); ++location) {
    if (facts[location].empty()) continue;
    const Term reached = step_.reach(location, layer);
    if (reached.is_false()) continue;
    const Term copy = step_.at_copy(env_.terms.mk_and(facts[location]), location, layer);
    step_solver_->assert_term(env_.terms.mk_implies(reached, copy));
  }
}

Result KInduction::found_error(unsigned k) {
  const term::Model model = base_solver_->model(base_.symbols());
  const auto accept_all = [](EdgeId) { return true; };
  const certificate::ErrorPath path = certificate::path_to(base_, program_.error(), k, model, accept_all);
  PENDULUM_CHECK(path.num_steps() == k, "a counterexample of base case {} should have as many steps, not {}",
                 k, path.num_steps());
  return concretised_result(prepared_, path);
}

certificate::Certificate KInduction::proof(unsigned k) const {
  PENDULUM_CHECK(k > 0, "an induction should have a step");
  certificate::KInduction proof;
  proof.k = k;
  for (LocationId location = 0; location < program_.locations().size(); ++location)
    if (location != program_.entry() && location != program_.error())
      proof.facts.at.emplace(location, env_.terms.mk_and(facts_[location]));
  return prepared_.lift(proof);
}

}  // namespace

Descriptor make_descriptor() {
  Descriptor descriptor;
  descriptor.key = "kinduction";
  descriptor.description = "k-induction over steps between cutpoints, strengthened by inductive facts";
  descriptor.paper = "Sheeran, Singh, Stalmarck 2000; Houdini (Flanagan, Leino 2001)";
  descriptor.options = {
      number_option("kinduction.max_k", 1000000, 1, 1'000'000'000, "largest k that is tried"),
      choice_option("kinduction.facts", "on", {"on", "off", "dagger", "acceleration"},
                    "strengthen the step by inductive facts at cutpoints; dagger: by linear invariants, too; "
                    "acceleration: by "
                    "facts from the closed forms of loop paths, too"),
  };
  descriptor.make = [](const Task& task, Env& env) { return std::make_unique<KInduction>(task, env); };
  return descriptor;
}

}  // namespace pendulum::engine::kinduction
