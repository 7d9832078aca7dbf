// One object from malloc, used like a local.
// property: reach
// expect: true
// options: --data-model LP64
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *malloc(unsigned long size);
extern void free(void *pointer);

struct point { int x, y; };

int main(void) {
  struct point *p = malloc(sizeof *p);
  p->x = __VERIFIER_nondet_int();
  p->y = p->x;
  p->x = 7;
  if (p->x != 7 || p->y == p->y + 1u) reach_error();
  free(p);
  return 0;
}
