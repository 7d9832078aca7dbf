// The bytes of an integer, accessed through a union, little endian.
// property: reach
// expect: true
extern void reach_error(void);

union both { unsigned int word; unsigned char bytes[4]; };

int main(void) {
  union both u;
  u.word = 0x01020304;
  u.bytes[3] = 9;
  if (u.word != 0x09020304u) reach_error();
  return 0;
}
