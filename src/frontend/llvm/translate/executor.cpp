#include "frontend/llvm/translate/executor.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "base/check.h"
#include "frontend/llvm/analysis/lifetimes.h"
#include "frontend/llvm/instrument/overflow.h"
#include "frontend/llvm/ir/hosted_main.h"
#include "frontend/llvm/ir/ir_facts.h"

namespace pendulum::frontend {

namespace {

/// Maximum number of locations; a program that exceeds it after inlining is unsupported.
constexpr std::size_t max_locations = 2'000'000;

/// The instruction at which a use takes place: for a phi, the end of the block from which its value comes.
const llvm::Instruction* place_of(const llvm::Use& use) {
  const auto* user = llvm::cast<llvm::Instruction>(use.getUser());
  if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(user))
    return phi->getIncomingBlock(use)->getTerminator();
  return user;
}

const llvm::BasicBlock* block_of(const llvm::Value& value) {
  if (const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value)) return instruction->getParent();
  return &llvm::cast<llvm::Argument>(value).getParent()->getEntryBlock();
}

}  // namespace

bool is_live(const llvm::Value& value, const llvm::Instruction& next) {
  const llvm::BasicBlock* home = block_of(value);
  for (const llvm::Use& use : value.uses()) {
    const llvm::Instruction* place = place_of(use);
    if (place->getParent() != home) return true;
    // In its own block a value is recomputed before it is used again.
    if (next.getParent() != home || (place != &next && place->comesBefore(&next))) continue;
    const auto* definition = llvm::dyn_cast<llvm::Instruction>(&value);
    if (definition == nullptr || definition->comesBefore(&next)) return true;
  }
  return false;
}

const Value* Frame::find(const llvm::Value* value) const {
  const auto it = index.find(value);
  return it == index.end() ? nullptr : &values[it->second].second;
}

void Frame::set(const llvm::Value* value, Value content) {
  const auto [it, is_new] = index.try_emplace(value, values.size());
  if (is_new) {
    values.emplace_back(value, std::move(content));
  } else {
    values[it->second].second = std::move(content);
  }
}

Executor::Executor(program::ProgramBuilder& builder, const llvm::Module& module, const llvm::Function& entry,
                   const property::Properties& properties, const PointsTo& points_to,
                   const std::vector<ObjectLayout>& layouts, const Options& options,
                   const base::StopToken& stop)
    : builder_(builder),
      terms_(builder.terms()),
      module_(module),
      data_layout_(module.getDataLayout()),
      entry_function_(entry),
      properties_(properties),
      points_to_(points_to),
      layouts_(layouts),
      places_(module, options.places),
      stop_(stop),
      call_graph_(points_to),
      variables_(terms_, builder, points_to, layouts, data_layout_),
      constants_(terms_, points_to, layouts, data_layout_),
      context_{terms_, points_to, layouts, variables_, constants_, data_layout_, properties},
      memory_(context_),
      arithmetic_(terms_),
      pointer_bits_(variables_.pointer_bits()) {
  find_waited(options);
  for (ObjectId id = 0; id < points_to.objects().size(); ++id) {
    const Object& object = points_to.objects()[id];
    if (object.kind == Object::Kind::Local && object.has_instances)
      lasting_locals_[function_of_local(object)].push_back(id);
  }
}

void Executor::run() {
  entry_ = builder_.add_location("entry");
  error_ = builder_.add_location("error");
  end_ = builder_.add_location("end");
  builder_.set_entry(entry_);
  builder_.set_error(error_);
  current_ = &*entry_function_.begin()->begin();
  const program::LocationId ready =
      builder_.add_location("start", source_location(*entry_function_.begin()->begin()));
  Walk first{ready, Path(terms_, drops_), {}, nullptr};
  start_entry_function(first);
  run_walk(std::move(first));
  while (!items_.empty()) {
    const Item item = items_.back();
    items_.pop_back();
    Walk walk{item.location, Path(terms_, drops_), {}, nullptr, item.start};
    walk.frames.push_back({item.instance, item.start, {}, {}});
    run_walk(std::move(walk));
  }
  return_edges();
  // The initial edge is created last, when all globals and stacks are known.
  Walk initial{entry_, Path(terms_, drops_), {}, nullptr};
  memory_.initialize(initial.path);
  initialize_sites(initial.path);
  initialize_stacks(initial.path);
  for (const Term variable : locals_read_early(initial.path, ready)) initialize_local(initial.path, variable);
  emit(initial, initial.path, ready, terms_.mk_true());
  for (const Drop drop : drops_) assumptions_.emplace(rule_of(drop).assumption);
  if (memory_.arguments().uses_strings())
    assumptions_.insert("the strings that main gets take at most 128 KiB each, as on Linux");
  if (memory_.uses_unknown_memory())
    assumptions_.insert(
        "unknown memory does not overlap objects whose address the program has not given away");
}

