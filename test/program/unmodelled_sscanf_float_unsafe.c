// sscanf has no model for numbers with a fraction and a field width: neither a proof nor an error.
// property: valid-deref
// expect: false
// engines: bmc=unknown portfolio=unknown
// unsupported: call of sscanf with a format that is not modelled
// options: --data-model LP64
#include <stdio.h>

int main(void) {
  char word[4];
  float f;
  return sscanf("1.5 abcdef", "%3f%4s", &f, word) == 2;
}
