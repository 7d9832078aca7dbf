// Builtins that give hints to the compiler: expect, assume, unreachable, trap, object_size, constant_p.
// property: reach
// expect: true
// options: --data-model LP64
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  char a[5];
  if (__builtin_expect(n > 3, 1)) {
    if (n > 100) __builtin_trap();
    if (n > 90) __builtin_unreachable();
    if (n < 4 && n != 50) reach_error();
  }
  if (__builtin_object_size(a, 0) != 5 || __builtin_object_size(a + 2, 1) != 3) reach_error();
  if (!__builtin_constant_p(3) || __builtin_choose_expr(1, 0, 1)) reach_error();
  if (__builtin_types_compatible_p(int, long) || __builtin_offsetof(struct { int x, y; }, y) != 4) reach_error();
  return 0;
}
