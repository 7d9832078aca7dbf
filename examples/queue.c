// A ring buffer that others fill and empty forever. Does its write index always stay inside?
#include <assert.h>

#define SIZE 8

extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned head = 0, count = 0;
  while (1) {
    if (__VERIFIER_nondet_int() && count < SIZE) {
      head = (head + 1) % SIZE;
      count++;
    }
    if (__VERIFIER_nondet_int() && count > 0) count--;
    assert(head < SIZE && count <= SIZE);
  }
}
