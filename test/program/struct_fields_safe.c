// A struct that is split into its fields; assignment copies it.
// property: reach
// expect: true
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);

struct point { int x; short y; unsigned char tag; };

int main(void) {
  struct point p, q;
  p.x = __VERIFIER_nondet_int();
  p.y = 7;
  p.tag = 255;
  q = p;
  q.tag++;
  if (q.tag != 0 || q.x != p.x || q.y != 7) reach_error();
  return 0;
}
