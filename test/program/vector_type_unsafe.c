// Vectors are not modelled.
// property: reach
// expect: false
// engines: bmc=unknown portfolio=unknown
// unsupported: vector operation
// options: --data-model LP64
extern void reach_error(void);

typedef int v4 __attribute__((vector_size(16)));
int main(void) {
  v4 a = {1, 2, 3, 4}, b = a + a;
  if (b[2] != 7) reach_error();
  return 0;
}
