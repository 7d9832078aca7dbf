#include "check/replay/harness_prelude.h"

namespace pendulum::check {

namespace {

constexpr const char* types = R"(
/* The values of an input in the repetitions of a block: first + step * repetition, except for the entries
   next ... end - 1 of the table of exceptions. */
struct __pendulum_sequence { unsigned long long first, step, mask; unsigned next, end; };
struct __pendulum_exception { unsigned long long repetition, value; };
/* `high` are the bits 64 to 127 of the value. */
struct __pendulum_call { const char *function; struct __pendulum_sequence value; unsigned long long high; };
/* Initial bytes of an object: `count` copies at the offsets offset, offset + stride, and so on. A stride of 0 means
   one copy; a count of 0 means copies up to the end of the object. */
struct __pendulum_content {
  unsigned activation;
  unsigned long long offset, stride, count;
  unsigned size;
  const char *bytes; /* null: the bytes of `value` */
  struct __pendulum_sequence value;
};
/* The entries begin ... end - 1 of a table, used `count` times in a row. */
struct __pendulum_block { unsigned long long count; unsigned begin, end; };
/* The remaining blocks are block ... end - 1. The next entry is number `entry` of the first of them. */
struct __pendulum_queue { unsigned block, end, entry; unsigned long long repetition; };
struct __pendulum_bytes { unsigned long address; unsigned count, size; const char *bytes; };
)";

constexpr const char* prelude = R"(
typedef unsigned long long __pendulum_number;
#ifdef __x86_64__
enum {
  __pendulum_write = 1, __pendulum_sigaction = 13, __pendulum_exit = 231, __pendulum_mmap = 9,
  __pendulum_fault_address = 16
};
static long __pendulum_call(long number, long a, long b, long c, long d, long e, long f) {
  long result;
  register long r10 __asm__("r10") = d;
  register long r8 __asm__("r8") = e;
  register long r9 __asm__("r9") = f;
  __asm__ volatile("syscall" : "=a"(result) : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                   : "rcx", "r11", "memory");
  return result;
}
static long __pendulum_map_page(unsigned long page, long protection, long flags) {
  return __pendulum_call(__pendulum_mmap, page, 4096, protection, flags, -1, 0);
}
enum { __pendulum_has_restorer = 0x04000000 };
static __attribute__((naked)) void __pendulum_restore(void) { __asm__("movl $15, %eax\nsyscall"); }
#else
enum {
  __pendulum_write = 4, __pendulum_sigaction = 174, __pendulum_exit = 252, __pendulum_mmap = 90,
  __pendulum_fault_address = 12
};
static long __pendulum_call(long number, long a, long b, long c, long d, long e, long f) {
  long result;
  __asm__ volatile("int $0x80" : "=a"(result) : "a"(number), "b"(a), "c"(b), "d"(c), "S"(d) : "memory");
  (void)e, (void)f;
  return result;
}
static long __pendulum_map_page(unsigned long page, long protection, long flags) {
  unsigned long arguments[] = {page, 4096, protection, flags, -1, 0};
  return __pendulum_call(__pendulum_mmap, (long)arguments, 0, 0, 0, 0, 0);
}
enum { __pendulum_has_restorer = 0 };
static void __pendulum_restore(void) {}
#endif

static void __pendulum_print(const char *text) {
  unsigned long length = 0;
  while (text[length]) ++length;
  __pendulum_call(__pendulum_write, 2, (long)text, length, 0, 0, 0);
}

static void __pendulum_leave(int code) {
  for (;;) __pendulum_call(__pendulum_exit, code, 0, 0, 0, 0, 0);
}

static void __pendulum_end(const char *what, const char *detail, int code) {
  __pendulum_print("PENDULUM: ");
  __pendulum_print(what);
  __pendulum_print(detail);
  __pendulum_print("\n");
  __pendulum_leave(code);
}

static void __pendulum_report(const char *what, const char *text, const char *place) {
  __pendulum_print("PENDULUM: ");
  __pendulum_print(what);
  __pendulum_print(text);
  __pendulum_print(" at ");
  __pendulum_print(place);
  __pendulum_print("\n");
  __pendulum_leave(86);
}
void __pendulum_error(const char *text, const char *place) { __pendulum_report("error reached: ", text, place); }
void __pendulum_overflow(const char *text, const char *place) { __pendulum_report("overflow: ", text, place); }
void __pendulum_invalid_access(const char *text, const char *place) {
  __pendulum_report("invalid access: ", text, place);
}
void __pendulum_unsupported(const char *construct) { __pendulum_end("unsupported: ", construct, 87); }
void __pendulum_stop(void) { __pendulum_end("the execution stops", "", 89); }

extern unsigned long __pendulum_usable_size(void *) __asm__("malloc_usable_size");
extern int __asan_address_is_poisoned(const volatile void *) __attribute__((weak));
unsigned long __pendulum_object_size(void *object) {
  unsigned long size = __pendulum_usable_size(object);
  /* AddressSanitizer allocates one byte for an empty object and poisons it. */
  return __asan_address_is_poisoned && __asan_address_is_poisoned(object) ? 0 : size;
}

int __pendulum_is_register(const char *object, __pendulum_number size, __pendulum_number first,
                           __pendulum_number last) {
  unsigned long address = (unsigned long)object;
  return first <= address && address <= last && size - 1 <= last - address;
}

static void __pendulum_assume(int condition) {
  if (!condition) __pendulum_end("assumption failed", "", 88);
}
void __pendulum_assume_fits(int condition) { __pendulum_assume(condition); }
void __pendulum_assume_environment(int condition) { __pendulum_assume(condition); }
int __pendulum_havoc_int(int unchanged) { return unchanged; }

static void __pendulum_handle(int signal, void (*handler)(int, char *, void *), unsigned long flags) {
  struct {
    void (*handler)(int, char *, void *);
    unsigned long flags;
    void (*restorer)(void);
    unsigned long long mask;
  } action = {handler, flags | __pendulum_has_restorer, __pendulum_restore, 0};
  __pendulum_call(__pendulum_sigaction, signal, (long)&action, 0, 8, 0, 0);
}

/* Unknown memory: addresses that belong to no object of the program contain the recorded bytes, and zeros where no
   bytes were recorded. Pages are mapped on their first access. */
static int __pendulum_map(unsigned long page) {
  enum { read_and_write = 3, private_anonymous_fixed_free = 0x100022 };
  return page >= 65536 && __pendulum_map_page(page, read_and_write, private_anonymous_fixed_free) == (long)page;
}

static void __pendulum_map_accessed_page(int signal, char *info, void *context) {
  unsigned long page = *(unsigned long *)(info + __pendulum_fault_address) & ~4095ul;
  if (!__pendulum_map(page)) __pendulum_end("ended by signal 11", "", 87);
  (void)signal, (void)context;
}

static void __pendulum_map_unknown_memory(void) {
  enum { segmentation_fault = 11, with_information = 4, again = 0x40000000 };
  __pendulum_handle(segmentation_fault, __pendulum_map_accessed_page, with_information | again);
}

/* Writes the recorded bytes, which are ordered by address. Pages that the process already uses are not changed. */
static void __pendulum_fill_unknown_memory(void) {
  unsigned long mapped = 0;
  const struct __pendulum_bytes *run;
  for (run = __pendulum_unknown_memory; run->address; ++run) {
    unsigned long i;
    for (i = 0; i < (unsigned long)run->count * run->size; ++i) {
      unsigned long page = (run->address + i) & ~4095ul;
      if (page != mapped && !__pendulum_map(page)) continue;
      mapped = page;
      *(char *)(run->address + i) = run->bytes[i % run->size];
    }
  }
}

/* The value in a repetition. Requires: the repetitions of successive calls are ascending. */
static __pendulum_number __pendulum_value(struct __pendulum_sequence *values, __pendulum_number repetition) {
  const struct __pendulum_exception *exception = __pendulum_exceptions + values->next;
  while (values->next < values->end && exception->repetition < repetition) ++exception, ++values->next;
  if (values->next < values->end && exception->repetition == repetition) return exception->value;
  return values->step ? (values->first + values->step * repetition) & values->mask : values->first;
}

/* Advances to the next entry of the block, after its last entry to the next repetition, and after the last
   repetition to the next block. */
static void __pendulum_advance(struct __pendulum_queue *queue, const struct __pendulum_block *block) {
  if (block->begin + ++queue->entry < block->end) return;
  queue->entry = 0;
  if (++queue->repetition < block->count) return;
  queue->repetition = 0;
  ++queue->block;
}

/* Bits 64 to 127 of the last result of __pendulum_take. */
static __pendulum_number __pendulum_high;

/* The next recorded result of a call; 0 if all recorded results have been used. */
static __pendulum_number __pendulum_take(const char *function) {
  unsigned i = 0;
  __pendulum_number result;
  struct __pendulum_queue *queue = &__pendulum_next_call;
  const struct __pendulum_block *block = &__pendulum_call_blocks[queue->block];
  struct __pendulum_call *call = &__pendulum_calls[block->begin + queue->entry];
  __pendulum_high = 0;
  if (queue->block == queue->end) return 0;
  while (function[i] && function[i] == call->function[i]) ++i;
  if (function[i] != call->function[i]) __pendulum_end("diverged: unexpected call of ", function, 87);
  result = __pendulum_value(&call->value, queue->repetition);
  __pendulum_high = call->high;
  __pendulum_advance(queue, block);
  return result;
}

static void __pendulum_fill(char *object, __pendulum_number size, struct __pendulum_content *content,
                            __pendulum_number repetition) {
  __pendulum_number at = content->offset, i, done = 0;
  const char *bytes = content->bytes;
  char number[8];
  if (!bytes) {
    __pendulum_number value = __pendulum_value(&content->value, repetition);
    for (i = 0; i < 8; ++i) number[i] = (char)(value >> 8 * i);
    bytes = number;
  }
  for (;;) {
    for (i = 0; i < content->size && at + i < size; ++i) object[at + i] = bytes[i];
    at += content->stride;
    if (!content->stride || at >= size || ++done == content->count) return;
  }
}

/* Called when the lifetime of a local object starts: writes the contents that were recorded for this activation,
   and zeros elsewhere. */
void __pendulum_uninitialised(char *object, __pendulum_number size, unsigned number) {
  __pendulum_number i;
  struct __pendulum_queue *queue = 0;
  for (i = 0; object && i < size; ++i) object[i] = 0;
  if (number < __pendulum_number_of_objects) queue = &__pendulum_objects[number];
  if (!queue || queue->block == queue->end) return;
  const struct __pendulum_block *block = &__pendulum_content_blocks[queue->block];
  unsigned activation = __pendulum_contents[block->begin + queue->entry].activation;
  do {
    struct __pendulum_content *content = &__pendulum_contents[block->begin + queue->entry];
    if (content->activation != activation) return;
    if (object) __pendulum_fill(object, size, content, queue->repetition);
    __pendulum_advance(queue, block);
  } while (queue->entry != 0);
}

/* The same for an object of malloc; the program uses the returned address. On 32-bit machines the arguments are in
   the caller's frame. The copy of the address there is erased, because LeakSanitizer would find a lost object
   through it. */
char *__pendulum_uninitialised_object(char *object, __pendulum_number size, unsigned number) {
  char *result = object;
  __pendulum_uninitialised(object, size, number);
  object = 0;
  return result;
}
)";

}  // namespace

const char* harness_types() {
  return types;
}

const char* harness_prelude() {
  return prelude;
}

}  // namespace pendulum::check
