// The classes of memory/ on small programs. Pointers have 32 bits.
#include "frontend/llvm/memory/memory.h"

#include <llvm/IR/DerivedTypes.h>

#include "base/error.h"
#include "frontend_llvm_memory/memory_fixture.h"

namespace pendulum::frontend {
namespace {

const std::string scalars = "int x; int *p; int main(void) { p = &x; *p = 1; return x; }";
const std::string array = "int a[4]; int main(void) { a[n] = 1; return a[n]; }";
const std::string allocation = "int *p; int main(void) { p = malloc(4); *p = 1; free(p); return 0; }";

TEST_F(MemoryTest, LoadsReturnWhatWasStored) {
  make(array);
  llvm::LLVMContext llvm_context;
  llvm::Type* type = llvm::Type::getInt32Ty(llvm_context);
  const ObjectId a = object("a");
  memory().store(path, address(a, 8), targets(a), Value::of(terms.mk_bv(3, 32)), type);
  EXPECT_EQ(memory().load(path, address(a, 8), targets(a), type).term, terms.mk_bv(3, 32));
  EXPECT_NE(memory().load(path, address(a, 4), targets(a), type).term, terms.mk_bv(3, 32));
  EXPECT_TRUE(path.take_exits().empty());
  EXPECT_FALSE(memory().uses_unknown_memory());
}

TEST_F(MemoryTest, AnAccessOutOfBoundsIsAnErrorIfItIsChecked) {
  make(array, memory_safety);
  llvm::LLVMContext llvm_context;
  const ObjectId a = object("a");
  memory().load(path, address(a, 16), targets(a), llvm::Type::getInt32Ty(llvm_context));
  const std::vector<Path::Exit> exits = path.take_exits();
  ASSERT_EQ(exits.size(), 1U);
  EXPECT_EQ(exits[0].property, property::Property::ValidDeref);
  EXPECT_EQ(exits[0].text, "read of 4 bytes at offset 16 of `a` (16 bytes)");
  EXPECT_TRUE(path.is_dead());
}

TEST_F(MemoryTest, LostObjectsAreLeaks) {
  make(allocation, memory_safety);
  const Pointer made =
      memory().lifetimes().allocate(path, heap_object(), Term(), /*is_zeroed=*/true, terms.mk_true());
  const Slot& p = context().variables.piece(object("p"), 0);
  memory().slots().write(path, p, Value::of(made));
  memory().leaks().check(path, {});
  EXPECT_TRUE(path.take_exits().empty());
  memory().slots().write(path, p, Value::of(context().constants.null()));
  memory().leaks().check(path, {});
  const std::vector<Path::Exit> exits = path.take_exits();
  ASSERT_EQ(exits.size(), 1U);
  EXPECT_EQ(exits[0].property, property::Property::ValidMemtrack);
}

TEST_F(MemoryTest, FillsAndCopiesWholeArrays) {
  make("int a[4], b[4]; int main(void) { a[n] = 1; b[n] = a[n]; return b[n]; }");
  const ObjectId a = object("a");
  const ObjectId b = object("b");
  memory().bulk().fill(path, address(a, 0), targets(a), terms.mk_bv(1, 8), 16);
  memory().bulk().copy(path, address(b, 0), targets(b), address(a, 0), targets(a), 16);
  const Slot& slot = context().variables.piece(b, 0);
  EXPECT_EQ(memory().slots().read(path, slot, number(2)).term, terms.mk_bv(0x01010101, 32));
  EXPECT_THROW(memory().bulk().fill(path, address(a, 0), targets(a), terms.mk_bv(1, 32), 16),
               base::InternalError);
}

TEST_F(MemoryTest, UnknownMemoryIsArbitrary) {
  make(scalars);
  const UnknownMemory unknown(context());
  const Value first = unknown.read(path, number(0x20000), terms.mk_true(), 4, 2, PieceKind::Bits);
  EXPECT_EQ(first.term.sort().width(), 16U);
  ASSERT_EQ(path.inputs().size(), 1U);
  EXPECT_EQ(path.inputs()[0].origin.kind, program::InputOrigin::Kind::UnknownMemory);
  EXPECT_EQ(path.inputs()[0].origin.address, number(0x20004));
  EXPECT_THROW(unknown.read(path, number(0x20000), terms.mk_true(), 0, 0, PieceKind::Bits),
               base::InternalError);
}

}  // namespace
}  // namespace pendulum::frontend
