// A read that leaves its object at the end: the bytes inside are known, the others are any.
// property: reach
// expect: true
extern void reach_error(void);

int main(void) {
  char t = 50;
  void *z = &t;
  unsigned int *p = z;
  if ((char)*p != 50) reach_error();
  return 0;
}
