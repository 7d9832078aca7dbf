// The descriptor of the engine.
#include "engine/impact/impact.h"

#include "engine/impact/search.h"
#include "engine/option_specs.h"
#include "engine/tree_search/tree_search_engine.h"

namespace pendulum::engine::impact {

Descriptor make_descriptor() {
  Descriptor descriptor;
  descriptor.key = "impact";
  descriptor.description = "lazy abstraction with interpolants: expand, cover, refine, forced cover";
  descriptor.paper = "McMillan, CAV 2006";
  descriptor.options = search_options("impact");
  descriptor.options.insert(
      descriptor.options.end(),
      {
          initial_facts_option("impact", "none"),
          learn_option("impact", "off"),
          choice_option("impact.order", "dfs", {"dfs", "bfs"}, "which leaf is expanded next"),
          on_off_option("impact.forced_cover", "on", "strengthen a path so that its end is covered"),
          number_option("impact.forced_candidates", 4, 1, 1000,
                        "nodes that a forced cover is tried with, per leaf"),
      });
  descriptor.make = [](const Task& task, Env& env) {
    return std::make_unique<TreeSearchEngine<Search>>("impact", task, env);
  };
  return descriptor;
}

}  // namespace pendulum::engine::impact
