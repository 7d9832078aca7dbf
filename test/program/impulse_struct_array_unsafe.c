// Fields of an array of structs, read one after the other.
// property: reach
// expect: false
// options: --set portfolio.engines=impulse
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void __VERIFIER_nondet_memory(void *, __SIZE_TYPE__);

struct point {
  int x;
  int y;
};
struct point points[20000];

int main(void) {
  __VERIFIER_nondet_memory(points, sizeof points);
  int i = 0;
  while (i < 20000 && points[i].x != 0) {
    points[i].y = 1;
    i++;
  }
  if (i == 20000) reach_error();
  return 0;
}
