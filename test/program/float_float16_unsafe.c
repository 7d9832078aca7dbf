// Numbers of type _Float16 have 11 bits of precision.
// property: reach
// expect: false
// options: --data-model LP64
extern void reach_error(void);

int main(void) {
  _Float16 a = (_Float16)2048.0f;
  _Float16 b = a + (_Float16)1.0f;
  float big = (float)(_Float16)65520.0f;
  if (a == b) reach_error();
  return 0;
}
