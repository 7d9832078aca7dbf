// strtok splits a string into its parts.
// property: reach
// expect: false
// options: --data-model LP64
extern char *strtok(char *text, const char *separators);
extern void reach_error(void);

int main(void) {
  char text[6] = "a,,bc";
  char *first = strtok(text, ",");
  char *second = strtok(0, ",");
  if (first[1] != 0 || second[0] != 'b' || second != text + 2 || strtok(0, ",") != 0) reach_error();
  return 0;
}
