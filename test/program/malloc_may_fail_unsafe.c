// Allocations may return null, and the program checks the results: of malloc, calloc, realloc and strdup.
// property: memsafety
// expect: false
// options: --malloc-may-fail --data-model LP64
#include <stdlib.h>
#include <string.h>

int main(void) {
  int *numbers = malloc(4 * sizeof(int));
  if (numbers == 0) return 1;
  numbers[3] = 1;
  int *more = realloc(numbers, 8 * sizeof(int));
  if (more == 0) {
    free(numbers);
    return 1;
  }
  more[7] = 2;
  free(more);
  char *copy = strdup("a");
  copy[0] = 'b';
  free(copy);
  char *zeros = calloc(2, 2);
  if (zeros != 0) zeros[3] = 1;
  free(zeros);
  return 0;
}
