// The engine around a search that unwinds a program into a tree (impact, lazy): it chooses the theories and
// the initial facts according to the options <key>.*.
#pragma once

#include <string>
#include <utility>

#include "engine/facts/initial_facts.h"

namespace pendulum::engine {

/// Requires: TreeSearch(program, known, env, log).run() returns a SearchOutcome over `program`, where `known`
/// holds in all states and `log` may be null.
template <typename TreeSearch>
class TreeSearchEngine : public Engine {
 public:
  TreeSearchEngine(std::string key, const Task& task, Env& env)
      : key_(std::move(key)), task_(task), env_(env) {}

  Result run() override {
    const SearchPlan plan = search_plan(env_.settings, key_, key_);
    return search_in_theories(task_, env_, plan, [&](const PreparedProgram& prepared, arg::EventLog* log) {
      return search_from_facts(prepared, key_, env_, [&](const program::Program& program) {
        return TreeSearch(program, prepared.range_facts(), env_, log).run();
      });
    });
  }

 private:
  std::string key_;
  const Task& task_;
  Env& env_;
};

}  // namespace pendulum::engine
