// Another object may be located directly after an object: the two addresses may be equal.
// property: reach
// expect: true
// options: --data-model LP64
extern void reach_error(void);

int main(void) {
  int first[2] = {1, 2};
  int second[2] = {3, 4};
  int *end = first + 1;
  if (end == second) reach_error();
  return end[0] - second[0];
}
