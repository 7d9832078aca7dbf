// One loop over a string whose characters take one or two bytes, even if the second byte is missing.
// property: valid-deref
// expect: false
// engines: bmc=false
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
    if (c < 0) {
      wide++;
      sum ^= text[next + 1];
      next++;
    }
    next++;
  }
  return sum + wide;
}