/// Variables of locals that an edge may read before any edge assigns them: an access through a pointer reads
/// every object that the pointer may point to, a store to an array element reads the whole array, and a
/// recursive call saves all variables of its caller. They are determined on a draft of the program whose
/// initial edge assigns all of them.
term::TermVector Executor::locals_read_early(const Path& initial, program::LocationId start) const {
  program::Edge edge;
  edge.source = entry_;
  edge.target = start;
  edge.guard = terms_.mk_true();
  edge.updates = initial.updates();
  edge.inputs = initial.inputs();
  for (const Term variable : variables_.locals())
    edge.updates.push_back({variable, terms_.mk_zero(variable.sort())});
  program::ProgramBuilder draft = builder_;
  draft.add_edge(std::move(edge));
  term::TermVector live = program::live_variables(draft.build())[start];
  const term::TermSet locals(variables_.locals().begin(), variables_.locals().end());
  std::erase_if(live, [&](Term variable) { return !locals.contains(variable); });
  return live;
}

/// Soundness: the variable starts with an arbitrary value; a pointer starts as an unknown address.
void Executor::initialize_local(Path& path, Term variable) const {
  path.write(variable, variables_.is_object_code(variable)
                           ? terms_.mk_zero(variable.sort())
                           : path.make_input(variable.name(), variable.sort(), {}));
}

void Executor::start_entry_function(Walk& walk) {
  std::vector<Value> arguments;
  for (const llvm::Argument& argument : entry_function_.args()) {
    const std::string name = entry_function_.getName().str() + "#" + std::to_string(argument.getArgNo());
    if (is_argument_count(argument)) {
      arguments.push_back(Value::of(argument_count(walk.path, name)));
      continue;
    }
    if (is_argument_vector(argument)) {
      for (const MainArguments& vector : points_to_.main_arguments())
        if (vector.parameter == &argument)
          arguments.push_back(Value::of(constants_.address_of(vector.vector)));
      continue;
    }
    program::InputOrigin origin;
    origin.kind = program::InputOrigin::Kind::Call;
    origin.name = name;
    if (argument.getType()->isPointerTy()) {
      // An unknown address that is not null.
      Pointer pointer = constants_.null();
      pointer.offset.base = walk.path.make_input(name, variables_.pointer_sort(), origin);
      walk.path.require(terms_.mk_distinct(pointer.offset.base, terms_.mk_bv(0, pointer_bits_)));
      arguments.push_back(Value::of(pointer));
      continue;
    }
    arguments.push_back(
        Value::of(walk.path.make_input(name, variables_.sort_of(argument.getType()), origin)));
  }
  if (call_graph_.is_recursive(entry_function_)) {
    enter_shared(walk, entry_function_, arguments);
    walk.path.kill();
    return;
  }
  instances_.push_back({&entry_function_, nullptr, nullptr, {}, {}});
  Frame frame{&instances_.back(), &*entry_function_.begin()->begin(), {}, {}};
  for (const llvm::Argument& argument : entry_function_.args())
    frame.set(&argument, arguments[argument.getArgNo()]);
  walk.frames.push_back(std::move(frame));
}

/// argc; if main takes argv, it determines the size of argv.
Term Executor::argument_count(Path& path, const std::string& name) {
  assumptions_.insert("argc is at least 1, and at most " + std::to_string(max_arguments) + " as on Linux");
  for (const MainArguments& arguments : points_to_.main_arguments())
    if (!arguments.is_environment) return path.read(memory_.arguments().count(arguments));
  program::InputOrigin origin;
  origin.kind = program::InputOrigin::Kind::Call;
  origin.name = name;
  const Term count = path.make_input(name, terms_.bitvec_sort(32), origin);
  path.require(terms_.mk_and(terms_.mk_bvule(terms_.mk_bv(1, 32), count),
                             terms_.mk_bvule(count, terms_.mk_bv(max_arguments, 32))));
  return count;
}

void Executor::run_walk(Walk walk) {
  stop_.throw_if_stopped();
  forks_.push_back(std::move(walk));
  while (!forks_.empty()) {
    Walk current = std::move(forks_.back());
    forks_.pop_back();
    try {
      while (!current.path.is_dead() && step(current) == Step::Goes) emit_exits(current);
      emit_exits(current);
    } catch (const NeedsStop&) {
      current.path.roll_back();
      stop_at(current, *current_);
    } catch (const UnsupportedHere& what) {
      emit_exits(current);
      emit_unsupported(current, what.construct);
    }
  }
}

