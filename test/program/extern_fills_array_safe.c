// An external function fills an uninitialised array; the error does not depend on its writes.
// property: valid-deref
// expect: true
extern int fill(char *to, int size);

int main(void) {
  char text[4];
  int i = 0;
  fill(text, sizeof text);
  text[3] = 0;
  while (text[i] == 'x') i++;
  return text[i];
}
