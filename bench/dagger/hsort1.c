// For the row hsort1 of DAGGER's Table 1: the indices of a heap sort, written from the algorithm. [l, r] is the
// part of the array that is still sifted, i the parent and j its child. The paper's assertion is a part of the
// invariant that STING computes; which part is not known, and this one is ours.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), l = __VERIFIER_nondet_int();
  if (n < 2 || n > 1000000 || l < 1 || 2 * l < n || 2 * l > n + 1) return 0;
  int r = n, i = l, j = 2 * l;
  while (__VERIFIER_nondet_int()) {
    if (j < r && __VERIFIER_nondet_int()) {  // the right child is greater
      i = j + 1;
      j = 2 * j + 2;
    } else if (j <= r && __VERIFIER_nondet_int()) {  // the left child
      i = j;
      j = 2 * j;
    } else if (l >= 2) {  // the heap is still being built
      l = l - 1;
      i = l;
      j = 2 * l;
    } else if (r >= 4) {  // the greatest element moves to the end
      r = r - 1;
      i = l;
      j = 2 * l;
    } else {
      return 0;
    }
  }
  if (l < 1 || r < 2) reach_error();
  return 0;
}
