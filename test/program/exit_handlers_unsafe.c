// The functions passed to atexit() are called at the end, the last one first.
// property: valid-memtrack
// expect: false
// options: --data-model LP64
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct pair {
  int *left;
};

static struct pair *pair;

static void first(void) {
  if (pair != 0) free(pair->left);
}

static void second(void) {
  free(pair);
  pair = 0;
}

int main(void) {
  pair = malloc(sizeof *pair);
  pair->left = malloc(sizeof(int));
  atexit(first);
  atexit(second);
  if (__VERIFIER_nondet_int()) exit(1);
  return 0;
}
