// A weak symbol without definition may be missing: its address is null or not.
// property: reach
// expect: true
// options: --data-model LP64
extern void reach_error(void);

extern int hook(int) __attribute__((weak));
extern int data __attribute__((weak));
int main(void) {
  int *p = &data;
  if (p == 0 && p != 0) reach_error();
  if ((hook != 0) != (hook != 0)) reach_error();
  return 0;
}
