#include "frontend/llvm/calls/shared_functions.h"

#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

#include "base/check.h"
#include "frontend/llvm/ir/ir_facts.h"

namespace pendulum::frontend {

namespace {

/// Width of the variables `<function>.site`, which limits the number of call sites. Programs with more calls
/// of shared functions are far larger than those that engines can analyse.
constexpr std::uint32_t site_bits = 16;

/// The number of instructions that have an effect on the Program.
std::size_t size_of(const llvm::Function& function) {
  std::size_t size = 0;
  for (const llvm::Instruction& instruction : llvm::instructions(function))
    if (!is_silent(instruction)) ++size;
  return size;
}

}  // namespace

SharedFunctions::SharedFunctions(const TranslationContext& context, const Options& options,
                                 program::ProgramBuilder& builder, const ValueConversions& conversions,
                                 const CallArguments& arguments, Locations& locations,
                                 const EdgeWriter& edges, const WalkEnds& ends)
    : context_(context),
      terms_(context.terms),
      builder_(builder),
      conversions_(conversions),
      arguments_(arguments),
      locations_(locations),
      edges_(edges),
      ends_(ends),
      stack_(context) {
  select(options);
}

/// Selects the functions that are translated once.
void SharedFunctions::select(const Options& options) {
  if (options.calls == CallEncoding::Inline) return;
  for (const llvm::Function* function : context_.points_to.functions()) {
    if (function == &context_.entry || function->isDeclaration()) continue;
    if (context_.call_graph.is_recursive(*function) || size_of(*function) <= options.inline_threshold)
      continue;
    site_variables_.emplace(function, Term());
  }
}

bool SharedFunctions::is_shared(const llvm::Function& function) const {
  return context_.call_graph.is_recursive(function) || site_variables_.contains(&function);
}

Term SharedFunctions::site_variable(const llvm::Function& function) {
  PENDULUM_CHECK(site_variables_.contains(&function), "{} should be translated once",
                 function.getName().str());
  Term& variable = site_variables_.at(&function);
  if (variable.is_null())
    variable = context_.variables.make(function.getName().str() + ".site", terms_.bitvec_sort(site_bits), "");
  return variable;
}

void SharedFunctions::enter(Walk& walk, const llvm::Function& callee,
                            const std::vector<Value>& arguments) const {
  PENDULUM_CHECK(arguments.size() == callee.arg_size(), "every parameter should have an argument");
  if (context_.recorder != nullptr) context_.recorder->enter(walk.path, callee);
  for (const llvm::Argument& argument : callee.args()) {
    if (argument.use_empty()) continue;
    context_.memory.slots().write(walk.path, context_.variables.temporary(argument),
                                  conversions_.storable(walk.path, arguments[argument.getArgNo()],
                                                        context_.points_to.is_address(&argument)));
  }
  edges_.emit(walk, walk.path, locations_.location(locations_.root(callee), *callee.begin()->begin()),
              terms_.mk_true());
}

Step SharedFunctions::call_and_wait(Walk& walk, const llvm::CallBase& call, const llvm::Function& callee) {
  PENDULUM_CHECK(is_shared(callee) && !context_.call_graph.is_recursive(callee),
                 "{} should be translated once and not be recursive", callee.getName().str());
  const std::vector<Value> values = arguments_.values(walk, call, callee);
  const llvm::Instruction& next = *call.getNextNode();
  ends_.keep_values(walk.path, walk.frames, next);
  const program::LocationId resume = locations_.location(*walk.frames.back().instance, next);
  auto site = std::find_if(sites_.begin(), sites_.end(), [&](const CallSite& known) {
    return known.callee == &callee && known.resume == resume;
  });
  if (site == sites_.end()) {
    const auto number = static_cast<unsigned>(sites_.size() + 1);
    if (number >= (1U << site_bits))
      throw UnsupportedHere{"more than " + std::to_string((1U << site_bits) - 1) +
                            " calls of functions that are not inlined"};
    site = sites_.insert(sites_.end(), {&callee, resume, number, &call, {}});
  }
  walk.path.write(site_variable(callee), terms_.mk_bv(static_cast<std::int64_t>(site->number), site_bits));
  enter(walk, callee, values);
  return Step::Ends;
}

Step SharedFunctions::call_recursive(Walk& walk, const llvm::CallBase& call, const llvm::Function& callee) {
  PENDULUM_CHECK(context_.call_graph.is_recursive(callee),
                 "the function should be on a cycle of the call graph");
  const llvm::Function& caller = *walk.frames.back().instance->function;
  const bool is_same_cycle = context_.call_graph.is_same_cycle(caller, callee);
  if (is_same_cycle) stack_.check_locals(caller);
  stack_.create();
  const std::vector<Value> values = arguments_.values(walk, call, callee);
  const llvm::Instruction& next = *call.getNextNode();
  ends_.keep_values(walk.path, walk.frames, next);
  CallSite site{&callee, 0, static_cast<unsigned>(sites_.size() + 1), &call, {}};
  site.resume = locations_.location(*walk.frames.back().instance, next);
  if (is_same_cycle) stack_.push(walk.path, site, caller);
  stack_.open(walk.path, site.number);
  sites_.push_back(std::move(site));
  enter(walk, callee, values);
  return Step::Ends;
}

Step SharedFunctions::finish(Walk& walk, const std::optional<Value>& result) {
  const llvm::Function& function = *walk.frames.back().instance->function;
  PENDULUM_CHECK(is_shared(function), "{} should be translated once", function.getName().str());
  PENDULUM_CHECK(result.has_value() != function.getReturnType()->isVoidTy(),
                 "{} should return a value if and only if its type is not void", function.getName().str());
  PENDULUM_CHECK(walk.current != nullptr, "the walk should be at a return");
  const auto [it, is_new] = exits_.try_emplace(&function, 0);
  if (is_new)
    it->second = builder_.add_location(function.getName().str() + ".return", source_location(*walk.current));
  if (result)
    context_.memory.slots().write(
        walk.path, context_.variables.result(function),
        conversions_.storable(walk.path, *result, context_.points_to.returns_address(&function)));
  edges_.emit(walk, walk.path, it->second, terms_.mk_true());
  return Step::Ends;
}

/// Formula (5.12): requires that the call site is the one that waits.
void SharedFunctions::return_to(Path& path, const CallSite& site) {
  if (context_.call_graph.is_recursive(*site.callee)) return stack_.pop(path, site);
  path.require(terms_.mk_eq(site_variable(*site.callee),
                            terms_.mk_bv(static_cast<std::int64_t>(site.number), site_bits)));
}

void SharedFunctions::return_edges() {
  for (const CallSite& site : sites_) {
    const auto exit = exits_.find(site.callee);
    if (exit == exits_.end()) continue;  // the function never returns
    Walk walk{exit->second, Path(terms_, context_.notes.drops), {}, site.call, site.call};
    Path& path = walk.path;
    return_to(path, site);
    try {
      if (!site.call->getType()->isVoidTy() && !site.call->use_empty()) {
        std::optional<Value> result;
        if (!site.callee->getReturnType()->isVoidTy())
          result = context_.memory.slots().read(path, context_.variables.result(*site.callee));
        const Value value = conversions_.result_as(path, result, *site.call, *site.callee);
        context_.memory.slots().write(
            path, context_.variables.temporary(*site.call),
            conversions_.storable(path, value, context_.points_to.is_address(site.call)));
      }
      edges_.emit(walk, path, site.resume, terms_.mk_true());
    } catch (const UnsupportedHere& what) {
      edges_.emit_unsupported(walk, what.construct);
    }
  }
}

/// Sets all site variables to zero, the number of no call site. They need a value: in the graph a return
/// leads to all call sites, so a variable could be read at a return before a call has written it.
void SharedFunctions::initialize(Path& path) {
  for (const CallSite& site : sites_)
    if (!context_.call_graph.is_recursive(*site.callee))
      path.write(site_variable(*site.callee), terms_.mk_bv(0, site_bits));
  stack_.initialize(path);
}

}  // namespace pendulum::frontend
