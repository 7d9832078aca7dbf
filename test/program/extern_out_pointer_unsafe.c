// An external function gets the address of a pointer: the pointer keeps its value or is unknown afterwards.
// property: reach
// expect: false
extern void reach_error(void);

extern void fetch(int **place);

int main(void) {
  int x = 1, y = 3;
  int *p = &x;
  fetch(&p);
  if (p == &x) reach_error();
  return 0;
}
