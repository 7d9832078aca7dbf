#include "trace/notation.h"

#include <gtest/gtest.h>

#include "trace/memory.h"

namespace pendulum::trace {
namespace {

using program::SourceActions;
using program::SourceObject;
using program::SourceType;

SourceType type_of(SourceType::Kind kind, std::uint64_t bytes, bool is_signed) {
  SourceType type;
  type.kind = kind;
  type.bytes = bytes;
  type.is_signed = is_signed;
  return type;
}

struct NotationTest : ::testing::Test {
  term::TermManager terms;
  std::string number(const SourceType& type, std::int64_t value, std::uint32_t width) {
    return number_text(type, terms.mk_bv(value, width));
  }
};

TEST_F(NotationTest, IntegersDependOnTheirSign) {
  EXPECT_EQ(number(type_of(SourceType::Kind::Integer, 4, true), -1, 32), "-1");
  EXPECT_EQ(number(type_of(SourceType::Kind::Integer, 4, false), 7, 32), "7");
  EXPECT_EQ(number(type_of(SourceType::Kind::Integer, 4, false), -1, 32), "4294967295 (0xffffffff)");
}

TEST_F(NotationTest, Characters) {
  const SourceType character = type_of(SourceType::Kind::Character, 1, true);
  EXPECT_EQ(number(character, 'a', 8), "'a'");
  EXPECT_EQ(number(character, 0, 8), "'\\0'");
  EXPECT_EQ(number(character, '\'', 8), "'\\''");
  EXPECT_EQ(number(character, -3, 8), "-3");
}

TEST_F(NotationTest, AnUnsignedCharIsANumber) {
  const SourceType byte = type_of(SourceType::Kind::Character, 1, false);
  EXPECT_EQ(number(byte, 'a', 8), "97 ('a')");
  EXPECT_EQ(number(byte, 0, 8), "0");
  EXPECT_EQ(number(byte, -1, 8), "255");
}

TEST_F(NotationTest, FloatingPointNumbers) {
  EXPECT_EQ(number(type_of(SourceType::Kind::Floating, 4, true), 0x3fc00000, 32), "1.5f");
  EXPECT_EQ(number(type_of(SourceType::Kind::Floating, 8, true), 0x4000000000000000, 64), "2.0");
  EXPECT_EQ(number(type_of(SourceType::Kind::Floating, 8, true), 0x7ff0000000000000, 64), "inf");
}

TEST_F(NotationTest, TruthValues) {
  const SourceType truth = type_of(SourceType::Kind::Bool, 1, false);
  EXPECT_EQ(number(truth, 1, 8), "true");
  EXPECT_EQ(number(truth, 0, 8), "false");
  EXPECT_EQ(number(truth, 7, 8), "7");  // a trap representation
}

TEST_F(NotationTest, Enumerators) {
  SourceType color = type_of(SourceType::Kind::Enumeration, 4, false);
  color.values = {{"RED", 0}, {"GREEN", 1}};
  EXPECT_EQ(number(color, 1, 32), "GREEN");
  EXPECT_EQ(number(color, 5, 32), "5");
}

TEST_F(NotationTest, StringsAreEscapedAndCut) {
  EXPECT_EQ(string_text("a\"b\n"), "\"a\\\"b\\n\"");
  EXPECT_EQ(string_text("abcdef", 3), "\"abc\"...");
}

TEST_F(NotationTest, ADigitAfterANumericEscapeIsEscapedAsWell) {
  EXPECT_EQ(string_text("\x01"
                        "2g"),
            "\"\\x01\\x32g\"");
}

/// struct { int len; char buf[4]; } s; int *p; and a heap object.
struct MemoryTest : NotationTest {
  static constexpr program::SourceTypeId int_id = 1, char_id = 2, buf_id = 3, struct_id = 4, pointer_id = 5;
  SourceActions tables;
  std::map<std::string, term::Term> arguments;

