// Atomic operations of one thread: old and new values, compare and exchange.
// property: reach
// expect: false
// options: --data-model LP64
#include <stdatomic.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int x = 5;
static _Atomic unsigned y = 1;
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 9) return 0;
  int old = __sync_fetch_and_add(&x, n);
  int now = __sync_add_and_fetch(&x, 1);
  if (old != 5 || now != n + 6) reach_error();
  if (!__sync_bool_compare_and_swap(&x, n + 6, 2) || x != 2) reach_error();
  if (__sync_val_compare_and_swap(&x, 3, 4) != 3 || x != 2) reach_error();
  y += 3;
  int expected = 7;
  if (__atomic_compare_exchange_n(&x, &expected, 9, 0, 5, 5) || expected != 2) reach_error();
  if (atomic_exchange(&y, 8) != 4 || atomic_fetch_sub(&y, 9) != 8 || y != ~0u) reach_error();
  __atomic_store_n(&x, 6, 5);
  __sync_synchronize();
  if (__atomic_load_n(&x, 5) != 6 || __sync_lock_test_and_set(&x, 1) != 6) reach_error();
  return 0;
}
