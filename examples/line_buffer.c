// Copies a word into a buffer. Is there always room for the NUL at its end?
extern unsigned char __VERIFIER_nondet_uchar(void);

#define SIZE 8

static unsigned read_word(char *to, unsigned size) {
  unsigned length = 0;
  while (length < size) {
    unsigned char c = __VERIFIER_nondet_uchar();
    if (c == 0 || c == ' ') break;
    to[length++] = (char)c;
  }
  to[length] = 0;
  return length;
}

int main(void) {
  char word[SIZE];
  unsigned length = read_word(word, sizeof word);
  return length > 0;
}
