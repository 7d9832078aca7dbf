// sprintf writes the text that its format specifies.
// property: reach
// expect: true
// options: --data-model LP64
extern int sprintf(char *to, const char *format, ...);
extern void reach_error(void);

int main(void) {
  char text[20];
  char name[3] = "ab";
  int n = sprintf(text, "%s=%3d%%,%x", name, -7, 43);
  if (n != 10 || text[3] != ' ' || text[4] != '-' || text[5] != '7' || text[10] != 0) reach_error();
  return 0;
}
