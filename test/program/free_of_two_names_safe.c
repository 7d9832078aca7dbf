// An object that existed before anything was freed has another address than the freed object.
// property: memsafety
// expect: true
// options: --data-model LP64
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  char *first = malloc(2);
  char *second = __VERIFIER_nondet_int() ? first : malloc(3);
  free(first);
  if (first != second) free(second);
  return 0;
}
