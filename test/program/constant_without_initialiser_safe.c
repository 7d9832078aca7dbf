// `const int b;` defines a constant object that a program must not write to (C17 6.7.3p6).
// property: valid-deref
// expect: true
// engines: bmc=true ufo=true
int b;

int main(void) {
  *(int *)&b = 42;
  return 0;
}
