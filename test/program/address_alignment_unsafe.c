// Objects are aligned, and the address of an object is the same number each time.
// property: reach
// expect: false
// options: --data-model LP64
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
  int x = 3;
  char *memory = malloc(64);
  uintptr_t tagged = (uintptr_t)&x | 1;
  uintptr_t rounded = ((uintptr_t)memory + 15) & ~(uintptr_t)15;
  assert(((uintptr_t)&x & 3) == 0 && (tagged & ~(uintptr_t)1) == (uintptr_t)&x);
  assert(rounded == (uintptr_t)memory + 1);
  free(memory);
}
