// `const int b;` defines a constant object that a program must not write to (C17 6.7.3p6).
// property: valid-deref
// expect: false
// engines: bmc=false ufo=false
const int b;

int main(void) {
  *(int *)&b = 42;
  return 0;
}
