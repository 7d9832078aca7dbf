/* Integers of all widths, characters, truth values, enumerators, loops, conversions. */
#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#include "show.h"

extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern long long __VERIFIER_nondet_longlong(void);

enum mode { OFF, SLOW = 10, FAST };

static const char *name_of(enum mode mode) { return mode == OFF ? "OFF" : mode == SLOW ? "SLOW" : "FAST"; }

static int32_t mix(int32_t a, uint16_t b) {
  int32_t result = a;
  for (int i = 0; i < 3; i++) {
    result = result * 31 + b % 7; SHOW(result, "%d");
    b = (uint16_t)(b * 3); SHOW(b, "%d");
  }
  return result;
}

int main(void) {
  int n = __VERIFIER_nondet_int(); SHOW(n, "%d");
  unsigned char byte = __VERIFIER_nondet_uchar(); SHOW(byte, "%d");
  long long wide = __VERIFIER_nondet_longlong(); SHOW(wide, "%lld");
  if (n < 3 || n > 6 || byte < 200 || wide > -1000000000000LL) return 0;
  int8_t small = (int8_t)byte; SHOW((int)small, "%d");
  short half = (short)(n * 10000); SHOW(half, "%d");
  uint32_t mask = ~0U << n; SHOW(mask, "%u");
  uint64_t big = (uint64_t)wide >> 3; SHOW(big, "%lu");
  char letter = (char)('a' + n); SHOW(letter, "'%c'");
  bool odd = n & 1; SHOW(odd, "%d");
  enum mode mode = n > 4 ? FAST : SLOW; SHOW(mode, "%d");
  int table[2][3] = {{1, 2, 3}, {4, 5, 6}};
  for (int i = 0; i < 2; i++)
    for (int j = 2; j >= 0; j--) {
      table[i][j] -= n * i; SHOW(table[i][j], "%d");
    }
  int mixed = mix(n, (uint16_t)(byte * 300)); SHOW(mixed, "%d");
  int rest = -17 % n; SHOW(rest, "%d");
  int shifted = -17 >> 2; SHOW(shifted, "%d");
  mode = OFF; SHOW(mode, "%d");
  assert(mixed == 0 && name_of(mode)[0] == 'O');
  return small + half + (int)mask + (int)big + letter + odd + rest + shifted;
}
