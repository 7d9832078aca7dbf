// Bit-fields: widths, signs, adjacent fields.
// property: reach
// expect: false
// options: --data-model LP64
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct s { unsigned a : 3; int b : 5; unsigned c : 24; _Bool d : 1; };
int main(void) {
  struct s x = {0};
  int n = __VERIFIER_nondet_int();
  x.a = n;
  x.b = 31;
  x.c = n;
  x.d = 2;
  if (x.a != (n & 7) || x.b != 31 || x.c != (n & 0xffffff) || x.d != 1) reach_error();
  return 0;
}
