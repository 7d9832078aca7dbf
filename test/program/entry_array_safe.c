// property: valid-deref
// expect: true
// options: --entry sum --entry-array 4
// Objects of pointer parameters have the number of elements that --entry-array specifies.
int sum(const int *a, int n) {
  int total = 0;
  if (!a || n < 0 || n > 4) return 0;
  for (int i = 0; i < n; i++) total ^= a[i];
  return total;
}
