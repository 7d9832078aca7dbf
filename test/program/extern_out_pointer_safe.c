// A function without body gets the address of a pointer: the pointer is its own or unknown afterwards.
// property: reach
// expect: true
// engines: bmc=true
extern void reach_error(void);

extern void fetch(int **place);

int main(void) {
  int x = 1;
  int *p = &x;
  x = *p;
  if (p != &x) reach_error();
  return 0;
}
