// One loop over a string whose characters take one or two bytes: in each iteration the index is one of a few constants,
// and the judge of the unrolling has to use this, too.
// property: valid-deref
// expect: true
// engines: bmc=true
int main(void) {
  char text[10];  // any characters
  text[9] = 0;
  int next = 0, wide = 0, sum = 0;
  while (text[next] != 0) {
    int c = text[next];
    if (c == '\r' || c == '\n') {
      next++;
      continue;
    }
    if (c < 0 && text[next + 1] != 0) {
      wide++;
      sum ^= text[next + 1];
      next++;
    }
    next++;
  }
  return sum + wide;
}
