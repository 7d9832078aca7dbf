// The result of printf is the number of characters.
// property: reach
// expect: false
// options: --data-model LP64
#include <assert.h>
#include <stdio.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  const char *format = "%x";
  int n = printf(format, __VERIFIER_nondet_uint());
  assert(n >= 1 && n <= 7);
  char text[8];
  assert(snprintf(text, sizeof text, "%3c|%-2c", 'a', 'b') == 6 && text[1] == ' ' && text[2] == 'a');
  assert(fprintf(stdout, "%-5d|%s\n", 17, "ab") == 9);
}
