// The way from a search to a verdict: which theory, the judge's word on proofs, the replay of paths.
//
// Over integers first: the view over-approximates the program, so its proofs are proofs, which the judge
// confirms bit by bit; its paths are paths where they can be followed. Where the judge does not confirm or no
// path can be followed, the search starts again over bit-vectors.
#include "engine/ufo/ufo.h"

#include "engine/prepared_program.h"
#include "engine/ufo/bit_precise.h"
#include "engine/ufo/search.h"

namespace pendulum::engine::ufo {

namespace {

class Ufo : public Engine {
 public:
  Ufo(const Task& task, Env& env, const Configuration& configuration)
      : task_(task),
        env_(env),
        configuration_(configuration),
        blocks_(env.settings.word("ufo.blocks") == "small" ? Blocks::Small : Blocks::Large) {}

  Result run() override;

 private:
  /// Nothing when bit-vectors have to decide.
  std::optional<Result> run_over_integers();
  std::optional<Result> confirm(const Proof& proof, const PreparedProgram& prepared);
  std::optional<Result> confirm(const Counterexample& found, const PreparedProgram& integers);
  Result run_over_bitvectors();

  const Task& task_;
  Env& env_;
  Configuration configuration_;
  Blocks blocks_;
};

Result Ufo::run() {
  if (env_.settings.word("ufo.theory") == "int")
    if (auto result = run_over_integers()) return *result;
  return run_over_bitvectors();
}

std::optional<Result> Ufo::run_over_integers() {
  const PreparedProgram prepared(task_, env_, blocks_, Theory::Integers);
  Search search(prepared.program(), prepared.range_facts(), configuration_, env_);
  SearchOutcome outcome = search.run();
  std::optional<Result> result;
  if (const auto* proof = std::get_if<Proof>(&outcome)) result = confirm(*proof, prepared);
  if (const auto* found = std::get_if<Counterexample>(&outcome)) result = confirm(*found, prepared);
  if (const auto* undecided = std::get_if<Undecided>(&outcome))
    env_.logger.decision("integers: {}", undecided->reason);
  if (!result) ++env_.statistics.counter(configuration_.prefix() + "integer_failures");
  return result;
}

std::optional<Result> Ufo::confirm(const Proof& proof, const PreparedProgram& prepared) {
  const certificate::Certificate certificate = prepared.lift(proof.invariant);
  const check::Judgement judgement = env_.judge.judge(certificate);
  if (judgement.is_accepted()) return Result::safe(certificate);
  env_.stop.throw_if_stopped();
  env_.logger.decision("the integer proof is not accepted: {}", judgement.reason);
  ++env_.statistics.counter(configuration_.prefix() + "rejected_proofs");
  return std::nullopt;
}

std::optional<Result> Ufo::confirm(const Counterexample& found, const PreparedProgram& integers) {
  if (const auto path = integers.refine(found.path)) return Result::unsafe(*path);
  env_.logger.decision("the integer path cannot be followed");
  ++env_.statistics.counter(configuration_.prefix() + "spurious_paths");
  const PreparedProgram bits(task_, env_, blocks_);
  const auto execution = find_execution(bit_precise_dag(found.dag, integers, bits), bits, env_);
  env_.stop.throw_if_stopped();
  if (!execution) return std::nullopt;
  if (const auto path = bits.refine(*execution)) return Result::unsafe(*path);
  return std::nullopt;
}

Result Ufo::run_over_bitvectors() {
  const PreparedProgram prepared(task_, env_, blocks_);
  Search search(prepared.program(), env_.terms.mk_true(), configuration_, env_);
  SearchOutcome outcome = search.run();
  if (const auto* proof = std::get_if<Proof>(&outcome)) return Result::safe(prepared.lift(proof->invariant));
  if (const auto* found = std::get_if<Counterexample>(&outcome)) {
    if (const auto path = prepared.refine(found->path)) return Result::unsafe(*path);
    return Result::unknown(Reason::Incomplete, "the program does not follow the large-block path");
  }
  return Result::unknown(Reason::Incomplete, std::get<Undecided>(outcome).reason);
}

std::vector<base::OptionSpec> options() {
  return {
      {"ufo.theory", "int", {"int", "bv"}, 0, 0, "reason over integers first, or over bit-vectors only"},
      {"ufo.blocks", "large", {"large", "small"}, 0, 0, "program edges: between cutpoints, or single steps"},
      {"ufo.interpolation",
       "auto",
       {"auto", "cubes", "chc", "sequence", "newton"},
       0,
       0,
       "the procedure that labels are tried with first"},
      {"ufo.labels",
       "replace",
       {"replace", "conjoin"},
       0,
       0,
       "labels of a refinement replace earlier ones, or strengthen them"},
      {"ufo.iterations",
       "exact",
       {"exact", "cumulative"},
       0,
       0,
       "labels of loop heads are for exactly that many iterations, or for at most that many"},
      {"ufo.check_interpolants", "off", {"on", "off"}, 0, 0, "ask a solver whether labels are interpolants"},
  };
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
