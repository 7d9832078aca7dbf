// An initialiser of a union gives the bytes of one member a value; the others are unspecified (C17 6.2.6.1p7).
// property: reach
// expect: true
// engines: portfolio=true bmc=true
extern void reach_error(void);

union number {
  int i;
  char c;
};

int main(void) {
  union number x = {.c = 1};
  if (x.c != 1) reach_error();
  return 0;
}