Executor::Step Executor::step(Walk& walk) {
  Frame& frame = walk.frames.back();
  const llvm::Instruction& instruction = *frame.next;
  current_ = &instruction;
  if (walk.first == nullptr && instruction.getDebugLoc() && instruction.getDebugLoc().getLine() != 0)
    walk.first = &instruction;
  if (places_.contains(instruction) && &instruction != walk.start) return stop_at(walk, instruction);
  walk.path.begin_step();
  if (instruction.isTerminator()) {
    walk.path.end_step();
    return terminator(walk, instruction);
  }
  frame.next = instruction.getNextNode();
  if (const ScopeMark mark = scope_mark(instruction); mark.local != nullptr)
    enter_or_leave_block(walk.path, mark);
  if (is_silent(instruction) || llvm::isa<llvm::PHINode>(instruction)) return Step::Goes;
  if (const auto* call_instruction = llvm::dyn_cast<llvm::CallBase>(&instruction))
    return call(walk, *call_instruction);
  execute(walk.path, frame, instruction);
  return Step::Goes;
}

// ---- Control
// ------------------------------------------------------------------------------------------------

/// Handles an unreachable instruction. It is reached if a function returns although it is declared noreturn,
/// or if the program calls __builtin_unreachable.
Executor::Step Executor::end_of_unreachable(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast_or_null<llvm::CallBase>(instruction.getPrevNonDebugInstruction());
  const bool is_return =
      instruction.getFunction()->doesNotReturn() || (call != nullptr && call->doesNotReturn());
  drops_.insert(is_return ? Drop::NoreturnReturns : Drop::Unreachable);
  return Step::Ends;
}

Executor::Step Executor::terminator(Walk& walk, const llvm::Instruction& instruction) {
  if (llvm::isa<llvm::UnreachableInst>(instruction)) return end_of_unreachable(instruction);
  if (llvm::isa<llvm::ReturnInst>(instruction)) return finish(walk, instruction);
  if (const auto* jump_instruction = llvm::dyn_cast<llvm::BranchInst>(&instruction);
      jump_instruction != nullptr && jump_instruction->isUnconditional())
    return jump(walk, *jump_instruction->getSuccessor(0));
  if (llvm::isa<llvm::BranchInst>(instruction) || llvm::isa<llvm::SwitchInst>(instruction))
    return branch(walk, instruction);
  throw UnsupportedHere{name_of_construct(instruction)};
}

Executor::Step Executor::jump(Walk& walk, const llvm::BasicBlock& target) {
  Frame& frame = walk.frames.back();
  const llvm::BasicBlock& from = *frame.next->getParent();
  if (target.getSinglePredecessor() == nullptr) {
    branch_edge(walk, terms_.mk_true(), target);
    return Step::Ends;
  }
  assign_phis(walk, from, target);
  frame.next = &*target.begin();
  return Step::Goes;
}

Executor::Step Executor::branch(Walk& walk, const llvm::Instruction& instruction) {
  if (const auto* conditional = llvm::dyn_cast<llvm::BranchInst>(&instruction)) {
    const Term condition = bits_of(walk.path, walk.frames.back(), *conditional->getCondition());
    if (condition.is_value()) return jump(walk, *conditional->getSuccessor(condition.is_true() ? 0 : 1));
    if (needs_stop(walk)) return stop_at(walk, instruction);
    for (const unsigned side : {0U, 1U})
      if (const llvm::CallBase* report = overflow_report(*conditional->getSuccessor(side))) {
        report_overflow(walk, *report, side == 0 ? condition : terms_.mk_not(condition));
        return walk.path.is_dead() ? Step::Ends : jump(walk, *conditional->getSuccessor(1 - side));
      }
    branch_edge(walk, condition, *conditional->getSuccessor(0));
    branch_edge(walk, terms_.mk_not(condition), *conditional->getSuccessor(1));
    return Step::Ends;
  }
  const auto& cases = llvm::cast<llvm::SwitchInst>(instruction);
  const Term value = bits_of(walk.path, walk.frames.back(), *cases.getCondition());
  if (!value.is_value() && needs_stop(walk)) return stop_at(walk, instruction);
  std::vector<std::pair<const llvm::BasicBlock*, term::TermVector>> targets;
  std::unordered_map<const llvm::BasicBlock*, std::size_t> known;
  term::TermVector others;
  for (const auto& entry : cases.cases()) {
    const Term is_case = arithmetic_.compare(Comparison::Eq, arithmetic_.as_bitvec(value),
                                             constants_.bits(entry.getCaseValue()->getValue()));
    others.push_back(terms_.mk_not(is_case));
    const auto [it, is_new] = known.try_emplace(entry.getCaseSuccessor(), targets.size());
    if (is_new) targets.push_back({entry.getCaseSuccessor(), {}});
    targets[it->second].second.push_back(is_case);
  }
  for (const auto& [target, conditions] : targets) branch_edge(walk, terms_.mk_or(conditions), *target);
  branch_edge(walk, terms_.mk_and(others), *cases.getDefaultDest());
  return Step::Ends;
}

