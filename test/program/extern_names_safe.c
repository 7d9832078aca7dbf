// External functions and objects with unusual names, or with names of libraries that the sanitizers use.
// property: valid-deref
// expect: true
extern int odd(void) __asm__("odd.name$1");
extern int object __asm__("object.name$2");
extern int getauxval_of_mine(void);
extern int __cxa_atexit_of_mine(void);
extern int program_invocation_name[2];

int main(void) {
  int a[8];
  int i = (odd() + object + getauxval_of_mine() + __cxa_atexit_of_mine() + program_invocation_name[1]) & 7;
  a[i] = 1;
  return 0;
}
