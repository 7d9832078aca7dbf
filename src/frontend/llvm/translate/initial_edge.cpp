#include "frontend/llvm/translate/initial_edge.h"

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

#include "base/check.h"
#include "frontend/llvm/ir/hosted_main.h"
#include "program/passes/passes.h"

namespace pendulum::frontend {

void InitialEdge::start_entry_function(Walk& walk) const {
  PENDULUM_CHECK(walk.frames.empty(), "the walk should not be in a function yet");
  std::vector<Value> arguments;
  for (const llvm::Argument& argument : context_.entry.args())
    arguments.push_back(argument_value(walk.path, argument));
  if (context_.call_graph.is_recursive(context_.entry)) {
    shared_.enter(walk, context_.entry, arguments);
    walk.path.kill();
    return;
  }
  Frame frame{&locations_.root(context_.entry), &*context_.entry.begin()->begin(), {}, {}};
  for (const llvm::Argument& argument : context_.entry.args())
    frame.set(&argument, arguments[argument.getArgNo()]);
  walk.frames.push_back(std::move(frame));
}

/// The value of a parameter of the entry function: argc, argv, envp, or an arbitrary value. A pointer is an
/// unknown address that is not null.
Value InitialEdge::argument_value(Path& path, const llvm::Argument& argument) const {
  const std::string name = context_.entry.getName().str() + "#" + std::to_string(argument.getArgNo());
  if (is_argument_count(argument)) return Value::of(argument_count(path, name));
  if (is_argument_vector(argument)) {
    const auto& vectors = context_.points_to.main_arguments();
    const auto vector = std::find_if(vectors.begin(), vectors.end(), [&](const MainArguments& arguments) {
      return arguments.parameter == &argument;
    });
    PENDULUM_CHECK(vector != vectors.end(), "argv and envp should have objects");
    return Value::of(context_.constants.address_of(vector->vector));
  }
  program::InputOrigin origin;
  origin.kind = program::InputOrigin::Kind::Call;
  origin.name = name;
  if (!argument.getType()->isPointerTy())
    return Value::of(path.make_input(name, context_.variables.sort_of(argument.getType()), origin));
  Pointer pointer = context_.constants.null();
  pointer.offset.base = path.make_input(name, context_.variables.pointer_sort(), origin);
  path.require(terms_.mk_distinct(pointer.offset.base, context_.pointer_constant(0)));
  return Value::of(pointer);
}

/// argc; if main takes argv, it determines the size of argv.
Term InitialEdge::argument_count(Path& path, const std::string& name) const {
  context_.notes.assumptions.insert("argc is at least 1, and at most " + std::to_string(max_arguments) +
                                    " as on Linux");
  for (const MainArguments& arguments : context_.points_to.main_arguments())
    if (!arguments.is_environment) return path.read(context_.memory.arguments().count(arguments));
  program::InputOrigin origin;
  origin.kind = program::InputOrigin::Kind::Call;
  origin.name = name;
  const Term count = path.make_input(name, terms_.bitvec_sort(32), origin);
  path.require(terms_.mk_and(terms_.mk_bvule(terms_.mk_bv(1, 32), count),
                             terms_.mk_bvule(count, terms_.mk_bv(max_arguments, 32))));
  return count;
}

void InitialEdge::emit(program::LocationId start) const {
  PENDULUM_CHECK(start != edges_.entry(), "the initial edge should lead to another location");
  Walk walk{edges_.entry(), Path(terms_, context_.notes.drops), {}, &*context_.entry.begin()->begin()};
  context_.memory.initialize(walk.path);
  shared_.initialize(walk.path);
  for (const Term variable : locals_read_early(walk.path, start)) initialize_local(walk.path, variable);
  edges_.emit(walk, walk.path, start, terms_.mk_true());
}

/// Variables of locals that an edge may read before any edge assigns them: an access through a pointer reads
/// every object that the pointer may point to, a store to an array element reads the whole array, and a
/// recursive call saves all variables of its caller. They are determined on a draft of the program whose
/// initial edge assigns all of them.
term::TermVector InitialEdge::locals_read_early(const Path& initial, program::LocationId start) const {
  program::Edge edge;
  edge.source = edges_.entry();
  edge.target = start;
  edge.guard = terms_.mk_true();
  edge.updates = initial.updates();
  edge.inputs = initial.inputs();
  for (const Term variable : context_.variables.locals())
    edge.updates.push_back({variable, terms_.mk_zero(variable.sort())});
  program::ProgramBuilder draft = builder_;
  draft.add_edge(std::move(edge));
  term::TermVector live = program::live_variables(draft.build())[start];
  const term::TermSet locals(context_.variables.locals().begin(), context_.variables.locals().end());
  std::erase_if(live, [&](Term variable) { return !locals.contains(variable); });
  return live;
}

/// Soundness: the variable starts with an arbitrary value; a pointer starts as an unknown address.
void InitialEdge::initialize_local(Path& path, Term variable) const {
  PENDULUM_CHECK(path.read(variable) == variable, "{} should not have an initial value", variable.name());
  path.write(variable, context_.variables.is_object_code(variable)
                           ? terms_.mk_zero(variable.sort())
                           : path.make_input(variable.name(), variable.sort(), {}));
}

}  // namespace pendulum::frontend