/// Must the edge end before a branch? Guards of alternative edges must not depend on inputs of these edges,
/// because an input belongs to one edge and all edges of one step have to agree on its value.
bool Executor::needs_stop(const Walk& walk) const {
  return !walk.path.inputs().empty();
}

void Executor::branch_edge(const Walk& walk, Term condition, const llvm::BasicBlock& target) {
  if (condition.is_false()) return;
  const Frame& frame = walk.frames.back();
  const llvm::BasicBlock& from = *frame.next->getParent();
  Path path = walk.path;
  // Phis are assigned in parallel: all values are read before the first one is written.
  std::vector<std::pair<const llvm::PHINode*, Value>> phis;
  for (const llvm::PHINode& phi : target.phis())
    phis.emplace_back(&phi, storable(path, value_of(path, frame, *phi.getIncomingValueForBlock(&from)),
                                     points_to_.is_address(&phi)));
  keep_values(path, walk.frames, *target.getFirstNonPHIIt());
  for (const auto& [phi, value] : phis) memory_.slots().write(path, variables_.temporary(*phi), value);
  emit(walk, path, location(*frame.instance, *target.begin()), condition);
}

void Executor::assign_phis(Walk& walk, const llvm::BasicBlock& from, const llvm::BasicBlock& to) {
  std::vector<std::pair<const llvm::PHINode*, Value>> values;
  for (const llvm::PHINode& phi : to.phis())
    values.emplace_back(&phi, value_of(walk.path, walk.frames.back(), *phi.getIncomingValueForBlock(&from)));
  for (auto& [phi, value] : values) walk.frames.back().set(phi, std::move(value));
}

Executor::Step Executor::stop_at(Walk& walk, const llvm::Instruction& instruction) {
  keep_values(walk.path, walk.frames, instruction);
  emit(walk, walk.path, location(*walk.frames.back().instance, instruction), terms_.mk_true());
  return Step::Ends;
}

program::LocationId Executor::location(Instance& instance, const llvm::Instruction& instruction) {
  const auto it = instance.locations.find(&instruction);
  if (it != instance.locations.end()) return it->second;
  if (++locations_ > max_locations)
    throw base::Unsupported(
        "program with more than " + std::to_string(max_locations) + " locations after inlining", "");
  const llvm::BasicBlock& block = *instruction.getParent();
  std::string name =
      instance.function->getName().str() + "." + (block.hasName() ? block.getName().str() : "block");
  program::SourceLocation where = places_.where(instruction);
  for (const llvm::Instruction* next = &instruction; next != nullptr && !where.is_known();
       next = next->getNextNode())
    where = source_location(*next);
  const program::LocationId id = builder_.add_location(std::move(name), std::move(where));
  instance.locations.emplace(&instruction, id);
  items_.push_back({id, &instance, &instruction});
  return id;
}

/// Stores all values that a later walk may use into temporaries. The running activation continues at `next`.
void Executor::keep_values(Path& path, const std::vector<Frame>& frames, const llvm::Instruction& next) {
  for (const Frame& frame : frames) {
    const llvm::Instruction& resume = &frame == &frames.back() ? next : *frame.next;
    for (const auto& [value, content] : frame.values) {
      if (!is_live(*value, resume)) continue;
      memory_.slots().write(path, variables_.temporary(*value),
                            storable(path, content, points_to_.is_address(value)));
    }
  }
}

Value Executor::storable(Path& path, const Value& value, bool is_address) const {
  return is_address ? value : Value::of(memory_.numbers().as_bits(path, value));
}

