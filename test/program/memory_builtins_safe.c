// memcpy, memmove and memset as builtins: struct assignment, overlapping moves, bytes.
// property: reach
// expect: true
// options: --data-model LP64
extern void reach_error(void);

struct s { int a; char b[6]; };
int main(void) {
  struct s x = {1, "abcde"}, y;
  y = x;
  __builtin_memmove(y.b + 1, y.b, 4);
  __builtin_memset(&y.a, 1, sizeof y.a);
  __builtin_memcpy(x.b, y.b, 2);
  if (y.a != 0x01010101 || y.b[4] != 'd' || x.b[0] != 'a' || x.b[1] != 'a' || x.b[2] != 'c') reach_error();
  return 0;
}
