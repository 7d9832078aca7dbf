// The program defines functions that the harness of the replay, the C library or a sanitizer could use.
// property: reach
// expect: false
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

long syscall(long number, ...) { return number + 1; }
long write(int stream, const void *text, unsigned long size) { return stream; }
void exit(int code) { for (;;) ; }
void abort(void) { for (;;) ; }
int sigaction(int number) { return number; }
int __sigaction(int number) { return number; }
int atexit(int number) { return number; }
unsigned long malloc_usable_size(int number) { return number; }
int mmap(int number) { return number; }
int dlsym(int number) { return number; }
int strlen(int number) { return number; }

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0 || x > 1000) return 0;
  if (syscall(x) + write(1, 0, 0) + sigaction(1) + __sigaction(1) + atexit(1) + malloc_usable_size(1) + mmap(1) +
          dlsym(1) + strlen(1) == 1009)
    reach_error();
  return 0;
}
