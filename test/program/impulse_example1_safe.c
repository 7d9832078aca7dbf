// IMPULSE, Example 1 and Fig. 1: the buffer index passes its bound in a late iteration.
// property: reach
// expect: true
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);

#define BUFLEN 12

int main(void) {
  int i = 0;
  while (i < BUFLEN - 1) {
    char ch = __VERIFIER_nondet_int();
    if (ch == ' ') {
      i++;
    }
    if (!(i < BUFLEN)) reach_error();
    i++;
  }
  return 0;
}
