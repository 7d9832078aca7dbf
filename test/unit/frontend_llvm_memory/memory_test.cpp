// The classes of memory/ on small programs. Pointers have 32 bits.
#include "frontend/llvm/memory/memory.h"

#include <llvm/IR/DerivedTypes.h>

#include "base/error.h"
#include "frontend/llvm/objects/records.h"
#include "frontend_llvm_memory/memory_fixture.h"

namespace pendulum::frontend {
namespace {

const property::Properties memory_safety{property::Property::ValidDeref, property::Property::ValidFree,
                                         property::Property::ValidMemtrack};
const std::string scalars = "int x; int *p; int main(void) { p = &x; *p = 1; return x; }";
const std::string array = "int a[4]; int main(void) { a[n] = 1; return a[n]; }";
const std::string allocation = "int *p; int main(void) { p = malloc(4); *p = 1; free(p); return 0; }";

TEST_F(MemoryTest, RecordIndexOfLinearOffsets) {
  make(array);
  const Term i = terms.mk_symbol("i", terms.bitvec_sort(32));
  Offset offset;
  offset.constant = 8;
  EXPECT_EQ(record_index(context(), offset, 4, 0), number(2));
  offset.indices.push_back({i, 4});
  EXPECT_EQ(record_index(context(), offset, 4, 0), terms.mk_bvadd(i, number(2)));
  offset.constant = 0;
  EXPECT_EQ(record_index(context(), offset, 4, 0), i);
  offset.indices[0].stride = 6;
  EXPECT_THROW(record_index(context(), offset, 4, 0), UnsupportedHere);
  EXPECT_THROW(record_index(context(), offset, 0, 0), base::InternalError);
}

TEST_F(MemoryTest, BoundsInBytesDoNotWrapAround) {
  make(array);
  const auto is_within = [&](std::uint64_t size, std::uint64_t end, std::uint64_t index) {
    return is_within_bytes(context(), number(size), 4, end, number(index));
  };
  EXPECT_TRUE(is_within(16, 4, 3).is_true());
  EXPECT_TRUE(is_within(16, 4, 4).is_false());
  EXPECT_TRUE(is_within(15, 4, 3).is_false());
  EXPECT_TRUE(is_within(2, 4, 0).is_false());
  EXPECT_TRUE(is_within(16, 4, 0x40000000).is_false());  // 4 * index is 0 modulo 2^32
}

TEST_F(MemoryTest, SlotsHoldWhatWasWritten) {
  make(array);
  const Slots& slots = memory().slots();
  const Slot& slot = context().variables.piece(object("a"), 0);
  const Term five = terms.mk_bv(5, 32);
  slots.write(path, slot, Value::of(five), number(1));
  EXPECT_EQ(slots.read(path, slot, number(1)).term, five);
  // A conditional write keeps the old value elsewhere.
  const Term c = terms.mk_symbol("c", terms.bool_sort());
  slots.write(path, slot, Value::of(terms.mk_bv(6, 32)), number(1), c);
  EXPECT_NE(slots.read(path, slot, number(1)).term, five);
  EXPECT_THROW(slots.write(path, slot, Value::of(address(object("a"), 0)), number(1)), base::InternalError);
  EXPECT_TRUE(slots.element_index(Term(), Term()).is_null());
}

TEST_F(MemoryTest, AddressesAsNumbers) {
  make(scalars);
  const AddressNumbers& numbers = memory().numbers();
  EXPECT_TRUE(numbers.is_mappable(number(0)).is_false());
  EXPECT_TRUE(numbers.is_mappable(number(0x10000)).is_true());
  EXPECT_TRUE(numbers.is_null_page(number(8)).is_true());
  EXPECT_TRUE(numbers.is_null_page(number(0x10000)).is_false());
  EXPECT_EQ(numbers.as_bits(path, Value::of(number(7))), number(7));
  EXPECT_TRUE(path.take_exits().empty());
  // The numeric value of the address of an object that is not known outside is unsupported.
  numbers.as_bits(path, Value::of(address(object("x"), 0)));
  ASSERT_EQ(path.take_exits().size(), 1U);
}

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

TEST_F(MemoryTest, LifetimesOfHeapObjectsAreTrackedIfMemoryIsChecked) {
  make(allocation, memory_safety);
  const ObjectLifetimes& lifetimes = memory().lifetimes();
  const ObjectId heap = heap_object();
  ASSERT_TRUE(lifetimes.is_tracked(heap));
  EXPECT_FALSE(lifetimes.is_tracked(object("p")));
  const Pointer made = lifetimes.allocate(path, heap, Term(), /*is_zeroed=*/false, terms.mk_true());
  EXPECT_TRUE(lifetimes.is_alive(path, heap, made.object).is_true());
  lifetimes.release(path, made, targets(heap));
  EXPECT_TRUE(lifetimes.is_alive(path, heap, made.object).is_false());
  EXPECT_TRUE(path.take_exits().empty());
  lifetimes.release(path, made, targets(heap));
  ASSERT_EQ(path.take_exits().size(), 1U);  // freed twice
  EXPECT_THROW(lifetimes.allocate(path, object("p"), Term(), false, terms.mk_true()), base::InternalError);
}

TEST_F(MemoryTest, LifetimesOfHeapObjectsAreNotTrackedOtherwise) {
  make(allocation);
  EXPECT_FALSE(memory().lifetimes().is_tracked(heap_object()));
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

TEST_F(MemoryTest, HavocGivesNewInputs) {
  make(scalars);
  const Slot& x = context().variables.piece(object("x"), 0);
  memory().slots().write(path, x, Value::of(terms.mk_bv(1, 32)));
  memory().contents().havoc(path, object("x"), {}, "x");
  EXPECT_FALSE(memory().slots().read(path, x).term.is_value());
  EXPECT_EQ(path.inputs().size(), 1U);
}

TEST_F(MemoryTest, ExternalFunctionsHavocWhatTheyReach) {
  make(scalars);
  const ObjectHavoc::Changes changes = memory().contents().havoc_reachable(path, targets(object("x")), "f");
  EXPECT_EQ(changes.objects, std::vector<std::string>{context().variables.object_name(object("x"))});
  EXPECT_FALSE(changes.has_kept_pointers);
  ASSERT_EQ(path.inputs().size(), 1U);
  EXPECT_EQ(path.inputs()[0].origin.kind, program::InputOrigin::Kind::Havoc);
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

TEST_F(MemoryTest, GlobalsStartWithTheirInitialisers) {
  make("int x = 7; int main(void) { x = n; return x; }");
  const Slot& x = context().variables.piece(object("x"), 0);
  memory().initialize(path);
  EXPECT_EQ(memory().slots().read(path, x).term, terms.mk_bv(7, 32));
}

}  // namespace
}  // namespace pendulum::frontend
