// Functions that call each other: the loop of their calls can be entered at several locations.
// property: reach
// expect: false
// engines: bmc=false
extern void reach_error(void);

int is_odd(int n);

int is_even(int n) {
  if (n == 0) return 1;
  return is_odd(n - 1);
}

int is_odd(int n) {
  if (n == 0) return 0;
  return is_even(n - 1);
}

int main(void) {
  if (!is_even(6)) reach_error();
  if (is_odd(5)) reach_error();
  return 0;
}
