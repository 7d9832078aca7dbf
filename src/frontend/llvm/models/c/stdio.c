// stdio.h (C17 7.21) and parts of unistd.h and time.h. All input is arbitrary.

#define ANY_CHARACTER                     \
  int c = __VERIFIER_nondet_model_int();  \
  __VERIFIER_assume(c >= -1 && c <= 255); \
  return c;

//: getchar: [any] any character, or EOF
int getchar(void) { ANY_CHARACTER }

//: getc: [any] any character, or EOF
int getc(void *stream) { ANY_CHARACTER }

//: fgetc: [any] any character, or EOF
int fgetc(void *stream) { ANY_CHARACTER }

//: getc_unlocked: [any] any character, or EOF
int getc_unlocked(void *stream) { ANY_CHARACTER }

//: fgetc_unlocked: [any] any character, or EOF
int fgetc_unlocked(void *stream) { ANY_CHARACTER }

//: getchar_unlocked: [any] any character, or EOF
int getchar_unlocked(void) { ANY_CHARACTER }

#define PUT_CHARACTER return __VERIFIER_nondet_model_int() ? -1 : (unsigned char)c;

//: putchar: [any] the character, or EOF
int putchar(int c) { PUT_CHARACTER }

//: putc: [any] the character, or EOF
int putc(int c, void *stream) { PUT_CHARACTER }

//: fputc: [any] the character, or EOF
int fputc(int c, void *stream) { PUT_CHARACTER }

//: putchar_unlocked: [any] the character, or EOF
int putchar_unlocked(int c) { PUT_CHARACTER }

//: putc_unlocked: [any] the character, or EOF
int putc_unlocked(int c, void *stream) { PUT_CHARACTER }

//: fputc_unlocked: [any] the character, or EOF
int fputc_unlocked(int c, void *stream) { PUT_CHARACTER }

//: ungetc: [any] the character, or EOF
int ungetc(int c, void *stream) {
  return c == -1 || __VERIFIER_nondet_model_int() ? -1 : (unsigned char)c;
}

//: fgets: [any] any line of less than n characters, or null
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

//: gets: [any] any line of any length, or null
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

//: perror: [reads] reads the string
void perror(const char *s) {
  size_t i = 0;
  while (s != 0 && s[i] != 0) ++i;
}

// Reads the bytes to be written. `count` is at most `most`.
#define SEND(bytes, most)                                       \
  int count = __VERIFIER_nondet_model_int();                    \
  size_t i;                                                     \
  char last;                                                    \
  for (i = 0; CHECKS_ACCESSES && i < (bytes); ++i) last = s[i]; \
  __VERIFIER_assume(count >= -1 && (count < 0 || (size_t)count <= (most)));

//: write: [any] reads the bytes; writes any number of them, or fails
__PTRDIFF_TYPE__ write(int file, const char *s, size_t n) {
  SEND(n, n)
  if (file < 0) count = -1;
  if (count < 0) {
    __pendulum_errno = __VERIFIER_nondet_model_int();
    __VERIFIER_assume(__pendulum_errno > 0);
  }
  return count;
}

//: fwrite: [any] reads the elements; writes any number of them
size_t fwrite(const char *s, size_t size, size_t n, void *stream) {
  SEND(size * n, n)
  return count < 0 || size == 0 ? 0 : (size_t)count;
}

// Stores an arbitrary line in heap memory that is enlarged if necessary. The line may contain zeros; only the
// returned length determines where it ends.
#define ANY_LINE(end)                                       \
  int length = __VERIFIER_nondet_model_int();               \
  int i;                                                    \
  __VERIFIER_assume(length >= -1 && length < 0x7fffffff);   \
  if (*line == 0 || *size < (size_t)length + 1) {           \
    int capacity = __VERIFIER_nondet_model_int();           \
    __VERIFIER_assume(capacity > length && capacity > 0);   \
    if (CANNOT_ALLOCATE((size_t)capacity)) return -1;       \
    free(*line);                                            \
    *line = malloc((size_t)capacity);                       \
    *size = (size_t)capacity;                               \
  }                                                         \
  if (length <= 0) return -1;                               \
  for (i = 0; i < length; ++i) {                            \
    char c = (char)__VERIFIER_nondet_model_int();           \
    __VERIFIER_assume(i == length - 1 || c != (char)(end)); \
    (*line)[i] = c;                                         \
  }                                                         \
  (*line)[length] = 0;                                      \
  return length;

