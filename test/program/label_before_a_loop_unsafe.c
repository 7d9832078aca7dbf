// property: reach
// expect: false
#define FAIL ERROR: 
extern int nondet(void);
static int f(int x) {
  while (x > 0)
    if (x == 101) FAIL for (;;) x = 1;
    else --x;
  return 0;
}
int main(void) { int x = nondet(); if (x <= 101) f(x); return 0; }
