// Network byte order is big-endian.
// property: reach
// expect: false
#include <arpa/inet.h>

extern void reach_error(void);

extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
  unsigned short x = __VERIFIER_nondet_ushort();
  if (ntohs(htons(x)) != x) reach_error();
  if (htonl(0x01020304u) != 0x01020304u) reach_error();
  return 0;
}