//: getline: [any] any line, in memory that grows
__PTRDIFF_TYPE__ getline(char **line, size_t *size, void *stream) { ANY_LINE('\n') }

//: getdelim: [any] any characters up to a given one, in memory that grows
__PTRDIFF_TYPE__ getdelim(char **line, size_t *size, int end, void *stream) { ANY_LINE(end) }

//: isatty: [any] yes or no
int isatty(int file) { return __VERIFIER_nondet_model_int() != 0; }

static int __pendulum_process;

//: getpid: [any] any number from 1 on, the same in all calls
int getpid(void) {
  if (__pendulum_process == 0) {
    __pendulum_process = __VERIFIER_nondet_model_int();
    __VERIFIER_assume(__pendulum_process >= 1);
  }
  return __pendulum_process;
}

//: time: [any] any time
long time(long *place) {
  unsigned long high = (unsigned)__VERIFIER_nondet_model_int();
  long value = (long)(high << 16 << 16 | (unsigned)__VERIFIER_nondet_model_int());
  __VERIFIER_assume(value >= -1);
  if (place != 0) *place = value;
  return value;
}

struct seconds_and_parts {
  long seconds;
  long parts;
};

// Any time since 1970, with a fraction of a second below `limit`.
#define ANY_TIME(limit)                                                                  \
  unsigned long high = (unsigned)__VERIFIER_nondet_model_int();                          \
  to->seconds = (long)(high << 16 << 16 | (unsigned)__VERIFIER_nondet_model_int());      \
  to->parts = __VERIFIER_nondet_model_int();                                             \
  __VERIFIER_assume(to->seconds >= 0 && to->parts >= 0 && to->parts < (limit));

// Clocks that every system has do not fail; other clocks may not exist.
//: clock_gettime: [any] any time
int clock_gettime(int clock, struct seconds_and_parts *to) {
  if (clock != 0 && clock != 1 && __VERIFIER_nondet_model_int()) {
    __pendulum_errno = invalid_argument;
    return -1;
  }
  ANY_TIME(1000000000)
  return 0;
}

//: gettimeofday: [any] any time
int gettimeofday(struct seconds_and_parts *to, void *zone) {
  ANY_TIME(1000000)
  return 0;
}

//: getcwd: [any] any path that fits, or null; allocates memory if the argument is null
char *getcwd(char *s, size_t size) {
  size_t i = 1;
  if (s == 0 && size == 0) size = (size_t)__VERIFIER_nondet_model_int();
  if (size < 2 || __VERIFIER_nondet_model_int()) return 0;
  if (s == 0) {
    if (CANNOT_ALLOCATE(size)) return 0;
    s = malloc(size);
  }
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

// Stores arbitrary bytes, at most n, or fails.
#define RECEIVE(file)                                                                \
  int count = __VERIFIER_nondet_model_int();                                         \
  int i;                                                                             \
  if (count < 0 || (file) < 0) {                                                                 \
    __pendulum_errno = __VERIFIER_nondet_model_int();                                \
    __VERIFIER_assume(__pendulum_errno > 0);                                         \
    return -1;                                                                       \
  }                                                                                  \
  __VERIFIER_assume((size_t)count <= n);                                             \
  for (i = 0; i < count; ++i) ((char *)to)[i] = (char)__VERIFIER_nondet_model_int(); \
  return count;

//: read: [any] any bytes, at most n, or an error
__PTRDIFF_TYPE__ read(int file, void *to, size_t n) { RECEIVE(file) }

//: recv: [any] any bytes, at most n, or an error
__PTRDIFF_TYPE__ recv(int socket, void *to, size_t n, int flags) { RECEIVE(socket) }

// The last element may be incomplete.
//: fread: [any] any elements, at most n
size_t fread(void *to, size_t size, size_t n, void *stream) {
  int count = __VERIFIER_nondet_model_int();
  int i;
  if (size == 0) return 0;
  __VERIFIER_assume(count >= 0 && (size_t)count <= n * size);
  for (i = 0; i < count; ++i) ((char *)to)[i] = (char)__VERIFIER_nondet_model_int();
  return (size_t)count / size;
}
