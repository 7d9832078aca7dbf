// A static union without initialiser is zero in all its bytes; errors assume zeros in unspecified bytes, too.
// property: reach
// expect: false
// engines: bmc=false ufo=false
extern void reach_error(void);

union number {
  int i;
  char c;
};

static union number x = {.c = 1};

int main(void) {
  if (x.i == 1) reach_error();
  return 0;
}
