// The classes of objects/ on small programs. Pointers have 32 bits.
#include "base/error.h"
#include "frontend/llvm/objects/fixed_addresses.h"
#include "frontend/llvm/objects/object_bounds.h"
#include "frontend/llvm/objects/records.h"
#include "frontend_llvm_memory/memory_fixture.h"

namespace pendulum::frontend {
namespace {

using ObjectsTest = MemoryTest;

const std::string scalars = "int x; int *p; int main(void) { p = &x; *p = 1; return x; }";
const std::string array = "int a[4]; int main(void) { a[n] = 1; return a[n]; }";
const std::string allocation = "int *p; int main(void) { p = malloc(4); *p = 1; free(p); return 0; }";
const std::string buffer = "char *p; int main(void) { p = malloc(n); p[n] = 1; return p[n]; }";
const std::string allocations =
    "int *p; int main(void) { for (;;) { p = malloc(4); *p = n; free(p); } return *p; }";

TEST_F(ObjectsTest, RecordIndexOfLinearOffsets) {
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

TEST_F(ObjectsTest, RecordIndexDividesTheBase) {
  make(array);
  Offset offset;
  offset.base = number(20);
  offset.constant = 4;
  EXPECT_EQ(record_index(context(), offset, 4, 0), number(6));
  offset.base = number(24);
  EXPECT_EQ(record_index(context(), offset, 12, 4), number(2));  // 12 is not a power of two
  // The constant carries over into the next record.
  offset.base = number(20);
  offset.constant = -8;
  EXPECT_EQ(record_index(context(), offset, 12, 0), number(1));
  EXPECT_THROW(record_index(context(), offset, 4, 4), base::InternalError);
}

TEST_F(ObjectsTest, BoundsInBytesDoNotWrapAround) {
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

TEST_F(ObjectsTest, SlotsHoldWhatWasWritten) {
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

TEST_F(ObjectsTest, SlotsOfPointersHoldObjectAndOffset) {
  make("int x, y[2]; int *p; int main(void) { p = n ? &x : &y[n]; *p = 1; return x + y[n]; }");
  const Slots& slots = memory().slots();
  const Slot& slot = context().variables.piece(object("p"), 0);
  ASSERT_TRUE(slot.is_pointer);
  slots.write(path, slot, Value::of(address(object("y"), 4)));
  const Value value = slots.read(path, slot);
  ASSERT_TRUE(value.pointer.has_value());
  EXPECT_EQ(context().constants.known_object(value.pointer->object), object("y"));
  EXPECT_EQ(context().constants.flatten(value.pointer->offset), number(4));
  // A number becomes an address without object.
  slots.write(path, slot, Value::of(number(7)));
  EXPECT_EQ(context().constants.known_object(slots.read(path, slot).pointer->object), absolute_object);
  EXPECT_THROW(slots.write(path, slot, Value()), base::InternalError);
}

TEST_F(ObjectsTest, ElementsAreIndexedByInstanceAndRecord) {
  make(array);
  const Slots& slots = memory().slots();
  const Term instance = symbol("k", context().points_to.instance_bits());
  const Term record = symbol("i");
  EXPECT_EQ(slots.element_index(Term(), record), record);
  EXPECT_EQ(slots.element_index(instance, Term()), instance);
  EXPECT_EQ(slots.element_index(instance, record), terms.mk_concat(instance, record));
}

TEST_F(ObjectsTest, AddressesAsNumbers) {
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

TEST_F(ObjectsTest, AGlobalHasOneNumber) {
  make(scalars, memory_safety);
  const auto bits = [&](std::int64_t offset) {
    return memory().numbers().as_bits(path, Value::of(address(object("x"), offset)));
  };
  const Term base = path.read(context().variables.address(object("x")));
  EXPECT_EQ(bits(0), base);
  EXPECT_EQ(bits(4), terms.mk_bvadd(base, number(4)));
  EXPECT_TRUE(path.take_exits().empty());
  EXPECT_TRUE(path.inputs().empty());
  EXPECT_THROW(memory().numbers().as_bits(path, Value()), base::InternalError);
  // The initial edge chooses the number, among those that an address can have.
  FixedAddresses(context(), memory().numbers()).initialize(path);
  EXPECT_EQ(path.inputs().size(), context().variables.addresses().size());
  EXPECT_FALSE(path.guard().is_true());
}

TEST_F(ObjectsTest, TheNumberOfAnotherObjectIsArbitraryEachTime) {
  make("int f(void) { int local; int *p = &local; *p = 1; return *p; } int main(void) { return f() == f(); }",
       memory_safety);
  EXPECT_FALSE(has_fixed_address(context().object(object("local"))));
  const Value value = Value::of(address(object("local"), 0));
  const Term first = memory().numbers().as_bits(path, value);
  const Term second = memory().numbers().as_bits(path, value);
  EXPECT_NE(first, second);
  EXPECT_EQ(path.inputs().size(), 2U);
}

TEST_F(ObjectsTest, OnlyAddressesThatStayAreFixed) {
  make(
      "static int x; extern int y; int main(void) { int z; int *p = &x, *q = &y, *r = &z; *p = *q; return "
      "*r; }");
  EXPECT_TRUE(has_fixed_address(context().object(object("x"))));
  EXPECT_FALSE(has_fixed_address(context().object(object("y"))));
  EXPECT_TRUE(has_fixed_address(context().object(object("z"))));
  EXPECT_EQ(alignment_of(context().object(object("x")), 64), 4U);
  EXPECT_EQ(alignment_of(context().object(object("y")), 64), 1U);
}

TEST_F(ObjectsTest, VariablesOf32BitsAreAlignedAsTheAbiGuarantees) {
  make("static double x; int main(void) { double *p = &x; *p = 1; return 0; }");
  EXPECT_EQ(alignment_of(context().object(object("x")), 64), 8U);
  EXPECT_EQ(alignment_of(context().object(object("x")), 32), 4U);
}

TEST_F(ObjectsTest, SizesOfObjects) {
  make(
      "extern int a[]; int main(void) { char *p = malloc(n); short v[n]; p[n] = v[n] = a[n]; return p[n]; }");
  const ObjectBounds bounds(context(), memory().arguments());
  const ObjectId heap = heap_object();
  const Pointer made =
      memory().lifetimes().allocate(path, heap, number(8), /*is_zeroed=*/false, terms.mk_true());
  EXPECT_EQ(bounds.size_of(path, made, heap), number(8));
  // The variable of an array of variable length holds the number of its elements.
  const ObjectId local = object("v");
  path.write(context().variables.dynamic_size(local), number(5));
  EXPECT_EQ(bounds.size_of(path, address(local, 0), local), number(10));
  EXPECT_TRUE(bounds.size_of(path, address(object("a"), 0), object("a")).is_null());
  EXPECT_THROW(bounds.size_of(path, unknown_address(number(7)), absolute_object), base::InternalError);
}

TEST_F(ObjectsTest, AccessesWithinAnArray) {
  make(array);
  const ObjectBounds bounds(context(), memory().arguments());
  const auto is_within = [&](std::uint64_t residue, std::uint64_t size, std::uint64_t index) {
    return bounds.is_within(path, object("a"), Term(), residue, size, number(index));
  };
  EXPECT_TRUE(is_within(0, 4, 3).is_true());
  EXPECT_TRUE(is_within(0, 4, 4).is_false());
  EXPECT_TRUE(is_within(0, 8, 2).is_true());
  EXPECT_TRUE(is_within(0, 8, 3).is_false());
  EXPECT_TRUE(is_within(2, 4, 3).is_false());
  EXPECT_TRUE(is_within(0, 17, 0).is_false());
  EXPECT_THROW(is_within(0, 0, 0), base::InternalError);
  EXPECT_THROW(bounds.is_within(path, object("a"), Term(), 0, 4, Term()), base::InternalError);
}

TEST_F(ObjectsTest, AccessesWithinAHeapObject) {
  make(buffer);
  const ObjectBounds bounds(context(), memory().arguments());
  const ObjectId heap = heap_object();
  memory().lifetimes().allocate(path, heap, number(8), /*is_zeroed=*/false, terms.mk_true());
  EXPECT_TRUE(bounds.is_within(path, heap, Term(), 0, 1, number(7)).is_true());
  EXPECT_TRUE(bounds.is_within(path, heap, Term(), 0, 1, number(8)).is_false());
  EXPECT_TRUE(bounds.is_within(path, heap, Term(), 0, 1, number(0xffffffff)).is_false());
}

TEST_F(ObjectsTest, OnlySymbolicOffsetsAreFarOutside) {
  make(array);
  const ObjectBounds bounds(context(), memory().arguments());
  const ObjectId a = object("a");
  EXPECT_TRUE(bounds.is_far_outside(path, address(a, 1 << 30), a).is_false());
  Pointer pointer = address(a, 0);
  pointer.offset.base = number(16);
  EXPECT_TRUE(bounds.is_far_outside(path, pointer, a).is_false());
  pointer.offset.base = number(0xfffffffc);
  EXPECT_TRUE(bounds.is_far_outside(path, pointer, a).is_false());  // 4 bytes before the object
  pointer.offset.base = number(0x40000000);
  EXPECT_TRUE(bounds.is_far_outside(path, pointer, a).is_true());
}

TEST_F(ObjectsTest, LifetimesOfHeapObjectsAreTrackedIfMemoryIsChecked) {
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

TEST_F(ObjectsTest, LifetimesOfHeapObjectsAreNotTrackedOtherwise) {
  make(allocation);
  EXPECT_FALSE(memory().lifetimes().is_tracked(heap_object()));
}

TEST_F(ObjectsTest, TheSizeOfAnAllocationIsGivenIfItIsNotConstant) {
  make(allocation);
  const ObjectLifetimes& lifetimes = memory().lifetimes();
  EXPECT_THROW(lifetimes.allocate(path, heap_object(), number(4), false, terms.mk_true()),
               base::InternalError);
  EXPECT_THROW(context().variables.dynamic_size(heap_object()), base::InternalError);
}

TEST_F(ObjectsTest, InstancesHaveLifetimesOfTheirOwn) {
  make(allocations, memory_safety);
  const ObjectLifetimes& lifetimes = memory().lifetimes();
  const ObjectId heap = heap_object();
  ASSERT_TRUE(context().object(heap).has_instances);
  path.write(context().variables.instance_count(heap), terms.mk_bv(0, context().points_to.instance_bits()));
  path.write(context().variables.alive_count(heap), terms.mk_bv(0, context().points_to.instance_bits()));
  const Pointer first = lifetimes.allocate(path, heap, Term(), /*is_zeroed=*/false, terms.mk_true());
  const Pointer second = lifetimes.allocate(path, heap, Term(), /*is_zeroed=*/false, terms.mk_true());
  EXPECT_NE(first.object, second.object);
  lifetimes.release(path, first, targets(heap));
  EXPECT_TRUE(lifetimes.is_alive(path, heap, first.object).is_false());
  EXPECT_TRUE(lifetimes.is_alive(path, heap, second.object).is_true());
  EXPECT_TRUE(lifetimes.is_some_alive(path, heap).is_true());
  lifetimes.release(path, second, targets(heap));
  EXPECT_TRUE(lifetimes.is_some_alive(path, heap).is_false());
  EXPECT_TRUE(path.take_exits().empty());
  EXPECT_THROW(context().constants.address_of(heap), base::InternalError);
}

TEST_F(ObjectsTest, AFailedAllocationLeavesTheObjectDead) {
  make(allocation, memory_safety);
  const ObjectId heap = heap_object();
  path.write(context().variables.alive(heap), terms.mk_bv(0, 1));
  const Term is_made = condition("is_made");
  const Pointer made = memory().lifetimes().allocate(path, heap, Term(), /*is_zeroed=*/false, is_made);
  const Term is_alive = memory().lifetimes().is_alive(path, heap, made.object);
  EXPECT_EQ(terms.mk_eq(is_alive, is_made), terms.mk_true());
}

TEST_F(ObjectsTest, LocalsThatAPointerOutlives) {
  make("int *p; void f(void) { int x; int y = 0; p = &x; x = y; } int main(void) { f(); f(); return *p; }");
  const ObjectLifetimes& lifetimes = memory().lifetimes();
  const ObjectId x = object("x");
  ASSERT_TRUE(lifetimes.is_tracked(x));
  EXPECT_FALSE(lifetimes.is_tracked(object("y")));
  lifetimes.begin_local(path, x);
  const Pointer first = lifetimes.address_of_local(path, x);
  EXPECT_TRUE(lifetimes.is_alive(path, x, first.object).is_true());
  lifetimes.end_local(path, x);
  EXPECT_TRUE(lifetimes.is_alive(path, x, first.object).is_false());
  // The next activation has a local of its own.
  lifetimes.begin_local(path, x);
  EXPECT_TRUE(lifetimes.is_alive(path, x, first.object).is_false());
  EXPECT_TRUE(lifetimes.is_alive(path, x, lifetimes.address_of_local(path, x).object).is_true());
  EXPECT_THROW(lifetimes.begin_local(path, object("p")), base::InternalError);
}

TEST_F(ObjectsTest, SizesOfHeapObjectsAndOfNull) {
  make(buffer);
  const ObjectId heap = heap_object();
  const Pointer made =
      memory().lifetimes().allocate(path, heap, number(8), /*is_zeroed=*/false, terms.mk_true());
  Targets both = targets(heap);
  both.merge(no_object());
  EXPECT_EQ(memory().lifetimes().heap_size(path, made, both), number(8));
  EXPECT_EQ(memory().lifetimes().heap_size(path, context().constants.null(), both), number(0));
  EXPECT_FALSE(path.is_dead());
}

TEST_F(ObjectsTest, AddressesOfDifferentObjectsMayCoincideOutsideOfTheirBounds) {
  make("int x, y; int main(void) { x = y = 1; return x + y + (&x + n == &y); }");
  const ObjectId x = object("x");
  const ObjectId y = object("y");
  const auto may_coincide = [&](const Pointer& a, const Targets& a_targets) {
    return memory().coincidence().may_coincide(path, a, a_targets, address(y, 0), targets(y));
  };
  EXPECT_TRUE(may_coincide(address(x, 0), targets(x)).is_false());
  EXPECT_TRUE(may_coincide(address(y, 4), targets(y)).is_false());
  EXPECT_TRUE(path.inputs().empty());
  EXPECT_FALSE(may_coincide(address(x, 4), targets(x)).is_false());  // C17 6.5.9p6
  ASSERT_EQ(path.inputs().size(), 1U);
  EXPECT_TRUE(path.inputs()[0].origin.unchanged.is_false());
}

TEST_F(ObjectsTest, HavocGivesNewInputs) {
  make(scalars);
  const Slot& x = context().variables.piece(object("x"), 0);
  memory().slots().write(path, x, Value::of(terms.mk_bv(1, 32)));
  memory().contents().havoc(path, object("x"), {}, "x");
  EXPECT_FALSE(memory().slots().read(path, x).term.is_value());
  EXPECT_EQ(path.inputs().size(), 1U);
}

TEST_F(ObjectsTest, ExternalFunctionsHavocWhatTheyReach) {
  make(scalars);
  const ObjectHavoc::Changes changes = memory().contents().havoc_reachable(path, targets(object("x")), "f");
  EXPECT_EQ(changes.objects, std::vector<std::string>{context().variables.object_name(object("x"))});
  EXPECT_FALSE(changes.has_kept_pointers);
  ASSERT_EQ(path.inputs().size(), 1U);
  EXPECT_EQ(path.inputs()[0].origin.kind, program::InputOrigin::Kind::Havoc);
}

TEST_F(ObjectsTest, GlobalsStartWithTheirInitialisers) {
  make("int x = 7; int main(void) { x = n; return x; }");
  const Slot& x = context().variables.piece(object("x"), 0);
  memory().initialize(path);
  EXPECT_EQ(memory().slots().read(path, x).term, terms.mk_bv(7, 32));
}

TEST_F(ObjectsTest, ArgumentsOfMainStartWithOneStringPerElement) {
  make("int main(int argc, char **argv) { return argv[n][n]; }");
  const MainArguments& arguments = context().points_to.main_arguments().at(0);
  ArgumentMemory& memory_of_main = memory().arguments();
  path.write(memory_of_main.count(arguments), terms.mk_bv(2, 32));
  const auto element = [&](std::uint64_t index) {
    return context().constants.known_object(
        memory_of_main.read(path, arguments.vector, 0, number(index)).pointer->object);
  };
  EXPECT_EQ(element(1), arguments.strings);
  EXPECT_EQ(element(2), absolute_object);  // C17 5.1.2.2.1p2
  EXPECT_EQ(memory_of_main.size_of(path, arguments.vector, Term()), number(12));
  EXPECT_FALSE(memory_of_main.uses_strings());
  EXPECT_THROW(memory_of_main.size_of(path, absolute_object, Term()), base::InternalError);
}

}  // namespace
}  // namespace pendulum::frontend
