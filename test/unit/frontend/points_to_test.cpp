// What pointers point to, how often objects come to life, and what is apart from foreign memory.
#include "frontend/llvm/points_to.h"

#include <gtest/gtest.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "frontend/c_source.h"
#include "frontend/llvm/debug_names.h"

namespace pendulum::frontend {
namespace {

class Analysis {
 public:
  explicit Analysis(const std::string& text) {
    source_.add("extern void *malloc(unsigned); extern int c;\n" + text);
    llvm::Module& module = source_.instrumented();
    points_to = std::make_unique<PointsTo>(module, *module.getFunction("main"));
  }

  const Object& object(const std::string& name) const {
    for (const Object& object : points_to->objects())
      if (object.value != nullptr && source_name(*object.value) == name) return object;
    throw std::out_of_range(name);
  }

  /// Names of what the pointer variable points to, as its content says.
  std::set<std::string> targets_of(const std::string& name) const {
    std::set<std::string> names;
    const ObjectId id = points_to->object_of(object(name).value);
    for (const auto& [target, offsets] : points_to->content(id, make_congruence(0, 0)))
      names.insert(target == absolute_object ? "absolute" : source_name(*points_to->objects()[target].value));
    return names;
  }

 private:
  CSource source_;

 public:
  std::unique_ptr<PointsTo> points_to;
};

TEST(Congruences, JoinAndShift) {
  EXPECT_EQ(join({4, 0}, {12, 0}), (Congruence{4, 8}));
  EXPECT_EQ(shift({0, 4}, 6, 0), (Congruence{2, 4}));
  EXPECT_EQ(shift({0, 0}, 1, 12), (Congruence{1, 12}));
}

TEST(PointsToTest, FieldsAreKeptApart) {
  const Analysis analysis(
      "int a, b; struct { int *p, *q; } s; int *r; int main(void) { s.p = &a; s.q = &b; r = s.q; return *r; "
      "}");
  EXPECT_EQ(analysis.targets_of("r"), (std::set<std::string>{"absolute", "b"}));
}

TEST(PointsToTest, FunctionsAreFoundThroughPointers) {
  const Analysis analysis(
      "int a; int *f(void) { return &a; } int *(*g)(void) = f; int *r; int main(void) { r = g(); return 0; "
      "}");
  EXPECT_EQ(analysis.points_to->functions().size(), 2U);
  EXPECT_TRUE(analysis.targets_of("r").contains("a"));
}

TEST(Lifetimes, AnAllocationInALoopHasInstances) {
  const Analysis analysis("int main(void) { int *p = malloc(4); while (c) p = malloc(4); return *p; }");
  std::vector<bool> instances;
  for (const Object& object : analysis.points_to->objects())
    if (object.kind == Object::Kind::Heap) instances.push_back(object.has_instances);
  EXPECT_EQ(instances, (std::vector<bool>{false, true}));
}

TEST(Lifetimes, ALocalThatIsKeptHasInstances) {
  const Analysis analysis(
      "int *g; void f(void) { int x, y; int *p = &y; g = &x; *p = 1; } int main(void) { f(); return 0; }");
  EXPECT_TRUE(analysis.object("x").has_instances);
  EXPECT_FALSE(analysis.object("y").has_instances);
}

TEST(ForeignMemory, IsApartUnlessAddressesAreGivenAwayAndComeBack) {
  const std::string get =
      "extern int *get(void); extern void give(int *); int a, *p; int main(void) { p = get(); ";
  EXPECT_TRUE(Analysis(get + "return *p; }").points_to->foreign_memory_is_apart());
  EXPECT_FALSE(Analysis(get + "give(&a); return *p; }").points_to->foreign_memory_is_apart());
}

TEST(ForeignMemory, HoldsObjectsThatAreStoredThere) {
  const std::string get = "extern int **get(void); int a; int main(void) { int **p = get(); ";
  EXPECT_FALSE(Analysis(get + "return **p; }").points_to->foreign_memory_holds_objects());
  EXPECT_TRUE(Analysis(get + "*p = &a; return **p; }").points_to->foreign_memory_holds_objects());
}

}  // namespace
}  // namespace pendulum::frontend
