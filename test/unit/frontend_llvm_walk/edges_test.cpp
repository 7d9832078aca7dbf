// Locations, edges, and the stack of recursive calls. Pointers have 32 bits.
#include "base/error.h"
#include "frontend/llvm/walk/call_stack.h"
#include "frontend_llvm_walk/walk_fixture.h"
#include "term/traverse.h"

namespace pendulum::frontend {
namespace {

using EdgesTest = WalkTest;

const std::string two_functions =
    "int f(int x) {\n  return x; }\n"
    "int main(void) {\n  f(1);\n  return f(2); }";
const std::string recursion =
    "int f(int x) { int y = x + 1; int z = f(y); return z + y; } int main(void) { return f(1); }";

TEST_F(EdgesTest, AnInstructionHasOneLocationPerInstance) {
  start(two_functions);
  Instance& main = parts->locations.root(function("main"));
  EXPECT_EQ(&main, &parts->locations.root(function("main")));
  Instance& first = parts->locations.child(main, instruction<llvm::CallInst>("main", 0), function("f"));
  Instance& second = parts->locations.child(main, instruction<llvm::CallInst>("main", 1), function("f"));
  EXPECT_NE(&first, &second);
  EXPECT_EQ(&first, &parts->locations.child(main, instruction<llvm::CallInst>("main", 0), function("f")));
  EXPECT_EQ(first.parent, &main);
  const auto& end = instruction<llvm::ReturnInst>("f");
  const program::LocationId location = parts->locations.location(first, end);
  EXPECT_EQ(location, parts->locations.location(first, end));
  EXPECT_NE(location, parts->locations.location(second, end));
  EXPECT_THROW(parts->locations.location(main, end), base::InternalError);
  EXPECT_THROW(parts->locations.child(first, instruction<llvm::CallInst>("main", 0), function("f")),
               base::InternalError);
}

TEST_F(EdgesTest, EachNewLocationIsScheduledOnce) {
  start(two_functions);
  Instance& main = parts->locations.root(function("main"));
  const auto& end = instruction<llvm::ReturnInst>("main");
  EXPECT_FALSE(parts->queue.has_items());
  const program::LocationId location = parts->locations.location(main, end);
  parts->locations.location(main, end);
  const WalkQueue::Item item = parts->queue.take_item();
  EXPECT_EQ(item.location, location);
  EXPECT_EQ(item.start, &end);
  EXPECT_FALSE(parts->queue.has_items());
  EXPECT_THROW(parts->queue.take_item(), base::InternalError);
}

TEST_F(EdgesTest, ARequestedLocationIsBeforeTheFirstInstructionOfItsStatement) {
  make("int main(void) {\n  int x = n;\n  x = x + 1;\n  return x; }");
  const RequestedLocations requested(module(), {{file(), 4, 3, ""}});
  unsigned count = 0;
  for (const llvm::Instruction& instruction : llvm::instructions(*module().getFunction("main")))
    if (requested.contains(instruction)) {
      ++count;
      EXPECT_TRUE(llvm::isa<llvm::LoadInst>(instruction));  // of n: x is stored afterwards
      EXPECT_EQ(requested.where(instruction).line, 3U + 1U);
      EXPECT_EQ(requested.where(instruction).column, 3U);
    }
  EXPECT_EQ(count, 1U);
  const RequestedLocations none(module(), {{file(), 99, 1, ""}});
  for (const llvm::Instruction& instruction : llvm::instructions(*module().getFunction("main")))
    EXPECT_FALSE(none.contains(instruction));
}

TEST_F(EdgesTest, ALoopHeadHasTheSourceLocationOfItsStatement) {
  make(
      "int main(void) {\n  int i = 0;\n  while (1)\n  {\n    if (i == n) break;\n    ++i;\n  }\n  return i; "
      "}");
  const RequestedLocations none(module(), {});
  std::set<unsigned> lines;
  for (const llvm::BasicBlock& block : *module().getFunction("main"))
    lines.insert(none.where(block.front()).line);
  EXPECT_TRUE(lines.contains(4));  // the line of `while`, after the declarations of the fixture
}

TEST_F(EdgesTest, AnEdgeHasTheGuardUpdatesAndInputsOfItsPath) {
  start(two_functions);
  const Term v = context().variables.make("v", terms.bitvec_sort(32), "");
  Walk walk = walk_at(instruction<llvm::ReturnInst>("main"), parts->edges.entry());
  const Term input = walk.path.make_input("in", terms.bool_sort(), {});
  walk.path.require(input);
  walk.path.write(v, number(3));
  parts->edges.emit(walk, walk.path, parts->edges.end(), terms.mk_true());
  const program::Program program = builder().build();
  ASSERT_EQ(program.edges().size(), 1U);
  const program::Edge& edge = program.edge(0);
  EXPECT_EQ(edge.source, program.entry());
  EXPECT_EQ(program.location(edge.target).name, "end");
  EXPECT_EQ(edge.guard, input);
  ASSERT_EQ(edge.updates.size(), 1U);
  EXPECT_EQ(edge.updates[0].value, number(3));
  EXPECT_EQ(edge.inputs.size(), 1U);
}

TEST_F(EdgesTest, ExitsBecomeEdgesIntoTheErrorLocation) {
  start(two_functions);
  Walk walk = walk_at(instruction<llvm::ReturnInst>("main"), parts->edges.entry());
  const Term input = walk.path.make_input("in", terms.bool_sort(), {});
  walk.path.unsupported_if(input, "something");
  walk.path.unconfirmed_error_if(walk.path.make_input("far", terms.bool_sort(), {}),
                                 property::Property::ValidDeref, "far away");
  parts->edges.emit_exits(walk);
  parts->edges.emit_exits(walk);  // adds nothing
  EXPECT_EQ(parts->notes.unsupported.size(), 1U);
  const program::Program program = builder().build();
  ASSERT_EQ(program.edges().size(), 2U);
  EXPECT_EQ(program.edge(0).target, program.error());
  EXPECT_TRUE(program.edge(0).is_unsupported);
  EXPECT_TRUE(program.edge(0).violation.starts_with("something at ")) << program.edge(0).violation;
  EXPECT_NE(program.edge(0).violation.find(":6"), std::string::npos) << program.edge(0).violation;
  EXPECT_TRUE(program.edge(1).is_unsupported);  // a search prefers other errors
  EXPECT_NE(program.edge(1).violation.find("far away"), std::string::npos);
}

TEST_F(EdgesTest, OnlyViolationsLeadIntoTheErrorLocation) {
  start(two_functions);
  Walk walk = walk_at(instruction<llvm::ReturnInst>("main"), parts->edges.entry());
  parts->edges.emit_error(walk, "assertion");
  EXPECT_THROW(parts->edges.emit(walk, walk.path, parts->edges.entry(), terms.mk_true()),
               base::InternalError);
  const program::Program program = builder().build();
  ASSERT_EQ(program.edges().size(), 1U);
  EXPECT_EQ(program.edge(0).violation, "assertion");
  EXPECT_FALSE(program.edge(0).is_unsupported);
}

TEST_F(EdgesTest, ValuesThatALaterWalkUsesAreKept) {
  start("int main(void) { int x = n; return x + n * x; }");
  const auto& product = instruction<llvm::BinaryOperator>("main", 0);
  const auto& sum = instruction<llvm::BinaryOperator>("main", 1);
  EXPECT_TRUE(is_live(product, sum));
  EXPECT_FALSE(is_live(product, *sum.getNextNode()));
  Walk walk = walk_at(sum, parts->edges.entry());
  walk.frames.back().set(&product, Value::of(number(6)));
  parts->ends.keep_values(walk.path, walk.frames, sum);
  EXPECT_EQ(walk.path.read(context().variables.temporary(product).value), number(6));
  EXPECT_EQ(walk.frames.back().find(&sum), nullptr);
  EXPECT_THROW(walk.frames.back().set(&sum, Value()), base::InternalError);
}

TEST_F(EdgesTest, ARecursiveCallSavesWhatTheCallerUsesAfterwards) {
  start(recursion);
  CallStack stack(parts->context);
  const auto& call = instruction<llvm::CallInst>("f");
  CallSite site{&function("f"), 0, 1, &call, {}};
  EXPECT_THROW(stack.open(path, 1), base::InternalError);
  stack.create();
  const Term y = context().variables.piece(object("y"), 0).value;
  path.write(y, number(5));
  stack.push(path, site, function("f"));
  EXPECT_TRUE(std::find(site.saved.begin(), site.saved.end(), y) != site.saved.end());
  const Term x = context().variables.piece(object("x"), 0).value;
  EXPECT_TRUE(std::find(site.saved.begin(), site.saved.end(), x) == site.saved.end());
  EXPECT_THROW(stack.push(path, site, function("f")), base::InternalError);
  EXPECT_THROW(stack.open(path, 0), base::InternalError);
}

TEST_F(EdgesTest, AReturnRestoresTheCallerOfTheTopmostCall) {
  start(recursion);
  CallStack stack(parts->context);
  stack.create();
  stack.initialize(path);
  CallSite site{&function("f"), 0, 7, &instruction<llvm::CallInst>("f"), {}};
  const Term y = context().variables.piece(object("y"), 0).value;
  path.write(y, number(5));
  stack.push(path, site, function("f"));
  stack.open(path, site.number);
  EXPECT_FALSE(path.is_dead());
  // The edge of the return is over the state after the call.
  Path back(terms, drops);
  stack.pop(back, site);
  term::Substitution state;
  for (const program::Assignment& update : path.updates()) state.emplace(update.variable, update.value);
  EXPECT_TRUE(term::substitute(terms, back.guard(), state).is_true());
  EXPECT_EQ(term::substitute(terms, back.read(y), state), number(5));
  CallSite other = site;
  other.number = 8;
  Path elsewhere(terms, drops);
  stack.pop(elsewhere, other);
  EXPECT_TRUE(term::substitute(terms, elsewhere.guard(), state).is_false());
}

TEST_F(EdgesTest, PointersToLocalsOfRecursiveFunctionsAreUnsupported) {
  start("int f(int *p) { int y = *p; return f(&y); } int main(void) { return f(0); }");
  EXPECT_THROW(CallStack(parts->context).check_locals(function("f")), UnsupportedHere);
}

TEST_F(EdgesTest, LocalsOfRecursiveFunctionsWithoutPointersAreSupported) {
  start(recursion);
  CallStack(parts->context).check_locals(function("f"));
}

}  // namespace
}  // namespace pendulum::frontend
