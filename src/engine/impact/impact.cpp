// The engine: options and theories of the search.
#include "engine/impact/impact.h"

#include "engine/impact/search.h"
#include "engine/initial_facts.h"

namespace pendulum::engine::impact {

namespace {

class Impact : public Engine {
 public:
  Impact(const Task& task, Env& env) : task_(task), env_(env) {}

  Result run() override {
    const SearchPlan plan = search_plan(env_.settings, "impact", "impact");
    return search_in_theories(task_, env_, plan, [&](const PreparedProgram& prepared, arg::EventLog* log) {
      return search_from_facts(prepared, "impact", env_, [&](const program::Program& program) {
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
  descriptor.key = "impact";
  descriptor.description = "lazy abstraction with interpolants: expand, cover, refine, forced cover";
  descriptor.paper = "McMillan, CAV 2006";
  descriptor.options = search_options("impact");
  descriptor.options.insert(
      descriptor.options.end(),
      {
          initial_facts_option("impact"),
          {"impact.order", "dfs", {"dfs", "bfs"}, 0, 0, "which leaf is expanded next"},
          {"impact.forced_cover", "on", {"on", "off"}, 0, 0, "strengthen a path so that its end is covered"},
          {"impact.forced_candidates", "4", {}, 1, 1000, "nodes that a forced cover is tried with, per leaf"},
      });
  descriptor.make = [](const Task& task, Env& env) { return std::make_unique<Impact>(task, env); };
  return descriptor;
}

}  // namespace pendulum::engine::impact
