// The strings and the vector are placed in one static array of the harness, with poisoned bytes between them.
// They are not allocated by malloc, so that freeing one is an error and LeakSanitizer treats pointers in them
// as roots.
#include "check/replay/harness_arguments.h"

#include <fmt/core.h>

#include "base/check.h"
#include "program/native_source.h"

namespace pendulum::check {

namespace {

/// Alignment of the vector and of each string.
constexpr std::uint64_t alignment = 16;

/// Maximum size of the vector with its strings and guards. The executable of the replay has 1 GiB of memory,
/// of which AddressSanitizer uses a part for its shadow.
constexpr std::uint64_t max_bytes = 192 << 20;

/// Maximum number of strings that have guards of full size. Their guards take 20 MiB.
constexpr std::uint64_t max_guarded = 10'000;

/// Size of the guards if there are more strings.
constexpr std::uint64_t small_guard = 16;

constexpr const char* prelude = R"(
struct __pendulum_string { unsigned number, size; };
struct __pendulum_characters { unsigned number, place, count, size; const char *bytes; };
struct __pendulum_vector {
  unsigned count, guard, usual_size;
  char usual_byte;
  const struct __pendulum_string *strings;       /* in ascending order, as the characters; a size of 0 ends them */
  const struct __pendulum_characters *characters; /* a number that no string has ends them */
  char *next;
};
extern void __asan_poison_memory_region(const volatile void *, unsigned long) __attribute__((weak));

static void __pendulum_poison(char *from, unsigned long size) {
  if (__asan_poison_memory_region && size) __asan_poison_memory_region(from, size);
}

/* The next object, with a guard before it. */
static char *__pendulum_place(struct __pendulum_vector *vector, unsigned long size) {
  char *object = vector->next + vector->guard;
  unsigned long whole = (size + 15) & ~15ul;
  __pendulum_poison(vector->next, vector->guard);
  __pendulum_poison(object + size, whole - size);
  vector->next = object + whole;
  return object;
}

static char **__pendulum_make_vector(struct __pendulum_vector *vector) {
  char **result = (char **)__pendulum_place(vector, (vector->count + 1ul) * sizeof(char *));
  unsigned number, place;
  for (number = 0; number < vector->count; ++number) {
    unsigned size = vector->usual_size;
    if (vector->strings->size && vector->strings->number == number) size = vector->strings++->size;
    result[number] = __pendulum_place(vector, size);
    for (place = 0; place + 1 < size; ++place) result[number][place] = vector->usual_byte;
    for (; vector->characters->number == number; ++vector->characters) {
      const struct __pendulum_characters *run = vector->characters;
      for (place = 0; place < run->count * run->size && run->place + place + 1 < size; ++place)
        result[number][run->place + place] = run->bytes[place % run->size];
    }
    result[number][size - 1] = 0;
  }
  result[vector->count] = 0;
  __pendulum_poison(vector->next, vector->guard);
  return result;
}
)";

std::uint64_t room_for(std::uint64_t size) {
  return (size + alignment - 1) / alignment * alignment;
}

/// The memory layout of the strings and the vector, in bytes.
struct Room {
  std::uint64_t guard = program::guard_bytes;
  std::uint64_t usual_size = 1;
  std::uint64_t bytes = 0;
};

Room room_of(std::uint64_t count, const ArgumentStrings& strings) {
  PENDULUM_CHECK(strings.usual_size > 0, "a string should have room for its terminating null character");
  Room room;
  room.usual_size = strings.usual_size;
  if (count > max_guarded) room.guard = small_guard;
  std::uint64_t recorded = 0;
  std::uint64_t recorded_bytes = 0;
  for (const auto& [number, size] : strings.sizes) {
    if (number >= count) continue;
    PENDULUM_CHECK(size > 0, "string {} should have room for its terminating null character", number);
    ++recorded;
    recorded_bytes += room_for(size);
  }
  PENDULUM_CHECK(recorded <= count, "{} sizes should belong to at most {} strings", recorded, count);
  const auto total = [&] {
    return room.guard * (count + 2) + room_for((count + 1) * 8) + recorded_bytes +
           (count - recorded) * room_for(room.usual_size);
  };
  // With shorter strings the execution may leave the recorded path. The replay then rejects the path.
  if (total() > max_bytes) room.usual_size = 1;
  room.bytes = total();
  return room;
}

}  // namespace

std::string argument_prelude() {
  return prelude;
}

std::string argument_vector(const std::string& name, std::uint64_t count, const ArgumentStrings& strings) {
  const Room room = room_of(count, strings);
  std::string sizes;
  std::string characters;
  for (const auto& [number, size] : strings.sizes)
    if (number < count) sizes += fmt::format("{{{}, {}}}, ", number, size);
  for (auto begin = strings.bytes.begin(); begin != strings.bytes.end();) {
    const std::uint64_t number = begin->first.first;
    std::vector<std::pair<std::uint64_t, char>> bytes;
    for (; begin != strings.bytes.end() && begin->first.first == number; ++begin)
      bytes.emplace_back(begin->first.second, begin->second);
    if (number >= count) continue;
    for (const ByteRun& run : byte_runs(bytes))
      characters += fmt::format("{{{}, {}, {}, {}, \"{}\"}}, ", number, run.start, run.count,
                                run.bytes.size(), escaped_bytes(run.bytes));
  }
  return fmt::format(
      "\nstatic char **{0}(void) {{\n"
      "  static const struct __pendulum_string strings[] = {{{1}{{0, 0}}}};\n"
      "  static const struct __pendulum_characters characters[] = {{{2}{{-1u}}}};\n"
      "  static char memory[{3}] __attribute__((aligned(16)));\n"
      "  static struct __pendulum_vector vector = {{{4}, {5}, {6}, {7}, strings, characters, memory}};\n"
      "  return __pendulum_make_vector(&vector);\n}}\n",
      name, sizes, characters, room.bytes, count, room.guard, room.usual_size,
      static_cast<int>(strings.usual_byte));
}

}  // namespace pendulum::check
