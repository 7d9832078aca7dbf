#include "main/verify/explainer.h"

#include <algorithm>
#include <numeric>

#include "base/error.h"
#include "main/verify/run_result.h"
#include "smt/factory/factory.h"
#include "term/traverse.h"
#include "trace/explain.h"
#include "trace/minimise.h"
#include "trace/notation.h"

namespace pendulum::main {

namespace {

using report::RunRecord;

/// Maximum share of the time limit, and of the time without a limit, for the minimisation of a
/// counterexample.
constexpr double minimise_share = 0.1;
constexpr std::chrono::milliseconds minimise_time{1000};

/// Replaces the counterexample by a smaller one if the judge accepts it. Returns true if it was replaced.
bool minimise(engine::JudgedResult& judged, const input::Source& source, check::Judge& judge,
              const base::StopToken& stop) {
  auto time = minimise_time;
  if (const auto remaining = stop.remaining())
    time = std::min(time, std::chrono::duration_cast<std::chrono::milliseconds>(*remaining * minimise_share));
  const base::StopToken budget(stop, base::Clock::now() + time);
  auto path = trace::minimise(source.program, *judged.result.error_path(), budget);
  if (!path) return false;
  const check::Judgement judgement = judge.judge(*path);
  if (!judgement.is_accepted()) return false;
  judged.judgement = judgement;
  judged.result = engine::Result::unsafe(std::move(*path));
  return true;
}

/// The path with the numbers of its edges in the whole program.
certificate::ErrorPath in_program(const certificate::ErrorPath& path,
                                  const std::vector<program::EdgeId>& edges) {
  certificate::ErrorPath result;
  for (certificate::Segment segment : path.segments) {
    for (certificate::Step& step : segment.steps) step.edge = edges.at(step.edge);
    result.append(std::move(segment));
  }
  return result;
}

}  // namespace

/// The front end translates the program once more and records what each statement does; the actions are not
/// recorded before, because most runs do not need them.
const input::Source* Explainer::recorded() {
  if (!recorded_) {
    input::SourceOptions recording = loaded_;
    recording.records_actions = true;
    base::Statistics ignored;
    recorded_ = input::load(source_.program.terms(), recording, base::Logger(), ignored, worker_.stop);
  }
  return recorded_->actions ? &*recorded_ : nullptr;
}

/// The statements of the counterexample.
trace::Trace Explainer::explain(const certificate::ErrorPath& path) {
  const input::Source* known = recorded();
  if (known == nullptr) return {};
  const auto same = trace::translated(source_.program, path, known->program);
  return same ? trace::explain(known->program, *known->actions, *same, loaded_.files) : trace::Trace();
}

namespace {

/// Reads of array variables at constant indices.
term::TermVector elements_in(const program::Program& program,
                             const std::vector<witness::WrittenInvariant>& invariants) {
  term::TermVector formulas;
  for (const witness::WrittenInvariant& invariant : invariants)
    formulas.insert(formulas.end(), invariant.left_out.begin(), invariant.left_out.end());
  term::TermVector result = term::subterms(formulas);
  std::erase_if(result, [&](term::Term term) {
    return term.kind() != term::Kind::Select || !program.is_variable(term[0]) || !term[1].is_value() ||
           !term.sort().is_bitvec();
  });
  return result;
}

std::string object_of(const program::Variable& variable) {
  return variable.source_name.substr(0, variable.source_name.find('.'));
}

/// Does the variable alone represent the contents of its object?
bool is_alone(const program::Program& program, const program::Variable& variable) {
  return std::ranges::count_if(program.variables(), [&](const program::Variable& other) {
           return other.function == variable.function && object_of(other) == object_of(variable);
         }) == 1;
}

}  // namespace

std::vector<std::pair<term::Term, std::string>> Explainer::element_names(
    const std::vector<witness::WrittenInvariant>& invariants) {
  std::vector<std::pair<term::Term, std::string>> names;
  try {
    for (const term::Term element : elements_in(source_.program, invariants)) {
      const program::Variable& variable =
          source_.program.variables()[source_.program.variable_index(element[0])];
      if (!is_alone(source_.program, variable) || recorded() == nullptr) continue;
      const program::SourceActions& actions = *recorded()->actions;
      const auto object = std::ranges::find_if(actions.objects, [&](const program::SourceObject& each) {
        return each.name == object_of(variable) && each.function == variable.function && each.type != 0;
      });
      if (object == actions.objects.end()) continue;
      const std::uint64_t bytes = element.sort().width() / 8;
      const mpz_class offset = element[1].signed_value() * mpz_class(std::to_string(bytes));
      if (!offset.fits_slong_p()) continue;
      if (const auto part = trace::part_at(actions, object->type, offset.get_si(), bytes))
        names.emplace_back(element, object->name + part->path);
    }
  } catch (const std::runtime_error& error) {
    worker_.logger.decision("the fields in the proof are not named: {}", error.what());
  }
  return names;
}

void Explainer::add_trace(RunRecord& record, engine::JudgedResult& judged, const input::Source& part,
                          const std::vector<program::EdgeId>& edges) {
  try {
    base::Statistics ignored;
    const auto solvers = smt::make_solver_factory({"", seed_}, worker_.stop, ignored);
    check::Judge judge(part.program, part.native ? &*part.native : nullptr, *solvers, worker_.stop,
                       worker_.logger.named("judge"));
    const bool is_smaller = minimise(judged, part, judge, worker_.stop);
    if (is_smaller) fill_verdict(record, part, judged);
    record.trace = explain(in_program(*judged.result.error_path(), edges));
    record.trace.is_minimised = is_smaller;
    if (record.trace.empty()) worker_.logger.decision("the counterexample is too long to be explained");
  } catch (const base::InternalError& error) {
    worker_.logger.warn("the counterexample is not explained: {}", error.what());
  } catch (const std::runtime_error& error) {
    worker_.logger.decision("the counterexample is not explained: {}", error.what());
  }
}

void Explainer::add_trace(RunRecord& record, engine::JudgedResult& judged) {
  std::vector<program::EdgeId> edges(source_.program.edges().size());
  std::iota(edges.begin(), edges.end(), program::EdgeId{0});
  add_trace(record, judged, source_, edges);
}

}  // namespace pendulum::main
