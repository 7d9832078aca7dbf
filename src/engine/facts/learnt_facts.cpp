#include "engine/facts/learnt_facts.h"

#include <algorithm>
#include <chrono>

#include "base/budget.h"
#include "base/check.h"
#include "engine/facts/live_ranges.h"
#include "engine/option_specs.h"
#include "facts/low_bits.h"
#include "term/traverse.h"

namespace pendulum::engine {

namespace {

using facts::Facts;
using program::LocationId;
using term::Term;

/// Divisor of the time since construction that may be spent on Houdini. Most searches do not need facts, so
/// they must not become much slower.
constexpr int time_divisor = 6;
/// One call of Houdini ends after this time even if more is left, so that the search continues.
constexpr std::chrono::milliseconds longest_update{3000};
/// The first call may take this long before the share of the elapsed time allows it.
constexpr std::chrono::milliseconds first_update{100};
/// A proposal is dropped after this many unsuccessful updates: lemmas that it needs usually follow soon.
constexpr unsigned max_failures = 3;
/// Maximum number of proposals per location. More of them make each Houdini query too large; later
/// proposals replace earlier ones, because refinements become more relevant over time.
constexpr std::size_t max_proposals = 500;

}  // namespace

base::OptionSpec learn_option(const std::string& prefix, const std::string& default_value) {
  return on_off_option(prefix + ".learn", default_value,
                       "labels that are inductive on their own, and lemmas of other engines, become facts");
}

LearntFacts::LearntFacts(const PreparedProgram& prepared, std::string key, Env& env)
    : prepared_(prepared),
      key_(std::move(key)),
      env_(env),
      live_(program::live_variables(prepared.program())),
      ranges_(live_ranges(prepared)),
      facts_(live_.size()),
      proposals_(live_.size()),
      seen_(live_.size()),
      houdini_(std::make_unique<facts::Houdini>(prepared.program(), env.solvers, env.statistics)),
      start_(base::Clock::now()) {
  for (LocationId location = 0; location < live_.size(); ++location)
    local_.emplace(prepared.task_location(location), location);
  if (env.exchange != nullptr) env.exchange->rewind();
  propose_low_bits();
}

LearntFacts::~LearntFacts() = default;

void LearntFacts::assume(const Facts& established) {
  PENDULUM_CHECK(established.empty() || established.size() == facts_.size(),
                 "every location should have a list of facts");
  for (LocationId location = 0; location < established.size(); ++location)
    for (const Term fact : established[location])
      if (seen_[location].insert(fact).second) facts_[location].push_back(fact);
}

void LearntFacts::propose(LocationId location, Term lemma) {
  PENDULUM_CHECK(location < proposals_.size() && lemma.sort().is_bool(),
                 "a proposal should be a formula at a location");
  if (location == prepared_.program().entry() || location == prepared_.program().error()) return;
  std::vector<Proposal>& proposals = proposals_[location];
  for (const Term conjunct : term::conjuncts(lemma)) {
    if (conjunct.is_value() || !std::ranges::includes(live_[location], term::symbols(conjunct))) continue;
    if (!seen_[location].insert(conjunct).second) continue;
    if (proposals.size() == max_proposals) proposals.erase(proposals.begin());
    proposals.push_back({conjunct});
    has_new_proposals_ = true;
    ++env_.statistics.counter("engine." + key_ + ".proposals");
  }
}

void LearntFacts::propose_low_bits() {
  const Facts low_bits = facts::low_bit_facts(prepared_.bitvectors());
  for (LocationId location = 0; location < live_.size(); ++location)
    for (const Term fact : low_bits[prepared_.origin(location)])
      if (const auto image = prepared_.from_task(fact)) propose(location, *image);
}

void LearntFacts::receive() {
  if (env_.exchange == nullptr) return;
  for (const Lemma& lemma : env_.exchange->receive()) {
    const auto found = local_.find(lemma.location);
    const auto formula = found == local_.end() ? std::nullopt : prepared_.from_task(lemma.formula);
    if (!formula) continue;
    ++env_.statistics.counter("engine." + key_ + ".received_lemmas");
    for (const Term conjunct : term::conjuncts(*formula))
      if (!seen_[found->second].contains(conjunct))
        senders_.try_emplace({found->second, conjunct}, lemma.sender);
    propose(found->second, *formula);
  }
}

bool LearntFacts::is_due() const {
  return has_new_proposals_ && spent_ * time_divisor < first_update + (base::Clock::now() - start_);
}

Facts LearntFacts::update() {
  Facts fresh(facts_.size());
  receive();
  if (!is_due()) return fresh;
  has_new_proposals_ = false;
  const base::ScopedTimer timer(env_.statistics.seconds("engine." + key_ + ".learning_time"));
  const auto begin = base::Clock::now();
  Facts known = ranges_;
  Facts candidates(facts_.size());
  for (LocationId location = 0; location < facts_.size(); ++location) {
    known[location].insert(known[location].end(), facts_[location].begin(), facts_[location].end());
    for (const Proposal& proposal : proposals_[location]) candidates[location].push_back(proposal.formula);
  }
  const base::Budget budget = base::Budget::at_most(env_.stop, longest_update, "learning");
  const Facts all = houdini_->run(known, std::move(candidates), budget);
  for (LocationId location = 0; location < all.size(); ++location) {
    const auto first_new = all[location].begin() + static_cast<std::ptrdiff_t>(known[location].size());
    fresh[location].assign(first_new, all[location].end());
    for (const Term fact : fresh[location]) add_fact(location, fact);
  }
  review_proposals(fresh);
  spent_ += base::Clock::now() - begin;
  env_.stop.throw_if_stopped();
  return fresh;
}

void LearntFacts::add_fact(LocationId location, Term fact) {
  facts_[location].push_back(fact);
  ++env_.statistics.counter("engine." + key_ + ".learnt_facts");
  env_.logger.data("fact at {}: {}", prepared_.program().location(location).name, fact.to_string());
  const auto formula = env_.exchange == nullptr ? std::nullopt : prepared_.to_task(fact);
  if (!formula) return;
  if (const std::string key = sender(location, fact); !key.empty()) {
    env_.exchange->adopt({prepared_.task_location(location), *formula, key});
  } else {
    env_.exchange->publish(prepared_.task_location(location), *formula);
  }
}

void LearntFacts::review_proposals(const Facts& established) {
  for (LocationId location = 0; location < proposals_.size(); ++location) {
    const std::set<Term> facts(established[location].begin(), established[location].end());
    std::erase_if(proposals_[location], [&](Proposal& proposal) {
      return facts.contains(proposal.formula) || ++proposal.failures >= max_failures;
    });
  }
}

std::string LearntFacts::sender(LocationId location, Term fact) const {
  const auto found = senders_.find({location, fact});
  return found == senders_.end() ? "" : found->second;
}

}  // namespace pendulum::engine
