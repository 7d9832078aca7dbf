// A subscript outside of an array that is a member of a struct is an error with --bounds fields, although the access
// stays inside of the struct.
// property: valid-deref
// expect: true
// options: --bounds fields
extern unsigned __VERIFIER_nondet_uint(void);

struct packet {
  unsigned char header[4];
  unsigned char payload[8];
};

int main(void) {
  struct packet packet = {{0}, {0}};
  unsigned i = __VERIFIER_nondet_uint();
  if (i < 4) packet.header[i] = 1;
  return packet.payload[0];
}
