// The engine around a search that unwinds a program into a tree (impact, lazy): it chooses the theories, the
// initial facts and whether facts are learnt according to the options <key>.*.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "engine/facts/initial_facts.h"
#include "engine/facts/learnt_facts.h"

namespace pendulum::engine {

/// Requires: TreeSearch(program, known, env, log, learnt).run() returns a SearchOutcome over `program`, where
/// `known` holds in all states, and `log` and `learnt` may be null.
template <typename TreeSearch>
class TreeSearchEngine : public Engine {
 public:
  TreeSearchEngine(std::string key, const Task& task, Env& env)
      : key_(std::move(key)), task_(task), env_(env) {}

  Result run() override {
    const SearchPlan plan = search_plan(env_.settings, key_, key_);
    return search_in_theories(task_, env_, plan, [&](const PreparedProgram& prepared, arg::EventLog* log) {
      return search_from_facts(
          prepared, key_, env_, [&](const program::Program& program, const facts::Facts& initial) {
            std::optional<LearntFacts> learnt;
            if (env_.settings.is_on(key_ + ".learn")) learnt.emplace(prepared, key_, env_).assume(initial);
            return TreeSearch(program, prepared.range_facts(), env_, log, learnt ? &*learnt : nullptr).run();
          });
    });
  }

 private:
  std::string key_;
  const Task& task_;
  Env& env_;
};

}  // namespace pendulum::engine
