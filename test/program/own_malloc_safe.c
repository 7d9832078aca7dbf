// The program defines malloc and free: its own bodies are executed, also in the replay.
// property: reach
// expect: true
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
static char pool[64];
static unsigned long next;

void *malloc(unsigned long size) {
  if (size > sizeof pool - next) return 0;
  void *result = pool + next;
  next += size;
  return result;
}

void free(void *object) {
  (void)object;
  next = 0;
}

int main(void) {
  unsigned size = __VERIFIER_nondet_uint();
  if (size > 64) return 0;
  char *object = malloc(size);
  if (!object) reach_error();
  free(object);
  return 0;
}
