// Builtins that count and swap bits.
// property: reach
// expect: false
// options: --data-model LP64
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint() & 63;
  if (n == 0) return 0;
  int low = __builtin_ctz(n), high = 31 - __builtin_clz(n), ones = __builtin_popcount(n);
  if (low > high || high > 5 || (n & 1) != (low == 0) || (n > 31) != (high == 5)) reach_error();
  if ((ones == 1) != (low == high) || __builtin_ffs(n) != low + 2) reach_error();
  if (__builtin_parity(n) != (ones & 1) || __builtin_ctzll(n) != low || __builtin_clzll(n) != 63 - high) reach_error();
  if (__builtin_bswap32(n) != n << 24 || __builtin_bswap16(0x1234) != 0x3412) reach_error();
  if (__builtin_bitreverse8(n) >> 2 != __builtin_bitreverse32(n) >> 26) reach_error();
  return 0;
}
