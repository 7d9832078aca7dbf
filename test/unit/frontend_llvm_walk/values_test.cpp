// Values of instructions: conversions, arithmetic and arithmetic with addresses. Pointers have 32 bits.
#include <llvm/IR/IntrinsicInst.h>

#include "base/error.h"
#include "frontend_llvm_walk/walk_fixture.h"

namespace pendulum::frontend {
namespace {

using ValuesTest = WalkTest;

const std::string two_objects =
    "int a[4], b[4]; int main(void) { a[n] = b[n] = 1; return (char *)&a[n] - (char *)&a[1]; }";

TEST_F(ValuesTest, IntegersBecomeAddressesWithoutObject) {
  start(two_objects);
  const Pointer small = parts->conversions.as_pointer(Value::of(terms.mk_bv(5, 8)));
  EXPECT_EQ(context().constants.known_object(small.object), absolute_object);
  EXPECT_EQ(small.offset.constant, 5);
  EXPECT_EQ(parts->conversions.as_pointer(Value::of(terms.mk_true())).offset.constant, 1);
  // Wider integers are truncated.
  const Pointer wide = parts->conversions.as_pointer(Value::of(terms.mk_bv(0x700000009, 64)));
  EXPECT_EQ(wide.offset.constant, 9);
  EXPECT_EQ(parts->conversions.as_pointer(Value::of(address(object("a"), 4))).offset.constant, 4);
  EXPECT_THROW(parts->conversions.as_pointer(Value()), base::InternalError);
}

TEST_F(ValuesTest, AChoiceBetweenAnAddressAndANumberIsAnAddress) {
  start(two_objects);
  const Value first = Value::of(address(object("a"), 4));
  const Value second = Value::of(number(7));
  const auto choose = [&](Term condition) {
    const Pointer pointer = *parts->conversions.ite(condition, first, second).pointer;
    return std::pair(pointer.object, context().constants.flatten(pointer.offset));
  };
  const Term c = condition("c");
  const Term object_code = context().constants.address_of(object("a")).object;
  EXPECT_EQ(choose(c),
            std::pair(terms.mk_ite(c, object_code, number(0)), terms.mk_ite(c, number(4), number(7))));
  EXPECT_EQ(parts->conversions.ite(terms.mk_false(), first, second).term, number(7));
  EXPECT_EQ(parts->conversions.ite(c, Value::of(number(1)), second).term,
            terms.mk_ite(c, number(1), number(7)));
}

TEST_F(ValuesTest, TemporariesOfIntegersHoldBits) {
  start(two_objects, memory_safety);
  const Value pointer = Value::of(address(object("a"), 4));
  EXPECT_TRUE(parts->conversions.storable(path, pointer, /*is_address=*/true).pointer.has_value());
  EXPECT_TRUE(path.inputs().empty());
  EXPECT_FALSE(parts->conversions.storable(path, pointer, /*is_address=*/false).pointer.has_value());
  EXPECT_EQ(context().variables.addresses().size(), 1U);  // the number of the address
}

TEST_F(ValuesTest, ResultsOfFunctionsThatAreCalledByAnotherType) {
  start(
      "void f(void) {} int g(void) { return 1; }\n"
      "int main(void) { ((int (*)(void))f)(); ((double (*)(void))g)(); g(); return 0; }");
  const ValueConversions& conversions = parts->conversions;
  const Value missing = conversions.result_as(path, std::nullopt, call_of("f"), function("f"));
  ASSERT_EQ(path.inputs().size(), 1U);
  EXPECT_EQ(missing.term, path.inputs()[0].symbol);
  const Value one = Value::of(number(1));
  EXPECT_THROW(conversions.result_as(path, one, instruction<llvm::CallBase>("main", 1), function("g")),
               UnsupportedHere);
  EXPECT_EQ(conversions.result_as(path, one, instruction<llvm::CallBase>("main", 2), function("g")).term,
            number(1));
}

TEST_F(ValuesTest, ExtensionsAndTruncations) {
  start(two_objects);
  const Arithmetic& arithmetic = parts->arithmetic;
  const Term c = condition("c");
  EXPECT_EQ(arithmetic.zero_extend(terms.mk_true(), 8), terms.mk_bv(1, 8));
  EXPECT_EQ(arithmetic.sign_extend(terms.mk_true(), 8), terms.mk_bv(-1, 8));
  EXPECT_EQ(arithmetic.zero_extend(terms.mk_bv(-1, 8), 16), terms.mk_bv(255, 16));
  EXPECT_EQ(arithmetic.sign_extend(terms.mk_bv(-1, 8), 16), terms.mk_bv(-1, 16));
  EXPECT_EQ(arithmetic.truncate(terms.mk_bv(0x1ff, 16), 8), terms.mk_bv(0xff, 8));
  EXPECT_EQ(arithmetic.truncate(arithmetic.zero_extend(c, 8), 1), c);
  EXPECT_EQ(arithmetic.truncate(terms.mk_bv(2, 8), 1), terms.mk_false());
  EXPECT_THROW(arithmetic.zero_extend(symbol("x", 16), 8), base::InternalError);
  EXPECT_THROW(arithmetic.sign_extend(symbol("x", 16), 8), base::InternalError);
}

TEST_F(ValuesTest, ComparisonsAreSignedOrUnsigned) {
  start(two_objects);
  const Arithmetic& arithmetic = parts->arithmetic;
  const auto compare = [&](Comparison comparison, std::int64_t a, std::int64_t b) {
    return arithmetic.compare(comparison, terms.mk_bv(a, 8), terms.mk_bv(b, 8)).is_true();
  };
  EXPECT_TRUE(compare(Comparison::Slt, -1, 1));
  EXPECT_FALSE(compare(Comparison::Ult, -1, 1));
  EXPECT_TRUE(compare(Comparison::Ugt, -1, 1));
  EXPECT_TRUE(compare(Comparison::Sge, 1, 1));
  EXPECT_FALSE(compare(Comparison::Ne, 1, 1));
  // A stored condition is tested by comparing it with zero.
  const Term c = condition("c");
  EXPECT_EQ(arithmetic.compare(Comparison::Ne, arithmetic.zero_extend(c, 8), terms.mk_bv(0, 8)), c);
  EXPECT_EQ(arithmetic.compare(Comparison::Ult, terms.mk_false(), terms.mk_true()), terms.mk_true());
}

TEST_F(ValuesTest, UndefinedOperationsAreDropped) {
  start(
      "int main(void) { int a = n + n, b = n / n, c = n << n; return a + b + c; }\n"
      "unsigned f(unsigned x) { return x + x; }");
  const Term x = symbol("x");
  const Term y = symbol("y");
  const auto dropped = [&](const std::string& name, unsigned number) {
    drops.clear();
    Path fresh(terms, drops);
    parts->arithmetic.binary(fresh, instruction<llvm::BinaryOperator>(name, number), x, y);
    return drops;
  };
  EXPECT_EQ(dropped("main", 0), std::set<Drop>{Drop::SignedOverflow});
  EXPECT_EQ(dropped("main", 1), (std::set<Drop>{Drop::DivisionByZero, Drop::DivisionOverflow}));
  EXPECT_EQ(dropped("main", 2), std::set<Drop>{Drop::ShiftAmount});
  EXPECT_TRUE(dropped("f", 0).empty());  // C17 6.2.5p9
}

TEST_F(ValuesTest, CheckedOperationsOverflow) {
  start(
      "int main(void) { int r; unsigned u; return __builtin_add_overflow(n, n, &r) +\n"
      "__builtin_mul_overflow((unsigned)n, 2U, &u); }");
  const auto& sum = instruction<llvm::WithOverflowInst>("main", 0);
  const auto& product = instruction<llvm::WithOverflowInst>("main", 1);
  const auto overflows = [&](const llvm::WithOverflowInst& operation, std::uint64_t a, std::uint64_t b) {
    return parts->arithmetic.overflows(operation, number(a), number(b)).is_true();
  };
  EXPECT_TRUE(overflows(sum, 0x7fffffff, 1));
  EXPECT_FALSE(overflows(sum, 0xffffffff, 1));
  EXPECT_TRUE(overflows(product, 0x80000000, 2));
  EXPECT_FALSE(overflows(product, 0x7fffffff, 2));
  EXPECT_EQ(parts->arithmetic.wrapping(sum.getBinaryOp(), number(0xffffffff), number(2)), number(1));
  EXPECT_THROW(parts->arithmetic.wrapping(llvm::Instruction::FAdd, number(1), number(2)),
               base::InternalError);
}

TEST_F(ValuesTest, PointersIntoOneObjectAreOrderedByOffset) {
  start(two_objects);
  const ObjectId a = object("a");
  const auto compare = [&](std::int64_t first, std::int64_t second) {
    return parts->addresses.order_of_pointers(path, Comparison::Ult, address(a, first), targets(a),
                                              address(a, second), targets(a));
  };
  EXPECT_TRUE(compare(4, 8).is_true());
  EXPECT_TRUE(compare(8, 4).is_false());
  EXPECT_TRUE(compare(-4, 0).is_true());
  EXPECT_TRUE(path.inputs().empty());
  EXPECT_TRUE(parts->addresses.is_after(address(a, 8), address(a, 4)).is_true());
  EXPECT_TRUE(parts->addresses.is_after(address(a, 8), address(object("b"), 4)).is_false());
}

TEST_F(ValuesTest, TheOrderOfPointersToDifferentObjectsIsArbitrary) {
  start(two_objects);
  const ObjectId a = object("a");
  const ObjectId b = object("b");
  const auto compare = [&](Comparison comparison, const Pointer& first, const Targets& first_targets) {
    return parts->addresses.order_of_pointers(path, comparison, first, first_targets, address(b, 0),
                                              targets(b));
  };
  // Null precedes every object.
  EXPECT_TRUE(compare(Comparison::Ult, context().constants.null(), {{absolute_object, {}}}).is_true());
  EXPECT_TRUE(path.inputs().empty());
  const Term order = compare(Comparison::Ult, address(a, 0), targets(a));
  ASSERT_EQ(path.inputs().size(), 1U);
  EXPECT_EQ(path.inputs()[0].origin.kind, program::InputOrigin::Kind::Havoc);  // only in proofs
  EXPECT_EQ(order, terms.mk_bvult(path.read(context().variables.address(a)),
                                  path.read(context().variables.address(b))));
  EXPECT_THROW(compare(Comparison::Eq, address(a, 0), targets(a)), base::InternalError);
}

TEST_F(ValuesTest, AnUnknownAddressMayEqualThatOfAnObjectInProofs) {
  start(two_objects);
  const Pointer a = address(object("a"), 0);
  const auto equal = [&](const Pointer& other) {
    return parts->addresses.equality_of_pointers(path, Comparison::Eq, a, other);
  };
  EXPECT_TRUE(equal(address(object("a"), 0)).is_true());
  EXPECT_TRUE(equal(address(object("b"), 0)).is_false());
  EXPECT_TRUE(equal(context().constants.null()).is_false());
  EXPECT_TRUE(path.inputs().empty());
  EXPECT_TRUE(parts->notes.assumptions.empty());
  // Constants such as (void *)-1 are assumed to differ from all objects.
  EXPECT_TRUE(equal(parts->conversions.as_pointer(Value::of(number(0xffffffff)))).is_false());
  EXPECT_EQ(parts->notes.assumptions.size(), 1U);
  EXPECT_FALSE(equal(unknown_address(symbol("u"))).is_false());
  ASSERT_EQ(path.inputs().size(), 1U);
  EXPECT_TRUE(path.inputs()[0].origin.unchanged.is_false());
  EXPECT_THROW(parts->addresses.equality_of_pointers(path, Comparison::Ult, a, a), base::InternalError);
}

TEST_F(ValuesTest, TheDistanceOfPointersIntoOneObject) {
  start(two_objects);
  const auto& minus = instruction<llvm::BinaryOperator>("main");
  const ObjectId a = object("a");
  EXPECT_EQ(parts->addresses.difference(path, minus, address(a, 12), address(a, 4)).term, number(8));
  EXPECT_TRUE(path.inputs().empty());
}

TEST_F(ValuesTest, AnInexactDistanceIsArbitrary) {
  start("int a[4]; int main(void) { char *p = (char *)a + n; a[n] = *p; return (int *)p - &a[n]; }");
  const auto is_exact = [](const llvm::BinaryOperator& operation) {
    return operation.getOpcode() == llvm::Instruction::SDiv;
  };
  const llvm::BinaryOperator* division = nullptr;
  for (unsigned i = 0; division == nullptr; ++i)
    if (const auto& found = instruction<llvm::BinaryOperator>("main", i); is_exact(found)) division = &found;
  EXPECT_EQ(parts->addresses.exact_quotient(path, *division, number(8), number(4)), number(2));
  EXPECT_TRUE(path.inputs().empty());
  parts->addresses.exact_quotient(path, *division, symbol("d"), number(4));
  ASSERT_EQ(path.inputs().size(), 1U);
  EXPECT_EQ(path.inputs()[0].origin.kind, program::InputOrigin::Kind::Havoc);
}

}  // namespace
}  // namespace pendulum::frontend
