// An uninitialised number is arbitrary.
// property: reach
// expect: true
extern void reach_error(void);

int main(void) {
  float f;
  if (!(f >= 1.0f && f <= 1.5f)) return 0;
  float g = f - 1.0f;
  if (g < 0.0f || g > 0.5f) reach_error();
  return 0;
}
