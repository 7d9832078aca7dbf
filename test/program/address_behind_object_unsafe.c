// Another object may be located directly after an object: the two addresses may be equal.
// property: reach
// expect: false
// engines: bmc=unknown portfolio=unknown
// options: --data-model LP64
extern void reach_error(void);

int main(void) {
  int first[2] = {1, 2};
  int second[2] = {3, 4};
  int *end = first + 2;
  if (end == second) reach_error();
  return end[-1] - second[0];
}
