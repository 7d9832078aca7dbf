// Compares the model of fmemopen with the GNU C library: random operations on a stream of each must have the same
// results and must leave the same memory. The seed is fixed. Exit code 1 and the operations mean that they differ.
// models_test.cpp builds this program; model_NAME is the model of NAME.
#include <errno.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include "prototypes.h"
#define MODEL(name) model___pendulum_memory_##name

static jmp_buf after_unsupported;
static long compared;
int __VERIFIER_nondet_model_int(void) { return 0; }
void __VERIFIER_assume(int condition) {
  if (!condition) exit(2);
}
void __pendulum_unsupported(const char *construct) { longjmp(after_unsupported, 1); }

static unsigned state = 4711;
static unsigned number(unsigned below) {
  state = state * 1103515245u + 12345u;
  return (state >> 16) % below;
}

static char history[8192];
static size_t length;
#define SAY(...) (length += (size_t)sprintf(history + length, __VA_ARGS__))
static void same(const char *what, long model, long real) {
  ++compared;
  SAY("%s: model %ld, library %ld\n", what, model, real);
  if (model == real) return;
  printf("%s", history);
  exit(1);
}

static char of_model[64], of_library[64];

static void operate(void *m, FILE *f, int appends) {
  static const char *const texts[] = {"hello", "", "x\ny", "abcdefghijklmnop"};
  char x[32] = {0}, y[32] = {0};
  unsigned n = number(5), size = number(4);
  errno = *model___errno_location() = 0;
  switch (number(appends ? 13 : 16)) {
    case 0: {
      int c = "ab\n\0"[number(4)];
      same("fputc", MODEL(fputc)(c, m), fputc(c, f));
      break;
    }
    case 1: same("fgetc", MODEL(fgetc)(m), fgetc(f)); break;
    case 2: same("fgets", MODEL(fgets)(x, n + size, m) != 0, fgets(y, n + size, f) != 0); break;
    case 3: same("fread", MODEL(fread)(x, size, n, m), fread(y, size, n, f)); break;
    case 4: same("fflush", MODEL(fflush)(m), fflush(f)); break;
    case 5: {
      int c = "ab\nc\0d"[number(6)];
      same("ungetc", MODEL(ungetc)(c, m), ungetc(c, f));
      break;
    }
    case 6:
    case 7: {
      long offset = (long)number(12) - 4;
      int whence = (int)number(4);
      SAY("offset %ld, %d\n", offset, whence);
      same("fseek", MODEL(fseek)(m, offset, whence), fseek(f, offset, whence));
      break;
    }
    case 8: MODEL(rewind)(m), rewind(f), SAY("rewind\n"); break;
    case 9: same("ftell", MODEL(ftell)(m), ftell(f)); break;
    case 10: MODEL(clearerr)(m), clearerr(f), SAY("clearerr\n"); break;
    case 11:
    case 12: same("__fpending", MODEL(fpending)(m), __fpending(f)); break;
    case 13: {
      const char *s = texts[number(4)];
      same("fputs", MODEL(fputs)(s, m), fputs(s, f));
      break;
    }
    case 14: same("fwrite", MODEL(fwrite)("ab\0cdefghijkl", size, n, m), fwrite("ab\0cdefghijkl", size, n, f)); break;
    case 15: {
      char *s = strdup(texts[number(4)]);
      int printed = fprintf(f, "%s", s);
      same("fprintf", MODEL(print)(m, s, (int)strlen(s)), printed);
      break;
    }
  }
  same("errno", *model___errno_location(), errno);
  same("characters", memcmp(x, y, sizeof x), 0);
  same("feof", !MODEL(feof)(m), !feof(f));
  same("ferror", !MODEL(ferror)(m), !ferror(f));
  same("memory", memcmp(of_model, of_library, sizeof of_model), 0);
}

// The model of a stream that appends refuses output that does not fit. There is enough space here.
static void compare_streams(void) {
  static const char *const modes[] = {"r", "w", "r+", "w+", "rb", "wb+", "r+b", "x", "a", "a+"};
  unsigned mode = number(10);
  volatile int appends = mode >= 8;
  size_t size = appends ? 60 : 1 + number(20);
  for (int i = 0; i < 64; ++i) of_model[i] = of_library[i] = "ab\nc\0d"[number(6)];
  if (appends) of_model[19] = of_library[19] = 0;
  length = 0;
  SAY("%lu bytes, mode %s\n", (unsigned long)size, modes[mode]);
  errno = *model___errno_location() = 0;
  FILE *volatile f = fmemopen(of_library, size, modes[mode]);
  void *volatile m = model_fmemopen(of_model, size, modes[mode]);
  same("fmemopen", m != 0, f != 0);
  same("errno", *model___errno_location(), errno);
  if (m == 0) return;
  if (setjmp(after_unsupported) == 0) {
    for (volatile int i = 0; i < 12; ++i) operate(m, f, appends);
    same("fclose", MODEL(fclose)(m), fclose(f));
    same("memory", memcmp(of_model, of_library, sizeof of_model), 0);
  } else {
    MODEL(fclose)(m);
    fclose(f);
  }
}

int main(void) {
  for (volatile int i = 0; i < 30000; ++i) compare_streams();
  return compared > 500000 ? 0 : 3;
}
