// The engine: options and theories of the search.
#include "engine/lazy/lazy.h"

#include "engine/initial_facts.h"
#include "engine/lazy/search.h"

namespace pendulum::engine::lazy {

namespace {

class Lazy : public Engine {
 public:
  Lazy(const Task& task, Env& env) : task_(task), env_(env) {}

  Result run() override {
    const SearchPlan plan = search_plan(env_.settings, "lazy", "lazy");
    return search_in_theories(task_, env_, plan, [&](const PreparedProgram& prepared, arg::EventLog* log) {
      return search_from_facts(prepared, "lazy", env_, [&](const program::Program& program) {
        return Search(program, prepared.range_facts(), env_, log).run();
      });
    });
  }

 private:
  const Task& task_;
  Env& env_;
};

}  // namespace

Descriptor make_descriptor() {
  Descriptor descriptor;
  descriptor.key = "lazy";
  descriptor.description = "lazy predicate abstraction: local predicates, re-exploration below the pivot";
  descriptor.paper = "Henzinger, Jhala, Majumdar, Sutre, POPL 2002";
  descriptor.options = search_options("lazy");
  descriptor.options.insert(
      descriptor.options.end(),
      {
          initial_facts_option("lazy"),
          {"lazy.order", "dfs", {"dfs", "bfs"}, 0, 0, "which leaf is expanded next"},
          {"lazy.abstraction",
           "cartesian",
           {"cartesian", "boolean"},
           0,
           0,
           "conjunctions of predicates, or all combinations"},
          {"lazy.predicates",
           "region",
           {"location", "region"},
           0,
           0,
           "new predicates are tracked at their location, or everywhere below the pivot"},
      });
  descriptor.make = [](const Task& task, Env& env) { return std::make_unique<Lazy>(task, env); };
  return descriptor;
}

}  // namespace pendulum::engine::lazy
