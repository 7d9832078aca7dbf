// How much sscanf writes is not modelled: neither a proof nor an error.
// property: valid-deref
// expect: true
// engines: bmc=unknown portfolio=unknown
#include <stdio.h>

int main(void) {
  char word[4];
  return sscanf("abcdef", "%3s", word) == 1;
}
