// A field of a null pointer.
// property: valid-deref
// expect: false
extern int __VERIFIER_nondet_int(void);

struct pair { int first, second; };

int main(void) {
  struct pair x = {1, 2};
  struct pair *p = __VERIFIER_nondet_int() ? &x : 0;
  if (x.first) return p->second;
  return 0;
}
