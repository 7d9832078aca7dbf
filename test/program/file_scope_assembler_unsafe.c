// File-scope assembler changes the value of an object.
// property: reach
// expect: false
// engines: portfolio=unknown
// unsupported: file-scope assembler `.pushsection .data`
extern void reach_error(void);
extern int state;
__asm__(".pushsection .data\n.globl state\nstate: .long 5\n.popsection");
int main(void) {
  if (state == 5) reach_error();
  return 0;
}
