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

//: read: any bytes, at most n, or an error
__PTRDIFF_TYPE__ read(int file, void *to, size_t n) {
  int count = __VERIFIER_nondet_model_int();
  int i;
  if (count < 0) {
    __pendulum_errno = __VERIFIER_nondet_model_int();
    __VERIFIER_assume(__pendulum_errno > 0);
    return -1;
  }
  __VERIFIER_assume((size_t)count <= n);
  for (i = 0; i < count; ++i) ((char *)to)[i] = (char)__VERIFIER_nondet_model_int();
  return count;
}

//: recv: any bytes, at most n, or an error
__PTRDIFF_TYPE__ recv(int socket, void *to, size_t n, int flags) {
  int count = __VERIFIER_nondet_model_int();
  int i;
  if (count < 0) {
    __pendulum_errno = __VERIFIER_nondet_model_int();
    __VERIFIER_assume(__pendulum_errno > 0);
    return -1;
  }
  __VERIFIER_assume((size_t)count <= n);
  for (i = 0; i < count; ++i) ((char *)to)[i] = (char)__VERIFIER_nondet_model_int();
  return count;
}

// The last element may be there in part.
//: fread: any elements, at most n
size_t fread(void *to, size_t size, size_t n, void *stream) {
  int count = __VERIFIER_nondet_model_int();
  int i;
  if (size == 0) return 0;
  __VERIFIER_assume(count >= 0 && (size_t)count <= n * size);
  for (i = 0; i < count; ++i) ((char *)to)[i] = (char)__VERIFIER_nondet_model_int();
  return (size_t)count / size;
}
