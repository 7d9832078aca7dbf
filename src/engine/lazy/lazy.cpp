// The descriptor of the engine.
#include "engine/lazy/lazy.h"

#include "engine/lazy/search.h"
#include "engine/option_specs.h"
#include "engine/tree_search/tree_search_engine.h"

namespace pendulum::engine::lazy {

Descriptor make_descriptor() {
  Descriptor descriptor;
  descriptor.key = "lazy";
  descriptor.description = "lazy predicate abstraction: local predicates, re-exploration below the pivot";
  descriptor.paper = "Henzinger, Jhala, Majumdar, Sutre, POPL 2002";
  descriptor.options = search_options("lazy");
  descriptor.options.insert(
      descriptor.options.end(),
      {
          initial_facts_option("lazy", "none"),
          learn_option("lazy", "on"),
          choice_option("lazy.order", "dfs", {"dfs", "bfs"}, "which leaf is expanded next"),
          choice_option("lazy.abstraction", "cartesian", {"cartesian", "boolean"},
                        "conjunctions of predicates, or all combinations"),
          choice_option("lazy.predicates", "region", {"location", "region"},
                        "new predicates are tracked at their location, or everywhere below the pivot"),
      });
  descriptor.make = [](const Task& task, Env& env) {
    return std::make_unique<TreeSearchEngine<Search>>("lazy", task, env);
  };
  return descriptor;
}

}  // namespace pendulum::engine::lazy
