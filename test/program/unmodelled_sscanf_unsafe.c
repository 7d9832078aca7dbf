// How much sscanf writes is not modelled: neither a proof nor an error.
// property: valid-deref
// expect: false
// engines: bmc=unknown portfolio=unknown
#include <stdio.h>

int main(void) {
  char word[4];
  return sscanf("abcdef", "%4s", word) == 1;
}
