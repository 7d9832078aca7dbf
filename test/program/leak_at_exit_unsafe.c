// An object that a local of an active function holds is not lost when the program exits.
// property: valid-memtrack
// expect: false
// options: --data-model LP64
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long size);
extern void free(void *pointer);
extern void exit(int code);

static int *make(void) { return malloc(sizeof(int)); }

static void leave(int **held) {
  if (__VERIFIER_nondet_int()) {
    *held = 0;
    exit(1);
  }
  free(*held);
}

int main(void) {
  int *p = make();
  leave(&p);
  return 0;
}
