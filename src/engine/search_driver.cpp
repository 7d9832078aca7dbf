#include "engine/search_driver.h"

#include "arg/recording.h"
#include "base/check.h"
#include "engine/bit_precise.h"
#include "engine/minimise_invariant.h"
#include "engine/option_specs.h"

namespace pendulum::engine {

namespace {

SearchOutcome recorded(const SearchFunction& search, const PreparedProgram& prepared, Theory theory, Env& env,
                       const SearchPlan& plan) {
  const std::string word = theory == Theory::Integers ? "integers" : "bit-vectors";
  arg::Recording recording(env.write_recording, {plan.key, word}, prepared.program());
  SearchOutcome outcome = search(prepared, recording.log());
  if (const auto* found = std::get_if<Counterexample>(&outcome))
    PENDULUM_CHECK(!found->path.empty(), "a counterexample should have a path");
  return outcome;
}

/// The search over integers. run() returns nothing if bit-vectors have to decide.
class IntegerSearch {
 public:
  IntegerSearch(const Task& task, Env& env, const SearchPlan& plan)
      : task_(task),
        env_(env),
        plan_(plan),
        prepared_(task, env, plan.blocks_for(Theory::Integers), Theory::Integers) {}

  std::optional<Result> run(const SearchFunction& search) {
    const SearchOutcome outcome = recorded(search, prepared_, Theory::Integers, env_, plan_);
    std::optional<Result> result;
    if (const auto* proof = std::get_if<Proof>(&outcome)) result = confirm(*proof);
    if (const auto* found = std::get_if<Counterexample>(&outcome)) result = confirm(*found);
    if (const auto* decided = std::get_if<Decided>(&outcome)) result = decided->result;
    if (const auto* undecided = std::get_if<Undecided>(&outcome))
      env_.logger.decision("integers: {}", undecided->reason);
    if (!result) ++counter("integer_failures");
    return result;
  }

 private:
  std::optional<Result> confirm(const Proof& proof) {
    const certificate::Invariant small =
        minimise_invariant(prepared_.program(), proof.invariant, prepared_.range_facts(), env_);
    if (auto result = confirm(small)) return result;
    // The proof over bit-vectors may need a conjunct that the proof over integers does not need.
    return small.at == proof.invariant.at ? std::nullopt : confirm(proof.invariant);
  }

  std::optional<Result> confirm(const certificate::Invariant& invariant) {
    const certificate::Certificate certificate = prepared_.lift(invariant);
    const check::Judgement judgement = env_.judge.judge(certificate);
    if (judgement.is_accepted()) return Result::safe(certificate);
    env_.stop.throw_if_stopped();
    env_.logger.decision("the integer proof is not accepted: {}", judgement.reason);
    ++counter("rejected_proofs");
    return std::nullopt;
  }

  std::optional<Result> confirm(const Counterexample& found) {
    if (const auto path = prepared_.concretise(found.path)) return Result::unsafe(*path);
    env_.logger.decision("the counterexample over integers cannot be concretised");
    ++counter("spurious_paths");
    if (found.unwinding.nodes.empty()) return std::nullopt;
    const PreparedProgram bits(task_, env_, plan_.blocks_for(Theory::Integers));
    const auto execution = find_execution(bit_precise_dag(found.unwinding, prepared_, bits), bits, env_);
    env_.stop.throw_if_stopped();
    const auto path = execution ? bits.concretise(*execution) : std::nullopt;
    return path ? std::optional(Result::unsafe(*path)) : std::nullopt;
  }

  std::uint64_t& counter(const char* name) {
    return env_.statistics.counter("engine." + plan_.key + "." + name);
  }

  const Task& task_;
  Env& env_;
  const SearchPlan& plan_;
  PreparedProgram prepared_;
};

Result search_over_bitvectors(const Task& task, Env& env, const SearchPlan& plan,
                              const SearchFunction& search) {
  const PreparedProgram prepared(task, env, plan.blocks_for(Theory::BitVectors));
  const SearchOutcome outcome = recorded(search, prepared, Theory::BitVectors, env, plan);
  if (const auto* proof = std::get_if<Proof>(&outcome))
    return Result::safe(
        prepared.lift(minimise_invariant(prepared.program(), proof->invariant, prepared.range_facts(), env)));
  if (const auto* found = std::get_if<Counterexample>(&outcome))
    return concretised_result(prepared, found->path);
  if (const auto* decided = std::get_if<Decided>(&outcome)) return decided->result;
  return Result::unknown(Reason::Incomplete, std::get<Undecided>(outcome).reason);
}

}  // namespace

Blocks SearchPlan::blocks_for(Theory theory) const {
  return blocks.value_or(theory == Theory::BitVectors ? Blocks::Medium : Blocks::Large);
}

std::vector<base::OptionSpec> search_options(const std::string& prefix, const std::string& blocks) {
  return {
      choice_option(
          prefix + ".blocks", blocks, {"auto", "large", "medium", "small"},
          "program edges: between cutpoints (large), of limited length (medium), single steps (small); auto: "
          "medium for bit-vectors, large for integers"),
      choice_option(
          prefix + ".theory", "auto", {"auto", "int", "bv"},
          "reason over integers first (int) or over bit-vectors only (bv); auto: int if an order comparison "
          "depends on a sum that a loop accumulates, otherwise bv"),
      choice_option(prefix + ".interpolation", "auto",
                    {"auto", "cubes", "core", "chc", "sequence", "newton", "proof"},
                    "interpolation procedure to try first"),
  };
}

SearchPlan search_plan(const base::Settings& settings, const std::string& prefix, const std::string& key) {
  SearchPlan plan{std::nullopt, std::nullopt, key};
  const std::string blocks = settings.word(prefix + ".blocks");
  if (blocks == "large") plan.blocks = Blocks::Large;
  if (blocks == "medium") plan.blocks = Blocks::Medium;
  if (blocks == "small") plan.blocks = Blocks::Small;
  const std::string theory = settings.word(prefix + ".theory");
  if (theory != "auto") plan.first = theory == "int" ? Theory::Integers : Theory::BitVectors;
  return plan;
}

Result search_in_theories(const Task& task, Env& env, const SearchPlan& plan, const SearchFunction& search) {
  PENDULUM_CHECK(search != nullptr, "there should be a search");
  PENDULUM_CHECK(!plan.key.empty(), "a plan should name its engine");
  const auto suitable = [&] {
    const PreparedProgram large(task, env, Blocks::Large);
    return suitable_theory(large.small(), large.program());
  };
  const Theory first = plan.first ? *plan.first : suitable();
  env.logger.decision("reasoning over {}", first == Theory::Integers ? "integers" : "bit-vectors");
  if (first == Theory::Integers)
    if (auto result = IntegerSearch(task, env, plan).run(search)) return *result;
  return search_over_bitvectors(task, env, plan, search);
}

}  // namespace pendulum::engine
