// Without an initialiser a static union is zero in all its bytes; errors see zeros in unspecified bytes, too.
// property: reach
// expect: true
// engines: bmc=true ufo=true
extern void reach_error(void);

union number {
  int i;
  char c;
};

static union number x;

int main(void) {
  if (x.i == 1) reach_error();
  return 0;
}
