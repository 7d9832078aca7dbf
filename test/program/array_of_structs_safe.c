// A field of an element of an array of structs.
// property: reach
// expect: true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct item { char tag; int value; };

int main(void) {
  struct item items[4];
  for (int i = 0; i < 4; i++) {
    items[i].tag = 'a' + i;
    items[i].value = i;
  }
  int k = __VERIFIER_nondet_int();
  if (k < 0 || k > 3) return 0;
  if (items[k].tag - 'a' != items[k].value) reach_error();
  return 0;
}
