// Polls the status register of a UART at a fixed address and reads a byte from its data register.
// property: memsafety
// expect: true
// options: --mmio 0x40001000-0x400010ff
struct uart {
  volatile unsigned status;
  volatile unsigned data;
};
#define UART ((struct uart *)0x40001000)

static char line[8];

static unsigned char receive(struct uart *uart) {
  while (!(uart->status & 1)) {
  }
  return (unsigned char)uart->data;
}

int main(void) {
  int length = 0;
  while (length < 8) {
    unsigned char byte = receive(UART);
    UART->data = byte;
    if (byte == 0) break;
    line[length++] = (char)byte;
  }
  if (length < 8) line[length] = 0;
  return 0;
}
