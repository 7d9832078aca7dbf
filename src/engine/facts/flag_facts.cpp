#include "engine/facts/flag_facts.h"

#include "base/check.h"
#include "facts/flags/flag_formulas.h"
#include "term/traverse.h"

namespace pendulum::engine {

namespace {

using facts::Facts;
using program::LocationId;
using term::Term;

/// Maximum number of ites of a relation. Every query of the engine and of the judge contains the relation, so
/// a larger one costs more than it saves.
constexpr std::size_t max_relation_size = 4000;

/// Calls `visit` for each location of prepared.program() that has facts, with the sets of values of its
/// origin; the sets are null if the origin is unreachable.
template <typename Visit>
void for_each_location(const PreparedProgram& prepared, const facts::LocationValues& values, Visit visit) {
  const program::Program& program = prepared.program();
  for (LocationId location = 0; location < program.locations().size(); ++location) {
    if (location == program.entry() || location == program.error()) continue;
    const LocationId origin = prepared.origin(location);
    visit(location, origin, values[origin] ? &*values[origin] : nullptr);
  }
}

class FlagFacts {
 public:
  FlagFacts(const PreparedProgram& prepared, Env& env, const base::Budget& budget)
      : prepared_(prepared),
        env_(env),
        budget_(budget),
        live_(program::live_variables(prepared.program())),
        values_(facts::flag_values(prepared.small(), budget)) {}

  Facts value_facts() {
    Facts result(prepared_.program().locations().size());
    for_each_location(prepared_, values_, [&](LocationId location, LocationId, const facts::ValueSets* sets) {
      result[location] = sets != nullptr ? facts::value_formulas(env_.terms, *sets, live_[location])
                                         : term::TermVector{env_.terms.mk_false()};
    });
    return result;
  }

  /// Facts about the relation, in addition to value_facts(). Throws Stopped or OutOfNodes.
  Facts relation_facts(FlagForm form) {
    const facts::FlagRelation relation(prepared_.small(), values_, {}, budget_);
    for (const facts::Flag& flag : relation.encoding().flags())
      env_.logger.data("flag {}: {} values{}", flag.variable.name(), flag.values.size(),
                       flag.has_other ? " and others" : "");
    const bool is_error_reachable = !relation.reached(prepared_.small().error()).is_false();
    env_.logger.decision("flags: {} flags, {} images; the error is {}", relation.encoding().flags().size(),
                         relation.num_images(), is_error_reachable ? "reachable" : "unreachable");
    env_.statistics.counter("facts.flags") += relation.encoding().flags().size();
    env_.statistics.counter("facts.flag_images") += relation.num_images();
    Facts result(prepared_.program().locations().size());
    for_each_location(prepared_, values_,
                      [&](LocationId location, LocationId origin, const facts::ValueSets* sets) {
                        if (sets != nullptr) result[location] = at(relation, form, location, origin, *sets);
                      });
    return result;
  }

 private:
  term::TermVector at(const facts::FlagRelation& relation, FlagForm form, LocationId location,
                      LocationId origin, const facts::ValueSets& sets) {
    const std::string& name = prepared_.program().location(location).name;
    env_.logger.decision("flags at {}: {} BDD nodes", name,
                         relation.encoding().package().size(relation.reached(origin)));
    if (form == FlagForm::Pairs)
      return facts::pair_formulas(env_.terms, relation, sets, origin, live_[location]);
    const Term formula =
        facts::relation_formula(env_.terms, relation, sets, origin, live_[location], max_relation_size);
    // The relations of the other locations need not be inductive without this one, so none is used.
    if (!formula) throw facts::OutOfNodes();
    env_.statistics.counter("facts.flag_relation_size") += term::dag_size(formula);
    return term::conjuncts(formula);
  }

  const PreparedProgram& prepared_;
  Env& env_;
  const base::Budget& budget_;
  const std::vector<term::TermVector> live_;
  const facts::LocationValues values_;
};

}  // namespace

Facts flag_facts(const PreparedProgram& prepared, Env& env, const base::Budget& budget, FlagForm form) {
  const base::ScopedTimer timer(env.statistics.seconds("facts.flags_time"));
  Facts result(prepared.program().locations().size());
  try {
    FlagFacts flags(prepared, env, budget);
    result = flags.value_facts();
    Facts relation = flags.relation_facts(form);
    if (form == FlagForm::Pairs)
      return facts::houdini(prepared.program(), result, std::move(relation), env.solvers, env.statistics,
                            budget);
    for (LocationId location = 0; location < result.size(); ++location)
      result[location].insert(result[location].end(), relation[location].begin(), relation[location].end());
  } catch (const base::Stopped&) {
    env.stop.throw_if_stopped();
    env.logger.decision("flags: timeout");
  } catch (const facts::OutOfNodes&) {
    env.logger.decision("flags: the relation has too many BDD nodes");
  }
  return result;
}

}  // namespace pendulum::engine