Executor::Step Executor::finish(Walk& walk, const llvm::Instruction& instruction) {
  std::optional<Value> result;
  if (const llvm::Value* value = llvm::cast<llvm::ReturnInst>(instruction).getReturnValue())
    result = value_of(walk.path, walk.frames.back(), *value);
  const Instance& instance = *walk.frames.back().instance;
  if (instance.parent == nullptr) {
    if (is_shared(*instance.function)) {
      end_locals(walk.path, *instance.function);
      return finish_shared(walk, result);
    }
    memory_.leaks().check(walk.path, {});
    emit(walk, walk.path, end_, terms_.mk_true());
    return Step::Ends;
  }
  end_locals(walk.path, *instance.function);
  walk.frames.pop_back();
  if (walk.frames.empty()) walk.frames.push_back({instance.parent, nullptr, {}, {}});
  Frame& caller = walk.frames.back();
  caller.next = instance.call->getNextNode();
  if (!instance.call->getType()->isVoidTy())
    caller.set(instance.call, result_as(walk.path, result, *instance.call, *instance.function));
  // If the callee has several returns, stop here; otherwise the rest of the caller would be walked once for
  // each return.
  return has_one_return(*instance.function) ? Step::Goes : stop_at(walk, *instance.call->getNextNode());
}

void Executor::end_locals(Path& path, const llvm::Function& function) {
  if (lasting_locals_.empty()) return;
  const auto it = lasting_locals_.find(&function);
  if (it == lasting_locals_.end()) return;
  for (const ObjectId object : it->second) memory_.lifetimes().end_local(path, object);
}

void Executor::enter_or_leave_block(Path& path, const ScopeMark& mark) {
  const ObjectId object = points_to_.object_of(mark.local);
  if (!points_to_.objects()[object].is_of_block) return;
  if (mark.is_begin) {
    memory_.lifetimes().begin_local(path, object);
  } else {
    memory_.lifetimes().end_local(path, object);
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

Instance& Executor::child(Instance& parent, const llvm::CallBase& call, const llvm::Function& callee) {
  std::vector<Instance*>& known = parent.children[&call];
  for (Instance* instance : known)
    if (instance->function == &callee) return *instance;
  instances_.push_back({&callee, &parent, &call, {}, {}});
  known.push_back(&instances_.back());
  return instances_.back();
}

// ---- Edges
// --------------------------------------------------------------------------------------------------

void Executor::emit(const Walk& walk, Path& path, program::LocationId target, Term condition) {
  for (Path::Exit& exit : path.take_exits()) emit_exit(walk, std::move(exit));
  program::Edge edge;
  edge.source = walk.source;
  edge.target = target;
  edge.guard = terms_.mk_and(path.guard(), condition);
  edge.updates = path.updates();
  edge.inputs = path.inputs();
  if (walk.first != nullptr) edge.where = source_location(*walk.first);
  builder_.add_edge(std::move(edge));
}

/// The source location in the user's program. Models of the C library have no source location, so that of the
/// call of the model is used.
program::SourceLocation Executor::user_place(const Walk& walk) const {
  program::SourceLocation where = source_location(*current_);
  const Instance* instance = walk.frames.empty() ? nullptr : walk.frames.back().instance;
  for (; instance != nullptr && instance->call != nullptr && !where.is_known(); instance = instance->parent)
    where = source_location(*instance->call);
  return where;
}

void Executor::emit_error(const Walk& walk, const std::string& violation) {
  program::Edge edge;
  edge.source = walk.source;
  edge.target = error_;
  edge.guard = walk.path.guard();
  edge.inputs = walk.path.inputs();
  edge.where = user_place(walk);
  edge.violation = violation;
  builder_.add_edge(std::move(edge));
}

void Executor::emit_unsupported(const Walk& walk, const std::string& construct) {
  emit_exit(walk, {walk.path.guard(), walk.path.inputs(), construct, std::nullopt});
}

void Executor::emit_exit(const Walk& walk, Path::Exit exit) {
  program::Edge edge;
  edge.source = walk.source;
  edge.target = error_;
  edge.guard = exit.guard;
  edge.inputs = std::move(exit.inputs);
  edge.where = user_place(walk);
  edge.violation = exit.text + " at " + edge.where.to_string();
  if (exit.property) {
    edge.violation = property::violation_text(*exit.property, edge.violation);
    edge.is_unsupported = exit.is_unconfirmed;
  } else {
    edge.is_unsupported = true;
    unsupported_.insert(edge.violation);
  }
  builder_.add_edge(std::move(edge));
}

void Executor::emit_exits(Walk& walk) {
  for (Path::Exit& exit : walk.path.take_exits()) emit_exit(walk, std::move(exit));
}

}  // namespace pendulum::frontend
