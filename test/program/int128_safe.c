// Integers of 128 bits.
// property: reach
// expect: true
// options: --data-model LP64
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned long long a = __VERIFIER_nondet_uint();
  unsigned __int128 x = (unsigned __int128)a << 70;
  __int128 y = -(__int128)1;
  if ((unsigned long long)(x >> 70) != a || (unsigned long long)(x >> 64) != a << 6 || (y >> 100) != -1) reach_error();
  return 0;
}
