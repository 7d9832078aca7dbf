// Vectors of GNU C: arithmetic, comparisons, conversions, shuffles, elements at variable indices, vectors as
// arguments and results, reductions, and the same bits as a vector of another type.
// property: reach
// expect: true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

typedef int ints __attribute__((vector_size(16)));
typedef float floats __attribute__((vector_size(16)));
typedef long long longs __attribute__((vector_size(16)));
typedef unsigned char bytes __attribute__((vector_size(4)));

static void check(int condition) {
  if (!condition) reach_error();
}

struct point { float x, y; };

static ints add(ints a, ints b) { return a + b; }
static ints choose(int first, ints a, ints b) { return first ? a : b; }
static struct point move(struct point p, float dx) { return (struct point){p.x + dx, p.y}; }

ints global = {7, 8, 9, 10};

int main(void) {
  int n = __VERIFIER_nondet_int();
  ints a = {1, 2, 3, n};
  ints sum = add(a, a);
  check(sum[1] == 4 && sum[3] == (int)(2u * n));
  ints equal = sum == a;
  check(equal[0] == 0 && equal[3] == (n == 0 ? -1 : 0));
  floats halves = __builtin_convertvector(a, floats) * 0.5f;
  check(halves[0] == 0.5f && halves[2] == 1.5f);
  ints mixed = __builtin_shufflevector(a, global, 0, 4, 1, 5);
  check(mixed[1] == 7 && mixed[3] == 8);
  int i = n & 3;
  global[i] = 40;
  check(global[i] == 40 && __builtin_reduce_max(global) == 40);
  longs wide = (longs)(ints){1, 2, 3, 4};
  check(wide[1] == 0x400000003LL);
  bytes small = {200, 100, 1, 0};
  small += small;
  check(small[0] == 144 && small[1] == 200);
  ints chosen = choose(n, a, global << 1);
  check(n == 0 || chosen[2] == 3);
  struct point p = move((struct point){1, 2}, 3);
  check(p.x == 4 && p.y == 2);
  return 0;
}
