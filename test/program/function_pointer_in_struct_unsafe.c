// Functions in an array of structs, called by index.
// property: reach
// expect: false
// options: --data-model LP64
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct operation { int key; int (*run)(int, int); };
static int add(int a, int b) { return a + b; }
static int take(int a, int b) { return a - b; }
static int last(int a, int b) { return b; }
static const struct operation operations[] = {{'+', add}, {'-', take}, {',', last}};
int main(void) {
  int key = __VERIFIER_nondet_int();
  for (int i = 0; i < 3; i++)
    if (operations[i].key == key) {
      int r = operations[i].run(7, 3);
      if (r != 10 && r != 4 && r != 7) reach_error();
    }
  return 0;
}
