#include "frontend/llvm/translate/translate.h"

#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

#include "base/check.h"
#include "frontend/llvm/analysis/regions.h"
#include "frontend/llvm/rewrite/prepare.h"
#include "frontend/llvm/translate/executor.h"
#include "program/passes/without_stuttering.h"

namespace pendulum::frontend {

namespace {

/// Soundness: a property whose violations do not become edges into the error location would hold for every
/// program.
void check_properties(const property::Properties& properties) {
  using property::Property;
  static const property::Properties translated{Property::Reach, Property::NoOverflow, Property::ValidDeref,
                                               Property::ValidFree, Property::ValidMemtrack};
  for (const property::Property property : properties)
    if (!translated.contains(property))
      throw base::Unsupported("property " + std::string(property::name_of(property)), "");
}

/// Removes the actions of the edges that `part`, a program with some of the edges of `all`, does not have.
void keep_actions_of(program::SourceActions& actions, const program::Program& all,
                     const program::Program& part) {
  actions.edges.resize(all.edges().size());
  std::vector<std::vector<program::SourceAction>> kept;
  for (program::EdgeId id = 0; id < all.edges().size() && kept.size() < part.edges().size(); ++id) {
    const program::Edge& edge = all.edge(id);
    const program::Edge& next = part.edge(static_cast<program::EdgeId>(kept.size()));
    const bool is_same =
        edge.source == next.source && edge.target == next.target && program::has_same_terms(edge, next);
    if (is_same) kept.push_back(std::move(actions.edges[id]));
  }
  PENDULUM_CHECK(kept.size() == part.edges().size(), "every edge of the part should be one of the program");
  actions.edges = std::move(kept);
}

/// The number of call instructions for functions with a body, and through pointers.
std::size_t num_calls(const PointsTo& points_to) {
  std::size_t result = 0;
  for (const llvm::Function* function : points_to.functions())
    for (const llvm::Instruction& instruction : llvm::instructions(*function)) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (call == nullptr || call->isInlineAsm()) continue;
      const llvm::Function* callee = call->getCalledFunction();
      if (callee == nullptr || !callee->isDeclaration()) ++result;
    }
  return result;
}

}  // namespace

Translation translate(term::TermManager& terms, llvm::Module& module, const Options& options,
                      const base::Logger& logger, base::Statistics& statistics, const base::StopToken& stop) {
  const base::ScopedTimer timer(statistics.seconds("frontend.translate_time"));
  check_properties(options.properties);
  if (const llvm::Function* main = module.getFunction(options.entry);
      main == nullptr || main->isDeclaration())
    throw base::InputError("the entry function '" + options.entry + "' is not defined");
  prepare(module, options.entry);
  allocate_recursive_locals(module, options.properties.contains(property::Property::ValidDeref)
                                        ? LocalLifetimes::Checked
                                        : LocalLifetimes::Ignored);
  const llvm::Function* entry = module.getFunction(options.entry);  // prepare() may have replaced it
  PENDULUM_CHECK(entry != nullptr && !entry->isDeclaration(), "the entry function should still be defined");
  const PointsTo points_to(module, *entry);
  const std::vector<ObjectLayout> layouts = make_layouts(points_to, module.getDataLayout());
  program::ProgramBuilder builder(terms);
  std::optional<program::SourceActions> actions;
  if (options.records_actions) actions.emplace();
  Executor executor(builder, module, *entry, points_to, layouts, options, stop,
                    actions ? &*actions : nullptr);
  executor.run();
  for (const std::string& place : executor.notes().unsupported) logger.decision("not modelled: {}", place);
  const program::Program all = builder.build();
  Translation result{program::without_stuttering(all),
                     {executor.notes().assumptions.begin(), executor.notes().assumptions.end()},
                     describe_regions(points_to, layouts),
                     executor.uses_unknown_memory(),
                     {}};
  if (actions) {
    keep_actions_of(*actions, all, result.program);
    result.actions = std::move(actions);
  }
  for (const std::string& region : result.regions) logger.decision("region {}", region);
  statistics.counter("frontend.functions") += points_to.functions().size();
  statistics.counter("frontend.calls") += num_calls(points_to);
  statistics.counter("frontend.locations") += result.program.locations().size();
  statistics.counter("frontend.edges") += result.program.edges().size();
  statistics.counter("frontend.variables") += result.program.variables().size();
  statistics.counter("frontend.unsupported_places") += executor.notes().unsupported.size();
  return result;
}

}  // namespace pendulum::frontend
