// Structs are copied from and to addresses that belong to no object of the program.
// property: reach
// expect: false
// engines: bmc=false
extern void reach_error(void);
struct packet {
  int kind;
  int *data;
};
extern struct packet *receive(void);

int main(void) {
  int kind = 0;
  struct packet own;
  struct packet *p = receive();
  if (p == 0) return 0;
  own = *p;
  if (own.kind < 0 || own.kind > 9) own.kind = 0;
  *p = own;
  kind = own.kind - 1;
  if (kind < 0 || kind > 9) reach_error();
  return 0;
}
