#include "frontend/llvm/translate/executor.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "base/check.h"
#include "frontend/llvm/analysis/lifetimes.h"
#include "frontend/llvm/instrument/overflow.h"
#include "frontend/llvm/ir/ir_facts.h"

namespace pendulum::frontend {

Executor::Executor(program::ProgramBuilder& builder, const llvm::Module& module, const llvm::Function& entry,
                   const PointsTo& points_to, const std::vector<ObjectLayout>& layouts,
                   const Options& options, const base::StopToken& stop, program::SourceActions* actions)
    : builder_(builder),
      terms_(builder.terms()),
      stop_(stop),
      call_graph_(points_to),
      variables_(terms_, builder, points_to, layouts, module.getDataLayout()),
      constants_(terms_, points_to, layouts, module.getDataLayout()),
      memory_context_{
          terms_, points_to, layouts, variables_, constants_, module.getDataLayout(), options.properties},
      memory_(memory_context_),
      arithmetic_(terms_),
      context_{memory_context_, module, entry, call_graph_, memory_, arithmetic_, notes_},
      conversions_(context_),
      addresses_(context_, conversions_),
      evaluator_(context_, conversions_, addresses_),
      arguments_(context_, evaluator_),
      locations_(builder, queue_, RequestedLocations(module, options.witness_locations)),
      edges_(context_, builder),
      ends_(context_, conversions_, evaluator_, locations_, edges_),
      shared_(context_, options, builder, conversions_, arguments_, locations_, edges_, ends_),
      memory_calls_(context_, conversions_, evaluator_),
      intrinsics_(context_, evaluator_),
      library_(context_, evaluator_, shared_),
      external_(context_, addresses_, evaluator_, edges_, memory_calls_, library_),
      calls_(context_, queue_, evaluator_, arguments_, locations_, edges_, ends_, shared_, memory_calls_,
             intrinsics_, external_),
      initial_(context_, builder, locations_, edges_, shared_) {
  if (actions != nullptr) {
    actions->pointer_bytes = variables_.pointer_bits() / 8;
    recorder_.emplace(points_to, constants_, module.getDataLayout(), *actions);
    context_.recorder = &*recorder_;
  }
  for (ObjectId id = 0; id < points_to.objects().size(); ++id) {
    const Object& object = points_to.objects()[id];
    if (object.kind == Object::Kind::Local && object.has_instances)
      lasting_locals_[function_of_local(object)].push_back(id);
  }
}

void Executor::run() {
  PENDULUM_CHECK(!has_run_, "a module should be translated once");
  has_run_ = true;
  const llvm::Instruction& start = *context_.entry.begin()->begin();
  const program::LocationId ready = builder_.add_location("start", source_location(start));
  Walk first{ready, Path(terms_, notes_.drops), {}, &start};
  if (context_.recorder != nullptr) context_.recorder->enter(first.path, context_.entry);
  initial_.start_entry_function(first);
  run_walk(std::move(first));
  while (queue_.has_items()) {
    const WalkQueue::Item item = queue_.take_item();
    Walk walk{item.location, Path(terms_, notes_.drops), {}, nullptr, nullptr, item.start};
    walk.frames.push_back({item.instance, item.start, {}, {}});
    run_walk(std::move(walk));
  }
  PENDULUM_CHECK(!queue_.has_forks(), "all walks should have ended");
  shared_.return_edges();
  // The initial edge is created last, when all globals and stacks are known.
  initial_.emit(ready);
  if (recorder_) recorder_->finish();
  add_assumptions();
}

void Executor::add_assumptions() {
  for (const Drop drop : notes_.drops) notes_.assumptions.emplace(rule_of(drop).assumption);
  if (memory_.arguments().uses_strings())
    notes_.assumptions.insert("the strings that main gets take at most 128 KiB each, as on Linux");
  if (memory_.uses_unknown_memory())
    notes_.assumptions.insert(
        "unknown memory does not overlap objects whose address the program has not given away");
}

void Executor::run_walk(Walk walk) {
  stop_.throw_if_stopped();
  queue_.push(std::move(walk));
  while (queue_.has_forks()) {
    Walk current = queue_.take_fork();
    try {
      while (!current.path.is_dead() && step(current) == Step::Goes) edges_.emit_exits(current);
      edges_.emit_exits(current);
    } catch (const NeedsStop&) {
      current.path.roll_back();
      ends_.stop_at(current, *current.current);
    } catch (const UnsupportedHere& what) {
      edges_.emit_exits(current);
      edges_.emit_unsupported(current, what.construct);
    }
  }
}

Step Executor::step(Walk& walk) {
  PENDULUM_CHECK(!walk.frames.empty(), "the walk should be in a function");
  Frame& frame = walk.frames.back();
  PENDULUM_CHECK(frame.next != nullptr && frame.next->getFunction() == frame.instance->function,
                 "the next instruction should be in the running function");
  const llvm::Instruction& instruction = *frame.next;
  walk.current = &instruction;
  if (walk.first == nullptr && instruction.getDebugLoc() && instruction.getDebugLoc().getLine() != 0)
    walk.first = &instruction;
  if (locations_.is_requested(instruction) && &instruction != walk.start)
    return ends_.stop_at(walk, instruction);
  walk.path.begin_step();
  if (context_.recorder != nullptr && !is_silent(instruction))
    context_.recorder->line(walk.path, instruction);
  if (instruction.isTerminator()) {
    walk.path.end_step();
    return terminator(walk, instruction);
  }
  frame.next = instruction.getNextNode();
  if (const ScopeMark mark = scope_mark(instruction); mark.local != nullptr)
    enter_or_leave_block(walk.path, mark);
  if (is_silent(instruction) || llvm::isa<llvm::PHINode>(instruction)) return Step::Goes;
  if (const auto* call_instruction = llvm::dyn_cast<llvm::CallBase>(&instruction))
    return calls_.call(walk, *call_instruction);
  evaluator_.execute(walk.path, frame, instruction);
  return Step::Goes;
}

/// Handles an unreachable instruction. It is reached if a function returns although it is declared noreturn,
/// or if the program calls __builtin_unreachable.
Step Executor::end_of_unreachable(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast_or_null<llvm::CallBase>(instruction.getPrevNonDebugInstruction());
  const bool is_return =
      instruction.getFunction()->doesNotReturn() || (call != nullptr && call->doesNotReturn());
  context_.notes.drops.insert(is_return ? Drop::NoreturnReturns : Drop::Unreachable);
  return Step::Ends;
}

Step Executor::terminator(Walk& walk, const llvm::Instruction& instruction) {
  if (llvm::isa<llvm::UnreachableInst>(instruction)) return end_of_unreachable(instruction);
  if (const auto* end = llvm::dyn_cast<llvm::ReturnInst>(&instruction)) return finish(walk, *end);
  if (const auto* choice = llvm::dyn_cast<llvm::BranchInst>(&instruction)) return branch(walk, *choice);
  if (const auto* cases = llvm::dyn_cast<llvm::SwitchInst>(&instruction)) return choose_case(walk, *cases);
  throw UnsupportedHere{name_of_construct(instruction)};
}

Step Executor::jump(Walk& walk, const llvm::BasicBlock& target) const {
  Frame& frame = walk.frames.back();
  const llvm::BasicBlock& from = *frame.next->getParent();
  if (target.getSinglePredecessor() == nullptr) {
    ends_.branch_edge(walk, terms_.mk_true(), target);
    return Step::Ends;
  }
  ends_.assign_phis(walk, from, target);
  frame.next = &*target.begin();
  return Step::Goes;
}

Step Executor::branch(Walk& walk, const llvm::BranchInst& instruction) const {
  if (instruction.isUnconditional()) return jump(walk, *instruction.getSuccessor(0));
  const Term condition = evaluator_.bits_of(walk.path, walk.frames.back(), *instruction.getCondition());
  if (condition.is_value()) return jump(walk, *instruction.getSuccessor(condition.is_true() ? 0 : 1));
  if (ends_.needs_stop(walk)) return ends_.stop_at(walk, instruction);
  for (const unsigned side : {0U, 1U})
    if (const llvm::CallBase* report = overflow_report(*instruction.getSuccessor(side))) {
      edges_.report_overflow(walk, *report, side == 0 ? condition : terms_.mk_not(condition));
      return walk.path.is_dead() ? Step::Ends : jump(walk, *instruction.getSuccessor(1 - side));
    }
  ends_.branch_edge(walk, condition, *instruction.getSuccessor(0));
  ends_.branch_edge(walk, terms_.mk_not(condition), *instruction.getSuccessor(1));
  return Step::Ends;
}

Step Executor::choose_case(Walk& walk, const llvm::SwitchInst& cases) const {
  const Term value = evaluator_.bits_of(walk.path, walk.frames.back(), *cases.getCondition());
  if (!value.is_value() && ends_.needs_stop(walk)) return ends_.stop_at(walk, cases);
  std::vector<std::pair<const llvm::BasicBlock*, term::TermVector>> targets;
  std::unordered_map<const llvm::BasicBlock*, std::size_t> known;
  term::TermVector others;
  for (const auto& entry : cases.cases()) {
    const Term is_case =
        context_.arithmetic.compare(Comparison::Eq, context_.arithmetic.as_bitvec(value),
                                    context_.constants.bits(entry.getCaseValue()->getValue()));
    others.push_back(terms_.mk_not(is_case));
    const auto [it, is_new] = known.try_emplace(entry.getCaseSuccessor(), targets.size());
    if (is_new) targets.push_back({entry.getCaseSuccessor(), {}});
    targets[it->second].second.push_back(is_case);
  }
  for (const auto& [target, conditions] : targets) ends_.branch_edge(walk, terms_.mk_or(conditions), *target);
  ends_.branch_edge(walk, terms_.mk_and(others), *cases.getDefaultDest());
  return Step::Ends;
}

Step Executor::finish(Walk& walk, const llvm::ReturnInst& instruction) {
  std::optional<Value> result;
  if (const llvm::Value* value = instruction.getReturnValue())
    result = evaluator_.value_of(walk.path, walk.frames.back(), *value);
  const Instance& instance = *walk.frames.back().instance;
  if (context_.recorder != nullptr) context_.recorder->leave(walk.path, *instance.function, result);
  if (instance.parent == nullptr) {
    if (shared_.is_shared(*instance.function)) {
      end_locals(walk.path, *instance.function);
      return shared_.finish(walk, result);
    }
    context_.memory.leaks().check(walk.path, {});
    edges_.emit(walk, walk.path, edges_.end(), terms_.mk_true());
    return Step::Ends;
  }
  PENDULUM_CHECK(instance.call != nullptr, "an inlined function should have a call");
  end_locals(walk.path, *instance.function);
  walk.frames.pop_back();
  if (walk.frames.empty()) walk.frames.push_back({instance.parent, nullptr, {}, {}});
  Frame& caller = walk.frames.back();
  PENDULUM_CHECK(caller.instance == instance.parent, "a function should return to its caller");
  caller.next = instance.call->getNextNode();
  if (!instance.call->getType()->isVoidTy())
    caller.set(instance.call, conversions_.result_as(walk.path, result, *instance.call, *instance.function));
  // If the callee has several returns, stop here; otherwise the rest of the caller would be walked once for
  // each return.
  return has_one_return(*instance.function) ? Step::Goes : ends_.stop_at(walk, *instance.call->getNextNode());
}

void Executor::end_locals(Path& path, const llvm::Function& function) const {
  if (lasting_locals_.empty()) return;
  const auto it = lasting_locals_.find(&function);
  if (it == lasting_locals_.end()) return;
  for (const ObjectId object : it->second) context_.memory.lifetimes().end_local(path, object);
}

void Executor::enter_or_leave_block(Path& path, const ScopeMark& mark) const {
  const ObjectId object = context_.points_to.object_of(mark.local);
  if (!context_.object(object).is_of_block) return;
  if (mark.is_begin) {
    context_.memory.lifetimes().begin_local(path, object);
  } else {
    context_.memory.lifetimes().end_local(path, object);
  }
}

bool Executor::has_one_return(const llvm::Function& function) {
  const auto [it, is_new] = has_one_return_.try_emplace(&function, false);
  if (is_new) {
    unsigned returns = 0;
    for (const llvm::BasicBlock& block : function)
      returns += llvm::isa<llvm::ReturnInst>(block.getTerminator()) ? 1 : 0;
    it->second = returns <= 1;
  }
  return it->second;
}

}  // namespace pendulum::frontend
