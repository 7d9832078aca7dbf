// Calls of functions that are translated once instead of being inlined ([Bueno], chapter 5). The caller waits
// until the function returns.
//
// A call stores the number of its call site in the function's variable `<function>.site` and its arguments in
// the function's parameters, and goes to the function's entry. From the function's end, an edge whose guard
// tests the number leads back to each call site. Hence the call is a block of its own, and facts about the
// function's body are proved once for all calls.
//
// Difference: the thesis has Booleans w_j and r_j for each call site (Figure 5.2). Without recursion at most
// one call of a function is waiting, so one variable per function is equivalent; the r_j are locations here.
// Functions on cycles of the call graph have a stack instead (recursion.cpp).
#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

#include "frontend/llvm/ir/ir_facts.h"
#include "frontend/llvm/translate/executor.h"

namespace pendulum::frontend {

namespace {

constexpr std::uint32_t site_bits = 16;

/// The number of instructions that have an effect on the Program.
std::size_t size_of(const llvm::Function& function) {
  std::size_t size = 0;
  for (const llvm::Instruction& instruction : llvm::instructions(function))
    if (!is_silent(instruction)) ++size;
  return size;
}

}  // namespace

/// Selects the functions that are translated once.
void Executor::find_waited(const Options& options) {
  if (options.calls == CallEncoding::Inline) return;
  for (const llvm::Function* function : points_to_.functions()) {
    if (function == &entry_function_ || function->isDeclaration()) continue;
    if (call_graph_.is_recursive(*function) || size_of(*function) <= options.inline_threshold) continue;
    site_variables_.emplace(function, Term());
  }
}

/// Whether all calls of the function share one translation of its body.
bool Executor::is_shared(const llvm::Function& function) const {
  return call_graph_.is_recursive(function) || site_variables_.contains(&function);
}

Term Executor::site_variable(const llvm::Function& function) {
  Term& variable = site_variables_.at(&function);
  if (variable.is_null())
    variable = variables_.make(function.getName().str() + ".site", terms_.bitvec_sort(site_bits), "");
  return variable;
}

/// The only instance of a function that is not inlined.
Instance& Executor::root(const llvm::Function& function) {
  const auto [it, is_new] = roots_.try_emplace(&function, nullptr);
  if (is_new) {
    instances_.push_back({&function, nullptr, nullptr, {}, {}});
    it->second = &instances_.back();
  }
  return *it->second;
}

void Executor::enter_shared(Walk& walk, const llvm::Function& callee, const std::vector<Value>& arguments) {
  for (const llvm::Argument& argument : callee.args()) {
    if (argument.use_empty()) continue;
    memory_.slots().write(
        walk.path, variables_.temporary(argument),
        storable(walk.path, arguments[argument.getArgNo()], points_to_.is_address(&argument)));
  }
  emit(walk, walk.path, location(root(callee), *callee.begin()->begin()), terms_.mk_true());
}

/// Formulas (5.7), (5.8) and (5.11).
Executor::Step Executor::call_and_wait(Walk& walk, const llvm::CallBase& call, const llvm::Function& callee) {
  const std::vector<Value> values = arguments(walk, call, callee);
  const llvm::Instruction& next = *call.getNextNode();
  keep_values(walk.path, walk.frames, next);
  const program::LocationId resume = location(*walk.frames.back().instance, next);
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
  enter_shared(walk, callee, values);
  return Step::Ends;
}

/// Formula (5.9): ends the walk at the location that all returns of the function share.
Executor::Step Executor::finish_shared(Walk& walk, const std::optional<Value>& result) {
  const llvm::Function& function = *walk.frames.back().instance->function;
  const auto [it, is_new] = exits_.try_emplace(&function, 0);
  if (is_new)
    it->second = builder_.add_location(function.getName().str() + ".return", source_location(*current_));
  if (result)
    memory_.slots().write(walk.path, variables_.result(function),
                          storable(walk.path, *result, points_to_.returns_address(&function)));
  emit(walk, walk.path, it->second, terms_.mk_true());
  return Step::Ends;
}

/// Formula (5.12): requires that the call site is the one that waits.
void Executor::return_to(Path& path, const CallSite& site) {
  if (call_graph_.is_recursive(*site.callee)) return pop(path, site);
  path.require(terms_.mk_eq(site_variable(*site.callee),
                            terms_.mk_bv(static_cast<std::int64_t>(site.number), site_bits)));
}

/// Makes the edges from the end of each function that is not inlined to all of its call sites; formula
/// (5.10).
void Executor::return_edges() {
  for (const CallSite& site : sites_) {
    const auto exit = exits_.find(site.callee);
    if (exit == exits_.end()) continue;  // the function never returns
    current_ = site.call;
    Walk walk{exit->second, Path(terms_, drops_), {}, site.call};
    Path& path = walk.path;
    return_to(path, site);
    try {
      if (!site.call->getType()->isVoidTy() && !site.call->use_empty()) {
        std::optional<Value> result;
        if (!site.callee->getReturnType()->isVoidTy())
          result = memory_.slots().read(path, variables_.result(*site.callee));
        const Value value = result_as(path, result, *site.call, *site.callee);
        memory_.slots().write(path, variables_.temporary(*site.call),
                              storable(path, value, points_to_.is_address(site.call)));
      }
      emit(walk, path, site.resume, terms_.mk_true());
    } catch (const UnsupportedHere& what) {
      emit_unsupported(walk, what.construct);
    }
  }
}

/// Sets all site variables to zero, the number of no call site. They need a value: in the graph a return
/// leads to all call sites, so a variable could be read at a return before a call has written it.
void Executor::initialize_sites(Path& path) {
  for (const CallSite& site : sites_)
    if (!call_graph_.is_recursive(*site.callee))
      path.write(site_variable(*site.callee), terms_.mk_bv(0, site_bits));
}

}  // namespace pendulum::frontend
