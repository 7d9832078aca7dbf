// property: reach
// expect: true
// The indicators of a stream are clear after it was opened (C17 7.21.5.3p7) or cleared (7.21.10.1), and keep their
// values as long as nothing uses the stream.
#include <assert.h>
#include <stdio.h>

int main(void) {
  FILE *file = fopen("data", "r");
  if (file == NULL) return 0;
  assert(ferror(file) == 0);
  assert(!feof(file));
  fgetc(file);
  if (feof(file)) assert(feof(file));
  clearerr(file);
  assert(!feof(file) && !ferror(file));
  fclose(file);
  return 0;
}
