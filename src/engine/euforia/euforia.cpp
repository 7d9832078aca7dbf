// EUFORIA ([Bueno21], chapters 3 and 4): IC3 whose step queries treat every operation as an uninterpreted
// function. Pre-images are computed by term projection; spurious counterexamples become lemmas.
//
// Differences: program locations are not encoded by state variables (engine/ic3/ic3.h). The terms of the
// engine are concrete and are abstracted only when they are passed to the solver (euf_solver.h), so constants
// are folded in them. Lemmas from interpolants are attached to their edge instead of repeating the part of T
// that the core needs.
#include "engine/euforia/euforia.h"

#include "engine/euforia/alternation.h"
#include "engine/euforia/euf_domain.h"
#include "engine/euforia/lemmas.h"
#include "engine/option_specs.h"

namespace pendulum::engine::euforia {

namespace {

/// Most tasks that interpolants decide take less and are decided without the other search; simulation still
/// gets several turns in 20 s.
constexpr unsigned first_slice = 4;

class Euforia : public Engine {
 public:
  Euforia(const Task& task, Env& env)
      : env_(env),
        prepared_(
            task, env,
            env.settings.word("euforia.blocks") == "small" ? Blocks::Small : ic3::blocks_of(task.program)) {}

  Result run() override {
    const Arrays arrays =
        env_.settings.word("euforia.arrays") == "interpreted" ? Arrays::Interpreted : Arrays::Abstract;
    const ic3::ControlSplit split(prepared_.program(), env_);
    const ic3::SearchOptions options = ic3::search_options(prepared_, "euforia", env_);
    const std::string method = env_.settings.word("euforia.refinement");
    if (method == "alternate") return alternate(prepared_, split, arrays, options, env_);
    EufDomain domain(split.program(), env_, arrays);
    using Whole = LemmaRefinement::Whole;
    LemmaRefinement refinement(split.program(), domain.abstraction(), env_,
                               method == "simulation" ? Whole::Simulation : Whole::Interpolants);
    return ic3::search(prepared_, split, domain, refinement, options, env_);
  }

 private:
  Env& env_;
  PreparedProgram prepared_;
};

}  // namespace

Descriptor make_descriptor() {
  Descriptor descriptor;
  descriptor.key = "euforia";
  descriptor.description = "IC3 with operations as uninterpreted functions, refined by lemmas";
  descriptor.paper = "Bueno, EUFORIA (thesis 2021), chapters 3 and 4";
  descriptor.options = {
      choice_option("euforia.blocks", "large", {"large", "small"}, "size of the blocks that form one step"),
      choice_option("euforia.arrays", "abstract", {"abstract", "interpreted"},
                    "select and store as uninterpreted functions, or with their meaning"),
      choice_option("euforia.refinement", "alternate", {"alternate", "interpolants", "simulation"},
                    "traces refuted by interpolants (section 4.4), or first by symbolic simulation (section "
                    "3.4), or by "
                    "both in turns"),
      number_option("euforia.slice", first_slice, 1, 1'000'000,
                    "with refinement=alternate: seconds of processor time of the first turn of interpolants"),
  };
  for (base::OptionSpec& option : ic3::declared_options("euforia", "thesis"))
    descriptor.options.push_back(std::move(option));
  descriptor.make = [](const Task& task, Env& env) { return std::make_unique<Euforia>(task, env); };
  return descriptor;
}

}  // namespace pendulum::engine::euforia
