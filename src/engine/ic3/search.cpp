#include "engine/ic3/search.h"

#include <algorithm>
#include <map>

#include "base/check.h"
#include "engine/ic3/known_facts.h"
#include "engine/option_specs.h"

namespace pendulum::engine::ic3 {

namespace {

/// A trace along the same edges that comes back this often within one slice shows that the lemmas of one
/// refinement exclude it value by value. Loops of state machines need two or three refinements of one shape.
constexpr unsigned max_returns = 4;

certificate::Invariant invariant_of(const program::Program& program, Ic3& ic3, unsigned level,
                                    std::uint64_t& num_cubes) {
  term::TermManager& terms = program.terms();
  const std::vector<std::vector<Cube>> cubes = ic3.needed_cubes(level);
  certificate::Invariant invariant;
  for (program::LocationId id = 0; id < program.locations().size(); ++id) {
    if (id == program.entry() || id == program.error()) continue;
    term::TermVector parts = ic3.facts(id);
    for (const Cube& cube : cubes[id]) parts.push_back(terms.mk_not(terms.mk_and(cube)));
    num_cubes += cubes[id].size();
    invariant.at.emplace(id, terms.mk_and(parts));
  }
  return invariant;
}

/// The part of the trace's edges that is checked, by increasing cost.
enum class Along {
  Paths,     ///< the paths that the models of the abstraction take, without ite
  Narrowed,  ///< the edges, with the literals of these paths as constraints (section 4.4: B and Q)
  Edges,
};

/// Changes the trace to the next variant of Along; false if there is none.
bool widen(const program::Program& program, Trace& trace, Along& along) {
  if (along == Along::Edges) return false;
  along = along == Along::Paths ? Along::Narrowed : Along::Edges;
  for (Trace::Step& step : trace.steps) {
    PENDULUM_CHECK(step.path != nullptr, "a trace that is widened should have paths");
    auto narrowed = std::make_shared<program::Edge>(program.edge(step.edge));
    narrowed->guard = program.terms().mk_and(narrowed->guard, step.path->guard);
    step.path = along == Along::Edges ? nullptr : narrowed;
  }
  return true;
}

}  // namespace

SearchOptions search_options(const PreparedProgram& prepared, const std::string& key, const Env& env) {
  std::vector<interpolation::Method> methods{interpolation::Method::Cubes, interpolation::Method::Newton};
  if (env.settings.word(key + ".interpolation") == "spacer")
    methods.insert(methods.begin(), interpolation::Method::Chc);
  return {key, std::move(methods), fact_source(prepared.small(), env.settings.word(key + ".facts"))};
}

std::vector<base::OptionSpec> declared_options(const std::string& key, const std::string& publication) {
  return {
      choice_option(
          key + ".facts", "auto", {"auto", "on", "off", "acceleration", "flags"},
          "inductive facts, guessed and checked before the search (auto: over integers, transition systems; "
          "acceleration: on, and by the closed forms of loop paths), or the reachable values of flags and "
          "their relation (flags); not in the " +
              publication),
      choice_option(key + ".interpolation", "cubes", {"cubes", "spacer"},
                    "the first method for interpolants along counterexamples; spacer: as in section 4.4 of "
                    "EUFORIA's thesis"),
      choice_option(key + ".calls", "inline", {"inline", "wait"},
                    "translate a copy of a function for each call, or one for all calls (chapter 5 of "
                    "EUFORIA's thesis)"),
      number_option(key + ".inline_threshold", 0, 0, 1'000'000,
                    "with calls=wait: functions with at most this many instructions are still inlined"),
  };
}

facts::Facts known_facts(const PreparedProgram& prepared, const ControlSplit& split,
                         const SearchOptions& options, Env& env) {
  if (options.facts == FactSource::None) return {};
  return find_facts(prepared, split, options.facts, "engine." + options.key + ".", env);
}

Search::Search(const PreparedProgram& prepared, const ControlSplit& split, Domain& domain,
               Refinement& refinement, const SearchOptions& options, facts::Facts facts, Env& env)
    : prepared_(prepared),
      split_(split),
      domain_(domain),
      refinement_(refinement),
      prefix_("engine." + options.key + "."),
      env_(env),
      ic3_(split.program(), domain, {.prefix = prefix_, .facts = std::move(facts)}, env.statistics, env.stop),
      checker_(split.program(), ic3_.live(), options.methods, prefix_, env) {}

std::optional<Result> Search::concretize(Trace trace) {
  const bool has_paths =
      std::ranges::all_of(trace.steps, [](const auto& step) { return step.path != nullptr; });
  Along along = has_paths ? Along::Paths : Along::Edges;
  std::string failure;
  do {
    const TraceChecker::Outcome checked = checker_.check(trace);
    if (const auto* path = std::get_if<certificate::ErrorPath>(&checked))
      return concretised_result(prepared_, split_.lift(*path));
    if (const auto* gave_up = std::get_if<GaveUp>(&checked)) {
      failure = gave_up->reason;
      continue;
    }
    const auto nothing_new =
        refinement_.refine(ic3_, trace, std::get<TraceChecker::Infeasible>(checked).labels);
    if (!nothing_new) return std::nullopt;
    failure = *nothing_new;
  } while (widen(split_.program(), trace, along));
  if (domain_.sharpen()) return std::nullopt;
  return Result::unknown(Reason::Incomplete, failure);
}

Result Search::proved(unsigned level) {
  const certificate::Invariant invariant =
      invariant_of(split_.program(), ic3_, level, env_.statistics.counter(prefix_ + "invariant_cubes"));
  return Result::safe(prepared_.lift(split_.lift(invariant)));
}

void Search::use(LearntFacts& learnt) {
  PENDULUM_CHECK(&split_.program() == &prepared_.program(), "facts should be about the searched program");
  learnt_ = &learnt;
  num_used_.assign(split_.program().locations().size(), 0);
}

void Search::learn() {
  if (learnt_ == nullptr) return;
  const std::vector<term::TermVector> lemmas = ic3_.inductive_lemmas();
  for (program::LocationId location = 0; location < lemmas.size(); ++location)
    for (const term::Term lemma : lemmas[location]) learnt_->propose(location, lemma);
  learnt_->update();
  for (program::LocationId location = 0; location < num_used_.size(); ++location) {
    const term::TermVector& facts = learnt_->facts()[location];
    for (std::size_t& used = num_used_[location]; used < facts.size(); ++used)
      ic3_.add_fact(location, facts[used]);
  }
}

std::optional<Result> Search::run(const Pause& pause) {
  std::map<std::vector<program::EdgeId>, unsigned> shapes;
  for (;;) {
    learn();
    const Ic3::Outcome outcome = ic3_.check(pause);
    if (std::holds_alternative<Paused>(outcome)) return std::nullopt;
    if (const auto* found = std::get_if<Proved>(&outcome)) return proved(found->level);
    if (const auto* gave_up = std::get_if<GaveUp>(&outcome))
      return Result::unknown(Reason::Incomplete, gave_up->reason);
    const Trace& trace = std::get<Trace>(outcome);
    ++env_.statistics.counter(prefix_ + "refinements");
    env_.logger.progress("depth {}, {} refinements", ic3_.frames().depth(),
                         env_.statistics.counter(prefix_ + "refinements"));
    if (!refinement_.refine_locally(ic3_, trace))
      if (auto result = concretize(trace)) return result;
    std::vector<program::EdgeId> shape;
    for (const Trace::Step& step : trace.steps) shape.push_back(step.edge);
    if (++shapes[shape] > max_returns) return std::nullopt;
  }
}

Result Search::run() {
  for (;;)
    if (auto result = run([] { return false; })) return *std::move(result);
}

std::unique_ptr<LearntFacts> make_learnt_facts(const PreparedProgram& prepared, const ControlSplit& split,
                                               const std::string& key, const facts::Facts& facts, Env& env) {
  // Without an exchange the facts are useless: F-infinity has the lemmas already.
  if (env.exchange == nullptr || &split.program() != &prepared.program()) return nullptr;
  auto learnt = std::make_unique<LearntFacts>(prepared, key, env);
  learnt->assume(facts);
  return learnt;
}

Result search(const PreparedProgram& prepared, const ControlSplit& split, Domain& domain,
              Refinement& refinement, const SearchOptions& options, Env& env) {
  const facts::Facts facts = known_facts(prepared, split, options, env);
  const auto learnt = make_learnt_facts(prepared, split, options.key, facts, env);
  Search search(prepared, split, domain, refinement, options, facts, env);
  if (learnt) search.use(*learnt);
  return search.run();
}

}  // namespace pendulum::engine::ic3
