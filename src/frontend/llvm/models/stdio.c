// stdio.h (C17 7.21) and a part of unistd.h: what is read is arbitrary.

//: getchar: any character, or EOF
int getchar(void) {
  int c = __VERIFIER_nondet_model_int();
  __VERIFIER_assume(c >= -1 && c <= 255);
  return c;
}

//: getc: any character, or EOF
int getc(void *stream) {
  int c = __VERIFIER_nondet_model_int();
  __VERIFIER_assume(c >= -1 && c <= 255);
  return c;
}

//: fgetc: any character, or EOF
int fgetc(void *stream) {
  int c = __VERIFIER_nondet_model_int();
  __VERIFIER_assume(c >= -1 && c <= 255);
  return c;
}

//: fgets: any line of less than n characters, or nothing
char *fgets(char *s, int n, void *stream) {
  int i = 0;
  if (n <= 0) return 0;
  while (i < n - 1) {
    int c = __VERIFIER_nondet_model_int();
    __VERIFIER_assume(c >= -1 && c <= 255);
    if (c == -1) break;
    s[i] = (char)c;
    ++i;
    if (c == '\n') break;
  }
  if (i == 0 && n > 1) return 0;
  s[i] = 0;
  return s;
}

//: gets: any line, as long as it likes, or nothing
char *gets(char *s) {
  size_t i = 0;
  for (;;) {
    int c = __VERIFIER_nondet_model_int();
    __VERIFIER_assume(c >= -1 && c <= 255);
    if (c == -1 && i == 0) return 0;
    if (c == -1 || c == '\n') break;
    s[i] = (char)c;
    ++i;
  }
  s[i] = 0;
  return s;
}

//: puts: [reads] reads the string
int puts(const char *s) {
  size_t i = 0;
  while (s[i] != 0) ++i;
  return __VERIFIER_nondet_model_int();
}

//: fputs: [reads] reads the string
int fputs(const char *s, void *stream) {
  size_t i = 0;
  while (s[i] != 0) ++i;
  return __VERIFIER_nondet_model_int();
}

//: getcwd: any path that fits, or nothing; without a place for it in new memory
char *getcwd(char *s, size_t size) {
  size_t i = 1;
  if (s == 0 && size == 0) size = (size_t)__VERIFIER_nondet_model_int();
  if (size < 2 || __VERIFIER_nondet_model_int()) return 0;
  if (s == 0) s = malloc(size);
  s[0] = '/';
  while (i < size - 1) {
    int c = __VERIFIER_nondet_model_int();
    __VERIFIER_assume(c >= 0 && c <= 255);
    if (c == 0) break;
    s[i] = (char)c;
    ++i;
  }
  s[i] = 0;
  return s;
}
