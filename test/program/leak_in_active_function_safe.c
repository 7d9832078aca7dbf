// The function still holds the object.
// property: valid-memtrack
// expect: true
// options: --data-model LP64
extern void *malloc(unsigned long size);
extern void abort(void);
extern void exit(int code);
extern int __VERIFIER_nondet_int(void);

static void end(char *other) {
  char *p = malloc(3);
  p[0] = 1;
  if (other == 0) exit(p[0]);
  if (__VERIFIER_nondet_int()) abort();
  exit(0);
}

int main(void) {
  char *q = malloc(4);
  q[1] = 1;
  q[2] = 0;
  end(q);
  return 0;
}
