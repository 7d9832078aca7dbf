// The engine: options, configurations and theories of the search.
#include "engine/ufo/ufo.h"

#include "engine/facts/initial_facts.h"
#include "engine/facts/learnt_facts.h"
#include "engine/option_specs.h"
#include "engine/ufo/search.h"

namespace pendulum::engine::ufo {

namespace {

class Ufo : public Engine {
 public:
  Ufo(const Task& task, Env& env, const Configuration& configuration)
      : task_(task), env_(env), configuration_(configuration) {}

  Result run() override {
    SearchPlan plan = search_plan(env_.settings, "ufo", configuration_.key);
    // A large block has a case for each of its paths, and the domain needs an image for each case.
    if (env_.settings.word("ufo.post") == "dagger" && !plan.blocks) plan.blocks = Blocks::Small;
    return search_in_theories(task_, env_, plan, [&](const PreparedProgram& prepared, arg::EventLog* log) {
      const facts::Facts facts = this->facts(prepared);
      Search search(prepared.program(), prepared.range_facts(), configuration_, env_, log, facts);
      if (!env_.settings.is_on("ufo.learn") || !uses_labels()) return search.run();
      LearntFacts learnt(prepared, configuration_.key, env_);
      learnt.assume(facts);
      search.use(learnt);
      return search.run();
    });
  }

 private:
  /// False if labels only provide predicates. Labels are relative to facts, which Post does not use, so Post
  /// would be too weak with the predicates of these labels.
  bool uses_labels() const { return configuration_.interpolants != InterpolantUse::Predicates; }

  facts::Facts facts(const PreparedProgram& prepared) {
    if (env_.settings.word("ufo.facts").starts_with("flag") && !uses_labels()) return {};
    return initial_facts(prepared, "ufo", configuration_.key, env_);
  }

  const Task& task_;
  Env& env_;
  Configuration configuration_;
};

std::vector<base::OptionSpec> options() {
  std::vector<base::OptionSpec> result = search_options("ufo", "auto");
  result.insert(
      result.end(),
      {
          choice_option("ufo.post", "engine", {"engine", "dagger"},
                        "dagger: over integers, Post is also the image in octagons or polyhedra, widened at "
                        "loop heads; blocks are small by default"),
          choice_option("ufo.labels", "replace", {"replace", "conjoin"},
                        "labels of a refinement replace earlier ones, or strengthen them"),
          choice_option(
              "ufo.iterations", "exact", {"exact", "cumulative"},
              "labels of loop heads are for exactly that many iterations, or for at most that many"),
          initial_facts_option("ufo", "flags"),
          learn_option("ufo", "on"),
          on_off_option("ufo.prune", "off",
                        "cubes: remove lemmas from labels that no label of a later node needs"),
          on_off_option("ufo.check_interpolants", "off", "check with a solver that labels are interpolants"),
      });
  return result;
}

Descriptor make_descriptor(const Configuration& configuration, std::string description) {
  Descriptor descriptor;
  descriptor.key = configuration.key;
  descriptor.description = std::move(description);
  descriptor.paper = "UFO: Albarghouthi, Gurfinkel, Chechik 2012";
  descriptor.make = [configuration](const Task& task, Env& env) {
    return std::make_unique<Ufo>(task, env, configuration);
  };
  return descriptor;
}

}  // namespace

std::vector<Descriptor> make_descriptors() {
  std::vector<Descriptor> result;
  result.push_back(make_descriptor({"ufo", PostKind::True, InterpolantUse::Labels},
                                   "labels from DAG interpolants, one query for all error paths"));
  result.back().options = options();
  result.push_back(make_descriptor({"cpufo", PostKind::Cartesian, InterpolantUse::Labels},
                                   "ufo with Cartesian predicate abstraction at the frontier"));
  result.push_back(make_descriptor({"bpufo", PostKind::Boolean, InterpolantUse::Labels},
                                   "ufo with Boolean predicate abstraction at the frontier"));
  result.push_back(make_descriptor({"cp", PostKind::Cartesian, InterpolantUse::Predicates},
                                   "Cartesian predicate abstraction, predicates from DAG interpolants"));
  result.push_back(make_descriptor({"bp", PostKind::Boolean, InterpolantUse::Predicates},
                                   "Boolean predicate abstraction, predicates from DAG interpolants"));
  return result;
}

}  // namespace pendulum::engine::ufo
