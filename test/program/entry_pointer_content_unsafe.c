// property: reach
// expect: false
// options: --entry check --data-model LP64
// The objects of two parameters differ, and their contents are arbitrary.
extern void reach_error(void);
void check(long number, int *a, int *b) {
  if (!a || !b) return;
  *a = 1;
  *b = 2;
  if (*a != 2 && number == 7) reach_error();
}
