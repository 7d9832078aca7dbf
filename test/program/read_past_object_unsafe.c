// A read that leaves its object at the end: the bytes inside have their values, the others are arbitrary.
// property: reach
// expect: false
extern void reach_error(void);

int main(void) {
  char t = 50;
  void *z = &t;
  unsigned int *p = z;
  if ((char)*p == 50) reach_error();
  return 0;
}
