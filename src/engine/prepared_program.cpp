#include "engine/prepared_program.h"

#include <algorithm>

#include "base/check.h"
#include "base/statistics.h"
#include "engine/concretise_path.h"
#include "term/traverse.h"

namespace pendulum::engine {

namespace {

/// Maximum number of paths through a medium block. The cases of a switch add up and stay below the limit; the
/// tasks of a scheduler multiply their paths, and such blocks are cut.
constexpr double max_paths = 1 << 16;

}  // namespace

PreparedProgram::PreparedProgram(const Task& task, Env& env, Blocks blocks, Theory theory)
    : original_(task.program) {
  base::ScopedTimer timer(env.statistics.seconds("program.prepare_time"));
  passes_.reserve(2);
  passes_.push_back(program::prune_unreachable(original_));
  passes_.push_back(program::slice(passes_.back().program));
  env.stop.throw_if_stopped();
  if (theory == Theory::Integers) {
    view_.emplace(passes_.back().program);
    env.statistics.counter("program.approximations") = view_->approximations().size();
    env.stop.throw_if_stopped();
  }
  if (blocks == Blocks::Large) large_.emplace(program::large_block(small()));
  if (blocks == Blocks::Medium)
    large_.emplace(program::large_block(small(), program::medium_cutpoints(small(), max_paths)));
  env.statistics.counter("program.locations") = original_.locations().size();
  env.statistics.counter("program.edges") = original_.edges().size();
  env.statistics.counter("program.variables") = original_.variables().size();
  env.statistics.counter("program.prepared_locations") = program().locations().size();
  env.statistics.counter("program.prepared_edges") = program().edges().size();
  env.statistics.counter("program.prepared_variables") = program().variables().size();
  env.statistics.counter("program.prepared_terms") = term::subterms(program::terms_of(program())).size();
  PENDULUM_CHECK(!large_ || large_->origin.size() == large_->program.locations().size(),
                 "every location of a block should have an origin");
}

term::Term PreparedProgram::range_facts() const {
  return view_ ? view_->range_facts() : original_.terms().mk_true();
}

program::LocationId PreparedProgram::task_location(program::LocationId location) const {
  program::LocationId result = origin(location);
  for (auto pass = passes_.rbegin(); pass != passes_.rend(); ++pass) result = pass->origin[result];
  return result;
}

std::optional<term::Term> PreparedProgram::to_task(term::Term formula) const {
  return view_ ? view_->to_bitvectors(formula) : formula;
}

std::optional<term::Term> PreparedProgram::from_task(term::Term formula) const {
  const auto is_kept = [&](term::Term symbol) { return bitvectors().is_variable(symbol); };
  if (!std::ranges::all_of(term::symbols(formula), is_kept)) return std::nullopt;
  return view_ ? view_->to_integers(formula) : formula;
}

certificate::Certificate PreparedProgram::lift(const certificate::Certificate& certificate) const {
  certificate::Certificate lifted = certificate;
  if (large_) lifted = certificate::lift(lifted, large_->origin);
  if (view_) lifted = to_bitvectors(lifted);
  for (auto pass = passes_.rbegin(); pass != passes_.rend(); ++pass)
    lifted = certificate::lift(lifted, pass->origin);
  return lifted;
}

certificate::Certificate PreparedProgram::to_bitvectors(const certificate::Certificate& certificate) const {
  PENDULUM_CHECK(view_.has_value(), "a certificate over integers should come from the integer view");
  certificate::Certificate result = certificate;
  certificate::Invariant* invariant = std::get_if<certificate::Invariant>(&result);
  if (auto* kinduction = std::get_if<certificate::KInduction>(&result)) invariant = &kinduction->facts;
  if (invariant == nullptr) return result;
  for (auto& [location, term] : invariant->at) {
    term::TermVector parts;
    for (const term::Term conjunct : term::conjuncts(term))
      if (const auto part = view_->to_bitvectors(conjunct)) parts.push_back(*part);
    parts.push_back(view_->facts_at(location));
    term = original_.terms().mk_and(parts);
  }
  return result;
}

namespace {

bool has_iteration(const certificate::Step& step) {
  return std::ranges::any_of(step.inputs,
                             [](const auto& input) { return certificate::has_iteration(input.second); });
}

}  // namespace

certificate::ErrorPath PreparedProgram::to_bitvectors(const certificate::ErrorPath& path) const {
  PENDULUM_CHECK(view_.has_value(), "a path over integers should come from the integer view");
  certificate::ErrorPath result;
  const auto to_image = [&](const certificate::Step& step) {
    certificate::Step image{step.edge, {}};
    for (const auto& [symbol, value] : step.inputs) {
      const term::Term input = view_->original_input(symbol);
      if (input) image.inputs.emplace(input, view_->original_value(input.sort(), value));
    }
    return image;
  };
  for (const certificate::Segment& segment : path.segments) {
    if (std::ranges::any_of(segment.steps, has_iteration)) {
      // Input values that depend on the iteration are bit-vector terms, of which only single values can be
      // translated.
      for (std::uint64_t repetition = 0; repetition < segment.count; ++repetition)
        for (const certificate::Step& step : segment.steps)
          result.append(to_image(certificate::step_at(original_.terms(), step, repetition)));
      continue;
    }
    certificate::Segment images{{}, segment.count};
    for (const certificate::Step& step : segment.steps) images.steps.push_back(to_image(step));
    result.append(std::move(images));
  }
  return result;
}

std::optional<certificate::ErrorPath> PreparedProgram::concretise(const certificate::ErrorPath& path) const {
  // Every search executes the whole path, so there is one for all passes that keep the theory.
  program::Transformed passes = passes_.front();
  for (std::size_t i = 1; i < passes_.size(); ++i) passes = program::compose(passes, passes_[i]);
  if (!view_)
    return concretise_path(original_, large_ ? program::compose(passes, *large_) : std::move(passes), path);
  const auto over_integers = large_ ? concretise_path(small(), *large_, path) : path;
  if (!over_integers) return std::nullopt;
  return concretise_path(original_, passes, to_bitvectors(*over_integers));
}

Result concretised_result(const PreparedProgram& prepared, const certificate::ErrorPath& path) {
  if (auto concrete = prepared.concretise(path)) return Result::unsafe(std::move(*concrete));
  return Result::unknown(Reason::Incomplete, "the counterexample path cannot be concretised");
}

}  // namespace pendulum::engine