  MemoryTest() {
    tables.types.push_back(type_of(SourceType::Kind::Integer, 4, true));
    tables.types.push_back(type_of(SourceType::Kind::Character, 1, true));
    SourceType buf = type_of(SourceType::Kind::Array, 4, false);
    buf.element = char_id;
    tables.types.push_back(buf);
    SourceType record = type_of(SourceType::Kind::Struct, 8, false);
    record.fields = {{"len", 0, 32, int_id}, {"buf", 32, 32, buf_id}};
    tables.types.push_back(record);
    SourceType pointer = type_of(SourceType::Kind::Pointer, 4, false);
    pointer.element = struct_id;
    tables.types.push_back(pointer);
    tables.object_bits = 4;
    add(SourceObject::Kind::Absolute, "", "", 0, 0);
    add(SourceObject::Kind::Local, "s", "main", struct_id, 8);
    add(SourceObject::Kind::Local, "p", "f", pointer_id, 4);
    add(SourceObject::Kind::Heap, "malloc@7", "main", 0, 0);
  }

  void add(SourceObject::Kind kind, const std::string& name, const std::string& function,
           program::SourceTypeId type, std::uint64_t bytes) {
    SourceObject object;
    object.kind = kind;
    object.name = name;
    object.function = function;
    object.type = type;
    object.bytes = bytes;
    tables.objects.push_back(object);
  }
};

TEST_F(MemoryTest, PartsOfStructsAndArrays) {
  const Memory memory(terms, tables, arguments);
  EXPECT_EQ(memory.name({1, 0}, 4, "main"), "s.len");
  EXPECT_EQ(memory.name({1, 6}, 1, "main"), "s.buf[2]");
  EXPECT_EQ(memory.name({1, 0}, 8, "main"), "s");
}

TEST_F(MemoryTest, AnAccessInACalleeGoesThroughItsPointer) {
  Memory memory(terms, tables, arguments);
  EXPECT_EQ(memory.name({1, 4}, 1, "f"), "s.buf[0]");  // no pointer is known
  memory.store({2, 0}, 4, {}, ConcreteAddress{1, 0});
  EXPECT_EQ(memory.name({1, 4}, 1, "f"), "p->buf[0]");
}

TEST_F(MemoryTest, Pointers) {
  const Memory memory(terms, tables, arguments);
  EXPECT_EQ(memory.pointer_text({0, 0}), "NULL");
  EXPECT_EQ(memory.pointer_text({1, 0}, pointer_id), "&s");
  EXPECT_EQ(memory.pointer_text({1, 5}), "&s.buf[1]");
}

TEST_F(MemoryTest, AHeapObjectGetsTheTypeOfThePointerToIt) {
  Memory memory(terms, tables, arguments);
  memory.allocate(3, 16);
  memory.store({2, 0}, 4, {}, ConcreteAddress{3, 0});
  EXPECT_EQ(memory.name({3, 8}, 4, "f"), "p[1].len");
  EXPECT_EQ(memory.type({3, 8}, 4), int_id);
  EXPECT_EQ(memory.size(3), 16U);
}

TEST_F(MemoryTest, ContentsOfStructs) {
  Memory memory(terms, tables, arguments);
  memory.store({1, 0}, 4, terms.mk_bv(2, 32), {});
  const std::string text = "ab";
  for (std::int64_t i = 0; i < 3; ++i)
    memory.store({1, 4 + i}, 1, terms.mk_bv(i < 2 ? text[static_cast<std::size_t>(i)] : 0, 8), {});
  EXPECT_EQ(memory.content_text({1, 0}, 8), "{len = 2, buf = \"ab\"}");
}

TEST_F(MemoryTest, AnOffsetBehindAStructBelongsToItsArray) {
  Memory memory(terms, tables, arguments);
  EXPECT_EQ(memory.name({1, 8}, 1, "main"), "s.buf[4]");
  memory.store({2, 0}, 4, {}, ConcreteAddress{1, 0});
  EXPECT_EQ(memory.name({1, 9}, 1, "f"), "p->buf[5]");
}

/// struct { struct { int len; char buf[4]; } items[2]; int count; } q;
TEST_F(MemoryTest, AnElementBehindAnArrayInAStruct) {
  SourceType items = type_of(SourceType::Kind::Array, 16, false);
  items.element = struct_id;
  tables.types.push_back(items);
  SourceType queue = type_of(SourceType::Kind::Struct, 20, false);
  const auto items_id = static_cast<program::SourceTypeId>(tables.types.size() - 1);
  queue.fields = {{"items", 0, 128, items_id}, {"count", 128, 32, int_id}};
  tables.types.push_back(queue);
  add(SourceObject::Kind::Local, "q", "main", items_id + 1, 20);
  const Memory memory(terms, tables, arguments);
  EXPECT_EQ(memory.name({4, 16}, 8, "main"), "q.items[2]");
  EXPECT_EQ(memory.name({4, 16}, 4, "main"), "q.count");
}

TEST_F(MemoryTest, ObjectsOfParametersAreNamedByThem) {
  tables.objects[3].name = "*p";
  Memory memory(terms, tables, arguments);
  memory.store({2, 0}, 4, {}, ConcreteAddress{3, 0});
  EXPECT_TRUE(memory.is_parameter_object(3));
  EXPECT_FALSE(memory.is_parameter_object(1));
  EXPECT_EQ(memory.pointer_text({3, 0}), "&*p");
  EXPECT_EQ(memory.own_name({3, 0}, 4), "p->len");
  EXPECT_EQ(memory.pointer_text({3, 4}), "&p->buf[0]");
}

TEST_F(MemoryTest, ObjectsOfOneLineAreNumberedInTheOrderOfTheirCreation) {
  add(SourceObject::Kind::Heap, "malloc@7", "other", 0, 0);
  Memory memory(terms, tables, arguments);
  memory.allocate(4, 8);
  memory.allocate(3, 8);
  EXPECT_EQ(memory.pointer_text({4, 0}), "&malloc() of line 7");
  EXPECT_EQ(memory.pointer_text({3, 0}), "&malloc() of line 7 #2");
}

TEST_F(MemoryTest, AnObjectThatALibraryFunctionCreates) {
  tables.objects[3].name = "realloc";
  Memory memory(terms, tables, arguments);
  memory.allocate(3, 8, 12);
  EXPECT_EQ(memory.pointer_text({3, 0}), "&realloc() of line 12");
  EXPECT_EQ(memory.creation(3).line, "12");
  EXPECT_TRUE(memory.creation(1).function.empty());
}

TEST_F(MemoryTest, APointerToOneNumber) {
  tables.types[pointer_id].element = int_id;
  add(SourceObject::Kind::Local, "x", "main", int_id, 4);
  Memory memory(terms, tables, arguments);
  memory.store({2, 0}, 4, {}, ConcreteAddress{4, 0});
  EXPECT_EQ(memory.name({4, 0}, 4, "f"), "*p");
  EXPECT_EQ(memory.name({4, 4}, 4, "f"), "p[1]");
}

TEST_F(MemoryTest, APointerBehindTheElementDoesNotNameIt) {
  Memory memory(terms, tables, arguments);
  memory.store({2, 0}, 4, {}, ConcreteAddress{1, 8});
  EXPECT_EQ(memory.name({1, 0}, 4, "f"), "s.len") << "not p[-1].len";
}

TEST_F(MemoryTest, InitialContents) {
  tables.objects[1].kind = SourceObject::Kind::Global;
  tables.objects[1].initial = {{0, std::string("\2\0\0\0", 4)}, {4, std::string("ab\0\0", 4)}};
  tables.objects[2].kind = SourceObject::Kind::Global;
  tables.objects[2].initial = {{0, "", 1, 4}};
  const Memory memory(terms, tables, arguments);
  EXPECT_EQ(memory.content_text({1, 0}, 8), "{len = 2, buf = \"ab\"}");
  EXPECT_EQ(memory.content_text({2, 0}, 4), "s.buf");
}

/// struct { unsigned kind : 3; int size : 5; bool last : 1; } b;
TEST_F(MemoryTest, BitFieldsOfAWholeStruct) {
  tables.types.push_back(type_of(SourceType::Kind::Integer, 4, false));
  const auto unsigned_id = static_cast<program::SourceTypeId>(tables.types.size() - 1);
  tables.types.push_back(type_of(SourceType::Kind::Bool, 1, false));
  SourceType record = type_of(SourceType::Kind::Struct, 4, false);
  record.fields = {{"kind", 0, 3, unsigned_id}, {"size", 3, 5, int_id}, {"last", 8, 1, unsigned_id + 1}};
  tables.types.push_back(record);
  add(SourceObject::Kind::Global, "b", "", unsigned_id + 2, 4);
  tables.objects[4].initial = {{0, std::string("\xed\1\0\0", 4)}};
  const Memory memory(terms, tables, arguments);
  EXPECT_EQ(memory.content_text({4, 0}, 4), "{kind = 5, size = -3, last = true}");
}

/// union { int i; float f; int *p; char bytes[4]; } u;
TEST_F(MemoryTest, AMemberOfAUnionIsFoundByTheKindOfItsValue) {
  tables.types.push_back(type_of(SourceType::Kind::Floating, 4, true));
  SourceType either = type_of(SourceType::Kind::Union, 4, false);
  const auto float_id = static_cast<program::SourceTypeId>(tables.types.size() - 1);
  either.fields = {
      {"i", 0, 32, int_id}, {"f", 0, 32, float_id}, {"p", 0, 32, pointer_id}, {"bytes", 0, 32, buf_id}};
  tables.types.push_back(either);
  add(SourceObject::Kind::Local, "u", "main", float_id + 1, 4);
  Memory memory(terms, tables, arguments);
  EXPECT_EQ(memory.name({4, 0}, {4, Extent::Kind::Number}, "main"), "u.i");
  EXPECT_EQ(memory.name({4, 0}, {4, Extent::Kind::Floating}, "main"), "u.f");
  EXPECT_EQ(memory.name({4, 0}, {4, Extent::Kind::Pointer}, "main"), "u.p");
  EXPECT_EQ(memory.name({4, 2}, {1, Extent::Kind::Number}, "main"), "u.bytes[2]");
  EXPECT_EQ(memory.name({4, 0}, 4, "main"), "u");
  memory.store({4, 0}, 4, terms.mk_bv(0x3fc00000, 32), {});
  EXPECT_EQ(memory.content_text({4, 0}, 4),
            "{i = 1069547520, f = 1.5f, p = 0x3fc00000, bytes = {'\\0', '\\0', -64, '?'}}");
}

TEST_F(MemoryTest, BitFieldsHaveNoName) {
  tables.types[struct_id].fields = {{"flag", 0, 3, int_id}};
  const Memory memory(terms, tables, arguments);
  EXPECT_EQ(memory.name({1, 0}, 4, "main"), "s at byte 0");
}

/// struct { unsigned kind : 3, size : 5; int x; }
TEST_F(NotationTest, BitFieldsOfAUnit) {
  SourceActions tables;
  tables.types.push_back(type_of(SourceType::Kind::Integer, 4, false));
  SourceType record = type_of(SourceType::Kind::Struct, 8, false);
  record.fields = {{"kind", 0, 3, 1}, {"size", 3, 5, 1}, {"x", 32, 32, 1}};
  tables.types.push_back(record);
  const std::vector<BitField> fields = bit_fields_at(tables, 2, 0, 1);
  ASSERT_EQ(fields.size(), 2U);
  EXPECT_EQ(fields[1].name, "size");
  EXPECT_EQ(fields[1].low, 3U);
  EXPECT_EQ(fields[1].size, 5U);
  EXPECT_TRUE(bit_fields_at(tables, 2, 4, 4).empty()) << "x is no bit-field";
}

/// union { long number; struct { char x, y; } pair; } u;
TEST_F(MemoryTest, AMemberOfAUnionIsFoundByItsSize) {
  SourceType pair = type_of(SourceType::Kind::Struct, 2, false);
  pair.fields = {{"x", 0, 8, char_id}, {"y", 8, 8, char_id}};
  tables.types.push_back(pair);
  SourceType either = type_of(SourceType::Kind::Union, 8, false);
  const auto pair_id = static_cast<program::SourceTypeId>(tables.types.size() - 1);
  either.fields = {{"number", 0, 32, int_id}, {"pair", 0, 16, pair_id}};
  tables.types.push_back(either);
  add(SourceObject::Kind::Local, "u", "main", pair_id + 1, 8);
  const Memory memory(terms, tables, arguments);
  EXPECT_EQ(memory.name({4, 0}, 4, "main"), "u.number");
  EXPECT_EQ(memory.name({4, 0}, 1, "main"), "u.pair.x");
  EXPECT_EQ(memory.name({4, 1}, 1, "main"), "u.pair.y");
}

TEST_F(MemoryTest, TheOnlyElementIsNamed) {
  SourceType array = type_of(SourceType::Kind::Array, 4, false);
  array.element = int_id;
  tables.types.push_back(array);
  SourceType record = type_of(SourceType::Kind::Struct, 4, false);
  record.fields = {{"value", 0, 32, int_id}};
  tables.types.push_back(record);
  const auto record_id = static_cast<program::SourceTypeId>(tables.types.size() - 1);
  add(SourceObject::Kind::Local, "a", "main", record_id - 1, 4);
  add(SourceObject::Kind::Local, "r", "main", record_id, 4);
  const Memory memory(terms, tables, arguments);
  EXPECT_EQ(memory.name({4, 0}, 4, "main"), "a[0]");
  EXPECT_EQ(memory.name({5, 0}, 4, "main"), "r.value");
}

TEST_F(MemoryTest, AByteInTheMiddleOfANumberIsNamed) {
  Memory memory(terms, tables, arguments);
  EXPECT_EQ(memory.name({1, 2}, 1, "main"), "byte 2 of s.len");
  EXPECT_EQ(memory.name({1, 4}, 1, "main"), "s.buf[0]");
  memory.store({2, 0}, 4, {}, ConcreteAddress{3, 0});
  memory.allocate(3, 16);
  EXPECT_EQ(memory.name({3, 1}, 1, "f"), "byte 1 of p->len");
}

TEST_F(MemoryTest, AStringEndsWithItsArray) {
  Memory memory(terms, tables, arguments);
  for (std::int64_t i = 4; i < 8; ++i) memory.store({1, i}, 1, terms.mk_bv('x', 8), {});
  memory.store({1, 8}, 1, terms.mk_bv('y', 8), {});  // after the array
  EXPECT_EQ(memory.string_content({1, 4}), "\"xxxx\" without NUL");
}

TEST_F(MemoryTest, StringsOfArgv) {
  tables.pointer_bytes = 8;
  add(SourceObject::Kind::ArgumentVector, "argv", "", 0, 0);
  add(SourceObject::Kind::ArgumentStrings, "argv[...]", "", 0, 0);
  const auto array = [&](unsigned index, unsigned element, std::int64_t value) {
    return terms.mk_const_array(terms.array_sort(terms.bitvec_sort(index), terms.bitvec_sort(element)),
                                terms.mk_bv(value, element));
  };
  arguments = {{"argv.sizes", array(21, 17, 3)}, {"argv.bytes", array(38, 8, 'a')}};
  const Memory memory(terms, tables, arguments);
  const std::uint64_t second = (1U << tables.object_bits) + 5;
  EXPECT_EQ(memory.pointer_text({second, 0}), "\"aaa\"");
  EXPECT_EQ(memory.pointer_text({second, 2}), "\"a\"");
  EXPECT_EQ(memory.name({second, 2}, 1, "main"), "argv[1][2]");
  EXPECT_EQ(memory.name({4, 8}, 8, "main"), "argv[1]");
  EXPECT_EQ(memory.pointer_text({4, 0}), "argv");
}

}  // namespace
}  // namespace pendulum::trace
