// The index of an element is inside of the vector in every execution. An index outside of it is undefined, so
// a proof has to exclude it.
// property: reach
// expect: false
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

typedef int ints __attribute__((vector_size(16)));

int main(void) {
  ints values = {3, 1, 4, 1};
  unsigned i = __VERIFIER_nondet_uint();
  if (i < 4 && values[i] == 4) reach_error();
  return 0;
}
