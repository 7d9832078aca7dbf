// Numbers of type _Float16 have 11 bits of precision.
// property: reach
// expect: true
// options: --data-model LP64
extern void reach_error(void);

int main(void) {
  _Float16 a = (_Float16)2048.0f;
  _Float16 b = a + (_Float16)1.0f;
  float big = (float)(_Float16)65520.0f;
  if (a != b || big <= 65504.0f) reach_error();
  return 0;
}
