// Output to a stream of fmemopen is in memory after it was flushed.
// property: reach
// expect: true
// options: --data-model LP64
#include <assert.h>
#include <stdio.h>
#include <string.h>

static void report(FILE *out, int n) { fprintf(out, "n=%d\n", n); }

int main(void) {
  char text[32] = "";
  FILE *out = fmemopen(text, sizeof text, "w");
  if (!out) return 1;
  report(out, 42);
  report(stdout, 42);
  fflush(out);
  assert(strcmp(text, "n=42\n") == 0);
  return fclose(out);
}
