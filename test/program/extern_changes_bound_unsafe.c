// An external function may set the bound of a loop.
// property: reach
// expect: false
// engines: bmc=unknown portfolio=unknown
extern void reach_error(void);
extern void configure(int *number);

int main(void) {
  int number = 0;
  int i;
  int sum = 0;
  configure(&number);
  if (number < 0 || number > 5) return 0;
  for (i = 0; i < number; i++) sum += i;
  if (sum > 9) reach_error();
  return 0;
}
