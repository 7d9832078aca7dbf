// A function with the name but not the type of a library function is an external function.
// property: reach
// expect: true
extern void reach_error(void);
extern int access(int);

int main(void) {
  int result = access(1);
  if (result == 5 && result != 5) reach_error();
  return 0;
}
